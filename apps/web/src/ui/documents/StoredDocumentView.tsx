import type { StoredDocument } from '../../lib/api/documents.ts';
import { http, saveFile } from '../../lib/api/http.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { DocumentPreview } from './DocumentPreview.tsx';

interface StoredDocumentViewProps {
  readonly document: Pick<StoredDocument, 'id' | 'fileName' | 'mediaType' | 'url'>;
  readonly className?: string;
}

/** A stored document, to read and to download. */
export function StoredDocumentView({ document, className }: StoredDocumentViewProps) {
  return (
    <DocumentPreview
      fileName={document.fileName}
      mediaType={document.mediaType}
      documentKey={document.id}
      load={async (signal) => (await http.file(document.url, { signal })).blob}
      onDownload={() => void saveFile(document.url, { fallbackName: document.fileName }).catch(notifyError)}
      className={className}
    />
  );
}
