import { http } from './http.ts';

/** A stored upload, as the server answers it. */
export interface StoredDocument {
  readonly id: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
  readonly url: string;
}

/** Stores a file of a company; it belongs to nothing until something names its id. */
export function uploadDocument(
  companyId: string,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<StoredDocument> {
  return http.upload<StoredDocument>(`/v1/api/companies/${companyId}/documents`, file, {
    query: { fileName: file.name },
    headers: { 'Content-Type': file.type },
    onProgress,
    signal,
  });
}
