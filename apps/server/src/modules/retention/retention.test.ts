import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { recordsErasedBefore } from '@checkwell/domain/retention';
import { beforeEach, expect, test } from 'vitest';
import { erasureList } from '../../platform/db/backup/erasure-list.ts';
import { createLogSeals } from '../../platform/db/seals/seals.ts';
import { createThrottle } from '../../platform/identity/throttle.ts';
import { newId } from '../../platform/ids.ts';
import { createOutbox } from '../../platform/jobs/outbox.ts';
import { checkServices, codeOf, orderOf, resultOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { testFolder } from '../../test/folder.ts';
import { testLogger } from '../../test/logger.ts';
import { inBothOrders } from '../../test/race.ts';
import { createRetentionService } from './retention.service.ts';

const database = await testDatabase();
const { db, owner, connect } = database;
const clock = testClock();
const logSeals = createLogSeals({ db, clock, key: Buffer.alloc(32, 7) });
const erasuresFile = join(testFolder('erasures'), 'erasures.jsonl');
const erasures = erasureList(erasuresFile);
const throttle = createThrottle({ pool: db.authPool(), clock, secret: Buffer.alloc(32, 7) });
function retentionOf(erases: boolean) {
  const outbox = createOutbox({ db, clock, log: testLogger() });
  return { ...createRetentionService({ db, clock, log: testLogger(), logSeals, outbox, erasures, throttle, erases }), outbox };
}
const retention = retentionOf(true);
const { checks } = checkServices(db, clock);
const fixtures = await createFixtures(db, clock);
const { a, actors, doctors } = fixtures;
const { adminA, basicA, adminB, planner, doctor } = actors;
const before = recordsErasedBefore(clock.today());
const CANARY = 'Zzcanary';
/** Noon; the last day that is erased is the one before the term's. */
const noon = (day: CalendarDay, days = 0): Date => instantAt(addDays(day, days), '12:00');

async function document(kind: string): Promise<string> {
  const id = newId();
  await owner(
    `insert into documents ("companyId", id, kind, "fileName", "mediaType", "byteSize", sha256, "storageKey")
     values ($1, $2, $3::document_kind, '${CANARY}.jpg', 'image/jpeg', 1, decode(repeat('00', 32), 'hex'), $4)`,
    [a.id, id, kind, id],
  );
  return id;
}

/** A report of a person by the name of the canary, who is in everything that belongs to it. @param end last day of the incapacity */
async function report(archivedAt: Date, end: CalendarDay = before.checks, employeeId = newId()) {
  const certificateId = newId();
  await owner(
    `insert into employees ("companyId", id, "employeeMatricule", "employeeFirstName", "employeeLastName", "employeeLanguage", "employeeGender",
       "employeePhoneNumber", "employeeAddress", "searchText", "leftAt")
     values ($1, $2, $4, '${CANARY}', '${CANARY}', 'NL', 'Female', '+32470000001', '${CANARY}', '${CANARY}', $3)`,
    [a.id, employeeId, end, employeeId],
  );
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "incapacityReason", "authorizedExit", "doctorName", "entryType",
       "certifType", "documentId", "searchText")
     values ($1, $2, $3, $4, $4, 'Illness', true, '${CANARY}', 'MEDICAL_CERTIFICATE', 'FirstCertificate', $5, '${CANARY}')`,
    [a.id, certificateId, employeeId, end, await document('certificate')],
  );
  const name = {
    workerFirstName: CANARY,
    workerLastName: CANARY,
    workerAddress: CANARY,
    workerEmail: 'zzcanary@example.be',
    searchText: CANARY,
  };
  const { id } = await insertCheck(db, fixtures, clock, {
    ...name,
    status: 'Archived',
    archivedAt,
    employeeId,
    certificateId,
    workerExternalId: CANARY,
    subEmployee: CANARY,
    archiveComment: CANARY,
    commentReview: 'Released',
    releasedComment: CANARY,
    providerComment: CANARY,
    incapacityStartDate: end,
    incapacityEndDate: end,
  });
  const [mail, text, offerText] = [newId(), newId(), newId()];
  const at = archivedAt.toISOString();
  await owner(`
    insert into medical_notes ("companyId", "checkId", "doctorId", note) values ('${a.id}', '${id}', '${doctors.brussels}', '${CANARY}');
    insert into check_comments ("companyId", id, "checkId", "authorProfileId", "authorRole", "authorName", audience, text, "createdAt")
      values ('${a.id}', '${newId()}', '${id}', '${adminA.profileId}', 'employer', 'An', 'EmployerPlanner', '${CANARY}', '${at}');
    insert into employee_addresses ("companyId", "checkId", address, bell, "saidAt", "otherPlace") values ('${a.id}', '${id}', '${CANARY}', '', '${at}', false);
    insert into sent_certificates ("companyId", id, "checkId", "documentId", "startDate", "endDate", "sentAt")
      values ('${a.id}', '${newId()}', '${id}', '${await document('sent')}', '${end}', '${end}', '${at}');
    insert into travel_claims ("companyId", "checkId", means, "amountCents", reason, payment, "documentId", "claimedAt", "changedAt")
      values ('${a.id}', '${id}', 'Other', 100, '${CANARY}', 'Wages', '${await document('receipt')}', '${at}', '${at}');
    insert into text_messages (id, "companyId", recipient, language, template, text, "createdAt")
      values ('${text}', '${a.id}', '+32470000001', 'nl', 'x', '${CANARY}', '${at}');
    insert into employee_messages ("companyId", id, "checkId", news, "appointmentStart", "createdAt", "textMessageId", channel, "checkLocation")
      values ('${a.id}', '${newId()}', '${id}', 'Invited', '${at}', '${at}', '${text}', 'sms', 'Office');
    insert into mails (id, "companyId", "checkId", recipient, language, template, subject, html, "plainText", "searchText", "createdAt")
      values ('${mail}', '${a.id}', '${id}', 'zzcanary@example.be', 'nl', 'x', '${CANARY}', '${CANARY}', '${CANARY}', '${CANARY}', '${at}');
    insert into offers ("companyId", id, "checkId", "doctorId", state, "appointmentStart", "appointmentEnd", fee, "tokenHash", "sentAt", "answerableUntil", "answeredAt", "declineReason", comment)
      values ('${a.id}', '${newId()}', '${id}', '${doctors.brussels}', 'Declined', '${at}', '${at}'::timestamptz + interval '20 minutes', 1, sha256('${id}'), '${at}', '${at}'::timestamptz + interval '1 hour', '${at}', 'Other', '${CANARY}');
    insert into text_messages (id, "companyId", recipient, language, template, text, "createdAt")
      values ('${offerText}', '${a.id}', '+32470000002', 'nl', 'offer', '${CANARY}', '${at}');
    insert into offer_texts ("companyId", "offerId", "textMessageId")
      select "companyId", id, '${offerText}' from offers where "checkId" = '${id}';
    insert into outbox (id, topic, payload, "createdAt", "dueAt") values ('${mail}', 'mail', '{}', '${at}', '${at}')`);
  return { id, employeeId, certificateId };
}

/** Every row of every table that names the canary, by table. */
async function named(): Promise<Record<string, number>> {
  const tables = await owner<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'access_log'`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await owner<{ n: number }>(
      `select count(*)::int as n from ${name} t where t::text ilike '%${CANARY}%' or t::text like '%${Buffer.from(CANARY).toString('hex')}%'`,
    );
    if (row && row.n > 0) found[name] = row.n;
  }
  return found;
}
const figures = () =>
  owner(`select * from dashboard_reports order by month, "checkOccurence", "scopeId"; `).then(async (reports) => [
    reports,
    await owner(`select * from dashboard_values order by measure, month, value, "scopeId"`),
    await owner(`select * from dashboard_orders order by month, "scopeId"`),
  ]);
