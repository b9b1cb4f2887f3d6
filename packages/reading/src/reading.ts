import type { CalendarDay } from '@checkwell/domain/clock';
import type { CertificateText } from './text/certificate.ts';
import type { ReadingEngine } from './text/text.ts';

/** A stored document that was checked and stripped of metadata. */
export interface ReadableFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The fields read from a document; `engine` is null if nothing in it could be read. */
export interface Reading extends CertificateText {
  readonly engine: ReadingEngine | null;
}

/** A message to the thread: one document to read. */
export interface ReadingRequest extends ReadableFile {
  /** The current day, for the plausibility gate. */
  readonly today: CalendarDay;
}

/** The thread's answer; null: the document could not be read. */
export type ReadingAnswer = Reading | null;

/** The `workerData` of the thread. */
export interface ReadingData {
  /** Folder for the language data of character recognition; created at the first use. */
  readonly languageFolder: string;
}

/**
 * The script of a worker thread (`node:worker_threads`) that reads one document per message. Only this script loads the libraries that open
 * documents, so that a damaged or hostile document can use only the memory of the thread, and the thread can be terminated while it reads.
 */
export const READING_PROGRAM = new URL('./documents/reading.worker.ts', import.meta.url);
