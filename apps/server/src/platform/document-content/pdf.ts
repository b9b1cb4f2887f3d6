import { AppError } from '@checkwell/domain/errors';
import type { Log } from '../log.ts';
import { createThreadQueue, type ThreadLimits } from '../threads/thread-queue.ts';
import { typeRefused } from './refusals.ts';

/** What the thread answers; `why` is for the log and quotes nothing of the document. */
export type PdfVerdict = { readonly kind: 'harmless' } | { readonly kind: 'active' | 'locked' | 'damaged'; readonly why: string };

/** Checks PDF files by their objects, in a thread of its own: docs/decisions/0038-pdf-files-are-judged-by-their-objects.md. */
export interface PdfInspector {
  /** @throws {AppError} `document.pdfActive`, `document.pdfLocked`, `document.pdfDamaged`, `document.typeRefused`, or `server.overloaded` */
  check(bytes: Buffer): Promise<void>;
  /** Files that wait, the one at work included. */
  pending(): number;
  close(): Promise<void>;
}

export const PDF_LIMITS: ThreadLimits = {
  /** A file takes 40 ms of one core. */
  waiting: 100,
  answerMs: 25_000,
  jobMs: 15_000,
  idleMs: 60_000,
  jobs: 1000,
  grownBytes: 600 * 1024 * 1024,
};

const RETRY_SECONDS = 5;

const END = '%%EOF';
/** What some programs leave behind the end; a second file needs more. */
const TAIL_BYTES = 1024;

export const isPdf = (bytes: Buffer): boolean => /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8));

export function createPdfInspector({ log, limits }: { readonly log: Log; readonly limits?: Partial<ThreadLimits> }): PdfInspector {
  const queue = createThreadQueue<Uint8Array, PdfVerdict>({
    name: 'PDF inspector',
    program: new URL('./pdf.worker.ts', import.meta.url),
    limits: { ...PDF_LIMITS, ...limits },
    log,
    memory: { maxOldGenerationSizeMb: 512 },
  });

  return {
    async check(bytes) {
      refuseSecondFile(bytes);
      // A copy of its own, which the thread takes over.
      const own = new Uint8Array(bytes);
      const { answer, notDone } = await queue.run(own, [own.buffer]);
      if (notDone === 'busy' || notDone === 'closed') throw new AppError('server.overloaded', { retryAfterSeconds: RETRY_SECONDS });
      const verdict: PdfVerdict = answer ?? { kind: 'damaged', why: `not judged: ${notDone}` };
      if (verdict.kind !== 'harmless') throw refusalOf(verdict);
    },
    pending: queue.pending,
    close: queue.close,
  };
}

const CODES = { active: 'document.pdfActive', locked: 'document.pdfLocked', damaged: 'document.pdfDamaged' } as const;

const refusalOf = ({ kind, why }: Exclude<PdfVerdict, { kind: 'harmless' }>): AppError =>
  new AppError(CODES[kind], {}, { cause: new Error(`PDF: ${why}`) });

/** Two files in one: what one program reads as a PDF, another reads as an archive. */
function refuseSecondFile(bytes: Buffer): void {
  const end = bytes.lastIndexOf(END);
  if (end === -1) throw refusalOf({ kind: 'damaged', why: 'cut short' });
  if (bytes.length - end - END.length > TAIL_BYTES || isArchive(bytes)) throw typeRefused('PDF: something else stands behind its end');
}

/** A ZIP is read from its end, so one can be behind or inside anything. */
function isArchive(bytes: Buffer): boolean {
  const signature = Buffer.from('PK\x05\x06', 'latin1');
  for (let at = bytes.indexOf(signature, Math.max(0, bytes.length - 66_000)); at !== -1; at = bytes.indexOf(signature, at + 1)) {
    if (at + 22 <= bytes.length && at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length) return true;
  }
  return false;
}
