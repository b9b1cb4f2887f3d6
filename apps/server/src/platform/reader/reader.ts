import type { CalendarDay } from '@checkwell/domain/clock';
import {
  READING_PROGRAM,
  type ReadableFile,
  type Reading,
  type ReadingAnswer,
  type ReadingData,
  type ReadingRequest,
} from '@checkwell/reading';
import type { Log } from '../log.ts';
import { createThreadQueue, type NotDone, type ThreadLimits } from '../threads/thread-queue.ts';

/** Reads certificates on this machine alone: no text of a document leaves it, and nothing is kept. */
export interface CertificateReader {
  /**
   * What the document says. It never rejects: what cannot be read, now or at all, has no fields.
   * @param file a document that was taken in (`modules/documents`): checked, without metadata
   * @param today the day from which the plausibility gate looks
   */
  read(file: ReadableFile, today: CalendarDay): Promise<CertificateReading>;
  /** Documents that wait, the one at work included. */
  pending(): number;
  /** Ends the thread; what waits is not read any more. */
  close(): Promise<void>;
}

/** `notRead`: why there are no fields; null when the document was looked at to its end, whatever was found. */
export interface CertificateReading extends Reading {
  readonly notRead: NotDone | null;
}

export const READER_LIMITS: ThreadLimits = {
  /** A page takes 1 to 5 s of one core; the person at the form does not wait for more documents than this. */
  waiting: 8,
  answerMs: 28_000,
  /** More is a picture of something else. */
  jobMs: 20_000,
  /** Gives its 200 to 400 MB back. */
  idleMs: 60_000,
  /** Recognised pictures leave memory behind. */
  jobs: 25,
  grownBytes: 600 * 1024 * 1024,
};

export interface ReaderDeps extends ReadingData {
  readonly log: Log;
  readonly limits?: Partial<ThreadLimits>;
}

/** One document at a time, in a thread of its own that runs `packages/reading`. */
export function createCertificateReader({ languageFolder, log, limits }: ReaderDeps): CertificateReader {
  const queue = createThreadQueue<ReadingRequest, ReadingAnswer>({
    name: 'certificate reader',
    program: READING_PROGRAM,
    limits: { ...READER_LIMITS, ...limits },
    log,
    data: { languageFolder } satisfies ReadingData,
    memory: { maxOldGenerationSizeMb: 512 },
  });
  return {
    async read({ bytes, mediaType }, today) {
      // A copy of its own, which the thread takes over.
      const own = new Uint8Array(bytes);
      const { answer, notDone } = await queue.run({ bytes: own, mediaType, today }, [own.buffer]);
      if (answer) return { ...answer, notRead: null };
      return { engine: null, language: null, gate: 'notFound', fields: [], notRead: notDone ?? 'failed' };
    },
    pending: queue.pending,
    close: queue.close,
  };
}