const stateOf = async (id: string) => {
  const [row] = await owner<{ erased: boolean; workerFullName: string; checkOccurence: string }>(
    `select "erasedAt" is not null as erased, "workerFullName", "checkOccurence" from checks where id = $1`,
    [id],
  );
  return row;
};

beforeEach(async () => {
  await owner(`delete from outbox; delete from mails; delete from checks; delete from text_messages; delete from certificates; delete from employees; delete from documents;
    delete from access_log`);
});

test('a check past its term keeps its figures, and nothing of anybody is left in any table', async () => {
  const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
  const counted = await figures();
  const all = await named();
  expect(Object.keys(all).toSorted()).toEqual(
    [
      'certificates',
      'check_comments',
      'checks',
      'documents',
      'employee_addresses',
      'employees',
      'mails',
      'medical_notes',
      'offers',
      'text_messages',
      'travel_claims',
    ].toSorted(),
  );
  expect(await retention.erase()).toEqual({ checks: 1, certificateFiles: 1, unattachedDocuments: 0, certificates: 1, employees: 1 });
  expect(await named()).toEqual({});
  expect(await figures()).toEqual(counted);
  expect(await stateOf(id)).toMatchObject({ erased: true, workerFullName: '– –', checkOccurence: 'NoShow' });
  while ((await retention.outbox.drain()) > 0);
  expect(await owner('select 1 from outbox union all select 1 from documents')).toEqual([]);
  // Still there to be read by whoever could read it.
  const shown = await checks.get(adminA, id);
  expect(shown).toMatchObject({ workerFullName: '– –', archiveComment: '', erasedAt: clock.now() });
  const entries = await owner<{ subjectType: string }>(`select "subjectType" from access_log where action = 'record.erase' order by 1`);
  expect(entries.map(({ subjectType }) => subjectType)).toEqual(['certificates', 'checks', 'documents', 'employees']);
  expect(await retention.erase()).toEqual({ checks: 0, certificateFiles: 0, unattachedDocuments: 0, certificates: 0, employees: 0 });
});

