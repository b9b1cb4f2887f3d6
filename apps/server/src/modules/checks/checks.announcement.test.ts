import { addDays, instantAt } from '@checkwell/domain/clock';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { codeOf } from '../../test/checks.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/**
 * A home visit is not announced: every way in which an employer reads a check is asked for one whose appointment is at 13:37, and none
 * of the answers knows more than its day (docs/decisions/0051).
 */
const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database);
const { clock } = app;
const { checks } = app.services;
const fixtures = await createFixtures(db, clock);
const { a, actors, doctors } = fixtures;
await owner('delete from profiles where id = $1', [actors.doctor.profileId]);

const DAY = addDays(clock.today(), 1);
/** As instant, in Belgian time, and an appointment's end. */
const MINUTE = /12:37|13:37|12:57|13:57/;
const visitAt = (time: string, length = 20) => {
  const appointmentStart = instantAt(DAY, time);
  return { appointmentStart, appointmentEnd: new Date(appointmentStart.getTime() + length * 60_000) };
};
const visit = (values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', checkLocation: 'House', ...visitAt('13:37'), ...values });

const FIELDS = `id status checkDate checkTime appointmentStart appointmentEnd cancellationFee cancellationFeeAtLeast examinedFrom examinedTo
  events { action at reason notes }`;
type Browser = ReturnType<typeof app.browser>;
async function ask(browser: Browser, query: string, variables: object = {}): Promise<string> {
  const answer = await browser.send('POST', '/graphql', { query, variables });
  expect(answer.json()).not.toHaveProperty('errors');
  return answer.body;
}
/** The answer, and what is in its cursors. */
const opened = (body: string): string =>
  [body, ...[...body.matchAll(/"endCursor":"([^"]+)"/g)].map(([, cursor]) => Buffer.from(cursor ?? '', 'base64url').toString())].join('\n');

const single = `query ($id: ID!) { check(id: $id) { ${FIELDS} } }`;
const sorted = `query { checks(first: 1, sort: { field: appointmentStart, direction: asc }) { nodes { ${FIELDS} } pageInfo { endCursor } } }`;
const found = `query { searchEverything(text: "Jan") { checks { ${FIELDS} } } }`;

test('whoever reads for the employer knows the day of a visit, and nobody to the minute but planners and the doctor', async () => {
  const { browser: admin, email } = await app.signedIn({ companyId: a.id });
  const { browser: basic, profileId } = await app.signedIn({ companyId: a.id, accesType: 'basic' });
  await owner('update company_users set "superiorId" = $1 where "profileId" = $2', [a.superiors[0], profileId]);
  const { browser: planner } = await app.signedIn({ kind: 'planner' });
  const { browser: doctor } = await app.signedIn({ kind: 'doctor', doctorId: doctors.brussels });

  const { id } = await visit();
  await owner(
    `update check_events set action = 'schedule', details = '{"notes":["outsideWorkerAvailability"],"appointmentStart":"2026-03-03T12:37:00.000Z"}'
     where "checkId" = $1`,
    [id],
  );
  for (const browser of [admin, basic]) {
    const read = await ask(browser, single, { id });
    expect(read).toContain(`"checkDate":"${DAY}","checkTime":null,"appointmentStart":null,"appointmentEnd":null`);
    expect(read).not.toContain('outsideWorkerAvailability');
    for (const body of [read, await ask(browser, sorted), await ask(browser, found)]) {
      expect(body).toContain(id);
      expect(opened(body)).not.toMatch(MINUTE);
    }
  }
  for (const browser of [planner, doctor]) {
    const read = await ask(browser, single, { id });
    expect(read).toContain('"checkTime":"13:37"');
    expect(read).toMatch(/T12:37:00/);
    expect(opened(await ask(browser, sorted))).toMatch(MINUTE);
  }

  // A change of the location puts the appointment in doubt, and does not tell its minute.
  const { version } = await checks.get(actors.adminA, id);
  const current = await checks.get(actors.planner, id);
  await checks.modify(actors.adminA, id, version, {
    workerAddress: current.workerAddress,
    workerPhoneNumber: current.workerPhoneNumber,
    phoneNumber: current.phoneNumber,
    startDate: current.incapacityStartDate,
    endDate: current.incapacityEndDate,
    locationCheck: 'Office',
    typeCheck: 'Optimized',
    authorizedExit: true,
    providerComment: '',
    doctorComment: '',
  });
  const changed = await ask(admin, single, { id });
  expect(changed).toContain('"status":"ModificationProblem"');
  expect(changed).not.toMatch(MINUTE);

  // Nor does a cancellation, in the report and its files, before that time is over.
  await checks.cancel(actors.adminA, id, version + 1, { reason: 'Back at work' });
  const files = async () => {
    const { rawPayload } = await admin.send('GET', `/v1/api/checks/${id}/report.pdf`);
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true });
    const { body } = await admin.send('GET', '/v1/api/exports/reports.csv');
    expect(body).toContain('Peeters');
    return [text, body, await ask(admin, single, { id })].join('\n');
  };
  expect(await files()).not.toMatch(MINUTE);
  clock.set(instantAt(DAY, '13:57').toISOString());
  await admin.signIn(email); // The session is over by then.
  expect(await files()).toMatch(MINUTE);
});

