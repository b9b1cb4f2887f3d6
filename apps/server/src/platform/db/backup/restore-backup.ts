import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { StartupError } from '../../../config/startup-error.ts';
import { makeFolders } from '../../folders.ts';
import { DATABASE_NAME } from '../roles.ts';
import { type EmbeddedOptions, isInUse, startEmbedded } from '../set-up/embedded.ts';
import { messageOf, prepareInstallation } from '../set-up/native.ts';
import { type BackupFolder, backupBefore, type StoredBackup, storedBackups } from './backup-folder.ts';
import { giveAllTo, prepareRecovery, RECOVERY_SETTINGS, unpackBackup } from './unpack.ts';

/** The outcome of a restore. */
export interface Restored {
  readonly from: StoredBackup;
  /** When the last transaction ended that was replayed from the archived log; null: there was none to replay. */
  readonly lastTransactionAt: Date | null;
  /** Indexes that were compared with their tables. */
  readonly indexes: number;
  /** Names of the files that the database knows. */
  readonly fileKeys: readonly string[];
  /** Where the cluster is that was there before; null: there was none. */
  readonly movedAside: string | null;
}

/** Replaying weeks of log takes hours. */
const RECOVERY_LIMIT_MS = 86_400_000;

/**
 * Puts the embedded database back to what it was at a moment. The cluster that is there is moved aside, never removed; when the restore
 * fails it is put back.
 * @param to null: everything that was archived
 * @throws {StartupError} when the server runs, no backup is old enough, a backup is damaged, or the log ends before the moment
 */
export async function restoreEmbedded({
  dataDir,
  folder,
  to,
  log,
  ...elsewhere
}: Omit<EmbeddedOptions, 'archiveDir'> & { readonly folder: BackupFolder; readonly to: Date | null }): Promise<Restored> {
  const installation = prepareInstallation(dataDir, log, elsewhere);
  if (isInUse(installation)) throw new StartupError(`The database in ${installation.baseDir} is running; stop the server first.`);
  const from = backupBefore(storedBackups(folder), to);
  const cluster = join(installation.baseDir, 'postgres');
  const draft = mkdtempSync(`${cluster}.restore-`);
  let movedAside: string | null = null;
  try {
    log.info(`The backup that ended at ${from.endedAt} is unpacked and compared with its manifest …`);
    await unpackBackup(from, draft);
    const hasLog = existsSync(folder.wal) && readdirSync(folder.wal).length > 0;
    if (hasLog) await prepareRecovery(draft, { wal: folder.wal, to });
    else if (to !== null)
      throw new StartupError(
        `${folder.wal} holds no log, so only the end of a backup can be restored (here ${from.endedAt}): leave --to out. Archiving is on where BACKUP_DIR is set when the server starts.`,
      );
    await giveAllTo(installation.account, draft);
    movedAside = moveAside(cluster);
    renameSync(draft, cluster);
    log.info(to === null ? 'The archived log is replayed to its end …' : `The archived log is replayed to ${to.toISOString()} …`);
    const outcome = await recover({ dataDir, log, archiveDir: folder.wal, startLimitMs: RECOVERY_LIMIT_MS, ...elsewhere });
    return { from, movedAside, ...outcome };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (movedAside !== null) {
      rmSync(cluster, { recursive: true, force: true });
      renameSync(movedAside, cluster);
    }
    throw error;
  }
}

/** @returns where it is now; null: there was none @throws {StartupError} the system does not let it be moved, such as the place of a disk */
function moveAside(cluster: string): string | null {
  if (!existsSync(cluster)) return null;
  const aside = `${cluster}.before-restore-${new Date().toISOString().replaceAll(':', '-')}`;
  try {
    renameSync(cluster, aside);
  } catch (error) {
    throw new StartupError(`The database in ${cluster} cannot be moved aside (${messageOf(error)}); nothing was changed.`, {
      cause: error,
    });
  }
  return aside;
}

async function recover(options: EmbeddedOptions): Promise<Pick<Restored, 'lastTransactionAt' | 'indexes' | 'fileKeys'>> {
  const server = await startEmbedded(options);
  try {
    const client = new Client({ connectionString: server.ownerUrl(DATABASE_NAME), connectionTimeoutMillis: 10_000 });
    client.on('error', () => undefined); // the query that waits for it rejects
    await client.connect();
    try {
      const last = await client.query<{ at: Date | null }>('select pg_last_xact_replay_timestamp() as at');
      for (const name of RECOVERY_SETTINGS) await client.query(`alter system reset ${name}`);
      const indexes = await compareIndexes(client);
      const keys = await client.query<{ key: string }>('select "storageKey" as key from documents order by 1');
      return { lastTransactionAt: last.rows[0]?.at ?? null, indexes, fileKeys: keys.rows.map(({ key }) => key) };
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

/**
 * Compares every B-tree index with its table (amcheck, which is undone with the transaction).
 * @throws {DatabaseError} where one does not fit
 */
async function compareIndexes(client: Client): Promise<number> {
  await client.query('begin');
  try {
    await client.query('create extension if not exists amcheck');
    const { rowCount } = await client.query(
      `select bt_index_check(index => i.indexrelid, heapallindexed => true)
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
       where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisvalid`,
    );
    return rowCount ?? 0;
  } finally {
    await client.query('rollback');
  }
}

/**
 * Unpacks a backup into a folder of its own, ready to be started there by a PostgreSQL of the same version: for databases that are not
 * the embedded one.
 * @param wal folder of the archived log, as that server reaches it
 */
export async function unpackInto({
  folder,
  into,
  to,
}: {
  readonly folder: BackupFolder;
  readonly into: string;
  readonly to: Date | null;
}): Promise<StoredBackup> {
  const from = backupBefore(storedBackups(folder), to);
  if (existsSync(into) && readdirSync(into).length > 0) throw new StartupError(`${into} is not empty; nothing was unpacked.`);
  makeFolders(into, 0o700);
  try {
    await unpackBackup(from, into);
    await prepareRecovery(into, { wal: folder.wal, to });
    return from;
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    mkdirSync(into, { mode: 0o700 });
    throw error;
  }
}
