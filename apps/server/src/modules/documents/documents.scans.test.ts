import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_PAGE_PATH, type EmployeePage } from '@checkwell/domain/employee-page/contract';
import { expect, test } from 'vitest';
import { certificateInput } from '../../test/certificates.ts';
import { resultOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { emptyPage, pdfFile, pdfStream } from '../../test/documents/pdf-files.ts';
import { pdf } from '../../test/files.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { clamdFake, EICAR, EICAR_NAME } from '../../test/servers/clamd.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** The product with a scanner of malware (docs/decisions/0099). */
const scanner = await clamdFake();
const database = await testDatabase();
const { owner } = database;
const app = await serverApp(database, { config: { clamd: scanner.config, sms: { gateway: 'stand-in' } } });
const { documents, checks, outbox } = app.services;
const admin = await app.signedIn();
const headers = {
  authorization: `Bearer ${admin.browser.token}`,
  cookie: [...admin.browser.cookies].map((pair) => pair.join('=')).join('; '),
  'content-type': 'application/pdf',
};
const infected = pdfFile({ ...emptyPage(), 4: pdfStream('', EICAR) });

const upload = (payload: Buffer) =>
  app.http.inject({ method: 'POST', url: `/v1/api/companies/${admin.companyId}/documents?fileName=a.pdf`, headers, payload });
const open = async (url: string) => {
  const { statusCode, body, rawPayload } = await app.http.inject({ url, headers });
  return { status: statusCode, code: statusCode === 200 ? '' : (JSON.parse(body).error.code as string), bytes: rawPayload };
};
const stored = () => {
  const folder = join(app.config.dataDir, 'files');
  return existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length : 0;
};
/** A figure that cannot be had within a second is NaN: ask with `expect.poll` for what is read elsewhere. */
const figure = async (name: string) =>
  Number(new RegExp(`^checkwell_${name} (\\S+)$`, 'm').exec((await app.http.inject({ url: '/metrics' })).body)?.[1]);
const readings = () => owner("select 1 from access_log where action = 'document.read'");

test('a clean file is there at once; one with malware is refused, and nothing of it is kept', async () => {
  const { url } = (await upload(pdf())).json<{ url: string }>();
  expect((await open(url)).status).toBe(200);
  const before = stored();
  const refused = await upload(infected);
  expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'document.infected']);
  expect([stored(), (await owner('select scan from documents where "companyId" = $1', [admin.companyId])).length]).toEqual([before, 1]);
  expect(await figure('malware_scans_total{outcome="infected"}')).toBe(1);
});

test('while the scanner gives no verdict, an upload waits, nobody reads it, nothing is held; then it is read, or never', async () => {
  scanner.always('silent');
  const sending = [upload(pdf({ title: 'clean' })), upload(infected)];
  await expect.poll(scanner.connections).toBe(2);
  // The documents themselves are in memory, and counted; their requests hold neither a slot nor a connection of the database.
  expect(await figure('requests_in_flight')).toBe(2);
  expect(await owner("select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'")).toEqual(
    [],
  );
  scanner.always('gone');
  scanner.cut();
  const [clean = '', bad = ''] = (await Promise.all(sending)).map((answer) => answer.json<{ url: string }>().url);
  const seen = await readings();
  for (const url of [clean, bad]) expect(await open(url)).toMatchObject({ status: 409, code: 'document.beingChecked' });
  expect(await readings()).toEqual(seen);
  await expect.poll(() => figure('documents_waiting_for_scan')).toBe(2);
  await expect.poll(() => figure('malware_scanner_answers')).toBe(0);
  const ready = async () => {
    const answer = await app.http.inject({ url: '/readyz' });
    return [answer.statusCode, answer.json().checks.scanner];
  };
  await expect.poll(ready).toEqual([200, 'failed']);
  // Still away.
  await expect(documents.scanWaiting()).rejects.toThrow(/^0 documents scanned, and 2 without a verdict/);

  scanner.always(null);
  // Two processes at once.
  expect((await Promise.all([documents.scanWaiting(), documents.scanWaiting()])).some((count) => count === 2)).toBe(true);
  expect((await open(clean)).status).toBe(200);
  expect(await open(bad)).toMatchObject({ status: 422, code: 'document.infected' });
  await expect.poll(() => figure('documents_waiting_for_scan')).toBe(0);
  expect(await owner("select malware from documents where scan = 'Infected'")).toEqual([{ malware: EICAR_NAME }]);
  expect(await owner('select recipient, template from mails')).toEqual([{ recipient: admin.email, template: 'infectedDocument' }]);
  // What stays in the store stays closed.
  expect(await documents.scanWaiting()).toBe(0);
});

test('one file without a verdict holds no other up, and files from before there was a scanner are scanned too', async () => {
  await owner("update documents set scan = 'Unscanned' where scan = 'Clean'");
  scanner.always('odd');
  await upload(pdf({ title: 'odd' }));
  await owner(`update documents set "storageKey" = 'gone' where scan = 'Waiting'`);
  scanner.always(null);
  await expect(documents.scanWaiting()).rejects.toThrow(/^2 documents scanned, and 1 without a verdict/);
  expect(
    await owner('select scan, count(*)::integer as n from documents where "companyId" = $1 group by scan order by scan', [admin.companyId]),
  ).toEqual([
    { scan: 'Clean', n: 2 },
    { scan: 'Infected', n: 1 },
    { scan: 'Waiting', n: 1 },
  ]);
});

