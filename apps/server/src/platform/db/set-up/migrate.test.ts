import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { basename, join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { StartupError } from '../../../config/startup-error.ts';
import { TEST_SECRET } from '../../../test/config.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { testLogger } from '../../../test/logger.ts';
import { migrationsDir } from '../../../test/migrations-dir.ts';
import { nightly } from '../../../test/nightly.ts';
import { runAs } from '../../../test/sql.ts';
import { API_ROLE, AUTH_ROLE, rolePassword, urlFor } from '../roles.ts';
import { startThrowAway } from './embedded.ts';
import { MIGRATIONS_DIR, migrate, readMigrations } from './migrate.ts';

const config = { appSecret: TEST_SECRET };
const FIRST =
  'create table one (id integer primary key);\ngrant usage on schema public to checkwell_api;\ngrant select on one to checkwell_api;\n';

async function refusal(ownerUrl: string, directory: string): Promise<string> {
  const error = await migrate({ ownerUrl, config, log: testLogger(), directory }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as Error).message;
}

describe('migrations', () => {
  test('are applied in order, once, and recorded with their checksum', async () => {
    const [ownerUrl, log] = [await cloneDatabase(), testLogger()];
    const directory = migrationsDir({ '0002_two.sql': 'create table two (id integer references one);', '0001_one.sql': FIRST });
    expect(await migrate({ ownerUrl, config, log, directory })).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await migrate({ ownerUrl, config, log, directory })).toEqual([]);
    writeFileSync(join(directory, '0003_three.sql'), 'create table three (id integer);');
    expect(await migrate({ ownerUrl, config, log, directory })).toEqual(['0003_three.sql']);
    const [row] = await runAs(ownerUrl, "select checksum from migration.applied where name = '0001_one.sql'");
    expect(row).toEqual({ checksum: createHash('sha256').update(FIRST).digest('hex') });
  });

  test('a file with CRLF line ends has the same checksum', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({ '0001_one.sql': FIRST });
    await migrate({ ownerUrl, config, log: testLogger(), directory });
    writeFileSync(join(directory, '0001_one.sql'), FIRST.replaceAll('\n', '\r\n'));
    expect(await migrate({ ownerUrl, config, log: testLogger(), directory })).toEqual([]);
  });

  test.runIf(nightly)('ten processes that start at the same time apply each migration once', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({ '0001_one.sql': FIRST, '0002_two.sql': 'insert into one values (1);' });
    const applied = await Promise.all(Array.from({ length: 10 }, () => migrate({ ownerUrl, config, log: testLogger(), directory })));
    expect(applied.flat().sort()).toEqual(['0001_one.sql', '0002_two.sql']);
    expect(await runAs(ownerUrl, 'select * from one')).toEqual([{ id: 1 }]);
  });

  test('a failing migration is rolled back, and the error names its line', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({
      '0001_one.sql': FIRST,
      '0002_bad.sql': 'create table two (id integer);\ninsert into two\nvalues (nonsense);',
    });
    expect(await refusal(ownerUrl, directory)).toBe('The migration 0002_bad.sql failed in line 3: column "nonsense" does not exist.');
    expect(await runAs(ownerUrl, "select to_regclass('one') is not null as one, to_regclass('two') is not null as two")).toEqual([
      { one: true, two: false },
    ]);
    writeFileSync(join(directory, '0002_bad.sql'), 'create table two (id integer);');
    expect(await migrate({ ownerUrl, config, log: testLogger(), directory })).toEqual(['0002_bad.sql']);
  });

  test('an applied migration that was changed is refused', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({ '0001_one.sql': FIRST });
    await migrate({ ownerUrl, config, log: testLogger(), directory });
    writeFileSync(join(directory, '0001_one.sql'), `${FIRST}-- only a comment`);
    expect(await refusal(ownerUrl, directory)).toBe(
      'The migration 0001_one.sql was changed after it had been applied to this database; undo the change and write a new migration (or, with data you can lose, drop the database).',
    );
  });

  test('a missing file, one with a number below an applied one, and duplicate numbers are refused', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({ '0001_one.sql': FIRST, '0003_three.sql': 'select 1;' });
    await migrate({ ownerUrl, config, log: testLogger(), directory });
    writeFileSync(join(directory, '0002_two.sql'), 'select 1;');
    expect(await refusal(ownerUrl, directory)).toBe(
      'The migration 0002_two.sql comes before 0003_three.sql, which is already applied; give it the next free number.',
    );
    rmSync(join(directory, '0002_two.sql'));
    rmSync(join(directory, '0001_one.sql'));
    expect(await refusal(ownerUrl, directory)).toBe(
      'The migration 0001_one.sql was applied to this database, but its file is gone; put it back.',
    );
    expect(await refusal(ownerUrl, migrationsDir({ '0001_a.sql': '', '0001_b.sql': '' }))).toBe(
      'The migrations 0001_a.sql and 0001_b.sql have the same number.',
    );
    expect(await refusal(ownerUrl, migrationsDir({ '1_a.sql': '' }))).toBe('The migration 1_a.sql must be named like 0001_name.sql.');
  });

  test('the one that was committed last has the highest number: installations have applied the others', (context) => {
    const namesOf = (...args: readonly string[]) =>
      spawnSync('git', args, { cwd: MIGRATIONS_DIR, encoding: 'utf8' })
        .stdout.split('\n')
        .filter((path) => path.endsWith('.sql'))
        .map((path) => basename(path))
        .toSorted();
    const addedLast = namesOf('log', '-1', '--diff-filter=A', '--format=', '--name-only', '--', '.');
    if (addedLast.length === 0) context.skip('This checkout has no history.');
    expect(addedLast.at(-1)).toBe(namesOf('ls-tree', '--name-only', 'HEAD', '.').at(-1));
  });

  test('an older program still starts on a newer database', async () => {
    const [ownerUrl, log] = [await cloneDatabase(), testLogger()];
    await migrate({ ownerUrl, config, log, directory: migrationsDir({ '0001_one.sql': FIRST, '0002_two.sql': 'select 1;' }) });
    expect(await migrate({ ownerUrl, config, log, directory: migrationsDir({ '0001_one.sql': FIRST }) })).toEqual([]);
    expect(log.lines).toContainEqual({
      level: 'warn',
      parts: ['The database is ahead of this program: it has the migration 0002_two.sql.'],
    });
  });

  test('a migration whose process is killed is rolled back, and the next process applies it', async () => {
    const [ownerUrl, log] = [await cloneDatabase(), testLogger()];
    const directory = migrationsDir({ '0001_one.sql': `${FIRST}select pg_sleep(600);` });
    const killed = migrate({ ownerUrl, config, log, directory }).catch((error: unknown) => error);
    const sleeping =
      "select pid from pg_stat_activity where application_name = 'checkwell migrations' and datname = current_database() and query like '%pg_sleep(600)%' and pid <> pg_backend_pid()";
    await vi.waitUntil(async () => (await runAs(ownerUrl, sleeping)).length === 1, { timeout: 30_000 });
    await runAs(ownerUrl, `select pg_terminate_backend(pid) from (${sleeping}) s`);
    expect(await killed).toBeInstanceOf(StartupError);
    writeFileSync(join(directory, '0001_one.sql'), FIRST);
    expect(await migrate({ ownerUrl, config, log, directory })).toEqual(['0001_one.sql']);
  });

  test('a migration waits for a busy table without blocking queries on it', async () => {
    const [ownerUrl, log] = [await cloneDatabase(), testLogger()];
    const directory = migrationsDir({ '0001_one.sql': FIRST });
    await migrate({ ownerUrl, config, log, directory });
    const busy = new Client({ connectionString: ownerUrl });
    await busy.connect();
    await busy.query('begin; select * from one');
    writeFileSync(join(directory, '0002_two.sql'), 'alter table one add column name text;');
    const migrating = migrate({ ownerUrl, config, log, directory });
    await vi.waitUntil(() => log.lines.some(({ parts }) => /waits for busy tables/.test(String(parts[0]))), { timeout: 30_000 });
    expect(await runAs(ownerUrl, 'select * from one')).toEqual([]);
    await busy.query('commit');
    await busy.end();
    expect(await migrating).toEqual(['0002_two.sql']);
  });

  test('a migration that deadlocks with a request is retried', async () => {
    const [ownerUrl, log] = [await cloneDatabase(), testLogger()];
    // The worker does not check for deadlocks, so that the migration detects it.
    await runAs(ownerUrl, `alter database ${new URL(ownerUrl).pathname.slice(1)} set deadlock_timeout = '2s'`);
    const directory = migrationsDir({ '0001_one.sql': `${FIRST}create table two (id integer);` });
    await migrate({ ownerUrl, config, log, directory });
    const worker = new Client({ connectionString: ownerUrl });
    await worker.connect();
    onTestFinished(() => worker.end());
    await worker.query("set deadlock_timeout = '1h'; begin; select * from two");
    writeFileSync(join(directory, '0002_both.sql'), 'alter table one add column name text; alter table two add column name text;');
    const migrating = migrate({ ownerUrl, config, log, directory });
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and application_name = 'checkwell migrations' and wait_event_type = 'Lock'";
    await expect.poll(() => runAs(ownerUrl, waiting)).toHaveLength(1);
    expect((await worker.query('select * from one')).rows).toEqual([]);
    await worker.query('commit');
    expect(await migrating).toEqual(['0002_both.sql']);
    expect(log.lines.map(({ parts }) => String(parts[0])).join()).toContain('waits for busy tables');
  });

  test('an index is created once, while others write; an invalid one of an interrupted run is created again', async () => {
    const ownerUrl = await cloneDatabase();
    const log = testLogger();
    const directory = migrationsDir({ '0001_one.sql': `${FIRST}insert into one select generate_series(1, 1000);` });
    await migrate({ ownerUrl, config, log, directory });
    // Creates an invalid index: the process is killed while it waits for older transactions.
    const [older, killed] = [new Client({ connectionString: ownerUrl }), new Client({ connectionString: ownerUrl })];
    killed.on('error', () => undefined);
    await Promise.all([older.connect(), killed.connect()]);
    onTestFinished(() => older.end());
    await older.query('begin; insert into one values (2000)');
    const [process] = (await killed.query<{ id: number }>('select pg_backend_pid() as id')).rows;
    const interrupted = killed.query('create index concurrently one_twice on one ((id * 2))').catch(() => undefined);
    const invalid = "select 1 from pg_index where indexrelid = to_regclass('one_twice') and not indisvalid";
    await expect.poll(() => runAs(ownerUrl, invalid)).toHaveLength(1);
    await runAs(ownerUrl, 'select pg_terminate_backend($1)', [process?.id]);
    await interrupted;

    writeFileSync(join(directory, '0002_index.sql'), '-- For the list.\ncreate index concurrently one_twice on one ((id * 2));\n');
    writeFileSync(join(directory, '0003_three.sql'), 'create table three (id integer);');
    // Two processes start: one waits for the other, which must not wait for the transaction of the first.
    const starts = Promise.all([1, 2].map(() => migrate({ ownerUrl, config, log, directory })));
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and query like '%index concurrently%' and wait_event_type = 'Lock' and state = 'active'";
    await expect.poll(() => runAs(ownerUrl, waiting)).toHaveLength(1);
    await runAs(ownerUrl, 'insert into one values (3000)');
    await older.query('commit');
    expect((await starts).flat().sort()).toEqual(['0002_index.sql', '0003_three.sql']);
    expect(await runAs(ownerUrl, "select indisvalid from pg_index where indexrelid = 'one_twice'::regclass")).toEqual([
      { indisvalid: true },
    ]);
  });

  test('a migration with CREATE INDEX CONCURRENTLY may contain no other statements', async () => {
    const ownerUrl = await cloneDatabase();
    const directory = migrationsDir({ '0001_one.sql': FIRST, '0002_both.sql': 'drop index concurrently a; insert into one values (1);' });
    expect(await refusal(ownerUrl, directory)).toMatch(
      /^The migration 0002_both\.sql failed: A migration with CONCURRENTLY has nothing but/,
    );
  });

  test('an unreachable database is reported with the address and the reason, but without the password', async () => {
    const directory = migrationsDir({});
    expect(await refusal('postgres://nobody:secret@127.0.0.1:1/none', directory)).toMatch(
      /^No connection to the database at 127\.0\.0\.1:1 \(DATABASE_URL\): .*ECONNREFUSED.*\.$/,
    );
    const wrong = new URL(await cloneDatabase());
    wrong.password = 'guess';
    expect(await refusal(wrong.href, directory)).toBe(
      `No connection to the database at ${wrong.host} (DATABASE_URL): password authentication failed for user "${wrong.username}".`,
    );
  });

  test('a server that is not PostgreSQL is reported as such', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(0, '127.0.0.1');
    onTestFinished(() => void web.close());
    await once(web, 'listening');
    const { port } = web.address() as AddressInfo;
    expect(await refusal(`postgres://nobody:secret@127.0.0.1:${port}/none`, migrationsDir({}))).toBe(
      `No connection to the database at 127.0.0.1:${port} (DATABASE_URL): the other side hung up; is it PostgreSQL?`,
    );
  });
});

