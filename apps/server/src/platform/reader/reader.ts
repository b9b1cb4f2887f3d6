import { Worker } from 'node:worker_threads';
import type { CertificateText } from '@checkwell/domain/certificate/reading';
import type { ReadingEngine } from '@checkwell/domain/certificate/reading-text';
import type { CalendarDay } from '@checkwell/domain/clock';
import type { Log } from '../log.ts';

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
  readonly notRead: 'busy' | 'timeout' | 'failed' | 'closed' | null;
}

/** What the thread is told, and what it answers. */
export interface ReaderRequest extends ReadableFile {
  readonly today: CalendarDay;
}
export interface ReaderData {
  /** Folder of the language data of character recognition; made at the first use. */
  readonly languageFolder: string;
}

export const READER_LIMITS = {
  /** A page takes 1 to 5 s of one core; the person at the form does not wait for more documents than this. */
  waiting: 8,
  /** From the question to the answer, the wait included. */
  answerMs: 28_000,
  /** For one document: more is a picture of something else. */
  documentMs: 20_000,
  /** A thread without work ends, and gives its 200 to 400 MB back. */
  idleMs: 60_000,
  /** Recognised pictures leave memory behind that only the end of the thread frees. */
  documents: 25,
  grownBytes: 600 * 1024 * 1024,
} as const;
export type ReaderLimits = { readonly [Name in keyof typeof READER_LIMITS]: number };

export interface ReaderDeps extends ReaderData {
  readonly log: Log;
  readonly limits?: Partial<ReaderLimits>;
  /** The thread's program, for tests. */
  readonly program?: URL;
}

interface Job {
  readonly request: ReaderRequest;
  readonly finish: (reading: Reading) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly memoryAtStart: number;
  documents: number;
}

const nothing = (notRead: Reading['notRead']): Reading => ({ engine: null, language: null, gate: 'notFound', fields: [], notRead });

/** One thread, started when it is needed; one document at a time, the others wait in a short queue. */
export function createCertificateReader({
  languageFolder,
  log,
  limits: given = {},
  program = new URL('./reader.worker.ts', import.meta.url),
}: ReaderDeps): CertificateReader {
  const limits: ReaderLimits = { ...READER_LIMITS, ...given };
  const waiting: Job[] = [];
  let thread: Thread | undefined;
  let current: Job | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  function start(): Thread {
    const worker = new Worker(program, {
      name: 'certificate reader',
      workerData: { languageFolder } satisfies ReaderData,
      env: {}, // it needs none of the installation's secrets
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    // What the engines print is about the document: nobody gets it.
    worker.stdout.resume();
    worker.stderr.resume();
    const started: Thread = { worker, memoryAtStart: process.memoryUsage.rss(), documents: 0 };
    worker.on('message', (reading: Reading) => {
      if (thread === started) settle(reading);
    });
    worker.on('error', () => undefined); // followed by 'exit'
    worker.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      log.warn('The certificate reader broke off and starts anew.');
      settle(nothing('failed'));
    });
    return started;
  }

  /** Nobody waits for a thread's end but `close`. */
  function end(): Promise<unknown> {
    const ended = thread?.worker.terminate() ?? Promise.resolve();
    thread = undefined;
    return ended;
  }

  function settle(reading: Reading): void {
    const job = current;
    current = undefined;
    if (thread) {
      thread.documents += 1;
      const grown = process.memoryUsage.rss() - thread.memoryAtStart;
      if (thread.documents >= limits.documents || grown > limits.grownBytes) void end();
    }
    job?.finish(reading);
    next();
  }

  function next(): void {
    if (current || closed) return;
    current = waiting.shift();
    if (!current) {
      thread?.worker.unref();
      idle = setTimeout(() => void end(), limits.idleMs).unref();
      return;
    }
    clearTimeout(idle);
    thread ??= start();
    thread.worker.ref();
    thread.worker.postMessage(current.request, [current.request.bytes.buffer as ArrayBuffer]);
    const job = current;
    const late = setTimeout(() => giveUp(job), limits.documentMs).unref();
    const { finish } = job;
    current = {
      ...job,
      finish: (reading) => {
        clearTimeout(late);
        finish(reading);
      },
    };
  }

  /** A job that takes too long: one that waits leaves the queue, one at work takes its thread along. */
  function giveUp(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) {
      waiting.splice(place, 1);
      job.finish(nothing('timeout'));
    } else if (current?.request === job.request) {
      void end();
      settle(nothing('timeout'));
    }
  }

  return {
    read({ bytes, mediaType }, today) {
      if (closed) return Promise.resolve(nothing('closed'));
      if (waiting.length >= limits.waiting) return Promise.resolve(nothing('busy'));
      return new Promise((resolve) => {
        // A copy of its own, which the thread takes over.
        const request: ReaderRequest = { bytes: new Uint8Array(bytes), mediaType, today };
        const late = setTimeout(() => giveUp(job), limits.answerMs).unref();
        const job: Job = {
          request,
          finish: (reading) => {
            clearTimeout(late);
            resolve(reading);
          },
        };
        waiting.push(job);
        next();
      });
    },

    pending: () => waiting.length + (current ? 1 : 0),

    async close() {
      closed = true;
      clearTimeout(idle);
      for (const job of [...waiting.splice(0), ...(current ? [current] : [])]) job.finish(nothing('closed'));
      current = undefined;
      await end();
    },
  };
}
