import { deriveSecret } from '../../config/secrets.ts';
import type { Config } from '../../config.ts';
import { diskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { s3Files } from './s3-files.ts';

/** Where this installation keeps documents: in its bucket, else below DATA_DIR. */
export function chosenFiles(config: Pick<Config, 'appSecret' | 'dataDir' | 's3'>): FileStore {
  return config.s3 === null ? diskFiles(config.dataDir) : s3Files(config.s3, [deriveSecret(config, 'owner of the bucket').toString('hex')]);
}
