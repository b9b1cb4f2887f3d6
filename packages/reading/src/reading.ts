import type { CalendarDay } from '@checkwell/domain/clock';
import type { CertificateText } from './text/certificate.ts';
import type { ReadingEngine } from './text/text.ts';

/** A document that was taken in: checked, and without metadata. */
export interface ReadableFile {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** What a document says; `engine` is null if there is nothing that could be read. */
export interface Reading extends CertificateText {
  readonly engine: ReadingEngine | null;
}

/** What the program of the thread is told with each document. */
export interface ReadingRequest extends ReadableFile {
  /** The day from which the plausibility gate looks. */
  readonly today: CalendarDay;
}

/** The program's answer; null: the document could not be read. */
export type ReadingAnswer = Reading | null;

/** What the program is given when it starts. */
export interface ReadingData {
  /** Folder of the language data of character recognition; made at the first use. */
  readonly languageFolder: string;
}

/**
 * The program of a thread (`node:worker_threads`) that reads one document per message. It alone loads what opens documents, so that a damaged
 * or hostile one has the thread's memory and rights, and the thread can be ended in the middle.
 */
export const READING_PROGRAM = new URL('./documents/reading.worker.ts', import.meta.url);
