import { getTranslator } from '@checkwell/messages/translator';
import { onFirstUse } from '../on-first-use.ts';
import type { PdfDocument } from './document.ts';

export type { Letterhead, PdfAttachment, PdfBlock, PdfDocument, PdfListItem, PdfTable } from './document.ts';

const drawing = onFirstUse(['pdfkit', 'fontkit'], async () => ({ ...(await import('./canvas.ts')), ...(await import('./blocks.ts')) }));

/**
 * A document as PDF: A4, tagged for screen readers (PDF/UA) with language and title, Roboto embedded, page numbers.
 *
 *     const bytes = await renderPdf({ language: 'fr', title, subtitle, blocks: [{ kind: 'facts', rows }, …], source }, clock.now());
 *
 * @param now is in the file as its date; the same document at the same instant is the same file, byte for byte
 */
export async function renderPdf(
  { language, title, subtitle, blocks, source, letterhead, letter, mark, attachments = [] }: PdfDocument,
  now: Date,
): Promise<Buffer> {
  const { Canvas, drawBlock, drawTitle } = await drawing();
  const canvas = new Canvas({ title, language, now });
  drawTitle(canvas, { title, subtitle, letterhead, letter });
  for (const [index, block] of blocks.entries()) drawBlock(canvas, block, blocks[index + 1]);
  for (const attachment of attachments) canvas.attach(attachment, now);
  const t = getTranslator(language, 'pdf');
  return canvas.finish((page, pages) => [source, t('page', { page, pages })], title, mark);
}
