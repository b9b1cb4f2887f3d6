import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { jobsOf } from '../../jobs.ts';
import { DEMO_PASSWORD } from '../../seed/accounts.ts';
import { certificatePdf } from '../../seed/certificate-pdf.ts';
import { certificateFixture } from '../certificates.ts';
import { orderOf } from '../checks.ts';
import { cleanUp } from '../cleanup.ts';
import { testClock } from '../clock.ts';
import { PRODUCTION_ENV, TEST_SECRET } from '../config.ts';
import { cloneDatabase, testDatabase } from '../database.ts';
import { createFixtures, insertCheck } from '../fixtures.ts';
import { testFolder } from '../folder.ts';
import { nightly } from '../nightly.ts';
import { clamdFake } from '../servers/clamd.ts';
import { makeUser, PASSWORD } from '../servers/identity-app.ts';
import { otlpFake } from '../servers/otlp.ts';
import { startProcess } from '../servers/process.ts';
import { serverApp } from '../servers/server-app.ts';
import { LOGIN, smscFake } from '../servers/smsc.ts';
import { smtpFake } from '../servers/smtp.ts';

/** security.md, P5: the product connects only to the services that its configuration names. */
const PATIENCE = { timeout: 90_000 };
const folder = testFolder('outbound');
const RECORD = fileURLToPath(new URL('record.ts', import.meta.url));
const ALL_CONNECTIONS = fileURLToPath(new URL('all-connections.ts', import.meta.url));

const CERTIFICATE = {
  firstName: 'Jan',
  lastName: 'Peeters',
  address: 'Nieuwstraat 5, 1000 Brussel',
  language: 'NL',
  incapacity: 'Illness',
  isProlongation: false,
  authorizedExit: true,
  doctorName: 'Dr. Koen Claessens',
} as const;

/** Variables with which a process, its threads and its child processes record each address that they connect to. */
function recorded(name: string) {
  const file = join(folder, name);
  writeFileSync(file, '');
  return {
    env: { OUTBOUND_RECORD: file, NODE_OPTIONS: `--require="${RECORD}"` },
    /** Each address once. */
    places: () => [...new Set(readFileSync(file, 'utf8').split('\n'))].filter((line) => line !== '').toSorted(),
  };
}

/** An address of the configuration as record.ts writes it. */
const placeOf = (address: string) => `tcp ${new URL(address).hostname}:${new URL(address).port}`;
/** Addresses that are not configured. */
const unconfigured = (places: readonly string[], configured: readonly string[]) => places.filter((place) => !configured.includes(place));

