import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '../../../config/startup-error.ts';
import { makeFolders } from '../../folders.ts';
import { ARCHIVE_FILE, type BackupFolder, completeDraft, draftIn, factsFile, MANIFEST_FILE, type StoredBackup } from './backup-folder.ts';
import { streamBaseBackup } from './base-backup.ts';

/** Levels above cost a processor more than they save room. */
const GZIP_LEVEL = 1;

/**
 * Takes a base backup of a running server, while everybody goes on working. It counts once it is complete and on the disk.
 * @param url login of the database's owner
 * @throws {StartupError} with what to do, where the server does not let its owner replicate
 */
export async function takeBackup({ url, folder }: { readonly url: string; readonly folder: BackupFolder }): Promise<StoredBackup> {
  makeFolders(folder.base, 0o700);
  const draft = draftIn(folder);
  try {
    const startedAt = await askOne<{ now: Date; version: string }>(
      url,
      "select clock_timestamp() as now, split_part(current_setting('server_version'), ' ', 1) as version",
    );
    const archive = createGzip({ level: GZIP_LEVEL });
    const hash = createHash('sha256');
    archive.on('data', (chunk: Buffer) => hash.update(chunk));
    const written = pipeline(archive, createWriteStream(join(draft, ARCHIVE_FILE), { mode: 0o600, flush: true }));
    const manifest = createWriteStream(join(draft, MANIFEST_FILE), { mode: 0o600, flush: true });
    const [range] = await Promise.all([streamBaseBackup({ url, archive, manifest }), written, finished(manifest)]);
    const { now, segment } = await askOne<{ now: Date; segment: string }>(
      url,
      'select clock_timestamp() as now, pg_walfile_name($1) as segment',
      [range.startLsn],
    );
    const facts = {
      ...range,
      serverVersion: startedAt.version,
      startedAt: startedAt.now.toISOString(),
      endedAt: now.toISOString(),
      startSegment: segment,
      bytes: (await stat(join(draft, ARCHIVE_FILE))).size,
      sha256: hash.digest('hex'),
    };
    await writeFile(factsFile(draft), `${JSON.stringify(facts, undefined, 2)}\n`, { mode: 0o600, flush: true });
    return completeDraft(folder, draft, facts);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw explained(error);
  }
}

/** What the server says about its archiving of the log; null where it is off. */
export interface Archiving {
  /** The last segment that was archived, and when. */
  readonly lastAt: Date | null;
  /** When archiving failed last, if nothing was archived since. */
  readonly failedAt: Date | null;
}

export async function archivingOf(url: string): Promise<Archiving | null> {
  const { mode, lastAt, failedAt } = await askOne<{ mode: string; lastAt: Date | null; failedAt: Date | null }>(
    url,
    `select current_setting('archive_mode') as mode, last_archived_time as "lastAt",
       case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as "failedAt"
     from pg_stat_archiver`,
  );
  return mode === 'off' ? null : { lastAt, failedAt };
}

/**
 * Closes the open segment of the log, so that everything up to now is archived without waiting for it to be full. A login that is no superuser
 * may not: there archive_timeout closes it.
 */
export async function switchSegment(url: string): Promise<void> {
  await askOne(url, 'select pg_switch_wal()').catch((error: unknown) => {
    if (!(error instanceof DatabaseError && error.code === '42501')) throw error;
  });
}

async function askOne<Row extends object>(url: string, sql: string, values: readonly string[] = []): Promise<Row> {
  const client = new Client({ connectionString: url, application_name: 'checkwell backup', connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined); // the query that waits for it rejects
  try {
    await client.connect();
    const { rows } = await client.query<Row>(sql, [...values]);
    if (!rows[0]) throw new Error('The server gave no answer.');
    return rows[0];
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** insufficient_privilege; invalid_authorization_specification: no line of pg_hba.conf fits */
const NOT_ALLOWED = new Set(['42501', '28000']);

function explained(error: unknown): unknown {
  if (error instanceof DatabaseError && NOT_ALLOWED.has(error.code ?? ''))
    return new StartupError(
      `The login of DATABASE_URL may not replicate (${error.message}); give it the attribute REPLICATION and a line "host replication" in pg_hba.conf, or back up with the tools of your database.`,
      { cause: error },
    );
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
    return new StartupError('The disk of BACKUP_DIR is full; nothing of the unfinished backup was kept.', { cause: error });
  return error;
}
