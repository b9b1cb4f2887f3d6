/** What the server knows of the reading of certificates: nothing here opens a document. */
export * from './reading.ts';
export type { ReadField, ReadValues } from './text/certificate.ts';
export { type Candidate, employeeMeant, MOST_NAMESAKES_OFFERED, nameEdits, namePieces } from './text/match.ts';
