import { cleanUp } from '../cleanup.ts';
import { testFolder } from '../folder.ts';
import { type S3Server, startS3 } from './s3-server.ts';

export type { S3Server } from './s3-server.ts';

/** Starts an S3 server; stopped after the current test or test file. */
export async function s3Server(): Promise<S3Server> {
  const server = await startS3(testFolder('s3'));
  cleanUp(() => server.stop());
  return server;
}