test('the department of an erased check stays only as a cost centre of its company, under the company’s own code', async () => {
  await owner(
    `insert into cost_centres ("companyId", id, code, name) values ($1, $2, 'NORTH', 'Depot north'), ($3, $4, 'SOUTH', 'Depot south')`,
    [a.id, newId(), fixtures.b.id, newId()],
  );
  const departments = await Promise.all(
    ['north', 'SOUTH', 'Jan’s team', ''].map(async (subEmployee) => {
      const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
      await owner('update checks set "subEmployee" = $2 where id = $1', [id, subEmployee]);
      return id;
    }),
  );
  await retention.erase();
  const erased = await owner<{ id: string; subEmployee: string }>('select id, "subEmployee" from checks where "erasedAt" is not null');
  expect(departments.map((id) => erased.find((check) => check.id === id)?.subEmployee)).toEqual(['NORTH', '', '', '']);
});

test('each record has its own term, to the day; an open check keeps everything', async () => {
  const kept = await report(noon(before.checks), before.checks);
  const open = await insertCheck(db, fixtures, clock, {
    status: 'Reception',
    employeeId: kept.employeeId,
    creationDate: noon(before.checks, -900),
  });
  const file = async (id: string) => (await owner(`select "documentId" from certificates where id = $1`, [id]))[0]?.documentId;
  const recent = await report(noon(before.certificateFiles), before.certificateFiles);
  const year = await report(noon(before.certificateFiles), addDays(before.certificateFiles, -1));
  // The file of the first certificate is older than a year, too.
  expect(await retention.erase()).toEqual({ checks: 0, certificateFiles: 2, unattachedDocuments: 0, certificates: 0, employees: 0 });
  expect([await file(kept.certificateId), await file(year.certificateId)]).toEqual([null, null]);
  expect(await file(recent.certificateId)).not.toBeNull();
  expect((await owner(`select "documentErasedAt" from certificates where id = $1`, [year.certificateId]))[0]?.documentErasedAt).toEqual(
    clock.now(),
  );
  clock.advance({ days: 1 });
  expect(await retention.erase()).toMatchObject({ checks: 1, certificates: 1, employees: 0 });
  expect(await stateOf(open.id)).toMatchObject({ erased: false });
  clock.set('2026-03-02T09:00:00+01:00');
});

