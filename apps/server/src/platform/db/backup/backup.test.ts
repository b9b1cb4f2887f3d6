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
// A run of the night has two lanes, and each start of PostgreSQL can take ten seconds beside an image that is built.
const TIMEOUT = { timeout: 300_000 };
let dataDir: string;
let backupDir: string;
let backup: Backup;
let server: EmbeddedServer;

/** An installation with the one table that a restore reads. Tests copy it, which takes a tenth of the time of creating a cluster. */
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
  // `cp -a` also keeps the owners, unlike `cpSync`.
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

/** Stores a file, and inserts its row. @returns its key */
async function upload(content: string): Promise<string> {
  const key = newFileKey();
  const path = join(dataDir, 'files', key.slice(0, 2), key);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  await sql(`insert into documents values ('${key}', '${content}')`);
  return key;
}

const fileOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);

/** Waits until all WAL written so far is archived. */
async function archived(): Promise<void> {
  // A restore point, because PostgreSQL does not close an empty segment.
  const [position] = await sql<{ segment: string }>("select pg_walfile_name(pg_create_restore_point('test')) as segment");
  await switchSegment(server.ownerUrl(DATABASE_NAME));
  await expect.poll(() => readdirSync(backup.folder.wal), { timeout: 30_000 }).toContain(position?.segment);
}

const restore = (to: Date | null) => restoreEmbedded({ dataDir, folder: backup.folder, to, log });

describe('a restore', () => {
  test.runIf(nightly)('restores the database and its files to the moment before a loss, also on another machine', TIMEOUT, async () => {
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
    // The restored server works, and archives its WAL.
    server = await start();
    expect(await keys()).toEqual([first, second].sort());
    await upload('after the restore');
    await archived();

    // The end of the archive is on the timeline that began with the restore: without what was written after that moment on the former one.
    await server.stop();
    const end = await restore(null);
    expect(end.fileKeys).toHaveLength(3);
    expect(end.fileKeys).not.toContain(third);
    expect(end.movedAside).not.toBeNull();
  });

  // One installation and one backup for all cases, because creating them takes longest.
  test.runIf(nightly)(
    'is refused while the server runs, for a moment outside the backups, and from a damaged backup; the database stays unchanged',
    TIMEOUT,
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

  test.runIf(nightly && process.getuid?.() === 0)(
    'leaves the database unchanged if its folder cannot be moved aside',
    TIMEOUT,
    async ({ skip }) => {
      const key = await upload('kept');
      await take();
      await server.stop();
      const cluster = join(dataDir, 'postgres');
      // A mount point can be emptied, but not renamed.
      if (spawnSync('mount', ['--bind', cluster, cluster]).status !== 0) skip();
      try {
        await expect(restore(null)).rejects.toThrow(/cannot be moved aside .*; nothing was changed\.$/);
      } finally {
        expect(spawnSync('umount', [cluster]).status).toBe(0);
      }
      server = await start();
      expect(await keys()).toEqual([key]);
    },
  );

  test.runIf(nightly)('reports the files that are neither stored nor in the backup', TIMEOUT, async () => {
    const key = await upload('lost with the disk');
    await take();
    rmSync(fileOf(key));
    rmSync(join(backup.folder.files, key.slice(0, 2), key));
    expect(await backup.restoreFiles(await keys())).toEqual({ restored: 0, missing: [key] });
  });

  test.runIf(nightly)('unpacks a backup into an empty folder for a PostgreSQL that is not embedded', TIMEOUT, async () => {
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
  test.runIf(nightly)('is pruned together with the WAL and the files that only it needs', TIMEOUT, async () => {
    const key = await upload('removed later');
    const { backup: oldest } = await take();
    await sql('delete from documents');
    rmSync(fileOf(key));
    await archived();
    expect(await backup.prune(1)).toEqual({ backups: 0, segments: expect.any(Number), files: 0 });
    const { backup: youngest } = await take();

    const pruned = await backup.prune(1);
    expect(pruned).toMatchObject({ backups: 1, files: 1 });
    expect(pruned.segments).toBeGreaterThan(0);
    expect(storedBackups(backup.folder).map(({ folder }) => folder)).toEqual([youngest.folder]);
    expect(existsSync(oldest.folder)).toBe(false);
    expect(readdirSync(backup.folder.wal).filter((name) => /^[0-9A-F]{24}$/.test(name) && name < youngest.startSegment)).toEqual([]);
    await server.stop();
    expect((await restore(null)).fileKeys).toEqual([]);
  });

  test.runIf(nightly)('reports no copied files if they are in a bucket', TIMEOUT, async () => {
    await upload('not copied');
    const { files } = await createBackup({ dataDir, backupDir, copiesFiles: false }).take(server.ownerUrl(DATABASE_NAME));
    expect(files).toBeNull();
    expect(existsSync(backup.folder.files)).toBe(false);
  });

  test.runIf(nightly)('reports when WAL cannot be archived', TIMEOUT, async () => {
    const url = server.ownerUrl(DATABASE_NAME);
    await archived();
    expect((await archivingOf(url))?.failedAt).toBeNull();
    const { segment } = (await sql<{ segment: string }>('select pg_walfile_name(pg_current_wal_lsn()) as segment'))[0] ?? { segment: '' };
    // As if another installation archived into the same folder.
    writeFileSync(join(backup.folder.wal, segment), 'not ours');
    await sql('create table more ()');
    await switchSegment(url);
    await expect.poll(async () => (await archivingOf(url))?.failedAt, { timeout: 30_000 }).toBeInstanceOf(Date);
  });

  test.runIf(nightly)('is refused without the REPLICATION attribute, with a message that names it', TIMEOUT, async () => {
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
  test('are not in the backups, and are never overwritten', TIMEOUT, async () => {
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
