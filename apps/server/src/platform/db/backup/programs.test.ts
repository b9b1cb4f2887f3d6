import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../seed/accounts.ts';
import { TEST_SECRET } from '../../../test/config.ts';
import { testFolder } from '../../../test/folder.ts';
import { nightly } from '../../../test/nightly.ts';
import { startProcess } from '../../../test/servers/process.ts';
import { s3Server } from '../../../test/servers/s3.ts';

/** A data and a backup folder that the account of PostgreSQL may enter. */
function folders() {
  const folder = testFolder('backup-programs');
  for (const path of [folder, dirname(folder)]) chmodSync(path, 0o711);
  const BACKUP_DIR = join(folder, 'backup');
  mkdirSync(BACKUP_DIR, { mode: 0o711 });
  return { DATA_DIR: join(folder, 'data'), BACKUP_DIR };
}

/** Signs in as the administrator of the demo. @returns sends a GraphQL request to the process at `address` */
async function graphqlAsAdmin(address: string) {
  const headers = { 'content-type': 'application/json', origin: new URL(address).origin };
  const body = JSON.stringify({ email: 'admin@demo.checkwell.example', password: DEMO_PASSWORD });
  const signedIn = await fetch(new URL('/auth/sign-in', address), { method: 'POST', headers, body });
  const cookies = signedIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = cookies.find((pair) => pair.startsWith('__Host-accessToken='))?.slice('__Host-accessToken='.length);
  return async (query: string, variables: object = {}): Promise<unknown> => {
    const response = await fetch(new URL('/graphql', address), {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}`, cookie: cookies.join('; ') },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
}

/** Runs a program as from a terminal. */
async function run(program: 'backup' | 'restore' | 'planner', env: Readonly<Record<string, string>>, ...args: string[]) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(`../../../${program}.ts`, import.meta.url)), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DEMO: '0',
      APP_SECRET: TEST_SECRET,
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: join(inject('folder'), 'compile-cache'),
      ...env,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [code, output, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output, errors };
}

test.runIf(nightly)('wrong options are refused with a one-line message', async () => {
  const DATA_DIR = join(testFolder('options'), 'data');
  const BACKUP_DIR = join(dirname(DATA_DIR), 'backup');
  expect(await run('backup', { DATA_DIR })).toEqual({
    code: 1,
    output: '',
    errors: 'BACKUP_DIR must say where backups go (see .env.example).\n',
  });
  expect((await run('backup', { DATA_DIR, BACKUP_DIR }, '--keep', 'all')).errors).toMatch(/^--keep must be a whole number/);
  expect((await run('backup', { DATA_DIR, BACKUP_DIR }, '--keys', 'keys.json')).errors).toMatch(/holds no secrets/);
  expect((await run('restore', { DATA_DIR, BACKUP_DIR }, '--to', 'yesterday')).errors).toMatch(/^--to must be a moment with its time zone/);
  expect((await run('restore', { DATA_DIR, BACKUP_DIR }, '--to', '2999-01-01T00:00:00Z')).errors).toMatch(/^--to lies in the future/);
  expect((await run('restore', { DATA_DIR, BACKUP_DIR })).errors).toMatch(/secrets holds no password of the database/);
});

test.runIf(nightly)(
  'a running installation is backed up, and restored to the moment before an account was added',
  { timeout: 300_000 },
  async () => {
    const env = folders();
    const first = startProcess(env);
    await first.address();
    const planner = (email: string) => run('planner', env, '--email', email, '--first-name', 'An', '--last-name', 'Peeters');
    expect((await planner('before@example.be')).code).toBe(0);
    const backup = await run('backup', env, '--keep', '2');
    expect(backup).toMatchObject({ code: 0, errors: '' });
    expect(backup.output).toMatch(/PostgreSQL 18\.\d+, 0 new files/);
    expect((await planner('after@example.be')).code).toBe(0);
    const moment = new Date().toISOString();
    expect((await planner('too-late@example.be')).code).toBe(0);
    // Another backup closes the current WAL segment, which would otherwise be archived within a minute.
    expect((await run('backup', env)).code).toBe(0);
    expect((await run('restore', env)).errors).toMatch(/is running; stop the server first/);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const restored = await run('restore', env, '--to', moment);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toMatch(/indexes fit their tables[\s\S]*0 of 0 files are there[\s\S]*What was there before is in/);
    const second = startProcess(env);
    await second.address();
    expect((await planner('after@example.be')).errors).toMatch(/has an account already/);
    expect((await planner('before@example.be')).errors).toMatch(/has an account already/);
    expect((await planner('too-late@example.be')).code).toBe(0);
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);

    // The same installation with its files in a bucket: no file is reported as copied or restored.
    const bucket = await s3Server();
    const withBucket = {
      ...env,
      S3_BUCKET: bucket.config.bucket,
      S3_ENDPOINT: bucket.config.endpoint ?? '',
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
    const withoutFiles = await run('backup', withBucket);
    expect(withoutFiles.output).toMatch(
      /PostgreSQL 18\.\d+, no files[\s\S]*are in the bucket checkwell-files and in no backup of this program/,
    );
    expect((await run('restore', withBucket)).output).toContain('0 of 0 files are in the bucket; none was brought back.');
  },
);

test.runIf(nightly)(
  'an employee who was erased on request is erased again after a restore to before the erasure',
  { timeout: 300_000 },
  async () => {
    const env = { ...folders(), DEMO: '1' };
    const first = startProcess(env);
    const graphql = await graphqlAsAdmin(await first.address());
    expect((await run('backup', env)).code).toBe(0);
    const listed = (await graphql('{ employees(first: 100) { nodes { id } } }')) as { data: { employees: { nodes: { id: string }[] } } };
    let erasable: string | undefined;
    for (const { id } of listed.data.employees.nodes) {
      const preview = await graphql('query ($id: ID!) { employeeErasure(id: $id) { runningChecks employeeStays } }', { id });
      if (!JSON.stringify(preview).includes('{"runningChecks":0,"employeeStays":false}')) continue;
      erasable = id;
      break;
    }
    expect(erasable).toBeDefined();
    const variables = { id: erasable };
    const moment = new Date().toISOString();
    const erased = await graphql(
      'mutation ($id: ID!) { eraseEmployee(id: $id, reason: "Asked for it by letter.") { employeeStays } }',
      variables,
    );
    expect(erased).toMatchObject({ data: { eraseEmployee: { employeeStays: false } } });
    await expect.poll(() => existsSync(join(env.BACKUP_DIR, 'erasures.jsonl')), { timeout: 60_000 }).toBe(true);
    // Closes the WAL segment, so that it is archived.
    expect((await run('backup', env)).code).toBe(0);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);

    const restored = await run('restore', env, '--to', moment);
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(restored.output).toContain('1 employees who were erased on request after that moment were erased again.');
    const second = startProcess(env);
    const afterwards = await graphqlAsAdmin(await second.address());
    const answer = await afterwards('query ($id: ID!) { employee(id: $id) { id } }', variables);
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'entity.notFound' } }] });
    second.child.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  },
);