test('a legal hold keeps the check with all that belongs to it, until it is lifted; who set it, and why, is logged', async () => {
  const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
  const reason = { reason: 'Labour court, 2026/114' };
  for (const other of [basicA, doctor]) await expect(retention.hold(other, id, reason)).rejects.toMatchObject({ code: 'access.forbidden' });
  for (const other of [adminB]) await expect(retention.hold(other, id, reason)).rejects.toMatchObject({ code: 'entity.notFound' });
  await expect(retention.hold(adminA, id, { reason: ' ' })).rejects.toMatchObject({ code: 'request.invalid' });
  await retention.hold(adminA, id, reason);
  await expect(retention.hold(planner, id, reason)).rejects.toMatchObject({ code: 'check.actionNotAllowed' });
  expect(await checks.get(planner, id)).toMatchObject({ legalHoldAt: clock.now(), legalHoldReason: reason.reason });
  const names = await named();
  expect(await retention.erase()).toEqual({ checks: 0, certificateFiles: 0, unattachedDocuments: 0, certificates: 0, employees: 0 });
  expect(await named()).toEqual(names);
  await retention.liftHold(planner, id, { reason: 'Judged' });
  expect(await checks.get(adminA, id)).toMatchObject({ legalHoldAt: null, legalHoldReason: '' });
  expect(await retention.erase()).toMatchObject({ checks: 1 });
  await expect(retention.hold(adminA, id, reason)).rejects.toMatchObject({ code: 'check.actionNotAllowed' });
  const entries = await owner(
    `select action, reason, "profileId" from access_log where action in ('check.hold', 'check.liftHold') order by at, action`,
  );
  expect(entries).toEqual([
    { action: 'check.hold', reason: reason.reason, profileId: adminA.profileId },
    { action: 'check.liftHold', reason: 'Judged', profileId: planner.profileId },
  ]);
});

test('a check that was deleted as an administrative error is held by planners alone: the employer has no report of it', async () => {
  const { id } = await report(noon(before.checks, 1), addDays(before.checks, 1));
  await owner(`update checks set "checkOccurence" = 'Deleted' where id = '${id}'`);
  const reason = { reason: 'Labour court, 2026/114' };
  await expect(retention.hold(adminA, id, reason)).rejects.toMatchObject({ code: 'entity.notFound' });
  await retention.hold(planner, id, reason);
  await expect(retention.liftHold(adminA, id, reason)).rejects.toMatchObject({ code: 'entity.notFound' });
  expect(await checks.get(planner, id)).toMatchObject({ legalHoldAt: clock.now() });
});

inBothOrders('a legal hold that is set while the job erases', database, async (race, first) => {
  const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
  const [hold, erased] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(retention.hold(adminA, id, { reason: 'Labour court, 2026/114' })),
    () => retention.erase(),
  );
  expect(hold).toEqual({ status: 'fulfilled', value: first === 'a' ? 'no error' : 'check.actionNotAllowed' });
  expect(erased).toMatchObject({ status: 'fulfilled', value: { checks: first === 'a' ? 0 : 1 } });
  expect(await stateOf(id)).toMatchObject({ erased: first === 'b' });
  expect(Object.keys(await named()).includes('checks')).toBe(first === 'a');
});

/** Registers as a certificate, which no check is ordered on, what the employee of the check sent. @param end last day of its incapacity */
async function registerSent({ id, employeeId }: { readonly id: string; readonly employeeId: string }, end: CalendarDay): Promise<string> {
  const certificateId = newId();
  await owner(
    `insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "incapacityReason", "authorizedExit", "doctorName", "entryType",
       "certifType", "documentId", "searchText")
     select "companyId", $2, $3, $4, $4, 'Illness', true, '${CANARY}', 'MEDICAL_CERTIFICATE', 'Prolongation', "documentId", '${CANARY}'
     from sent_certificates where "checkId" = $1`,
    [id, certificateId, employeeId, end],
  );
  await owner(`update sent_certificates set "certificateId" = $2, "settledAt" = $3, "settledByProfileId" = $4 where "checkId" = $1`, [
    id,
    certificateId,
    clock.now(),
    adminA.profileId,
  ]);
  return certificateId;
}
const sentOf = (checkId: string) =>
  owner(
    `select s."certificateId", d.id is not null as "hasFile" from sent_certificates s
     left join documents d on d."companyId" = s."companyId" and d.id = s."documentId" where s."checkId" = $1`,
    [checkId],
  );
