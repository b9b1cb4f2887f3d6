import type { CertificateText } from '@checkwell/domain/certificate/reading/reading';
import type { ReadingEngine } from '@checkwell/domain/certificate/reading/reading-text';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { Log } from '../log.ts';
import { createThreadQueue, type NotDone, type ThreadLimits } from '../threads/thread-queue.ts';

/** Reads certificates on this machine alone: no text of a document leaves it, and nothing is kept. */
export interface CertificateReader {
  /**
   * What the document says. It never rejects: what cannot be read, now or at all, has no fields.
   * @param file a document that was taken in (`modules/documents`): checked, without metadata
   * @param today the day from which the plausibility gate looks
   */
  read(file: ReadableFile, today: CalendarDay): Promise<Reading>;
  /** Documents that wait, the one at work included. */
  pending(): number;
  /** Ends the thread; what waits is not read any more. */
  close(): Promise<void>;
}

export interface ReadableFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** `notRead`: why there are no fields; null when the document was looked at to its end, whatever was found. */
export interface Reading extends CertificateText {
  readonly engine: ReadingEngine | null;
  readonly notRead: NotDone | null;
}

/** What the thread is told, and what it answers. */
export interface ReaderRequest extends ReadableFile {
  readonly today: CalendarDay;
}
export interface ReaderData {
  /** Folder of the language data of character recognition; made at the first use. */
  readonly languageFolder: string;
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

export interface ReaderDeps extends ReaderData {
  readonly log: Log;
  readonly limits?: Partial<ThreadLimits>;
}

/** One document at a time, in a thread of its own. */
export function createCertificateReader({ languageFolder, log, limits }: ReaderDeps): CertificateReader {
  const queue = createThreadQueue<ReaderRequest, Reading>({
    name: 'certificate reader',
    program: new URL('./reader.worker.ts', import.meta.url),
    limits: { ...READER_LIMITS, ...limits },
    log,
    data: { languageFolder } satisfies ReaderData,
    memory: { maxOldGenerationSizeMb: 512 },
  });
  return {
    async read({ bytes, mediaType }, today) {
      // A copy of its own, which the thread takes over.
      const own = new Uint8Array(bytes);
      const { answer, notDone } = await queue.run({ bytes: own, mediaType, today }, [own.buffer]);
      return answer ?? { engine: null, language: null, gate: 'notFound', fields: [], notRead: notDone };
    },
    pending: queue.pending,
    close: queue.close,
  };
}