/** Signs in. @returns functions that send requests of this account, and fail the test when one is refused */
async function signedIn(origin: string, email: string, password: string) {
  const signIn = await fetch(`${origin}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(signIn.status, await signIn.clone().text()).toBe(200);
  const cookies = signIn.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const token = cookies.find((pair) => pair.startsWith('__Host-accessToken='))?.split('=')[1] ?? '';
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie: cookies.join('; '), ...init.headers };
    const answer = await fetch(origin + path, { ...init, headers });
    expect(answer.ok, `${path}: ${answer.status} ${answer.ok ? '' : await answer.clone().text()}`).toBe(true);
    return answer;
  };
  return {
    ask,
    async graphql(query: string, variables: object) {
      const answer = (await (await ask('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }) })).json()) as {
        readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
        readonly errors?: unknown;
      };
      expect(answer.errors).toBeUndefined();
      return answer.data;
    },
  };
}

test.runIf(nightly)(
  'an installation for production connects only to configured services, in its jobs and for its requests',
  { timeout: 240_000 },
  async () => {
    const database = await testDatabase();
    // The process uses the real time.
    const clock = testClock(new Date().toISOString());
    const { services } = await serverApp(database, { clock });
    const fixtures = await createFixtures(database.db, clock);
    const report = await insertCheck(database.db, fixtures, clock, {
      companyId: fixtures.a.id,
      status: 'Archived',
      archivedAt: clock.now(),
      checkOccurence: 'Yes',
      doctorId: fixtures.doctors.brussels,
      examinedFrom: clock.now(),
      examinedTo: clock.now(),
    });
    const { email } = await makeUser(database, services.identity, { companyId: fixtures.a.id });
    const [smtp, smsc, clamd, collector] = [await smtpFake(), await smscFake(), await clamdFake(), await otlpFake()];
    const record = recorded('production');
    const databaseUrl = database.config.databaseUrl ?? '';
    const configured = {
      database: placeOf(databaseUrl),
      mails: placeOf(smtp.url),
      messages: `tcp 127.0.0.1:${smsc.port}`,
      scanner: `tcp 127.0.0.1:${clamd.config.port}`,
      traces: placeOf(collector.endpoint),
    };
    const server = startProcess({
      ...PRODUCTION_ENV,
      ...record.env,
      APP_SECRET: TEST_SECRET, // the passwords of the logins come from it, and every test file of the run uses these
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      SMTP_URL: smtp.url,
      SMPP_URL: `smpp://127.0.0.1:${smsc.port}`,
      SMPP_SYSTEM_ID: LOGIN.systemId,
      SMPP_PASSWORD: LOGIN.password,
      SMPP_FROM: 'Checkwell',
      CLAMD_URL: `tcp://127.0.0.1:${clamd.config.port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL(collector.endpoint).origin,
      BACKUP_DIR: testFolder('outbound-backup'),
    });
    const { port } = new URL(await server.address());
    const origin = `http://127.0.0.1:${port}`;

    const forgotten = await fetch(`${origin}/auth/password/forgot`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
    expect(forgotten.ok).toBe(true);
    const { ask, graphql } = await signedIn(origin, email, PASSWORD);
    const read = async (fileName: string, bytes: Uint8Array<ArrayBuffer>) => {
      const upload = await ask(`/v1/api/companies/${fixtures.a.id}/documents?fileName=${fileName}`, {
        method: 'POST',
        headers: { 'content-type': fileName.endsWith('.pdf') ? 'application/pdf' : 'image/png' },
        body: bytes,
      });
      const { id: documentId } = (await upload.json()) as { id: string };
      const { readCertificate } = await graphql(
        'query ($companyId: ID!, $documentId: ID!) { readCertificate(companyId: $companyId, documentId: $documentId) { read } }',
        { companyId: fixtures.a.id, documentId },
      );
      return { documentId, readCertificate };
    };
    // A picture is read by tesseract.js, which by default downloads its language data. The certificate in this picture is too old to be proposed.
    await read('typed-nl.png', new Uint8Array(certificateFixture('typed-nl.png')));
    expect(readdirSync(folder, { recursive: true }).join('\n')).toContain('nld.traineddata.gz');
    const today = clock.today();
    const { documentId, readCertificate } = await read(
      'certificate.pdf',
      new Uint8Array(certificatePdf({ ...CERTIFICATE, startDate: today, endDate: addDays(today, 4), signedOn: today })),
    );
    expect(readCertificate).toEqual({ read: true });
    await graphql('mutation ($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id } }', {
      input: orderOf(fixtures.a, clock, { documentId, superiorId: fixtures.a.superiors[0] }),
      key: 'order-with-a-certificate',
    });
    for (const path of [`/v1/api/checks/${report.id}/report.pdf?language=nl`, '/v1/api/exports/dashboard.pdf?period=week&language=nl'])
      expect(
        Buffer.from(await (await ask(path)).arrayBuffer())
          .subarray(0, 5)
          .toString(),
        path,
      ).toBe('%PDF-');
    await ask('/ofrep/v1/evaluate/flags', { method: 'POST', body: '{"context":{}}' });
    await database.db.system('test', (tx) =>
      services.sms.enqueue(tx, {
        companyId: null,
        to: '+32470123456',
        language: 'nl',
        template: { name: 'note', write: (text: string) => text },
        params: 'Hallo',
        urgency: 'atOnce',
      }),
    );
    await expect.poll(() => smtp.received.length, PATIENCE).toBeGreaterThan(0);
    await expect.poll(() => smsc.taken.length, PATIENCE).toBeGreaterThan(0);
    const metrics = async () => (await fetch(`${origin}/metrics`)).text();
    const jobs = jobsOf(services).map(({ name }) => name);
    for (const name of jobs)
      await expect.poll(metrics, PATIENCE).toMatch(new RegExp(`^checkwell_job_last_run_seconds\\{job="${name}"\\}`, 'm'));
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    const places = record.places();
    expect(unconfigured(places, Object.values(configured))).toEqual([]);
    // Each of them was connected to: otherwise the record would prove nothing.
    for (const [who, place] of Object.entries(configured)) {
      expect(places, who).toContain(place);
      expect(
        unconfigured(
          places,
          Object.values(configured).filter((other) => other !== place),
        ),
        `without ${who}`,
      ).toEqual([place]);
    }
  },
);

test.runIf(nightly)('the demo with its stand-ins connects only to the database and to this machine', { timeout: 240_000 }, async () => {
  const record = recorded('demo');
  const databaseUrl = await cloneDatabase();
  const env = { NODE_ENV: 'development', DEMO: '1', DEMO_CHECKS: '1000', DATA_DIR: join(folder, 'demo-data'), DATABASE_URL: databaseUrl };
  const server = startProcess({ ...record.env, ...env });
  const { port } = new URL(await server.address());
  const { ask, graphql } = await signedIn(`http://127.0.0.1:${port}`, 'admin@demo.checkwell.example', DEMO_PASSWORD);
  await graphql('{ dashboard { figures { metric value } } }', {});
  await ask('/v1/api/exports/dashboard.pdf?period=week&language=nl');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  const places = record.places();
  expect(places).toContain(placeOf(databaseUrl));
  expect(places.filter((place) => !/^(tcp (127\.0\.0\.1|localhost):\d+|name localhost)$/.test(place))).toEqual([]);
});

test('the record contains connections of every kind that a module could open', async () => {
  const record = recorded('all-connections');
  const child = spawn(process.execPath, [ALL_CONNECTIONS], { env: { PATH: process.env.PATH, ...record.env } });
  cleanUp(() => void child.kill('SIGKILL'));
  await expect
    .poll(() => unconfigured(record.places(), []), PATIENCE)
    .toEqual([
      'name fetch.invalid',
      'name lookup.invalid',
      'name resolve.invalid',
      'socket /nowhere/at-all.sock',
      'tcp 192.0.2.1:9',
      'tcp 192.0.2.2:443',
      'tcp 192.0.2.3:8080',
      'tcp 192.0.2.5:443',
      'tcp 192.0.2.6:9',
      'tcp 192.0.2.7:9',
      'tcp fetch.invalid:80',
      'udp 192.0.2.4:53',
    ]);
});
