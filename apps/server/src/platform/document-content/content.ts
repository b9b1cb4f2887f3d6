import type { DOCUMENT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { cleanJpeg, isJpeg } from './jpeg.ts';
import { isPdf, type PdfInspector } from './pdf.ts';
import { cleanPng, isPng } from './png.ts';
import { typeRefused } from './refusals.ts';

export type DocumentMediaType = (typeof DOCUMENT.mediaTypes)[number];

const TYPES: readonly {
  readonly mediaType: DocumentMediaType;
  readonly extensions: readonly string[];
  readonly is: (bytes: Buffer) => boolean;
  readonly clean: (bytes: Buffer, pdfs: PdfInspector) => Buffer | Promise<Buffer>;
}[] = [
  {
    mediaType: 'application/pdf',
    extensions: ['pdf'],
    is: isPdf,
    clean: async (bytes, pdfs) => {
      await pdfs.check(bytes);
      return bytes;
    },
  },
  { mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], is: isJpeg, clean: cleanJpeg },
  { mediaType: 'image/png', extensions: ['png'], is: isPng, clean: cleanPng },
];

/** What the sender may call it when it does not know. */
const ANY_TYPE = 'application/octet-stream';

/**
 * What an uploaded file really is, by its bytes; the name's extension and the declared type must agree (security.md, U1).
 * @param declared media type as sent, without parameters
 * @returns the bytes to keep: pictures come out without metadata (U4)
 * @throws {AppError} `document.empty`, `document.typeRefused`, `document.unreadable`, `document.tooManyPixels`, and what
 *   `PdfInspector.check` throws
 */
export async function inspectContent(
  bytes: Buffer,
  fileName: string,
  declared: string,
  pdfs: PdfInspector,
): Promise<{ readonly mediaType: DocumentMediaType; readonly bytes: Buffer }> {
  if (bytes.length === 0) throw new AppError('document.empty');
  const type = TYPES.find(({ is }) => is(bytes));
  if (!type) throw typeRefused('no PDF, JPEG or PNG');
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  if (!type.extensions.includes(extension)) throw typeRefused('the name says another type than the bytes');
  if (declared !== type.mediaType && declared !== ANY_TYPE) throw typeRefused('the sender says another type than the bytes');
  return { mediaType: type.mediaType, bytes: await type.clean(bytes, pdfs) };
}
