import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StartupError } from '../../../config/startup-error.ts';
import { cleanUp } from '../../../test/cleanup.ts';
import { testFolder } from '../../../test/folder.ts';
import { testLogger } from '../../../test/logger.ts';
import { nightly } from '../../../test/nightly.ts';
import { newFileKey } from '../../files/files.ts';
import { DATABASE_NAME } from '../roles.ts';
import { type EmbeddedServer, startEmbedded } from '../set-up/embedded.ts';
import { type Backup, createBackup } from './backup.ts';
import { storedBackups } from './backup-folder.ts';
import { restoreEmbedded, unpackInto } from './restore-backup.ts';
import { exportSecrets, importSecrets } from './secrets.ts';
import { archivingOf, switchSegment } from './take-backup.ts';

const log = testLogger();
const patience = { timeout: 60_000 };
let dataDir: string;
let backupDir: string;
let backup: Backup;
let server: EmbeddedServer;

/** An installation that ran before, with the one table that a restore asks for: copying it takes a tenth of the time of making it. */
const prepared = join(testFolder('prepared'), 'data');

beforeAll(async () => {
  for (const folder of [dirname(prepared), dirname(dirname(prepared))]) chmodSync(folder, 0o711);
  server = await startEmbedded({ dataDir: prepared, log });
  await sql(`create database ${DATABASE_NAME}`, 'postgres');
  await sql('create table documents ("storageKey" text primary key, note text)');
  await server.stop();
  rmSync(join(prepared, 'postgres', 'checkwell.port'));
}, 60_000);

beforeEach(async () => {
  const folder = testFolder('backup');
  chmodSync(folder, 0o711);
  dataDir = join(folder, 'data');
  backupDir = join(folder, 'backup');
  mkdirSync(backupDir, { mode: 0o711 });
  // Owners too, which Node's own copy does not keep.
  expect(spawnSync('cp', ['-a', prepared, dataDir]).status).toBe(0);
  backup = createBackup({ dataDir, backupDir });
  server = await start();
  cleanUp(() => server.stop());
}, 60_000);

const start = () => startEmbedded({ dataDir, log, archiveDir: backup.folder.wal });

