import { parentPort, workerData } from 'node:worker_threads';
import { readCertificate } from '@checkwell/domain/certificate/reading/reading';
import type { ReadingEngine, ReadLine } from '@checkwell/domain/certificate/reading/reading-text';
import type { CalendarDay } from '@checkwell/domain/clock';
import { type Ocr, openOcr } from './ocr.ts';
import { type PdfPage, pagesOf } from './pdf-pages.ts';
import type { ReaderData, ReaderRequest, Reading } from './reader.ts';

/**
 * The reader's thread: bytes in, fields out. The text of the document stays here, and so does what goes wrong with it:
 * the message of an error may quote the document.
 */
const { languageFolder } = workerData as ReaderData;

// Nothing in a document can make this thread send a request.
Reflect.deleteProperty(globalThis, 'fetch');

let opened: Promise<Ocr> | undefined;
const ocr = (): Promise<Ocr> => {
  opened ??= openOcr(languageFolder);
  return opened;
};

parentPort?.on('message', async (request: ReaderRequest) => {
  let answer: Reading;
  try {
    answer = await read(request);
  } catch {
    answer = { engine: null, language: null, gate: 'notFound', fields: [], notRead: 'failed' };
  }
  parentPort?.postMessage(answer);
});

async function read({ bytes, mediaType, today }: ReaderRequest): Promise<Reading> {
  if (mediaType !== 'application/pdf') return readingOf(await (await ocr()).linesOf(bytes), 'ocr', today);
  const lines: ReadLine[] = [];
  let last = readingOf([], 'pdfText', today);
  for await (const page of pagesOf(bytes)) {
    const engine: ReadingEngine = page.kind === 'text' ? 'pdfText' : 'ocr';
    if (last.engine !== engine) lines.length = 0; // two kinds of pages are two documents
    lines.push(...(await linesOf(page)));
    last = readingOf(lines, engine, today);
    if (last.fields.some(({ gate }) => gate === 'passed')) break;
  }
  return last;
}

async function linesOf(page: PdfPage): Promise<readonly ReadLine[]> {
  return page.kind === 'text' ? page.lines : (await ocr()).linesOf(page.picture);
}

const readingOf = (lines: readonly ReadLine[], engine: ReadingEngine, today: CalendarDay): Reading => ({
  ...readCertificate(lines, { today, engine }),
  engine,
  notRead: null,
});
