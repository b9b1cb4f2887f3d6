import type { Config } from '../../config.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/keys.ts';
import { diskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { s3Files } from './s3-files.ts';

/** Where this installation keeps documents: in its bucket, else below DATA_DIR. */
export function chosenFiles(
  config: Pick<Config, 'appSecret' | 'formerSecrets' | 'dataDir' | 's3'>,
  keys: SecretKeys = createSecretKeys(config),
): FileStore {
  if (config.s3 === null) return diskFiles(config.dataDir);
  const [owner, ...former] = keys.of('owner of the bucket');
  return s3Files(config.s3, [owner.toString('hex'), ...former.map((key) => key.toString('hex'))]);
}
