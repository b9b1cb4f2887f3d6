import { StartupError } from './config/startup-error.ts';
import { type Config, loadConfig } from './config.ts';
import { createBackup } from './platform/db/backup/backup.ts';
import { exportSecrets } from './platform/db/backup/secrets.ts';
import { archivingOf } from './platform/db/backup/take-backup.ts';
import { DATABASE_NAME } from './platform/db/roles.ts';
import { startEmbedded } from './platform/db/set-up/embedded.ts';
import { hasFilesOnDisk } from './platform/files/chosen-files.ts';
import { createLogger } from './platform/http/logger.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { toStartupError } from './platform/to-startup-error.ts';

const USAGE = 'npm run backup [-- --keep 7] or npm run backup -- --keys keys.json';
const MIB = 1024 * 1024;

/**
 * `npm run backup`: a base backup of the database and a copy of all files in BACKUP_DIR, while the server runs or not.
 * `--keep N` removes older ones afterwards; `--keys FILE` writes the secrets that no backup contains, and nothing else
 * (docs/operations/backup.md).
 */
await runProgram(async () => {
  const { keep, keys } = readOptions(['keep', 'keys'], USAGE);
  const config = loadConfig();
  if (keys !== undefined) {
    const names = exportSecrets(config.dataDir, keys);
    process.stdout.write(`${keys} holds ${names.join(', ')}. Keep it apart from the backups: both together open everything.\n`);
    return;
  }
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep)) throw new StartupError(`--keep must be a whole number from 1. Usage: ${USAGE}`);
  if (config.backupDir === null) throw new StartupError('BACKUP_DIR must say where backups go (see .env.example).');
  const backup = createBackup({ dataDir: config.dataDir, backupDir: config.backupDir, copiesFiles: hasFilesOnDisk(config) });
  await withOwner(config, backup.folder.wal, async (url) => {
    const started = performance.now();
    const { backup: taken, files } = await backup.take(url);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    process.stdout.write(
      `${taken.folder}: ${(taken.bytes / MIB).toFixed(1)} MiB, PostgreSQL ${taken.serverVersion}, ${files === null ? 'no files' : `${files} new files`}, ${seconds} s.\n`,
    );
    if (config.s3 !== null)
      process.stdout.write(
        `Uploaded files are in the bucket ${config.s3.bucket} and in no backup of this program: keep its versions (docs/operations/backup.md).\n`,
      );
    const archiving = await archivingOf(url);
    if (archiving === null)
      process.stdout.write(
        'The log is not archived: this backup can be restored, but no moment after it. Start the server with BACKUP_DIR set.\n',
      );
    else if (archiving.failedAt !== null)
      process.stdout.write(`The log could not be archived at ${archiving.failedAt.toISOString()}: see the log of PostgreSQL.\n`);
    if (keep === undefined) return;
    const gone = await backup.prune(Number(keep));
    process.stdout.write(`Removed: ${gone.backups} backups, ${gone.segments} segments of the log, ${gone.files} files.\n`);
  });
});

/** Runs the work as the database's owner, without migrations: a newer program must not change a database that an older one may restore. */
async function withOwner(config: Config, archiveDir: string, work: (url: string) => Promise<void>): Promise<void> {
  if (config.databaseUrl !== null) return work(config.databaseUrl);
  const log = createLogger({ ...config, logLevel: 'error' });
  try {
    const server = await startEmbedded({ dataDir: config.dataDir, log, archiveDir });
    try {
      await work(server.ownerUrl(DATABASE_NAME));
    } finally {
      await server.stop();
    }
  } catch (error) {
    throw toStartupError(error, config.dataDir, undefined);
  }
}
