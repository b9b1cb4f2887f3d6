import { parentPort, workerData } from 'node:worker_threads';
import type { ReadingAnswer, ReadingData, ReadingRequest } from '../reading.ts';
import { openDocumentReader } from './document.ts';

/**
 * The worker thread: receives bytes, returns fields. The text of the document does not leave the thread, and neither do errors, whose messages
 * may quote the document.
 */
const documents = openDocumentReader(workerData as ReadingData);

// So that no document can make this thread send a request.
Reflect.deleteProperty(globalThis, 'fetch');

parentPort?.on('message', async (request: ReadingRequest) => {
  const answer: ReadingAnswer = await documents.read(request).catch(() => null);
  parentPort?.postMessage(answer);
});
