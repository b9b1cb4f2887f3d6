import type { Config } from '../../config.ts';
import { createSecretKeys, type SecretKeys } from '../secrets/keys.ts';
import { diskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { movingFiles } from './moving-files.ts';
import { type S3Limits, s3Files } from './s3-files.ts';

type StorageConfig = Pick<Config, 'appSecret' | 'formerSecrets' | 'dataDir' | 's3' | 'filesMove'>;

/** Where this installation keeps documents: below DATA_DIR, in its bucket, or in both while they move. */
export function chosenFiles(config: StorageConfig, keys: SecretKeys = createSecretKeys(config)): FileStore {
  const move = moveOf(config, keys);
  if (move !== null) return movingFiles(move);
  return config.s3 === null ? diskFiles(config.dataDir) : bucketOf(config.s3, keys);
}

/**
 * The two stores between which documents move; null: they do not move.
 * @param limits of the bucket; left out: those of a server, whose probe must be quick
 */
export function moveOf(
  config: StorageConfig,
  keys: SecretKeys = createSecretKeys(config),
  limits?: S3Limits,
): { readonly from: FileStore; readonly to: FileStore } | null {
  if (config.s3 === null || config.filesMove === null) return null;
  const [disk, bucket] = [diskFiles(config.dataDir), bucketOf(config.s3, keys, limits)];
  return config.filesMove === 'to-bucket' ? { from: disk, to: bucket } : { from: bucket, to: disk };
}

/** Whether files may be below DATA_DIR, whose copies in BACKUP_DIR are ours to make. */
export const hasFilesOnDisk = ({ s3, filesMove }: Pick<Config, 's3' | 'filesMove'>): boolean => s3 === null || filesMove !== null;

function bucketOf(s3: NonNullable<Config['s3']>, keys: SecretKeys, limits?: S3Limits): FileStore {
  const [owner, ...former] = keys.of('owner of the bucket');
  return s3Files(s3, [owner.toString('hex'), ...former.map((key) => key.toString('hex'))], limits);
}
