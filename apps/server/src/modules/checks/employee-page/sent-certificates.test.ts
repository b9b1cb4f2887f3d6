import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { SENT_CERTIFICATES } from '@checkwell/domain/employee-page/certificate';
import { EMPLOYEE_LINK_DAYS, EMPLOYEE_PAGE_PATH, type EmployeePage } from '@checkwell/domain/employee-page/contract';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, it } from 'vitest';
import { certificateInput } from '../../../test/certificates.ts';
import { codeOf, resultOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { jpeg, pdf } from '../../../test/files.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock } = app;
const MONDAY = '2026-03-02T09:00:00+01:00';
clock.set(MONDAY);
const { checks, certificates, documents, notifications, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, adminB, basicA, doctor } = fixtures.actors;

let seen = 0;
/** An employee who was notified of an appointment at the doctor's, tomorrow at 10. */
async function invited(values: Parameters<typeof insertCheck>[3] = {}, time = '10:00') {
  const check = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', workerLanguage: 'DE', ...values });
  const appointmentStart = instantAt(addDays(clock.today(), 1), time);
  const wish = { doctorId: fixtures.doctors.brussels, appointmentStart, appointmentMinutes: 20 };
  const { version } = await checks.schedule(planner, check.id, 1, wish);
  await outbox.drain();
  const sent = await owner<{ text: string }>('select text from text_messages order by "createdAt", id offset $1', [seen]);
  seen += sent.length;
  await owner('delete from mails');
  return { id: check.id, companyId: check.companyId, version, token: /\/w\/([\w-]{22})(?=\s)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '' };
}

const PERIOD = { startDate: '2026-03-02', endDate: '2026-03-06' };
const PHOTO = jpeg({ exifText: 'canary-place' });
interface File {
  readonly bytes?: Buffer;
  readonly fileName?: string;
  readonly type?: string;
}
async function send(token: string, { bytes = PHOTO, fileName = 'IMG_1.jpg', type = 'image/jpeg' }: File = {}, period: object = PERIOD) {
  const query = new URLSearchParams({ fileName, ...PERIOD, ...period });
  const answer = await app.http.inject({
    method: 'POST',
    url: `${EMPLOYEE_PAGE_PATH}/${token}/certificates?${query}`,
    headers: { 'content-type': type },
    payload: bytes,
  });
  const body = answer.json();
  return { status: answer.statusCode, code: body?.error?.code as string | undefined, body: body as EmployeePage };
}
const page = async (token: string) => (await app.http.inject({ url: `${EMPLOYEE_PAGE_PATH}/${token}` })).json() as EmployeePage;
/** Another file each time. */
const another = (index: number): File => ({ bytes: pdf({ title: `page ${index}` }), fileName: 'attest.pdf', type: 'application/pdf' });

const readBy = async (actor: Actor, { id, companyId }: { readonly id: string; readonly companyId: string }) =>
  (await checks.findSentCertificates(actor, [{ companyId, id }])).get(id) ?? [];
const kept = () => owner<{ checkId: string; documentId: string | null }>('select "checkId", "documentId" from sent_certificates');
const register = () => owner(`select 1 from certificates where "documentId" in (select id from documents where kind = 'sent')`);
const files = () => owner<{ id: string }>(`select id from documents where kind = 'sent'`);
const stored = () => {
  const folder = join(app.config.dataDir, 'files');
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return found.filter((entry) => entry.isFile()).length;
};
/** What HR saves when it registers it. */
const certificate = (documentId: string | null) => certificateInput(fixtures, { ...PERIOD, documentId });

beforeEach(async () => {
  clock.set(MONDAY);
  await owner('delete from auth.throttles');
  await owner('delete from checks');
  await owner(`delete from certificates where "documentId" in (select id from documents where kind = 'sent')`);
  await owner(`delete from documents where kind = 'sent'`);
  await owner('delete from outbox');
  await owner('delete from text_messages');
  await owner('delete from mails');
  seen = 0;
});

describe('a certificate that an employee sends', () => {
  it('waits for HR, without the place where the photograph was taken, and is no certificate of the register', async () => {
    const scenario = await invited();
    const { status, body } = await send(scenario.token);
    expect(status).toBe(200);
    expect(body.certificates).toEqual({ sending: 'Open', sent: [{ ...PERIOD, sentAt: clock.now().toISOString(), state: 'Waiting' }] });
    const [sent] = await readBy(adminA, scenario);
    expect(sent).toMatchObject({ ...PERIOD, state: 'Waiting', certificateId: null });
    const { document, bytes } = await documents.open(adminA, scenario.companyId, sent?.documentId ?? '');
    expect(document).toMatchObject({ fileName: 'IMG_1.jpg', mediaType: 'image/jpeg' });
    expect(bytes.toString('latin1')).not.toContain('canary-place');
    expect(await register()).toEqual([]);
    expect((await checks.get(adminA, scenario.id)).version).toBe(scenario.version);
  });

  it('is told to the administrators where nobody who ordered, and no superior, can look at it', async () => {
    const scenario = await invited({ orderedByProfileId: null, superiorId: null });
    await send(scenario.token);
    await app.services.outbox.drain();
    const told = await owner<{ recipient: string }>(`select recipient from mails where template = 'sentCertificate'`);
    expect(told.map(({ recipient }) => recipient)).toContain(fixtures.actors.adminA.email);
  });

  it('is read by the employer alone, a basic user for their own team: neither by planner, doctor, nor another company', async () => {
    const theirs = await invited({ superiorId: fixtures.a.superiors[0] });
    const others = await invited({ superiorId: fixtures.a.superiors[1] }, '11:00');
    await send(theirs.token);
    await send(others.token);
    const [own] = await readBy(adminA, theirs);
    const [other] = await readBy(adminA, others);
    for (const actor of [planner, doctor, adminB]) {
      expect(await readBy(actor, theirs)).toEqual([]);
      expect(await codeOf(documents.open(actor, theirs.companyId, own?.documentId ?? ''))).toBe('entity.notFound');
      expect((await documents.findMany(actor, [own?.documentId ?? ''])).size).toBe(0);
      expect(
        await db.as(actor, (tx) => tx.selectFrom('documents').where('kind', '=', 'sent').selectAll().execute(), { readonly: true }),
      ).toEqual([]);
    }
    expect(await readBy(basicA, theirs)).toHaveLength(1);
    expect(await codeOf(documents.open(basicA, theirs.companyId, own?.documentId ?? ''))).toBe('no error');
    expect(await readBy(basicA, others)).toEqual([]);
    expect(await codeOf(documents.open(basicA, others.companyId, other?.documentId ?? ''))).toBe('entity.notFound');
    const wish = certificate(other?.documentId ?? '');
    expect(await codeOf(certificates.create(basicA, others.companyId, wish))).toBe('request.invalid');
    expect(await codeOf(checks.putAsideSentCertificate(basicA, (await ids(others.id))[0] ?? '', { reason: 'Known' }))).toBe(
      'entity.notFound',
    );
  });
  const ids = async (checkId: string) =>
    (await owner<{ id: string }>('select id from sent_certificates where "checkId" = $1', [checkId])).map(({ id }) => id);

  it('is told to HR by mail, which names neither what was sent nor whom, unless they do not want it', async () => {
    // A superior who cannot sign in would have nothing to look at.
    const superiorId = fixtures.a.superiors[1];
    const memberships = await owner<{ profileId: string }>(
      'update company_users set "superiorId" = null where "superiorId" = $1 returning "profileId"',
      [superiorId],
    );
    const scenario = await invited({
      orderedByProfileId: 'profileId' in adminA ? adminA.profileId : null,
      superiorId,
    });
    const toAdmin = () =>
      owner(`select * from mails where template = 'sentCertificate' and recipient = $1`, ['email' in adminA ? adminA.email : '']);
    await send(scenario.token);
    await outbox.drain();
    const [mail] = await toAdmin();
    expect(mail).toBeDefined();
    expect(await owner(`select 1 from mails where template = 'sentCertificate'`)).toHaveLength(1);
    for (const { profileId } of memberships)
      await owner('update company_users set "superiorId" = $1 where "profileId" = $2', [superiorId, profileId]);
    expect(JSON.stringify(mail)).toContain(`/checks/${scenario.id}`);
    const [worker] = await owner<{ workerFullName: string }>('select "workerFullName" from checks where id = $1', [scenario.id]);
    expect(JSON.stringify(mail)).not.toContain(worker?.workerFullName);
    await owner('delete from mails');
    await notifications.choose(adminA, scenario.companyId, { kind: 'CertificateSent', delivery: 'InApp' });
    await send(scenario.token, another(1));
    await outbox.drain();
    expect(await toAdmin()).toEqual([]);
    await notifications.choose(adminA, scenario.companyId, { kind: 'CertificateSent', delivery: 'AtOnce' });
  });

  it('is logged: who sent, read, registered and put aside', async () => {
    const scenario = await invited();
    await send(scenario.token);
    await send(scenario.token, another(1));
    const [one, two] = await readBy(adminA, scenario);
    await documents.open(adminA, scenario.companyId, one?.documentId ?? '');
    await certificates.create(adminA, scenario.companyId, certificate(one?.documentId ?? ''));
    await checks.putAsideSentCertificate(adminA, two?.id ?? '', { reason: 'OtherDocument' });
    const log = await owner<{ action: string; actorRole: string; reason: string | null }>(
      `select action, "actorRole", reason from access_log where action like 'sentCertificate%' or action = 'document.read' order by at, id`,
    );
    expect(log.slice(-5)).toEqual([
      { action: 'sentCertificate.send', actorRole: 'system', reason: null },
      { action: 'sentCertificate.send', actorRole: 'system', reason: null },
      { action: 'document.read', actorRole: 'employerAdmin', reason: null },
      { action: 'sentCertificate.register', actorRole: 'employerAdmin', reason: null },
      { action: 'sentCertificate.putAside', actorRole: 'employerAdmin', reason: 'OtherDocument' },
    ]);
  });

  it('counts once however often it is sent; the days that are said last count, as long as it waits', async () => {
    const scenario = await invited();
    await send(scenario.token);
    const before = stored();
    const again = await send(scenario.token, {}, { endDate: '2026-03-09' });
    expect(again.body.certificates.sent).toEqual([expect.objectContaining({ endDate: '2026-03-09', state: 'Waiting' })]);
    expect(stored()).toBe(before);
    const [sent] = await readBy(adminA, scenario);
    await certificates.create(adminA, scenario.companyId, certificate(sent?.documentId ?? ''));
    const late = await send(scenario.token);
    expect(late.body.certificates.sent).toEqual([expect.objectContaining({ endDate: '2026-03-09', state: 'Registered' })]);
    expect(await kept()).toHaveLength(1);
  });

  it('is one of few of a check, and of few attempts', async () => {
    const { token } = await invited();
    for (let index = 0; index < SENT_CERTIFICATES.max; index += 1) expect((await send(token, another(index))).status).toBe(200);
    const full = await send(token, another(99));
    expect(full).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect((await page(token)).certificates.sending).toBe('Full');
    // What was sent last comes once more because its answer was lost.
    expect((await send(token, another(SENT_CERTIFICATES.max - 1))).status).toBe(200);
    const codes = new Set<string | undefined>();
    for (let index = 0; index < 12; index += 1) codes.add((await send(token, { bytes: Buffer.from('no file') })).code);
    expect([...codes]).toEqual(['document.typeRefused', 'auth.tooManyAttempts']);
  });

  it.each([
    [{ bytes: Buffer.from('<html>'), fileName: 'a.pdf', type: 'application/pdf' }, 415, 'document.typeRefused'],
    [{ bytes: PHOTO.subarray(0, 40) }, 422, 'document.unreadable'],
    [{ bytes: Buffer.alloc(0) }, 422, 'document.empty'],
    [{ bytes: Buffer.concat([PHOTO, Buffer.alloc(10 * 1024 * 1024)]) }, 413, 'document.tooLarge'],
    [{ fileName: 'a.pdf' }, 415, 'document.typeRefused'],
  ] as const)('is refused as any other file would be: %#', async (file, status, code) => {
    const { token } = await invited();
    const before = stored();
    expect(await send(token, file)).toMatchObject({ status, code });
    expect(await kept()).toEqual([]);
    expect(stored()).toBe(before);
  });

  it('says its days', async () => {
    const { token } = await invited();
    for (const period of [{ startDate: '' }, { startDate: '2026-03-07' }, { endDate: 'soon' }, { endDate: '2126-03-07' }])
      expect(await send(token, {}, period)).toMatchObject({ status: 422 });
    expect(await kept()).toEqual([]);
  });

  it('is taken after the examination too, and alike whether a visit at home is planned or not', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "checkLocation" = 'House' where id = $1`, [id]);
    const planned = await send(token);
    expect(planned.status).toBe(200);
    await owner(`update checks set "checkLocation" = 'Office' where id = $1`, [id]);
    clock.set('2026-03-03T10:30:00+01:00');
    const { version } = await checks.get(doctor, id);
    await checks.recordResult(planner, id, version, resultOf(clock, { examinedFrom: clock.now(), examinedTo: clock.now() }));
    expect((await send(token, another(1))).body).toMatchObject({ state: 'Examined', certificates: { sending: 'Open' } });
    clock.set(instantAt(addDays(clock.today(), EMPLOYEE_LINK_DAYS + 1), '09:00').toISOString());
    expect(await send(token, another(2))).toMatchObject({ status: 404, code: 'entity.notFound' });
  });

  it('is not taken where nobody would look at it, nor by a link that opens nothing', async () => {
    const { id, version, token } = await invited();
    await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
    expect((await page(token)).certificates.sending).toBe('Closed');
    expect(await send(token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    const oneShot = await invited({ source: 'OneShot' }, '11:00');
    expect(await send(oneShot.token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect(await send('A'.repeat(22))).toMatchObject({ status: 404, code: 'entity.notFound' });
    const moved = await invited({}, '12:00');
    await owner(`update checks set "workerPhoneNumber" = '+32470999888', "phoneNumber" = '' where id = $1`, [moved.id]);
    expect(await send(moved.token)).toMatchObject({ status: 404, code: 'entity.notFound' });
    expect(await kept()).toEqual([]);
  });

  inBothOrders('the same photograph twice at once', database, async (race) => {
    const scenario = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [scenario.id] },
      () => send(scenario.token).then(({ status }) => status),
      () => send(scenario.token).then(({ status }) => status),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual([200, 200]);
    expect(await readBy(adminA, scenario)).toHaveLength(1);
  });

  inBothOrders('two at once where one more is taken', database, async (race) => {
    const scenario = await invited();
    for (let index = 1; index < SENT_CERTIFICATES.max; index += 1) await send(scenario.token, another(index));
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [scenario.id] },
      () => send(scenario.token, another(50)).then(({ status }) => status),
      () => send(scenario.token, another(51)).then(({ status }) => status),
    );
    expect(new Set(ends.map((end) => end.status === 'fulfilled' && end.value))).toEqual(new Set([200, 409]));
    expect(await readBy(adminA, scenario)).toHaveLength(SENT_CERTIFICATES.max);
  });

  inBothOrders('a certificate while the employer cancels', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => send(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.cancel(adminA, id, version, { reason: 'Back at work.' })),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'no error'] : ['check.actionNotAllowed', 'no error'],
    );
    expect(await kept()).toHaveLength(first === 'a' ? 1 : 0);
  });
});

describe('HR decides about it', () => {
  it('registers it by saving a certificate with its document: then planners read it, as any other', async () => {
    const scenario = await invited();
    await send(scenario.token);
    const [sent] = await readBy(adminA, scenario);
    const { id } = await certificates.create(adminA, scenario.companyId, certificate(sent?.documentId ?? ''));
    expect(await readBy(adminA, scenario)).toEqual([expect.objectContaining({ state: 'Registered', certificateId: id })]);
    expect((await page(scenario.token)).certificates.sent).toEqual([expect.objectContaining({ state: 'Registered' })]);
    expect(await codeOf(documents.open(planner, scenario.companyId, sent?.documentId ?? ''))).toBe('no error');
    expect(await codeOf(checks.putAsideSentCertificate(adminA, sent?.id ?? '', { reason: 'Known' }))).toBe('entity.changedMeanwhile');
    expect(await codeOf(certificates.create(adminA, scenario.companyId, certificate(sent?.documentId ?? '')))).toBe('request.invalid');
  });

  it('a planner cannot register what is not theirs to read', async () => {
    const scenario = await invited();
    await send(scenario.token);
    const [sent] = await readBy(adminA, scenario);
    expect(await codeOf(certificates.create(planner, scenario.companyId, certificate(sent?.documentId ?? '')))).toBe('request.invalid');
    expect(await codeOf(checks.putAsideSentCertificate(planner, sent?.id ?? '', { reason: 'Known' }))).toBe('access.forbidden');
    expect(await codeOf(checks.putAsideSentCertificate(adminB, sent?.id ?? '', { reason: 'Known' }))).toBe('entity.notFound');
  });

  it('puts it aside, which deletes it; the employee reads why, and may send it again', async () => {
    const scenario = await invited();
    const before = stored();
    await send(scenario.token);
    const [sent] = await readBy(adminA, scenario);
    await checks.putAsideSentCertificate(adminA, sent?.id ?? '', { reason: 'Unreadable' });
    expect(await readBy(adminA, scenario)).toEqual([expect.objectContaining({ state: 'Unreadable', documentId: null })]);
    expect((await page(scenario.token)).certificates.sent).toEqual([expect.objectContaining({ state: 'Unreadable' })]);
    expect(await files()).toEqual([]);
    expect(stored()).toBe(before);
    expect(await codeOf(checks.putAsideSentCertificate(adminA, sent?.id ?? '', { reason: 'Unreadable' }))).toBe('no error');
    expect(await codeOf(checks.putAsideSentCertificate(adminA, sent?.id ?? '', { reason: 'Known' }))).toBe('entity.changedMeanwhile');
    expect((await send(scenario.token)).body.certificates.sent.map(({ state }) => state)).toEqual(['Unreadable', 'Waiting']);
  });

  inBothOrders('two people at once, who register it and put it aside', database, async (race, first) => {
    const scenario = await invited();
    await send(scenario.token);
    const [sent] = await readBy(adminA, scenario);
    const ends = await race(
      { sql: 'select from sent_certificates where id = $1 for update', values: [sent?.id ?? ''] },
      () => codeOf(certificates.create(adminA, scenario.companyId, certificate(sent?.documentId ?? ''))),
      () => codeOf(checks.putAsideSentCertificate(adminA, sent?.id ?? '', { reason: 'OtherDocument' })),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['request.invalid', 'no error'],
    );
    expect(await register()).toHaveLength(first === 'a' ? 1 : 0);
  });

  inBothOrders('two people at once, who register it', database, async (race) => {
    const scenario = await invited();
    await send(scenario.token);
    const [sent] = await readBy(adminA, scenario);
    const save = () => codeOf(certificates.create(adminA, scenario.companyId, certificate(sent?.documentId ?? '')));
    const ends = await race({ sql: 'select from sent_certificates where id = $1 for update', values: [sent?.id ?? ''] }, save, save);
    expect(new Set(ends.map((end) => end.status === 'fulfilled' && end.value))).toEqual(new Set(['no error', 'request.invalid']));
    expect(await register()).toHaveLength(1);
  });
});

it('is erased with its check, but for what is a certificate of the register by then', async () => {
  const scenario = await invited();
  await send(scenario.token);
  await send(scenario.token, another(1));
  const [one, two] = await readBy(adminA, scenario);
  await certificates.create(adminA, scenario.companyId, certificate(one?.documentId ?? ''));
  await owner('delete from checks where id = $1', [scenario.id]);
  expect(await kept()).toEqual([]);
  expect(await files()).toEqual([{ id: one?.documentId }]);
  expect(two?.documentId).not.toBe(one?.documentId);
});

it('the API itself deletes no document', async () => {
  const scenario = await invited();
  await send(scenario.token);
  const ends = [
    await db.as(adminA, (tx) => tx.deleteFrom('documents').execute()).catch(() => 'refused'),
    await db.system('test', (tx) => tx.deleteFrom('documents').execute()).catch(() => 'refused'),
  ];
  expect(ends).toEqual(['refused', 'refused']);
  expect(await files()).toHaveLength(1);
});