async function sql<Row extends object>(text: string, database: string = DATABASE_NAME): Promise<Row[]> {
  const client = new Client({ connectionString: server.ownerUrl(database) });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const take = () => backup.take(server.ownerUrl(DATABASE_NAME));
const keys = async () => (await sql<{ key: string }>('select "storageKey" as key from documents order by 1')).map(({ key }) => key);
const now = async () => (await sql<{ now: Date }>('select clock_timestamp() as now'))[0]?.now ?? new Date(Number.NaN);

/** An uploaded file, as the store and the database have it. */
async function upload(content: string): Promise<string> {
  const key = newFileKey();
  const path = join(dataDir, 'files', key.slice(0, 2), key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  await sql(`insert into documents values ('${key}', '${content}')`);
  return key;
}

const fileOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);

/** Waits until everything that was written so far is in the archive. */
async function archived(): Promise<void> {
  // Where nothing was written since the last segment, none is closed.
  const [position] = await sql<{ segment: string }>("select pg_walfile_name(pg_create_restore_point('test')) as segment");
  await switchSegment(server.ownerUrl(DATABASE_NAME));
  await expect.poll(() => readdirSync(backup.folder.wal), { timeout: 30_000 }).toContain(position?.segment);
}

const restore = (to: Date | null) => restoreEmbedded({ dataDir, folder: backup.folder, to, log });

describe('a restore', () => {
  test.runIf(nightly)('goes back to the moment before a loss, with its files, and the machine may be another one', patience, async () => {
    const first = await upload('before the backup');
    await take();
    const second = await upload('after the backup');
    await backup.archiveFiles();
    const moment = await now();
    await sql('delete from documents');
    const third = await upload('after the loss');
    await backup.archiveFiles();
    await archived();
    const keysFile = join(dirname(dataDir), 'keys.json');
    exportSecrets(dataDir, keysFile);
    await server.stop();
    rmSync(dataDir, { recursive: true });

    mkdirSync(dataDir, { mode: 0o711 });
    importSecrets(dataDir, keysFile);
    const restored = await restore(moment);
    const files = await backup.restoreFiles(restored.fileKeys);

    expect(restored.fileKeys).toEqual([first, second].sort());
    expect(files).toEqual({ restored: 2, missing: [] });
    expect(readFileSync(fileOf(second), 'utf8')).toBe('after the backup');
    expect(restored.movedAside).toBeNull();
    expect(restored.lastTransactionAt?.getTime()).toBeLessThanOrEqual(moment.getTime());
    expect(restored.indexes).toBeGreaterThan(50);
    // It is an ordinary server again, and archives on.
    server = await start();
    expect(await keys()).toEqual([first, second].sort());
    await upload('after the restore');
    await archived();

    // The end of the archive is the branch that began with the restore; what was deleted and came after is not on it.
    await server.stop();
    const end = await restore(null);
    expect(end.fileKeys).toHaveLength(3);
    expect(end.fileKeys).not.toContain(third);
    expect(end.movedAside).not.toBeNull();
  });

  // One installation with one backup for all of them: to make both takes longer than what each of them asks.
  test.runIf(nightly)(
    'is refused while the server runs, for a moment that the backups do not reach, and of a backup that is damaged; everything stays as it was',
    patience,
    async () => {
      await upload('kept');
      const before = await now();
      const { backup: taken } = await take();
      await expect(restore(null)).rejects.toThrow(/is running; stop the server first/);
      await archived();
      await server.stop();

      await expect(restore(before)).rejects.toThrow(/^The oldest backup ended at .* earlier moment\.$/);
      await expect(restore(new Date(Date.now() + 3_600_000))).rejects.toThrow(/^The archived log ends before that moment/);

      const archive = join(taken.folder, 'base.tar.gz');
      const manifest = join(taken.folder, 'backup_manifest');
      const text = readFileSync(manifest, 'utf8');
      writeFileSync(
        manifest,
        text.replace(/"Checksum": "(.)/, (_, digit: string) => `"Checksum": "${digit === '0' ? '1' : '0'}`),
      );
      await expect(restore(null)).rejects.toThrow(/is damaged \(backup_manifest was changed\)/);
      writeFileSync(manifest, text);
      truncateSync(archive, statSync(archive).size - 5000);
      await expect(restore(null)).rejects.toThrow(/is damaged/);

      expect(readdirSync(dataDir).filter((name) => name.includes('restore'))).toEqual([]);
      server = await start();
      expect(await keys()).toHaveLength(1);
    },
  );

  test.runIf(nightly && process.getuid?.() === 0)('leaves a database alone that cannot be moved aside', patience, async ({ skip }) => {
    const key = await upload('kept');
    await take();
    await server.stop();
    const cluster = join(dataDir, 'postgres');
    // The place of a disk can be emptied, and not be moved.
    if (spawnSync('mount', ['--bind', cluster, cluster]).status !== 0) skip();
    try {
      await expect(restore(null)).rejects.toThrow(/cannot be moved aside .*; nothing was changed\.$/);
    } finally {
      expect(spawnSync('umount', [cluster]).status).toBe(0);
    }
    server = await start();
    expect(await keys()).toEqual([key]);
  });

  test.runIf(nightly)('files that are nowhere are named', patience, async () => {
    const key = await upload('lost with the disk');
    await take();
    rmSync(fileOf(key));
    rmSync(join(backup.folder.files, key.slice(0, 2), key));
    expect(await backup.restoreFiles(await keys())).toEqual({ restored: 0, missing: [key] });
  });

  test.runIf(nightly)('for a PostgreSQL of one’s own a backup is unpacked into an empty folder', patience, async () => {
    await take();
    await archived();
    const into = join(dirname(dataDir), 'unpacked');
    await unpackInto({ folder: backup.folder, into, to: null });
    expect(readFileSync(join(into, 'PG_VERSION'), 'utf8').trim()).toBe('18');
    expect(readFileSync(join(into, 'postgresql.auto.conf'), 'utf8')).toContain(`restore_command = 'cp "${backup.folder.wal}/%f" "%p"'`);
    expect(existsSync(join(into, 'recovery.signal'))).toBe(true);
    await expect(unpackInto({ folder: backup.folder, into, to: null })).rejects.toThrow(/is not empty/);
  });
});

describe('a backup', () => {
  test.runIf(nightly)('older ones go with the log and the files that only they needed', patience, async () => {
    const key = await upload('removed later');
    const { backup: oldest } = await take();
    await sql('delete from documents');
    rmSync(fileOf(key));
    await archived();
    expect(await backup.prune(1)).toEqual({ backups: 0, segments: expect.any(Number), files: 0 });
    const { backup: youngest } = await take();

    const gone = await backup.prune(1);
    expect(gone).toMatchObject({ backups: 1, files: 1 });
    expect(gone.segments).toBeGreaterThan(0);
    expect(storedBackups(backup.folder).map(({ folder }) => folder)).toEqual([youngest.folder]);
    expect(existsSync(oldest.folder)).toBe(false);
    expect(readdirSync(backup.folder.wal).filter((name) => /^[0-9A-F]{24}$/.test(name) && name < youngest.startSegment)).toEqual([]);
    await server.stop();
    expect((await restore(null)).fileKeys).toEqual([]);
  });

  test.runIf(nightly)('claims no copies of files that are in a bucket', patience, async () => {
    await upload('beside it');
    const { files } = await createBackup({ dataDir, backupDir, copiesFiles: false }).take(server.ownerUrl(DATABASE_NAME));
    expect(files).toBeNull();
    expect(existsSync(backup.folder.files)).toBe(false);
  });

  test.runIf(nightly)('says when the log cannot be archived', patience, async () => {
    const url = server.ownerUrl(DATABASE_NAME);
    await archived();
    expect((await archivingOf(url))?.failedAt).toBeNull();
    const { segment } = (await sql<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment'))[0] ?? { segment: '' };
    // Another installation writes to the same folder.
    writeFileSync(join(backup.folder.wal, segment), 'not ours');
    await sql('create table more ()');
    await switchSegment(url);
    await expect.poll(async () => (await archivingOf(url))?.failedAt, { timeout: 30_000 }).toBeInstanceOf(Date);
  });

  test.runIf(nightly)('a login that may not replicate is told what it needs', patience, async () => {
    await sql("create role guest login password 'guest'");
    const url = new URL(server.ownerUrl(DATABASE_NAME));
    url.username = 'guest';
    url.password = 'guest';
    await expect(backup.take(url.href)).rejects.toThrow(StartupError);
    await expect(backup.take(url.href)).rejects.toThrow(/REPLICATION/);
    expect(readdirSync(backup.folder.base)).toEqual([]);
  });
});

describe('secrets', () => {
  test('never lie among the backups, and are not overwritten', patience, async () => {
    await take();
    const password = readFileSync(join(dataDir, 'secrets', 'postgres-password'), 'utf8').trim();
    const file = join(dirname(dataDir), 'keys.json');
    expect(exportSecrets(dataDir, file)).toContain('postgres-password');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => exportSecrets(dataDir, file)).toThrow(/cannot be written/);
    for (const name of readdirSync(backupDir, { recursive: true, encoding: 'utf8' })) {
      const path = join(backupDir, name);
      if (statSync(path).isFile()) expect(readFileSync(path).includes(password)).toBe(false);
    }
    writeFileSync(join(dataDir, 'secrets', 'postgres-password'), `${'x'.repeat(48)}\n`);
    expect(() => importSecrets(dataDir, file)).toThrow(/is another secret/);
  });
});