test('what an employee sent is refused at once, or they read on their page afterwards that malware was found in it', async () => {
  await owner('delete from documents where scan = $1', ['Waiting']);
  app.clock.set('2026-03-02T09:00:00+01:00');
  const fixtures = await createFixtures(database.db, app.clock);
  const { planner, adminA } = fixtures.actors;
  const check = await insertCheck(database.db, fixtures, app.clock, { status: 'Planning', checkLocation: 'Office' });
  const appointmentStart = instantAt(addDays(app.clock.today(), 1), '10:00');
  await checks.schedule(planner, check.id, 1, { doctorId: fixtures.doctors.brussels, appointmentStart, appointmentMinutes: 20 });
  await outbox.drain();
  const [told] = await owner<{ text: string }>('select text from text_messages');
  const page = `${EMPLOYEE_PAGE_PATH}/${/\/w\/([\w-]{22})(?=\s)/.exec(told?.text ?? '')?.[1]}`;
  const send = () =>
    app.http.inject({
      method: 'POST',
      url: `${page}/certificates?fileName=a.pdf&startDate=2026-03-02&endDate=2026-03-06`,
      headers: { 'content-type': 'application/pdf' },
      payload: infected,
    });
  const refused = await send();
  expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'document.infected']);

  scanner.always('gone');
  expect((await send()).json<EmployeePage>().certificates.sent).toMatchObject([{ state: 'Waiting' }]);
  scanner.always(null);
  await documents.scanWaiting();
  const { certificates } = (await app.http.inject({ url: page })).json<EmployeePage>();
  expect(certificates).toMatchObject({ sending: 'Open', sent: [{ state: 'Infected' }] });
  const [sent] = (await checks.findSentCertificates(adminA, [check])).get(check.id) ?? [];
  expect(sent).toMatchObject({ state: 'Infected' });
  await expect(documents.open(adminA, check.companyId, sent?.documentId ?? '')).rejects.toMatchObject({ code: 'document.infected' });
  // It becomes no certificate.
  const certificate = certificateInput(fixtures, { startDate: '2026-03-02', endDate: '2026-03-06', documentId: sent?.documentId });
  await expect(app.services.certificates.create(adminA, check.companyId, certificate)).rejects.toMatchObject({
    issues: [{ path: 'documentId', message: 'documentInfected' }],
  });
});

inBothOrders('a verdict about a receipt that its employee replaces', database, async (race) => {
  await owner('delete from checks');
  await owner('delete from documents');
  await owner('delete from auth.throttles');
  app.clock.set('2026-03-02T09:00:00+01:00');
  const fixtures = await createFixtures(database.db, app.clock);
  const { planner } = fixtures.actors;
  const check = await insertCheck(database.db, fixtures, app.clock, { status: 'Planning', checkLocation: 'Office' });
  const appointmentStart = instantAt(addDays(app.clock.today(), 1), '10:00');
  const { version } = await checks.schedule(planner, check.id, 1, {
    doctorId: fixtures.doctors.brussels,
    appointmentStart,
    appointmentMinutes: 20,
  });
  await outbox.drain();
  const [told] = await owner<{ text: string }>('select text from text_messages order by "createdAt" desc, id desc limit 1');
  const page = `${EMPLOYEE_PAGE_PATH}/${/\/w\/([\w-]{22})(?=\s)/.exec(told?.text ?? '')?.[1]}`;
  app.clock.set(appointmentStart.toISOString());
  await checks.recordResult(
    planner,
    check.id,
    version,
    resultOf(app.clock, { examinedFrom: app.clock.now(), examinedTo: app.clock.now() }),
  );
  const train = { version: 0, means: 'PublicTransport', km: null, amountCents: 5_20, reason: '', payment: 'Wages', iban: '' };
  expect((await app.http.inject({ method: 'POST', url: `${page}/travel`, payload: train })).statusCode).toBe(200);
  const receipt = (payload: Buffer) =>
    app.http.inject({
      method: 'POST',
      url: `${page}/travel/receipt?fileName=a.pdf`,
      headers: { 'content-type': 'application/pdf' },
      payload,
    });
  scanner.always('gone');
  expect((await receipt(infected)).statusCode).toBe(200);
  scanner.always(null);
  const [replaced] = await owner<{ id: string }>(`select id from documents where kind = 'receipt'`);
  const ends = await race(
    { sql: 'select from documents where id = $1 for update', values: [replaced?.id] },
    () => documents.scanWaiting(),
    () => receipt(pdf({ title: 'ticket' })),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  // The verdict is about the file that is gone, and never about the one in its place.
  const left = await owner<{ id: string; scan: string }>(`select id, scan from documents where kind = 'receipt'`);
  expect(left).toEqual([{ id: expect.not.stringMatching(replaced?.id ?? ''), scan: 'Clean' }]);
  const { travel } = (await app.http.inject({ url: page })).json<EmployeePage>();
  expect(travel?.claim).toMatchObject({ hasReceipt: true, receiptInfected: false });
});
