/** The part of the reading of certificates that the server imports. Nothing here opens a document; the thread does (reading.ts). */
export * from './reading.ts';
export type { ReadField, ReadValues } from './text/certificate.ts';
export { type Candidate, employeeMeant, MAX_NAMESAKES_OFFERED, nameEdits, namePieces } from './text/match.ts';