const lastYear = addDays(before.certificateFiles, -1);

test('a legal hold keeps a certificate that the employee of the check sent, with its file', async () => {
  const check = await report(noon(before.certificateFiles), lastYear);
  const certificateId = await registerSent(check, lastYear);
  await retention.hold(adminA, check.id, { reason: 'Labour court, 2026/114' });
  const names = await named();
  expect(await retention.erase()).toEqual({ checks: 0, certificateFiles: 0, unattachedDocuments: 0, certificates: 0, employees: 0 });
  expect(await sentOf(check.id)).toEqual([{ certificateId, hasFile: true }]);
  expect(await named()).toEqual(names);
  await retention.liftHold(adminA, check.id, { reason: 'Judged' });
  expect(await retention.erase()).toMatchObject({ certificateFiles: 2 });
  expect(await sentOf(check.id)).toEqual([]);
});

test('an open check keeps a certificate that its employee sent, with its file', async () => {
  const { id, employeeId } = await report(noon(before.certificateFiles), before.certificateFiles);
  const open = await insertCheck(db, fixtures, clock, { status: 'Reception', employeeId });
  await owner(`update sent_certificates set "checkId" = $2 where "checkId" = $1`, [id, open.id]);
  const certificateId = await registerSent({ id: open.id, employeeId }, lastYear);
  expect(await retention.erase()).toMatchObject({ certificateFiles: 0 });
  expect(await sentOf(open.id)).toEqual([{ certificateId, hasFile: true }]);
});

test('a legal hold keeps a certificate that the employee of the check sent, also when its document was removed', async () => {
  const check = await report(noon(before.checks), addDays(before.certificates, -1));
  const certificateId = await registerSent(check, addDays(before.certificates, -1));
  await owner(`update certificates set "documentId" = null where id = $1`, [certificateId]);
  await retention.hold(adminA, check.id, { reason: 'Labour court, 2026/114' });
  expect(await retention.erase()).toMatchObject({ certificates: 0 });
  expect(await sentOf(check.id)).toEqual([{ certificateId, hasFile: true }]);
  await retention.liftHold(adminA, check.id, { reason: 'Judged' });
  expect(await retention.erase()).toMatchObject({ certificates: 1 });
  expect(await sentOf(check.id)).toEqual([]);
});

inBothOrders(
  'a legal hold that is set while the job erases the file of a certificate that the employee sent',
  database,
  async (race, first) => {
    const check = await report(noon(before.certificateFiles), before.certificateFiles);
    const certificateId = await registerSent(check, lastYear);
    const [hold, erased] = await race(
      { sql: 'select from checks where id = $1 for update', values: [check.id] },
      () => codeOf(retention.hold(adminA, check.id, { reason: 'Labour court, 2026/114' })),
      () => retention.erase(),
    );
    expect(hold).toEqual({ status: 'fulfilled', value: 'no error' });
    expect(erased).toMatchObject({ status: 'fulfilled', value: { certificateFiles: first === 'a' ? 0 : 1 } });
    expect(await sentOf(check.id)).toEqual(first === 'a' ? [{ certificateId, hasFile: true }] : []);
  },
);

inBothOrders('a legal hold that is set while the job erases a certificate that the employee sent', database, async (race, first) => {
  const check = await report(noon(before.checks), before.certificates);
  const certificateId = await registerSent(check, addDays(before.certificates, -1));
  await owner(`update certificates set "documentId" = null where "companyId" = $1`, [a.id]);
  const [hold, erased] = await race(
    { sql: 'select from checks where id = $1 for update', values: [check.id] },
    () => codeOf(retention.hold(adminA, check.id, { reason: 'Labour court, 2026/114' })),
    () => retention.erase(),
  );
  expect(hold).toEqual({ status: 'fulfilled', value: 'no error' });
  expect(erased).toMatchObject({ status: 'fulfilled', value: { certificates: first === 'a' ? 0 : 1 } });
  expect(await sentOf(check.id)).toEqual(first === 'a' ? [{ certificateId, hasFile: true }] : []);
});

