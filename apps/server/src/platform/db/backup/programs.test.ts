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

/** Folders that the account of PostgreSQL reaches too. */
function places() {
  const folder = testFolder('drill');
  for (const path of [folder, dirname(folder)]) chmodSync(path, 0o711);
  const BACKUP_DIR = join(folder, 'backup');
  mkdirSync(BACKUP_DIR, { mode: 0o711 });
  return { DATA_DIR: join(folder, 'data'), BACKUP_DIR };
}

/** Asks GraphQL as an administrator of the demo, of the process that answers at `address`. */
async function administratorAt(address: string) {
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

/** A program as somebody at a terminal runs it. */
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

test.runIf(nightly)('wrong options are refused with one sentence', async () => {
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

test.runIf(nightly)('a running installation is backed up, loses an account, and has it again', { timeout: 300_000 }, async () => {
  const env = places();
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
  // The last segment of the log is archived within a minute; another backup closes it now.
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

  // The same installation with its files in a bucket: what is not copied is not said to be.
  const bucket = await s3Server();
  const elsewhere = {
    ...env,
    S3_BUCKET: bucket.config.bucket,
    S3_ENDPOINT: bucket.config.endpoint ?? '',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
  const withoutFiles = await run('backup', elsewhere);
  expect(withoutFiles.output).toMatch(
    /PostgreSQL 18\.\d+, no files[\s\S]*are in the bucket checkwell-files and in no backup of this program/,
  );
  expect((await run('restore', elsewhere)).output).toContain('0 of 0 files are in the bucket; none was brought back.');
});

test.runIf(nightly)('who was erased on request is erased again by a restore to before it', { timeout: 300_000 }, async () => {
  const env = { ...places(), DEMO: '1' };
  const first = startProcess(env);
  const ask = await administratorAt(await first.address());
  expect((await run('backup', env)).code).toBe(0);
  const listed = (await ask('{ employees(first: 100) { nodes { id } } }')) as { data: { employees: { nodes: { id: string }[] } } };
  let erasable: string | undefined;
  for (const { id } of listed.data.employees.nodes) {
    const preview = await ask('query ($id: ID!) { employeeErasure(id: $id) { runningChecks employeeStays } }', { id });
    if (!JSON.stringify(preview).includes('{"runningChecks":0,"employeeStays":false}')) continue;
    erasable = id;
    break;
  }
  expect(erasable).toBeDefined();
  const variables = { id: erasable };
  const moment = new Date().toISOString();
  const erased = await ask(
    'mutation ($id: ID!) { eraseEmployee(id: $id, reason: "Asked for it by letter.") { employeeStays } }',
    variables,
  );
  expect(erased).toMatchObject({ data: { eraseEmployee: { employeeStays: false } } });
  await expect.poll(() => existsSync(join(env.BACKUP_DIR, 'erasures.jsonl')), { timeout: 60_000 }).toBe(true);
  // Closes the segment of the log, so that it is archived.
  expect((await run('backup', env)).code).toBe(0);
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);

  const restored = await run('restore', env, '--to', moment);
  expect(restored).toMatchObject({ code: 0, errors: '' });
  expect(restored.output).toContain('1 employees who were erased on request after that moment were erased again.');
  const second = startProcess(env);
  const again = await administratorAt(await second.address());
  const answer = await again('query ($id: ID!) { employee(id: $id) { id } }', variables);
  expect(answer).toMatchObject({ errors: [{ extensions: { code: 'entity.notFound' } }] });
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
