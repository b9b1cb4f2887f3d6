import type { CalendarDay } from '@checkwell/domain/clock';
import type { Reading, ReadingData, ReadingRequest } from '../reading.ts';
import { readCertificate } from '../text/certificate.ts';
import type { ReadingEngine, ReadLine } from '../text/text.ts';
import { type Ocr, openOcr } from './ocr.ts';
import { type PdfPage, pagesOf } from './pdf-pages.ts';

/** Reads documents in this very thread, as only the program of a thread of its own and tests do. */
export interface DocumentReader {
  /** @throws {Error} whose message may quote the document */
  read(request: ReadingRequest): Promise<Reading>;
  /** Ends character recognition, which has a thread of its own. */
  close(): Promise<void>;
}

/** Starts character recognition only once a picture needs it. */
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
        if (last.engine !== engine) lines.length = 0; // two kinds of pages are two documents
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
