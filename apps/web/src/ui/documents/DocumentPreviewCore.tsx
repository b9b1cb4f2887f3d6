import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { EmptyState } from '../content/EmptyState.tsx';
import { ErrorState } from '../content/ErrorState.tsx';
import { Skeleton } from '../content/Skeleton.tsx';
import { Button } from '../controls/Button.tsx';
import { DocumentPreviewPage } from './DocumentPreviewPage.tsx';
import { DocumentPreviewTools, type PreviewTools } from './DocumentPreviewTools.tsx';
import { type DocumentView, fitScale, type Size, turned, UNTURNED, zoomed } from './document-view.ts';
import { useDocument } from './use-document.ts';

export interface DocumentPreviewProps {
  fileName: string;
  /** `application/pdf`, `image/jpeg` or `image/png`. */
  mediaType: string;
  /** Tells documents apart: a new one is loaded when it changes. */
  documentKey: string;
  load: (signal: AbortSignal) => Promise<Blob>;
  onDownload?: () => void;
  className?: string;
}

/** What `DocumentPreview` shows once its chunk is there. */
export function DocumentPreviewCore({ fileName, mediaType, documentKey, load, onDownload, className }: DocumentPreviewProps) {
  const t = useTranslations('common');
  const { state, retry } = useDocument(documentKey, mediaType, load);
  const [view, setView] = useState<DocumentView>(UNTURNED);
  const [page, setPage] = useState(1);
  const [own, setOwn] = useState<Size | null>(null);
  const [broken, setBroken] = useState(false);
  const [room, setRoom] = useState(0);
  const area = useRef<HTMLDivElement>(null);
  // Another document starts from the beginning.
  const [shown, setShown] = useState(documentKey);
  if (shown !== documentKey) {
    setShown(documentKey);
    setView(UNTURNED);
    setPage(1);
    setOwn(null);
    setBroken(false);
  }
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const fit = own ? fitScale(own, view.rotation, room) : 1;
  const scale = view.zoom ?? fit;
  const pages = state.kind === 'pdf' ? state.document.numPages : 1;
  const ready = (state.kind === 'pdf' || state.kind === 'picture') && !broken;
  const tools: PreviewTools = {
    zoom: (direction) => setView(zoomed(view, direction, scale)),
    fit: () => setView({ ...view, zoom: null }),
    rotate: () => setView(turned(view)),
    turnPage: (step) => setPage((old) => Math.min(Math.max(old + step, 1), pages)),
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (ready && !event.ctrlKey && !event.metaKey && !event.altKey && pressed(event.key, tools, pages)) event.preventDefault();
  };
  const download = onDownload && (
    <Button icon="download" onClick={onDownload}>
      {t('preview.download')}
    </Button>
  );

  return (
    <section
      aria-label={t('preview.label', { name: fileName })}
      className={cx('flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-sunken', className)}
    >
      <DocumentPreviewTools tools={tools} page={page} pages={pages} scale={scale} disabled={!ready} onDownload={onDownload} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls. */}
      <div
        ref={area}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        role="group"
        aria-label={t('preview.area', { name: fileName })}
        aria-keyshortcuts="+ - 0 R PageDown PageUp"
        aria-busy={state.kind === 'loading'}
        onKeyDown={handleKey}
        className="grid min-h-48 flex-1 overflow-auto outline-offset-[-2px]"
      >
        {state.kind === 'loading' && <Skeleton height="20rem" className="p-4" />}
        {state.kind === 'failed' && <NotShown error={state.error} onRetry={retry} />}
        {(state.kind === 'broken' || broken) && (
          <EmptyState icon="fileText" title={t('preview.broken')} text={t('preview.brokenText')} action={download} />
        )}
        {ready && (
          <DocumentPreviewPage
            source={state}
            label={pages > 1 ? `${fileName}, ${t('preview.page', { page, pages })}` : fileName}
            page={page}
            scale={scale}
            rotation={view.rotation}
            own={own}
            onOwnSize={setOwn}
            onBroken={() => setBroken(true)}
          />
        )}
      </div>
    </section>
  );
}

/** Why the document is not shown: a failure, or the malware scanner holds it back. */
function NotShown({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const t = useTranslations('common');
  const language = useLanguage();
  const code = error instanceof ApiError ? error.code : '';
  if (code !== 'document.beingChecked' && code !== 'document.infected') return <ErrorState error={error} onRetry={onRetry} />;
  const waits = code === 'document.beingChecked';
  return (
    <div role="status">
      <EmptyState
        icon={waits ? 'clock' : 'alert'}
        title={t(waits ? 'preview.beingChecked' : 'preview.infected')}
        text={errorText(error, language)}
        action={
          waits && (
            <Button icon="refresh" onClick={onRetry}>
              {t('retry')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** The same by keyboard, while the document has the focus. @returns whether the key means something here */
function pressed(key: string, tools: PreviewTools, pages: number): boolean {
  switch (key) {
    case '+':
    case '=':
      tools.zoom('in');
      return true;
    case '-':
      tools.zoom('out');
      return true;
    case '0':
      tools.fit();
      return true;
    case 'r':
      tools.rotate();
      return true;
    case 'PageDown':
    case 'PageUp':
      // With one page, these keys scroll as everywhere.
      if (pages > 1) tools.turnPage(key === 'PageDown' ? 1 : -1);
      return pages > 1;
    default:
      return false;
  }
}
