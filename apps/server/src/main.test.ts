import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { PRODUCTION_ENV, TEST_SECRET } from './test/config.ts';
import { cloneDatabase } from './test/database.ts';
import { testFolder } from './test/folder.ts';
import { freePort } from './test/free-port.ts';
import { nightly } from './test/nightly.ts';
import { startProcess } from './test/servers/process.ts';
import { runAs } from './test/sql.ts';

const dataDir = testFolder('main');
const start = (env: Readonly<Record<string, string>>) => startProcess({ DATA_DIR: dataDir, ...env });

/** Simulates an installation with production packages only, without the stand-ins for vendors. */
const WITHOUT_STAND_INS = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, context, next) { if (name.startsWith('@checkwell/stand-ins')) throw new Error('no stand-ins'); return next(name, context); } });`)}`,
};

/** Expects a start to fail with exit code 1 and one line without a stack trace. @returns the line */
async function refusal(env: Record<string, string>): Promise<string> {
  const { ended, errors } = start(env);
  expect(await ended).toBe(1);
  expect(errors()).not.toMatch(/\n\s+at /);
  expect(errors().trim().split('\n')).toHaveLength(1);
  return errors().trim();
}

describe('node apps/server/src/main.ts', () => {
  test('starts, responds, and ends on SIGTERM', async () => {
    const server = start({ DATABASE_URL: await cloneDatabase(inject('templateDatabase')) });
    const address = await server.address();
    expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
    const readiness = async () => {
      const ready = await fetch(`${address}/readyz`);
      return { status: ready.status, body: await ready.json() };
    };
    // May take some time on a busy machine, because slow checks count as not ready.
    await expect.poll(readiness).toMatchObject({ status: 200, body: { status: 'ready' } });
    const schema = await fetch(`${address}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
    expect(await schema.json()).toEqual({ data: { __typename: 'Query' } });

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.errors()).toBe('');
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  test.runIf(nightly)('responds as not ready while the demo is generated', async () => {
    const port = await freePort();
    const database = await cloneDatabase(inject('templateDatabase'));
    const server = start({ PORT: String(port), DATABASE_URL: database, DEMO: '1' });
    await expect.poll(() => `${server.output()}${server.errors()}`, { timeout: 60_000 }).toMatch(/Demo data: 10 %/);
    const early = await fetch(`http://127.0.0.1:${port}/readyz`);
    expect({ status: early.status, body: await early.json() }).toMatchObject({ status: 503, body: { status: 'unavailable' } });
    server.child.kill('SIGKILL');
    expect(await server.ended).toBeNull();
  });

  test('reports a port that is in use before it connects to the database', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ PORT: String(port), DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' })).toBe(
      `Port ${port} is already in use: stop the other program, or set PORT to another number.`,
    );
    other.close();
  });

  test.runIf(nightly)('reports an address that is not of this machine', async () => {
    expect(await refusal({ HOST: '203.0.113.7', DATABASE_URL: await cloneDatabase(inject('templateDatabase')) })).toBe(
      'HOST is "203.0.113.7", which is no address of this machine.',
    );
  });

  test('reports a database that does not exist, or refuses the connection', async () => {
    const url = new URL(inject('serverUrl'));
    url.pathname = '/nothing_here';
    expect(await refusal({ DATABASE_URL: url.href })).toMatch(
      /^No connection to the database at .+ \(DATABASE_URL\): .*"nothing_here" does not exist\.$/,
    );
    // Other reasons are tested in migrate.test.ts.
    if (!nightly) return;
    url.password = 'wrong';
    expect(await refusal({ DATABASE_URL: url.href })).toMatch(
      /^No connection to the database at .+ \(DATABASE_URL\): password authentication failed.+\.$/,
    );
    expect(await refusal({ DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' })).toMatch(
      /^No connection to the database at 127\.0\.0\.1:9 \(DATABASE_URL\): .*ECONNREFUSED.*\.$/,
    );
  });

  test.runIf(nightly)('reports a full disk', async () => {
    const url = await cloneDatabase(inject('templateDatabase'));
    // PostgreSQL's error for a full disk, at the demo's first row.
    await runAs(
      url,
      `create function no_room() returns trigger language plpgsql as $$
       begin raise exception 'could not extend file "base/16384/2608": No space left on device' using errcode = '53100'; end $$;
       create trigger no_room before insert on companies execute function no_room()`,
    );
    expect(await refusal({ DATABASE_URL: url, DEMO: '1' })).toBe(
      'The disk of the database is full (could not extend file "base/16384/2608": No space left on device); make room there and start again.',
    );
  });

  test('reports all missing settings of production in one sentence', async () => {
    expect(
      await refusal({ NODE_ENV: 'production', PUBLIC_URL: 'https://checks.example.be', DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x' }),
    ).toBe(
      'In production SMTP_URL, MAIL_FROM, INVOICE_SELLER_NAME, INVOICE_SELLER_LEGAL_FORM, INVOICE_SELLER_NUMBER, INVOICE_SELLER_COURT, INVOICE_SELLER_ADDRESS, INVOICE_SELLER_IBAN, INVOICE_SELLER_BIC, INVOICE_SELLER_PHONE and INVOICE_SELLER_EMAIL must be set: secrets, mails, invoices and payments rest on what they say, and nothing of that is made up there (see .env.example).',
    );
  });

  test.runIf(nightly)('needs the stand-ins for vendors outside production', async () => {
    const { ended, errors } = start({
      ...WITHOUT_STAND_INS,
      DATABASE_URL: await cloneDatabase(inject('templateDatabase')),
      PORT: String(await freePort()),
    });
    expect(await ended).toBe(1);
    expect(errors()).toContain('no stand-ins');
  });

  test('starts in production without stand-ins: shows the seller, offers no One Shot Check, warns of missing features, and reports stopping after SIGTERM', async () => {
    const server = start({
      ...PRODUCTION_ENV,
      ...WITHOUT_STAND_INS,
      APP_SECRET: TEST_SECRET, // the passwords of the logins come from it, and every test file of the run uses these
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: await cloneDatabase(inject('templateDatabase')),
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_MS: '600000',
    });
    await expect.poll(() => `${server.output()}${server.errors()}`, { timeout: 60_000 }).toMatch(/Checkwell is ready/);
    const address = await server.address();
    expect(await (await fetch(`${address}/v1/api/seller`)).json()).toMatchObject({
      name: 'Controle Dienst',
      legalForm: 'BV',
      companyNumber: 'BE0440966354',
      court: 'Gand',
      address: 'Kouter 2, 9000 Gent',
      phoneNumber: '+3292234567',
      email: 'info@controle.example',
      logoPath: null,
      written: { fr: { identity: 'Controle Dienst SRL · Kouter 2, 9000 Gent · TVA BE 0440.966.354 · RPM Gand', phone: '+32 9 223 45 67' } },
    });
    expect(await (await fetch(`${address}/v1/api/one-shot-checks`)).json()).toEqual({ offered: false });
    const order = await fetch(`${address}/v1/api/one-shot-checks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'test-key-1' },
      body: '{}',
    });
    expect({ status: order.status, body: await order.json() }).toMatchObject({
      status: 403,
      body: { error: { code: 'payment.notOffered' } },
    });
    const warnings = server
      .output()
      .split('\n')
      .filter((text) => text.startsWith('{'))
      .map((text) => (JSON.parse(text) as { msg: string }).msg);
    for (const subject of [
      /One Shot Checks are not offered/,
      /Microsoft is not offered/,
      /Feature flags/,
      /second step|password alone/,
      /virus/,
    ])
      expect(warnings.filter((warning) => subject.test(warning))).toHaveLength(1);
    expect(warnings.some((warning) => /made.up|No mail leaves/.test(warning))).toBe(false);

    server.child.kill('SIGTERM');
    const readiness = async () => (await fetch(`${address}/readyz`)).json();
    await expect.poll(readiness).toMatchObject({ status: 'stopping' });
    // New connections are still accepted during the delay; each response closes its connection, so that this one is new.
    expect((await fetch(`${address}/v1/api/seller`)).status).toBe(200);
    server.child.kill('SIGKILL');
    expect(await server.ended).toBeNull();
  });

  test.runIf(nightly)('reports a wrong value', async () => {
    expect(await refusal({ PORT: 'http' })).toBe('PORT must be a whole number from 0 to 65535; it is "http".');
  });

  test.runIf(nightly)('reports a data folder that cannot be written', async () => {
    writeFileSync(join(dataDir, 'a-file'), '');
    expect(await refusal({ DATA_DIR: join(dataDir, 'a-file', 'below'), DATABASE_URL: '' })).toMatch(
      /^The folder .*a-file\/below cannot be made/,
    );
    expect(await refusal({ DATA_DIR: '/proc/nope/data', DATABASE_URL: '' })).toMatch(/^The folder \/proc\/nope\/data cannot be made/);
    expect(await refusal({ DATA_DIR: '/proc/nope/data', DATABASE_URL: '', APP_SECRET: '' })).toMatch(
      /^The secrets of this installation cannot be kept in \/proc\/nope\/data\/secrets/,
    );
  });
});
