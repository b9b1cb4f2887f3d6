import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mountSmallDisk, type SmallDisk } from '../../../test/chaos/disk.ts';
import { mountPowerDisk } from '../../../test/chaos/power-disk.ts';
import { testLogger } from '../../../test/logger.ts';
import { nightly } from '../../../test/nightly.ts';
import { runAs } from '../../../test/sql.ts';
import { type EmbeddedServer, startEmbedded } from './embedded.ts';

/** The embedded server keeps acknowledged data when its disk is full, or its machine loses power (security.md, K2 and K3). */

const PROGRAM = fileURLToPath(new URL('../../../test/servers/embedded-server.ts', import.meta.url));

let dataDir: string;
let server: EmbeddedServer | undefined;
let disk: SmallDisk | null = null;

beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'checkwell-durability-')), 'data');
  chmodSync(dirname(dataDir), 0o711);
  mkdirSync(dataDir);
});
afterEach(async () => {
  disk?.free();
  await server?.stop();
  disk?.remove();
  [server, disk] = [undefined, null];
  rmSync(dirname(dataDir), { recursive: true, force: true });
});

/** A connection that exists before the disk is full. */
async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

test.runIf(nightly && process.getuid?.() === 0)(
  'while the disk is full, writes are refused and reads work; afterwards writes work again',
  async ({ skip }) => {
    disk = mountSmallDisk(dataDir);
    if (disk === null) return skip('this machine does not allow mounts');
    server = await startEmbedded({ dataDir, log: testLogger() });
    const url = server.ownerUrl('postgres');
    await runAs(url, 'create table kept (id integer primary key, text text not null)');
    await runAs(url, `insert into kept select n, repeat('x', 500) from generate_series(1, 5000) n`);
    const reader = await connected(url);
    const read = async () =>
      (await reader.query<{ n: number }>('select count(*)::integer as n from kept where length(text) = 500')).rows[0]?.n;
    disk.fill(64);
    const more = `insert into kept select n, repeat('x', 500) from generate_series(10000, 20000) n`;
    await expect(runAs(url, more)).rejects.toMatchObject({ code: '53100' });
    expect(await read()).toBe(5000);
    // A new connection can read too.
    expect((await runAs<{ n: number }>(url, 'select count(*)::integer as n from kept'))[0]?.n).toBe(5000);
    disk.free();
    await runAs(url, more);
    expect(await read()).toBe(15_001);
    await reader.end();
  },
);

const WRITERS = 4;
const COMMITS = 400;

/** Cuts the power of the disk with the data folder while rows are committed. @returns how many rows were acknowledged, and how many of them exist afterwards; null: not possible on this machine */
async function cutPower(session: string): Promise<{ readonly acknowledged: number; readonly kept: number } | null> {
  const power = mountPowerDisk(dataDir, join(dirname(dataDir), 'disk.img'));
  if (power === null) return null;
  const child = spawn(process.execPath, [PROGRAM, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { url } = JSON.parse(line.toString('utf8')) as { url: string };
    await runAs(url, 'create table kept (id integer primary key)');
    // So that only commits write WAL to the disk.
    await runAs(url, "alter system set wal_writer_delay = '10s'");
    await runAs(url, 'select pg_reload_conf()');
    let [next, isCut] = [0, false];
    const acknowledged: number[] = [];
    const writers = Array.from({ length: WRITERS }, async () => {
      const client = await connected(url);
      await client.query(session);
      while (!isCut) {
        next += 1;
        const id = next;
        await client.query('insert into kept values ($1)', [id]);
        if (!isCut) acknowledged.push(id);
      }
    });
    const ended = Promise.allSettled(writers);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(COMMITS);
    isCut = true;
    const postmaster = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (!power.cut()) return null;
    child.kill('SIGKILL');
    spawnSync('pkill', ['-KILL', '-P', String(postmaster)]);
    process.kill(postmaster, 'SIGKILL');
    await ended;
    await expect.poll(power.mountAgain, { timeout: 30_000 }).toBe(true);
    server = await startEmbedded({ dataDir, log: testLogger() });
    const rows = await runAs<{ id: number }>(server.ownerUrl('postgres'), 'select id from kept');
    const kept = new Set(rows.map(({ id }) => id));
    return { acknowledged: acknowledged.length, kept: acknowledged.filter((id) => kept.has(id)).length };
  } finally {
    child.kill('SIGKILL');
    await server?.stop();
    server = undefined;
    power.remove();
  }
}

describe.runIf(nightly && process.getuid?.() === 0)('a power cut', () => {
  test('loses no acknowledged commit', async ({ skip }) => {
    const found = await cutPower('select 1');
    if (found === null) return skip('this machine cannot simulate a power cut');
    expect(found.kept).toBe(found.acknowledged);
  });

  test('loses commits with synchronous_commit off, which shows that this test can detect a loss', async ({ skip }) => {
    const found = await cutPower('set synchronous_commit = off');
    if (found === null) return skip('this machine cannot simulate a power cut');
    expect(found.kept).toBeLessThan(found.acknowledged);
  });
});

describe('settings for durability', () => {
  test.each(['fsync', 'full_page_writes'])('%s is on, and cannot be turned off by a session, role or database', async (setting) => {
    server = await startEmbedded({ dataDir, log: testLogger() });
    const url = server.ownerUrl('postgres');
    for (const statement of [
      `set ${setting} = off`,
      `alter role current_user set ${setting} = off`,
      `alter database postgres set ${setting} = off`,
    ])
      await expect(runAs(url, statement)).rejects.toMatchObject({ code: '55P02' });
    // The command line with which the product starts the server overrides its configuration files.
    await runAs(url, `alter system set ${setting} = off`);
    await runAs(url, 'select pg_reload_conf()');
    await server.stop();
    server = await startEmbedded({ dataDir, log: testLogger() });
    expect(await runAs(server.ownerUrl('postgres'), `select current_setting('${setting}') as value`)).toEqual([{ value: 'on' }]);
  });
});
