import type { CalendarDay } from '@checkwell/domain/clock';
import type { Reading, ReadingData, ReadingRequest } from '../reading.ts';
import { readCertificate } from '../text/certificate.ts';
import type { ReadingEngine, ReadLine } from '../text/text.ts';
import { type Ocr, openOcr } from './ocr.ts';
import { type PdfPage, pagesOf } from './pdf-pages.ts';

/** Reads documents in the calling thread. Only for the worker thread and tests. */
export interface DocumentReader {
  /** @throws {Error} whose message may quote the document */
  read(request: ReadingRequest): Promise<Reading>;
  /** Stops character recognition, which has its own thread. */
  close(): Promise<void>;
}

/** Character recognition is started only when the first picture needs it. */
export function openDocumentReader({ languageFolder }: ReadingData): DocumentReader {
  let opened: Promise<Ocr> | undefined;
  const recognised = async (picture: Uint8Array): Promise<readonly ReadLine[]> => {
    opened ??= openOcr(languageFolder);
    return (await opened).linesOf(picture);
  };
  const linesOf = async (page: PdfPage): Promise<readonly ReadLine[]> => (page.kind === 'text' ? page.lines : recognised(page.picture));

  return {
    async read({ bytes, mediaType, today }) {
      if (mediaType !== 'application/pdf') return readingOf(await recognised(bytes), 'ocr', today);
      const lines: ReadLine[] = [];
      let last = readingOf([], 'pdfText', today);
      for await (const page of pagesOf(bytes)) {
        const engine: ReadingEngine = page.kind === 'text' ? 'pdfText' : 'ocr';
        if (last.engine !== engine) lines.length = 0; // a page of the other kind starts another document
        lines.push(...(await linesOf(page)));
        last = readingOf(lines, engine, today);
        if (last.fields.some(({ gate }) => gate === 'passed')) break;
      }
      return last;
    },
    close: async () => (await opened)?.close(),
  };
}

const readingOf = (lines: readonly ReadLine[], engine: ReadingEngine, today: CalendarDay): Reading => ({
  ...readCertificate(lines, { today, engine }),
  engine,
});
