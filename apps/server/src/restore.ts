import { resolve } from 'node:path';
import { z } from 'zod';
import { dataDirMode } from './config/secrets.ts';
import { StartupError } from './config/startup-error.ts';
import { type Config, loadConfig } from './config.ts';
import { createRetentionService, type Repeated } from './modules/retention/retention.service.ts';
import { systemClock } from './platform/clock/system-clock.ts';
import { createBackup } from './platform/db/backup/backup.ts';
import { type ErasureList, erasureList } from './platform/db/backup/erasure-list.ts';
import { restoreEmbedded, unpackInto } from './platform/db/backup/restore-backup.ts';
import { hasSecrets, importSecrets } from './platform/db/backup/secrets.ts';
import { openDatabase } from './platform/db/database.ts';
import { createLogSeals } from './platform/db/seals/seals.ts';
import { makeFolder } from './platform/db/set-up/native.ts';
import { chosenFiles, hasFilesOnDisk } from './platform/files/chosen-files.ts';
import { missingFiles } from './platform/files/files.ts';
import { createLogger, type Logger } from './platform/http/logger.ts';
import { isId } from './platform/ids.ts';
import { createOutbox } from './platform/jobs/outbox.ts';
import { readOptions, runProgram } from './platform/program.ts';
import { sealKeys } from './platform/secrets/keys.ts';
import { toStartupError } from './platform/to-startup-error.ts';

const USAGE = 'npm run restore -- [--to 2026-11-25T09:30:00+01:00] [--keys keys.json] [--into folder] [--keep employee-id]';
const MISSING_SHOWN = 20;

/**
 * `npm run restore`: restores database and files from BACKUP_DIR, to a given time or to the end of the archive. The server must be stopped; the
 * current database is moved aside. Employees who were erased after that time are erased again, except for `--keep`. `--into` only unpacks the
 * backup, for an external PostgreSQL (docs/operations/backup.md).
 */
await runProgram(async () => {
  const options = readOptions(['to', 'keys', 'into', 'keep'], USAGE);
  if (options.keep !== undefined && !isId(options.keep)) throw new StartupError(`--keep must be the id of an employee. Usage: ${USAGE}`);
  const to = options.to === undefined ? null : momentOf(options.to);
  const config = loadConfig();
  if (config.backupDir === null) throw new StartupError('BACKUP_DIR must say where the backups are (see .env.example).');
  const backup = createBackup({ dataDir: config.dataDir, backupDir: config.backupDir, copiesFiles: hasFilesOnDisk(config) });
  const erasures = erasureList(backup.folder.erasures);
  if (options.keep !== undefined) keepEmployee(erasures, options.keep);
  if (options.into !== undefined) {
    const into = resolve(options.into);
    const from = await unpackInto({ folder: backup.folder, into, to });
    process.stdout.write(
      `${into} holds the backup that ended at ${from.endedAt}. Give it to the account of your PostgreSQL ${from.serverVersion} and start that with -D ${into}: it replays the log from ${backup.folder.wal} and then serves.\n`,
    );
    return;
  }
  if (config.databaseUrl !== null)
    throw new StartupError('DATABASE_URL is set: unpack the backup for your PostgreSQL with --into, and start it there.');
  makeFolder(config.dataDir, dataDirMode());
  if (options.keys !== undefined) importSecrets(config.dataDir, options.keys);
  if (!hasSecrets(config.dataDir))
    throw new StartupError(
      `${config.dataDir}/secrets holds no password of the database; give the file of "npm run backup -- --keys" with --keys.`,
    );
  const log = createLogger(config);
  const started = performance.now();
  try {
    const restored = await restoreEmbedded({ dataDir: config.dataDir, folder: backup.folder, to, log });
    const absent = await missingFiles(chosenFiles(config), restored.fileKeys);
    const { restored: files, missing } = hasFilesOnDisk(config) ? await backup.restoreFiles(absent) : { restored: null, missing: absent };
    const repeated = await repeatErasures(config, erasures, log);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { lastTransactionAt, movedAside, indexes, fileKeys, from } = restored;
    process.stdout.write(
      [
        `Restored in ${seconds} s from the backup that ended at ${from.endedAt}.`,
        lastTransactionAt === null
          ? 'No later transaction was replayed.'
          : `The last transaction that was replayed ended at ${lastTransactionAt.toISOString()}.`,
        `${indexes} indexes fit their tables.`,
        files === null
          ? `${fileKeys.length - missing.length} of ${fileKeys.length} files are in the bucket; none was brought back.`
          : `${fileKeys.length - missing.length} of ${fileKeys.length} files are there, ${files} of them from the backup.`,
        ...erasureLines(repeated),
        ...(movedAside === null ? [] : [`What was there before is in ${movedAside}; remove it once everything is as it should be.`]),
        '',
      ].join('\n'),
    );
    if (missing.length > 0) {
      const more = missing.length > MISSING_SHOWN ? ` and ${missing.length - MISSING_SHOWN} more` : '';
      const shown = `${missing.slice(0, MISSING_SHOWN).join(', ')}${more}`;
      throw new StartupError(
        config.s3 === null || hasFilesOnDisk(config)
          ? `Files that neither the store nor the backup has: ${shown}.`
          : `Files that the bucket ${config.s3.bucket} does not have now: ${shown}. Bring back their last versions (docs/operations/backup.md).`,
      );
    }
  } catch (error) {
    throw toStartupError(error, config.dataDir, undefined);
  }
});

/** Marks an erasure that was a mistake, so that it is not repeated. */
function keepEmployee(erasures: ErasureList, employeeId: string): void {
  const found = erasures.erased().find((erased) => erased.employeeId === employeeId);
  if (!found) throw new StartupError(`--keep: no employee ${employeeId} was erased on request, as far as BACKUP_DIR knows.`);
  erasures.add({ kind: 'kept', companyId: found.companyId, employeeId, at: new Date().toISOString() });
}

/** Erases again who was erased on request. @returns null: nobody was, and the database is not opened */
async function repeatErasures(config: Config, erasures: ErasureList, log: Logger): Promise<Repeated | null> {
  const erased = erasures.erased();
  if (erased.length === 0 || !config.logErasure) return null;
  const db = await openDatabase(config, { log });
  try {
    const common = { db, clock: systemClock, log };
    const logSeals = createLogSeals({ ...common, ...sealKeys(config) });
    const retention = createRetentionService({
      ...common,
      logSeals,
      outbox: createOutbox(common),
      erasures,
      // No requests here, so no limit.
      throttle: { erasure: () => Promise.resolve() },
      erases: true,
    });
    return await retention.repeatErasures(erased);
  } finally {
    await db.close();
  }
}

function erasureLines(repeated: Repeated | null): readonly string[] {
  if (repeated === null) return [];
  const { erased, running } = repeated;
  const again = `${erased} employees who were erased on request after that moment were erased again.`;
  if (running.length === 0) return [again];
  const ids = running.join(', ');
  return [again, `${running.length} more have a check that had not ended then, and are erased within an hour after its end: ${ids}.`];
}

function momentOf(text: string): Date {
  const parsed = z.iso.datetime({ offset: true }).safeParse(text);
  if (!parsed.success)
    throw new StartupError(`--to must be a moment with its time zone, such as 2026-11-25T09:30:00+01:00 or …Z; it is "${text}".`);
  const moment = new Date(text);
  if (moment > new Date()) throw new StartupError(`--to lies in the future: ${moment.toISOString()}.`);
  return moment;
}