inBothOrders('a legal hold that two people lift', database, async (race) => {
  const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
  await retention.hold(adminA, id, { reason: 'Labour court, 2026/114' });
  const lift = (actor: Actor) => () => codeOf(retention.liftHold(actor, id, { reason: 'Judged' }));
  const ends = await race({ sql: 'select from checks where id = $1 for update', values: [id] }, lift(adminA), lift(planner));
  expect(new Set(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.reason)))).toEqual(
    new Set(['check.actionNotAllowed', 'no error']),
  );
  expect(await owner(`select 1 from access_log where action = 'check.liftHold'`)).toHaveLength(1);
  expect(await retention.erase()).toMatchObject({ checks: 1 });
});

test('whoever sets a hold while the job looks wins or finds the check erased; several processes erase each check once', async () => {
  const { id } = await report(noon(before.checks, -1), addDays(before.checks, -1));
  const holder = await connect();
  await holder.query('begin');
  await holder.query(`select set_config('app.role', 'system', true)`);
  await holder.query(`update checks set "legalHoldAt" = now(), "legalHoldReason" = 'court' where id = $1`, [id]);
  const erasing = retention.erase();
  await expect
    .poll(async () => (await owner(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%erase_checks%'`)).length)
    .toBe(1);
  await holder.query('commit');
  holder.release();
  expect(await erasing).toMatchObject({ checks: 0, certificateFiles: 0 });
  expect(await stateOf(id)).toMatchObject({ erased: false });
  await retention.liftHold(adminA, id, { reason: 'over' });
  const others = Array.from({ length: 5 }, () => report(noon(before.checks, -2), addDays(before.checks, -2)));
  await Promise.all(others);
  const runs = await Promise.all([retention.erase(), retention.erase(), retention.erase()]);
  expect(runs.reduce((sum, { checks: done }) => sum + done, 0)).toBe(6);
  expect(await named()).toEqual({});
});

const because = { reason: 'Asked for it by letter of 3 March' };
const today = (): CalendarDay => clock.today();
const eventOf = (checkId: string) =>
  owner(
    `insert into check_events ("companyId", id, "checkId", at, "actorKind", action, "toStatus", version, reason)
     values ($1, $2, $3, $4, 'planner', 'cancel', 'Archived', 50, '${CANARY} moved to Ghent')`,
    [a.id, newId(), checkId, clock.now()],
  );

test('an employee who asks for it is erased at once, from every table; figures and seals stay as they are, and who did it is logged', async () => {
  const { id, employeeId } = await report(clock.now(), today());
  await eventOf(id);
  await logSeals.seal();
  const counted = await figures();
  const what = { runningChecks: 0, checks: 1, heldChecks: 0, certificates: 1, employeeStays: false };
  expect(await retention.employeeErasure(adminA, employeeId)).toEqual(what);
  expect(await retention.eraseEmployee(adminA, employeeId, because)).toEqual(what);
  expect(await named()).toEqual({});
  while ((await retention.outbox.drain()) > 0);
  expect(await owner('select 1 from outbox union all select 1 from documents union all select 1 from text_messages')).toEqual([]);
  expect(await figures()).toEqual(counted);
  expect(await stateOf(id)).toMatchObject({ erased: true, workerFullName: '– –' });
  expect(await logSeals.verify()).toMatchObject({ errors: [] });
  expect(await owner(`select "profileId", "subjectId", reason from access_log where action = 'employee.erase'`)).toEqual([
    { profileId: adminA.profileId, subjectId: employeeId, reason: because.reason },
  ]);
  for (const again of [() => retention.employeeErasure(adminA, employeeId), () => retention.eraseEmployee(adminA, employeeId, because)])
    await expect(again()).rejects.toMatchObject({ code: 'entity.notFound' });
});

test('a check that is held keeps its certificate and the employee, and the rest goes', async () => {
  const { id, employeeId, certificateId } = await report(clock.now(), today());
  const other = await insertCheck(db, fixtures, clock, { status: 'Archived', archivedAt: clock.now(), employeeId });
  await retention.hold(adminA, id, { reason: 'Labour court' });
  const what = { runningChecks: 0, checks: 1, heldChecks: 1, certificates: 0, employeeStays: true };
  expect(await retention.employeeErasure(adminA, employeeId)).toEqual(what);
  expect(await retention.eraseEmployee(adminA, employeeId, because)).toEqual(what);
  expect(await stateOf(id)).toMatchObject({ erased: false });
  expect(await stateOf(other.id)).toMatchObject({ erased: true });
  expect(await owner(`select id from certificates where id = $1 and "documentId" is not null`, [certificateId])).toHaveLength(1);
  await retention.liftHold(adminA, id, { reason: 'Judged' });
  expect(await retention.eraseEmployee(adminA, employeeId, because)).toMatchObject({ checks: 1, employeeStays: false });
  expect(await named()).toEqual({});
});

test('only an administrator of the company erases, with a reason; with a check that runs, or while everything is kept, nobody does', async () => {
  const { employeeId } = await report(clock.now(), today());
  const names = await named();
  for (const other of [basicA, planner, doctor, { ...adminA, program: true as const }])
    for (const asked of [retention.employeeErasure(other, employeeId), retention.eraseEmployee(other, employeeId, because)])
      await expect(asked).rejects.toMatchObject({ code: 'access.forbidden' });
  await expect(retention.eraseEmployee(adminB, employeeId, because)).rejects.toMatchObject({ code: 'entity.notFound' });
  await expect(retention.eraseEmployee(adminA, employeeId, { reason: ' ' })).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(retentionOf(false).eraseEmployee(adminA, employeeId, because)).rejects.toMatchObject({ code: 'employee.keptByOrder' });
  await insertCheck(db, fixtures, clock, { employeeId });
  expect(await retention.employeeErasure(adminA, employeeId)).toMatchObject({ runningChecks: 1 });
  await expect(retention.eraseEmployee(adminA, employeeId, because)).rejects.toMatchObject({ code: 'employee.checkRunning' });
  expect(await named()).toEqual(names);
  expect(await owner(`select 1 from access_log where action = 'employee.erase'`)).toEqual([]);
});

test('whom a restore brings back is erased again, from a list that lies with the backups; a check that had not ended waits, a mistake stays', async () => {
  const three = [await report(clock.now(), today()), await report(clock.now(), today()), await report(clock.now(), today())] as const;
  const ids = three.map(({ employeeId }) => employeeId);
  for (const id of ids) await retention.eraseEmployee(adminA, id, because);
  while ((await retention.outbox.drain()) > 0);
  expect(erasures.erased().map(({ employeeId }) => employeeId)).toEqual(expect.arrayContaining(ids));
  // The same effect once more, as after a process that was killed, and half of a line of one.
  const text = readFileSync(erasuresFile, 'utf8');
  appendFileSync(erasuresFile, '{"kind":"era');
  for (const erased of erasures.erased()) erasures.add({ kind: 'erased', ...erased });
  expect(readFileSync(erasuresFile, 'utf8')).toBe(text);
  expect(text).not.toContain(CANARY);
  expect(await retention.repeatErasures(erasures.erased())).toEqual({ erased: 0, running: [] });

  // As a restore leaves the database.
  await owner(`delete from access_log where action = 'employee.erase'`);
  for (const id of ids) await report(clock.now(), today(), id);
  const [plain, busy, mistaken] = ids as [string, string, string];
  const open = await insertCheck(db, fixtures, clock, { employeeId: busy });
  erasures.add({ kind: 'kept', companyId: a.id, employeeId: mistaken, at: clock.now().toISOString() });
  expect(await retentionOf(false).repeatErasures(erasures.erased())).toEqual({ erased: 0, running: [] });
  expect(await retention.repeatErasures(erasures.erased())).toEqual({ erased: 1, running: [busy] });
  expect(await retention.repeatErasures(erasures.erased())).toEqual({ erased: 0, running: [busy] });
  await owner('delete from checks where id = $1', [open.id]);
  expect(await retention.repeatErasures(erasures.erased())).toEqual({ erased: 1, running: [] });
  expect(await owner(`select id from employees where id = any ($1)`, [ids])).toEqual([{ id: mistaken }]);
  expect(
    await owner(`select "actorRole", "profileId" from access_log where action = 'employee.erase' and "subjectId" = $1`, [plain]),
  ).toEqual([{ actorRole: 'system', profileId: null }]);
  const last = readFileSync(erasuresFile, 'utf8').split('\n').length;
  appendFileSync(erasuresFile, 'nothing that is a line of it\n');
  expect(() => erasures.erased()).toThrow(new RegExp(`^Line ${last} of .+ cannot be read`));
});

inBothOrders('an employee is erased while a check is ordered for them', database, async (race, first) => {
  const { employeeId } = await report(clock.now(), today());
  const lock = { sql: 'select from employees where id = $1 for update', values: [employeeId] };
  const order = orderOf(a, clock, { employeeId });
  const [erased, ordered] = await race(
    lock,
    () => retention.eraseEmployee(adminA, employeeId, because),
    () => checks.order(adminA, order, `erasure-${first}`),
  );
  if (first === 'a') {
    expect(erased).toMatchObject({ status: 'fulfilled' });
    expect(ordered).toMatchObject({ reason: { code: 'entity.notFound' } });
    expect(await named()).toEqual({});
  } else {
    expect(ordered).toMatchObject({ status: 'fulfilled' });
    expect(erased).toMatchObject({ reason: { code: 'employee.checkRunning' } });
  }
});

inBothOrders('an employee is erased while a legal hold is set', database, async (race, first) => {
  const { id, employeeId } = await report(clock.now(), today());
  const lock = { sql: 'select from checks where id = $1 for update', values: [id] };
  const [erased, held] = await race(
    lock,
    () => retention.eraseEmployee(adminA, employeeId, because),
    () => retention.hold(planner, id, { reason: 'Labour court' }),
  );
  if (first === 'a') {
    expect(erased).toMatchObject({ value: { checks: 1, heldChecks: 0 } });
    expect(held).toMatchObject({ reason: { code: 'check.actionNotAllowed' } });
  } else {
    expect(held).toMatchObject({ status: 'fulfilled' });
    expect(erased).toMatchObject({ value: { checks: 0, heldChecks: 1, employeeStays: true } });
    expect(await stateOf(id)).toMatchObject({ erased: false });
  }
});

inBothOrders('an employee is erased while the result of their check is sent', database, async (race, first) => {
  const { employeeId } = await report(clock.now(), today());
  clock.set('2026-03-02T11:00:00+01:00');
  const start = instantAt(clock.today(), '10:00');
  const { id } = await insertCheck(db, fixtures, clock, {
    status: 'WaitingForCheck',
    employeeId,
    appointmentStart: start,
    appointmentEnd: new Date(start.getTime() + 20 * 60_000),
  });
  const { version } = await checks.get(doctor, id);
  const lock = { sql: 'select from checks where id = $1 for update', values: [id] };
  const [erased, recorded] = await race(
    lock,
    () => retention.eraseEmployee(adminA, employeeId, because),
    () => checks.recordResult(planner, id, version, resultOf(clock)),
  );
  expect(recorded).toMatchObject({ status: 'fulfilled' });
  if (first === 'a') expect(erased).toMatchObject({ reason: { code: 'employee.checkRunning' } });
  else {
    expect(erased).toMatchObject({ value: { runningChecks: 0, checks: 2 } });
    expect(await stateOf(id)).toMatchObject({ erased: true });
  }
  clock.set('2026-03-02T09:00:00+01:00');
});

test('an administrator erases twenty an hour', async () => {
  await owner('delete from auth.throttles');
  for (let count = 0; count < 20; count += 1) await throttle.erasure(adminA.profileId);
  const { employeeId } = await report(clock.now(), today());
  await expect(retention.eraseEmployee(adminA, employeeId, because)).rejects.toMatchObject({
    code: 'request.tooMany',
    params: { retryAfterSeconds: 180 },
  });
  clock.advance({ minutes: 3 });
  expect(await retention.eraseEmployee(adminA, employeeId, because)).toMatchObject({ employeeStays: false });
});