test('an appointment that is announced is known to the minute, and a visit once it took place', async () => {
  clock.set(instantAt(DAY, '09:00').toISOString());
  const office = await visit({ checkLocation: 'Office', ...visitAt('15:00') });
  expect(await checks.get(actors.adminA, office.id)).toMatchObject({ checkTime: '15:00', appointmentStart: instantAt(DAY, '15:00') });
  const done = await visit({
    status: 'Archived',
    checkOccurence: 'YesPatientHome',
    ...visitAt('16:00'),
    examinedFrom: instantAt(DAY, '08:00'),
    examinedTo: instantAt(DAY, '08:15'),
    examinationMinutes: 15,
    doctorId: doctors.brussels,
  });
  expect(await checks.get(actors.adminA, done.id)).toMatchObject({ checkTime: '08:00', appointmentStart: instantAt(DAY, '16:00') });
});

test('the order of a list says no more of visits than their day', async () => {
  await owner('delete from checks');
  clock.set(instantAt(clock.today(), '06:00').toISOString());
  const early = await visit({ id: '00000000-0000-7000-8000-00000000000b', ...visitAt('08:00') });
  const late = await visit({ id: '00000000-0000-7000-8000-00000000000a', ...visitAt('18:00') });
  const office = await visit({ checkLocation: 'Office', ...visitAt('07:00') });
  const ids = async (actor: typeof actors.adminA | typeof actors.planner) =>
    (await checks.listOpen(actor, { sort: { field: 'appointmentStart', direction: 'asc' } })).nodes.map(({ id }) => id);
  expect(await ids(actors.planner)).toEqual([office.id, early.id, late.id]);
  // Visits of a day by their ids, before what has an hour on it.
  expect(await ids(actors.adminA)).toEqual([late.id, early.id, office.id]);
  const first = await checks.listOpen(actors.planner, { first: 1, sort: { field: 'appointmentStart', direction: 'asc' } });
  const next = checks.listOpen(actors.adminA, {
    first: 1,
    after: first.pageInfo.endCursor,
    sort: { field: 'appointmentStart', direction: 'asc' },
  });
  expect(await codeOf(next), 'a cursor of the order by minutes').toBe('request.invalid');
});

test('cancelling on the day of a visit is priced within its bounds, and charged by its minute', async () => {
  await owner('delete from checks');
  const { id } = await visit({ companyTotalPrice: 120_00 });
  clock.set(instantAt(DAY, '09:30').toISOString());
  expect(await checks.get(actors.adminA, id)).toMatchObject({ cancellationFeeAtLeast: 30_00, cancellationFee: 60_00 });
  expect(await checks.get(actors.planner, id)).toMatchObject({ cancellationFeeAtLeast: 30_00, cancellationFee: 30_00 });
  const { version } = await checks.get(actors.adminA, id);
  expect(await checks.cancel(actors.adminA, id, version, { reason: 'Back at work' })).toMatchObject({ companyTotalPrice: 30_00 });
});
