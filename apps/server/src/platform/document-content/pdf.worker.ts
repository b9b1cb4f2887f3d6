import { parentPort } from 'node:worker_threads';
import { openQpdf, UnreadablePdf } from '../qpdf/qpdf.ts';
import type { PdfVerdict } from './pdf.ts';
import { findActiveContent } from './pdf-active.ts';
import { readAllRevisions } from './pdf-sections.ts';

/** The thread in which PDF files are checked: bytes in, a verdict out. */
const qpdf = openQpdf();

parentPort?.on('message', async (file: Uint8Array) => {
  parentPort?.postMessage(await inspect(Buffer.from(file.buffer, file.byteOffset, file.byteLength)));
});

async function inspect(file: Buffer): Promise<PdfVerdict> {
  try {
    for (const tree of await readAllRevisions(file, qpdf)) {
      const found = findActiveContent(tree);
      if (found !== undefined) return { kind: 'active', why: found };
    }
    return { kind: 'harmless' };
  } catch (error) {
    if (error instanceof UnreadablePdf) return { kind: error.isLocked ? 'locked' : 'damaged', why: error.message };
    // qpdf broke off in the middle: what it says may quote the document.
    return { kind: 'damaged', why: 'qpdf broke off' };
  }
}
