import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ROOT_DIR } from './config/root-dir.ts';
import { PRODUCTION_ENV, TEST_SECRET } from './test/config.ts';
import { cloneDatabase } from './test/database.ts';
import { testFolder } from './test/folder.ts';
import { nightly } from './test/nightly.ts';
import { runAs } from './test/sql.ts';

const folder = testFolder('import-users');
const databaseUrl = await cloneDatabase(inject('templateDatabase'));

/** Runs the command. */
async function importUsers(...typed: readonly string[]) {
  const child = spawn('npm', ['run', '--silent', 'import:users', '--', ...typed], {
    cwd: ROOT_DIR,
    env: {
      ...process.env,
      ...PRODUCTION_ENV,
      APP_SECRET: TEST_SECRET,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, 'data'),
      NODE_COMPILE_CACHE: join(inject('folder'), 'compile-cache'),
    },
  });
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, output, errors };
}

function fileOf(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, `${['firstName,lastName,email,phoneNumber,accesType,languages,companyNumber', ...lines].join('\r\n')}\r\n`);
  return path;
}

test.runIf(nightly)('npm run import:users imports a file, reports it, and the users have to reset their password', async () => {
  await runAs(
    databaseUrl,
    `insert into companies (id, name, "companyNumber", "companyAddress", "staffCount", "checkPrice")
     values (gen_random_uuid(), 'Acme', 'BE0440966354', 'Wetstraat 1, 1000 Brussel', 80, 9900)`,
  );
  const file = fileOf(
    'users.csv',
    'Zoë,Peeters,zoe@users.example.be,0470 12 34 56,admin,nl fr,BE0440966354',
    'Jan,Maes,jan@users.example.be,0470 12 34 57,basic,fr,BE0440966354',
  );
  expect(await importUsers(file)).toEqual({ code: 0, output: `${file}: 2 added, 0 there already.\n`, errors: '' });
  expect((await importUsers(file)).output).toBe(`${file}: 0 added, 2 there already.\n`);
  const accounts = await runAs(databaseUrl, `select email, "passwordResetRequired" as "mustReset" from auth.users order by email`);
  expect(accounts).toEqual(['jan', 'zoe'].map((name) => ({ email: `${name}@users.example.be`, mustReset: true })));
});

test.runIf(nightly)('npm run import:users reports errors by line, without a stack trace, and exits with code 1', async () => {
  const faulty = fileOf(
    'faulty.csv',
    'An,Maes,an@users.example.be,0470 12 34 58,basic,nl,BE0999999922',
    'An,Maes,nowhere,0470 12 34 58,basic,nl,',
  );
  const refused = await importUsers(faulty);
  expect(refused).toMatchObject({ code: 1, output: '' });
  const [heading, ...lines] = refused.errors.trimEnd().split('\n');
  expect(heading).toBe(`Nothing was imported from ${faulty}:`);
  expect(lines).toEqual([expect.stringMatching(/^ {2}line 3: email: ./), expect.stringMatching(/^ {2}line 3: companyNumber: ./)]);
  expect(await runAs(databaseUrl, `select from auth.users where email = 'an@users.example.be'`)).toEqual([]);

  const nowhere = join(folder, 'nowhere.csv');
  const missing = await importUsers(nowhere);
  expect(missing).toMatchObject({ code: 1, output: '' });
  expect(missing.errors).toMatch(new RegExp(`^${nowhere} cannot be read: .*ENOENT.*\\n$`));
  expect(await importUsers()).toEqual({ code: 1, output: '', errors: 'Usage: npm run import:users -- users.csv\n' });
});
