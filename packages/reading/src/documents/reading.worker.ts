import { parentPort, workerData } from 'node:worker_threads';
import type { ReadingAnswer, ReadingData, ReadingRequest } from '../reading.ts';
import { openDocumentReader } from './document.ts';

/**
 * The thread: bytes in, fields out. The text of the document stays here, and so does what goes wrong with it: the message of an error
 * may quote the document.
 */
const documents = openDocumentReader(workerData as ReadingData);

// Nothing in a document can make this thread send a request.
Reflect.deleteProperty(globalThis, 'fetch');

parentPort?.on('message', async (request: ReadingRequest) => {
  const answer: ReadingAnswer = await documents.read(request).catch(() => null);
  parentPort?.postMessage(answer);
});