describe('roles', () => {
  test('the logins are created with limits, without special rights, and with their own passwords', async () => {
    const ownerUrl = await cloneDatabase();
    await migrate({ ownerUrl, config, log: testLogger(), directory: migrationsDir({}) });
    const roles = await runAs<{ role: string; safe: boolean; settings: string[] }>(
      ownerUrl,
      `select rolname as role, not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication) as safe, rolconfig as settings
       from pg_roles where rolname in ('checkwell_api', 'checkwell_auth') order by 1`,
    );
    expect(roles.map(({ role, safe }) => ({ role, safe }))).toEqual([
      { role: API_ROLE, safe: true },
      { role: AUTH_ROLE, safe: true },
    ]);
    expect(roles[0]?.settings).toContain('statement_timeout=60s');
    for (const role of [API_ROLE, AUTH_ROLE] as const) {
      expect(await runAs(urlFor(ownerUrl, role, rolePassword(config, role)), 'select current_user as "user"')).toEqual([{ user: role }]);
      await expect(runAs(urlFor(ownerUrl, role, 'guess'), 'select 1')).rejects.toMatchObject({ code: '28P01' });
    }
    expect(rolePassword(config, API_ROLE)).not.toBe(rolePassword(config, AUTH_ROLE));
  });

  test.runIf(nightly)('databases of one cluster may set up the roles at the same time', async () => {
    const server = await startThrowAway({ log: testLogger() }); // a separate one, because other test files use the logins of the shared server
    onTestFinished(() => server.stop());
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await runAs(server.ownerUrl('postgres'), `create database ${name}`);
    const directory = migrationsDir({ '0001_one.sql': FIRST });
    const migrateAll = () =>
      Promise.all(names.map((name) => migrate({ ownerUrl: server.ownerUrl(name), config, log: testLogger(), directory })));
    const readAll = () =>
      Promise.all(
        names.map((name) =>
          runAs(urlFor(server.ownerUrl(name), API_ROLE, rolePassword(config, API_ROLE)), 'select count(*)::int as rows from one'),
        ),
      );
    expect(await migrateAll()).toEqual(names.map(() => ['0001_one.sql']));
    expect(await readAll()).toEqual(names.map(() => [{ rows: 0 }]));
    // The next start restores a changed password, limit and attribute.
    await runAs(
      server.ownerUrl('a'),
      "alter role checkwell_auth reset statement_timeout; alter role checkwell_api superuser password 'another'",
    );
    expect(await migrateAll()).toEqual(names.map(() => []));
    expect(await readAll()).toEqual(names.map(() => [{ rows: 0 }]));
    const [role] = await runAs(server.ownerUrl('a'), "select rolsuper from pg_roles where rolname = 'checkwell_api'");
    expect(role).toEqual({ rolsuper: false });
  });

  test('other roles of the cluster may not connect, and the issuer can only use its own schema', async () => {
    const ownerUrl = await cloneDatabase();
    await migrate({ ownerUrl, config, log: testLogger(), directory: migrationsDir({ '0001_one.sql': FIRST }) });
    await runAs(ownerUrl, "drop role if exists stranger; create role stranger login password 'stranger'");
    const stranger = new URL(ownerUrl);
    stranger.username = stranger.password = 'stranger';
    await expect(runAs(stranger.href, 'select 1')).rejects.toMatchObject({ code: '42501' });
    await runAs(ownerUrl, 'drop role stranger');
    const auth = urlFor(ownerUrl, AUTH_ROLE, rolePassword(config, AUTH_ROLE));
    await runAs(auth, 'create table accounts (id integer)');
    expect(await runAs(ownerUrl, "select schemaname from pg_tables where tablename = 'accounts'")).toEqual([{ schemaname: 'auth' }]);
    await expect(runAs(auth, 'select * from public.one')).rejects.toMatchObject({ code: '42501' });
    await expect(runAs(auth, 'select * from migration.applied')).rejects.toMatchObject({ code: '42501' });
  });

  test('an owner that is not a superuser, as on hosted servers, applies every migration of the product', async () => {
    const serverUrl = await cloneDatabase();
    const database = new URL(serverUrl).pathname.slice(1);
    const role = `owner of ${database}`;
    // On a hosted server the owner creates the two logins itself; here they exist already.
    await runAs(
      serverUrl,
      `create role "${role}" login createrole password 'owner'; alter database ${database} owner to "${role}";
       grant checkwell_api, checkwell_auth to "${role}" with admin true`,
    );
    const owner = new URL(serverUrl);
    [owner.username, owner.password] = [role, 'owner'];
    try {
      expect(await migrate({ ownerUrl: owner.href, config, log: testLogger() })).toEqual(
        readMigrations(MIGRATIONS_DIR).map(({ name }) => name),
      );
      expect(await runAs(serverUrl, "select nspowner::regrole::text as owner from pg_namespace where nspname = 'auth'")).toEqual([
        { owner: AUTH_ROLE },
      ]);
    } finally {
      await runAs(serverUrl, `reassign owned by "${role}" to checkwell_owner; drop owned by "${role}"; drop role "${role}"`);
    }
  });
});
