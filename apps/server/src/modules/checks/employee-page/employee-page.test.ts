import { addDays, instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_LINK_DAYS, EMPLOYEE_PAGE_PATH, type EmployeePage, type EmployeeReport } from '@checkwell/domain/employee-page/contract';
import type { Actor } from '@checkwell/domain/policy';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, correctionOf, resultOf } from '../../../test/checks.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';

const database = await testDatabase();
const { db, owner } = database;
const app = await serverApp(database, { config: { sms: { gateway: 'stand-in' } } });
const { clock } = app;
const MONDAY = '2026-03-02T09:00:00+01:00';
clock.set(MONDAY);
const { checks, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;

const planning = (values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', workerLanguage: 'DE', ...values });
const appointment = (time = '10:00') => ({
  doctorId: fixtures.doctors.brussels,
  appointmentStart: instantAt(addDays(clock.today(), 1), time),
  appointmentMinutes: 20,
});

interface Texts {
  readonly text: string;
  readonly recipient: string;
}
let seen = 0;
/** Text messages since the last call. */
async function texts(): Promise<readonly Texts[]> {
  await outbox.drain();
  const sent = await owner<Texts>('select text, recipient from text_messages order by "createdAt", id offset $1', [seen]);
  seen += sent.length;
  return sent;
}
const tokenIn = (text = ''): string => /\/w\/([\w-]{22})(?=\s)/.exec(text)?.[1] ?? '';

/** An employee who was notified of an appointment at the doctor's, tomorrow at 10. */
async function invited(values: Parameters<typeof planning>[0] = {}) {
  const check = await planning(values);
  const { version } = await checks.schedule(planner, check.id, 1, appointment());
  const [sms] = await texts();
  return { id: check.id, companyId: check.companyId, version, token: tokenIn(sms?.text), text: sms?.text ?? '' };
}

interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: EmployeePage;
  readonly headers: Readonly<Record<string, unknown>>;
}
async function call(token: string, what = '', payload?: object): Promise<Answer> {
  const url = `${EMPLOYEE_PAGE_PATH}/${token}${what && `/${what}`}`;
  const answer = await app.http.inject({ method: payload ? 'POST' : 'GET', url, ...(payload && { payload }) });
  const body = answer.json();
  return { status: answer.statusCode, code: body?.error?.code, body, headers: answer.headers };
}
const confirm = (token: string, time = '10:00') =>
  call(token, 'confirm', { appointmentStart: instantAt(addDays(clock.today(), 1), time).toISOString() });
const report = (token: string, said: EmployeeReport) => call(token, 'report', { report: said });
const eventsOf = (id: string) =>
  owner<{ action: string; actorKind: string }>(
    `select action, "actorKind" from check_events where "checkId" = $1 and action like 'employee%' order by version`,
    [id],
  );
const statusOf = async (id: string) =>
  (
    await owner<{ status: string; problemReason: string | null; problemOwner: string | null }>(
      'select status, "problemReason", "problemOwner" from checks where id = $1',
      [id],
    )
  )[0];

beforeEach(async () => {
  clock.set(MONDAY);
  // Wrong links are counted, and the count does not fall while the clock goes back.
  await owner('delete from auth.throttles');
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
  await owner('delete from mails');
  seen = 0;
});

describe('the link of a text message', () => {
  it('opens a page that says who asks, where and when, in the employee’s language, and nothing about health or anybody’s address', async () => {
    const { token, text } = await invited();
    expect(text).toContain(`${app.config.publicUrl}/w/${token} `);
    const { status, body, headers } = await call(token);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(body).toMatchObject({
      state: 'Expected',
      language: 'DE',
      provider: { phoneNumber: expect.stringMatching(/^\+32/) },
      appointment: { checkLocation: 'Office', start: '2026-03-03T09:00:00.000Z', address: expect.stringContaining('Brussel') },
      confirmedAt: null,
      reported: null,
      findings: null,
    });
    expect(body.companyName).toMatch(/^Alfa/);
    const [row] = await owner<{ workerFullName: string; workerAddress: string }>('select "workerFullName", "workerAddress" from checks');
    for (const personal of [row?.workerFullName ?? '?', row?.workerAddress ?? '?', 'Illness'])
      expect(JSON.stringify(body)).not.toContain(personal);
  });

  it('is the same in every message about a check, and changes nothing when it is opened', async () => {
    const { id, version, token } = await invited();
    await call(token);
    await checks.schedule(planner, id, version, appointment('14:00'));
    const [moved] = await texts();
    expect(tokenIn(moved?.text)).toBe(token);
    expect(await eventsOf(id)).toEqual([]);
  });

  it('says who looked at the file, by role and day', async () => {
    const { id, token } = await invited();
    await checks.get(adminA, id);
    await checks.get(adminA, id);
    expect((await call(token)).body.readers).toEqual(
      expect.arrayContaining([expect.objectContaining({ reader: 'employer' }), expect.objectContaining({ reader: 'provider' })]),
    );
    expect((await call(token)).body.readers).toHaveLength(2);
  });

  it('opens nothing once the telephone number was corrected, and the new one gets a link of its own', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "workerPhoneNumber" = '+32470999888', "phoneNumber" = '' where id = $1`, [id]);
    const wishes = [
      call(token),
      call(token, 'address', { address: '', bell: 'Janssens', doorCode: '' }),
      call(token, 'move', { appointmentStart: '2026-03-03T09:00:00.000Z', newStart: '2026-03-04T09:00:00.000Z' }),
    ];
    for (const answer of await Promise.all(wishes)) expect(answer).toMatchObject({ status: 404, code: 'entity.notFound' });
    const { version } = await checks.get(planner, id);
    await checks.schedule(planner, id, version, appointment('15:00'));
    const [sms] = await texts();
    expect(sms?.recipient).toBe('+32470999888');
    expect(tokenIn(sms?.text)).not.toBe(token);
    expect((await call(tokenIn(sms?.text))).status).toBe(200);
  });

  it('says that the appointment is cancelled, and ends some time after', async () => {
    const { id, version, token } = await invited();
    await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
    expect((await call(token)).body).toMatchObject({ state: 'Cancelled', appointment: null });
    expect(await confirm(token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect(await report(token, 'WorkerAbroad')).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    clock.set(instantAt(addDays(clock.today(), EMPLOYEE_LINK_DAYS + 1), '09:00').toISOString());
    expect(await call(token)).toMatchObject({ status: 404, code: 'entity.notFound' });
  });

  it('does not announce a visit at home, neither by what it shows nor by what it refuses', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "checkLocation" = 'House' where id = $1`, [id]);
    await checks.get(doctor, id);
    const { body } = await call(token);
    expect(body).toMatchObject({ state: 'Unsettled', appointment: null });
    expect(body.readers.map(({ reader }) => reader)).not.toContain('doctor');
    const refused = [await confirm(token), await report(token, 'Hospitalised')];
    await owner(
      `update checks set status = 'Planning', "doctorId" = null, "appointmentStart" = null, "appointmentEnd" = null where id = $1`,
      [id],
    );
    for (const [index, again] of [await confirm(token), await report(token, 'Hospitalised')].entries()) {
      expect(again.code).toBe('check.actionNotAllowed');
      expect(again.code).toBe(refused[index]?.code);
    }
  });
});

describe('an employee who comes', () => {
  it('confirms once, however often the button is pressed', async () => {
    const { id, token } = await invited();
    const first = await confirm(token);
    expect(first.body.confirmedAt).toBe(clock.now().toISOString());
    expect((await confirm(token)).body.confirmedAt).toBe(first.body.confirmedAt);
    expect(await eventsOf(id)).toEqual([{ action: 'employeeConfirm', actorKind: 'system' }]);
  });

  it('confirms again what was moved, and not what was moved away', async () => {
    const { id, version, token } = await invited();
    await confirm(token);
    await checks.schedule(planner, id, version + 1, appointment('14:00'));
    expect((await call(token)).body.confirmedAt).toBeNull();
    expect(await confirm(token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect((await confirm(token, '14:00')).body.confirmedAt).not.toBeNull();
  });

  it('does not confirm what is over', async () => {
    const { token } = await invited();
    clock.set('2026-03-03T10:01:00+01:00');
    expect((await call(token)).body.state).toBe('Begun');
    expect(await call(token, 'confirm', { appointmentStart: '2026-03-03T09:00:00.000Z' })).toMatchObject({ status: 409 });
  });

  inBothOrders('two presses at once', database, async (race) => {
    const { id, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => confirm(token).then(({ status }) => status),
      () => confirm(token).then(({ status }) => status),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual([200, 200]);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  inBothOrders('a yes while the employer cancels', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => confirm(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.cancel(adminA, id, version, { reason: 'Back at work.' })),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
    expect((await statusOf(id))?.status).toBe(first === 'a' ? 'WaitingForCheck' : 'Archived');
  });

  inBothOrders('a yes by a link that went to a wrong number, while the number is corrected', database, async (race, first) => {
    const { id, version, token } = await invited();
    const correct = {
      workerAddress: 'Meir 1, 2000 Antwerpen',
      workerPhoneNumber: '+32470999888',
      phoneNumber: '',
      startDate: clock.today(),
      endDate: addDays(clock.today(), 5),
      locationCheck: 'Office',
      typeCheck: 'Immediate',
      authorizedExit: true,
      providerComment: '',
      doctorComment: '',
    };
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => confirm(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.modify(planner, id, version, correct)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.notFound', 'no error'],
    );
    expect(await eventsOf(id)).toHaveLength(first === 'a' ? 1 : 0);
  });

  inBothOrders('a yes while the planner moves the appointment', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => confirm(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.unschedule(planner, id, version)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
  });
});

describe('an employee who cannot come', () => {
  it.each(['Hospitalised', 'WorkerAbroad', 'WorkerResumed'] as const)(
    '%s: the check waits for the planners, the doctor and HR are told, and nobody is reproached',
    async (said) => {
      const { id, token } = await invited();
      await outbox.drain();
      await owner('delete from mails');
      const { body } = await report(token, said);
      expect(body).toMatchObject({ state: 'Unsettled', reported: said, appointment: null });
      expect(await statusOf(id)).toEqual({ status: 'ModificationProblem', problemReason: said, problemOwner: 'provider' });
      expect((await report(token, said)).status).toBe(200);
      expect(await eventsOf(id)).toEqual([{ action: 'employeeReport', actorKind: 'system' }]);
      expect((await texts()).map(({ text }) => /findet nicht statt/.test(text))).toEqual([true]);
      const mails = await owner<{ template: string }>('select template from mails order by template');
      expect(mails).toEqual([{ template: 'employeeReported' }, { template: 'mission' }]);
    },
  );

  it('can say one thing: what our planners know already is theirs to settle', async () => {
    const { token } = await invited();
    await report(token, 'Hospitalised');
    expect(await report(token, 'WorkerResumed')).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect(await call(token, 'report', { report: 'Fraud' })).toMatchObject({ status: 422 });
  });

  it('costs the employer nothing who then cancels, back at work or in hospital', async () => {
    for (const [said, free] of [
      ['WorkerResumed', true],
      ['Hospitalised', true],
      ['WorkerAbroad', false],
    ] as const) {
      await owner('delete from checks');
      const { id, token } = await invited();
      await report(token, said);
      const { cancellationFee } = await checks.get(adminA, id);
      expect(cancellationFee === 0, said).toBe(free);
    }
  });

  inBothOrders('a report while the planner takes the appointment back', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => report(token, 'WorkerAbroad').then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.unschedule(planner, id, version)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
    expect((await statusOf(id))?.status).toBe(first === 'a' ? 'ModificationProblem' : 'Planning');
  });
});

it('an employee who was examined reads the findings and until when to disagree', async () => {
  const { id, token } = await invited();
  clock.set('2026-03-03T10:30:00+01:00');
  const { version } = await checks.get(doctor, id);
  await checks.recordResult(planner, id, version, resultOf(clock, { examinedFrom: clock.now(), examinedTo: clock.now() }));
  const { body } = await call(token);
  expect(body).toMatchObject({
    state: 'Examined',
    appointment: null,
    // Tuesday 3 March and two working days; Saturdays would count, Sundays never do.
    findings: { examinedOn: '2026-03-03', outcome: 'Confirmed', disagreeUntil: '2026-03-05', corrected: null, disagreement: null },
  });

  clock.advance({ minutes: 30 });
  const reported = await checks.get(doctor, id);
  const times = { examinedFrom: reported.examinedFrom ?? clock.now(), examinedTo: reported.examinedTo ?? clock.now() };
  await checks.correctResult(
    doctor,
    id,
    reported.version,
    correctionOf(clock, { ...times, newIncapacityEndDate: '2026-03-08', explanation: 'Mistyped.' }),
  );
  const { findings } = (await call(token)).body;
  // The earlier day is the safe one (domain.md 4.3).
  expect(findings).toMatchObject({
    outcome: 'Fit',
    day: '2026-03-09',
    disagreeUntil: '2026-03-05',
    corrected: { at: clock.now().toISOString(), reason: 'Mistyped' },
  });
});

describe('an employee who does not agree with the findings', () => {
  const disagree = (token: string) => call(token, 'disagree', {});
  async function examined() {
    const { id, token } = await invited();
    clock.set('2026-03-03T10:30:00+01:00');
    const { version } = await checks.get(doctor, id);
    const times = { examinedFrom: clock.now(), examinedTo: clock.now() };
    const report = await checks.recordResult(planner, id, version, resultOf(clock, times));
    await outbox.drain();
    await owner('delete from mails');
    return { id, token, report, times };
  }
  const noted = async (id: string) =>
    (await owner<{ workerDisagreement: boolean }>('select "workerDisagreement" from checks where id = $1', [id]))[0]?.workerDisagreement;

  it('says so once: it is in the report and its history, HR and the doctor are told, and the terms of arbitration run', async () => {
    const { id, token } = await examined();
    expect((await call(token)).body.findings?.disagreement).toBeNull();
    const { status, body } = await disagree(token);
    expect([status, body.findings?.disagreement]).toEqual([200, { at: clock.now().toISOString() }]);
    expect(body.deadlines.map(({ code }) => code)).toContain('arbitration');
    clock.advance({ minutes: 5 });
    expect((await disagree(token)).body.findings?.disagreement).toEqual(body.findings?.disagreement);
    expect((await eventsOf(id)).filter(({ action }) => action === 'employeeDisagree')).toEqual([
      { action: 'employeeDisagree', actorKind: 'system' },
    ]);
    expect((await checks.get(adminA, id)).workerDisagreement).toBe(true);
    await outbox.drain();
    const mails = await owner<{ template: string; subject: string; plainText: string }>(
      'select template, subject, "plainText" from mails order by template',
    );
    expect(mails.map(({ template }) => template)).toEqual(['mission', ...mails.slice(1).map(() => 'result')]);
    expect(mails.length).toBeGreaterThan(1);
    expect(mails[0]?.subject).toMatch(/does not agree/);
    // HR reads English, the superior French.
    for (const { subject, plainText } of mails.slice(1)) {
      expect(subject).toMatch(/^(An employee disputes the result of a check|Un travailleur conteste le résultat d’un contrôle)$/);
      expect(plainText).toMatch(/Last day to choose an arbitrating doctor|Dernier jour pour choisir un médecin-arbitre/);
    }
  });

  it('on the last day can still have an arbitrating doctor chosen; after it neither page nor mail says that one can be', async () => {
    const { token } = await examined();
    clock.set('2026-03-05T23:59:00+01:00');
    expect((await call(token)).body.findings).toMatchObject({ disagreeUntil: '2026-03-05', disagreeOver: false });
    clock.set('2026-03-06T09:00:00+01:00');
    expect((await disagree(token)).body.findings).toMatchObject({ disagreeUntil: '2026-03-05', disagreeOver: true });
    await outbox.drain();
    const mails = await owner<{ plainText: string }>(`select "plainText" from mails where template = 'result'`);
    expect(mails).not.toEqual([]);
    for (const { plainText } of mails) {
      expect(plainText).toMatch(/only the labour court can still decide|seul le tribunal du travail peut encore trancher/);
      expect(plainText).not.toMatch(/You can choose an arbitrating doctor|Vous pouvez choisir ensemble/);
    }
  });

  it('has no findings to disagree with before, nor of a no-show', async () => {
    const { id, token, version } = await invited();
    expect((await disagree(token)).code).toBe('check.actionNotAllowed');
    await checks.cancel(adminA, id, version, { reason: 'Back at work' });
    expect((await disagree(token)).code).toBe('check.actionNotAllowed');
  });

  inBothOrders('while the doctor corrects the result: both stand', database, async (race, first) => {
    const { id, token, report, times } = await examined();
    const correction = correctionOf(clock, { ...times, newIncapacityEndDate: '2026-03-08', explanation: 'Mistyped.' });
    const correct = () => checks.get(doctor, id).then(({ version }) => checks.correctResult(doctor, id, version, correction));
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => disagree(token).then(({ status }) => status),
      () => codeOf(checks.correctResult(doctor, id, report.version, correction)),
    );
    // The employee's word is tried again; the doctor, whose form is older than it, sees it first.
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? [200, 'entity.changedMeanwhile'] : [200, 'no error'],
    );
    if (first === 'a') await correct();
    expect(await noted(id), 'nobody else takes it back').toBe(true);
    expect((await call(token)).body.findings).toMatchObject({ outcome: 'Fit', disagreement: { at: expect.any(String) } });
  });
});

describe('the terms of the law that concern the employee', () => {
  const codes = async (token: string) => (await call(token)).body.deadlines.map(({ code }) => code);
  const duty = (days: number | null) =>
    owner(
      `update companies set "availabilityDays" = $2, "availabilityFrom" = $3, "availabilityTo" = $4, "availabilityBasis" = $5 where id = $1`,
      days === null ? [fixtures.a.id, null, null, null, null] : [fixtures.a.id, days, '09:30', '13:30', 'WorkRules'],
    );
  afterEach(() => duty(null));

  it('names the hours at home, the days of pay, and each its last day and source', async () => {
    await duty(3);
    const { token } = await invited({ incapacityStartDate: '2026-03-02', incapacityEndDate: '2026-03-13' });
    const { deadlines } = (await call(token)).body;
    expect(deadlines.map(({ code }) => code)).toEqual(['findings', 'stayAtHome', 'guaranteedPay']);
    expect(deadlines[1]).toMatchObject({ params: { from: '09:30', to: '13:30', end: '2026-03-04' }, lastDay: '2026-03-04', isOver: false });
    for (const { source } of deadlines) expect(source.address).toMatch(/^https:/);
  });

  it('counts the days without certificate of the register', async () => {
    const { token } = await invited({
      incapacityStartDate: '2026-03-03',
      incapacityEndDate: '2026-03-03',
      certificateType: 'NoCertif',
      employeeId: fixtures.a.employees[1],
    });
    expect((await call(token)).body.deadlines).toContainEqual(
      expect.objectContaining({ code: 'noCertificateDay', params: { number: 1, quota: 2, year: '2026' } }),
    );
  });

  it('does not announce a visit at home', async () => {
    await duty(3);
    const { id, token } = await invited({ incapacityStartDate: '2026-03-02', incapacityEndDate: '2026-03-13' });
    await owner(`update checks set "checkLocation" = 'House' where id = $1`, [id]);
    const planned = await codes(token);
    expect(planned).toEqual(['stayAtHome', 'guaranteedPay']);
    await owner(
      `update checks set status = 'Planning', "doctorId" = null, "appointmentStart" = null, "appointmentEnd" = null where id = $1`,
      [id],
    );
    expect(await codes(token)).toEqual(planned);
  });

  it('says until when an arbitrating doctor can be chosen', async () => {
    const { id, token } = await invited();
    clock.set('2026-03-03T10:30:00+01:00');
    const { version } = await checks.get(doctor, id);
    const times = { examinedFrom: clock.now(), examinedTo: clock.now(), workerDisagreement: true };
    await checks.recordResult(planner, id, version, resultOf(clock, times));
    const { deadlines } = (await call(token)).body;
    expect(deadlines[0]).toMatchObject({ code: 'arbitration', lastDay: '2026-03-05', isOver: false });
    expect(deadlines[1]).toMatchObject({ code: 'arbitrationRuling', lastDay: '2026-03-09' });
    clock.set('2026-03-06T00:00:00+01:00');
    expect((await call(token)).body.deadlines[0]).toMatchObject({ code: 'arbitration', isOver: true });
  });
});

describe('where the employee says to stay, and how to find the door', () => {
  const DOOR = { address: 'Zeedijk 5, 8400 Oostende', bell: 'Janssens', doorCode: '12B4' };
  const say = (token: string, said: object = {}) => call(token, 'address', { ...DOOR, ...said });
  const readBy = async (actor: Actor, id: string) => {
    const check = await checks.get(actor, id);
    return (await checks.findSaidAddresses(actor, [check])).get(id);
  };
  const toDealWith = async (actor: Actor) =>
    (await checks.listOpen(actor, { filter: { otherAddress: true }, first: 10 })).nodes.map(({ id }) => id);

  it('is read by planners and the doctor, with its moment; the employer never, nor whoever finds the telephone', async () => {
    const { id, companyId, token } = await invited();
    const { status, body } = await say(token);
    expect(status).toBe(200);
    expect(body.addressSaidAt).toBe(clock.now().toISOString());
    for (const said of Object.values(DOOR)) expect(JSON.stringify(body)).not.toContain(said);
    for (const actor of [planner, doctor])
      expect(await readBy(actor, id)).toMatchObject({ ...DOOR, saidAt: clock.now(), otherPlace: true, reviewedAt: null });
    expect(await readBy(adminA, id)).toBeUndefined();
    expect(await db.as(adminA, (tx) => tx.selectFrom('employee_addresses').selectAll().execute(), { readonly: true })).toEqual([]);
    expect(JSON.stringify(await checks.findEvents(adminA, [{ companyId, id }]))).not.toContain('Zeedijk');
    const [stored] = await owner<{ doorCode: Buffer }>('select "doorCode" from employee_addresses');
    expect(stored?.doorCode.includes(DOOR.doorCode)).toBe(false);
  });

  it('changes neither order nor mission: another place is for planners to deal with', async () => {
    const { id, token } = await invited();
    const columns = 'version, status, "workerAddress", "doctorId", "appointmentStart", "distanceToCheck"';
    const before = await owner(`select ${columns} from checks where id = $1`, [id]);
    await say(token);
    expect(await owner(`select ${columns} from checks where id = $1`, [id])).toEqual(before);
    expect(await toDealWith(planner)).toEqual([id]);
    expect(await codeOf(checks.listOpen(adminA, { filter: { otherAddress: true }, first: 10 }))).toBe('access.forbidden');
    expect(await codeOf(checks.reviewSaidAddress(doctor, id, clock.now()))).toBe('access.forbidden');
    await checks.reviewSaidAddress(planner, id, clock.now());
    expect(await toDealWith(planner)).toEqual([]);
    expect(await readBy(planner, id)).toMatchObject({ ...DOOR, reviewedAt: clock.now() });
  });

  it('the place of the order, however it is written, or a bell alone is no question', async () => {
    const { id, token } = await invited({ workerAddress: 'Kerkstraat 1, 9000 Gent' });
    await say(token, { address: 'kerkstraat 1 9000 GENT' });
    expect(await readBy(planner, id)).toMatchObject({ otherPlace: false });
    await say(token, { address: '' });
    expect(await readBy(planner, id)).toMatchObject({ address: '', otherPlace: false });
    expect(await toDealWith(planner)).toEqual([]);
  });

  it('counts once however often it is sent; what is said again is dealt with again', async () => {
    const { id, token } = await invited();
    const first = (await say(token)).body.addressSaidAt;
    await checks.reviewSaidAddress(planner, id, clock.now());
    clock.set('2026-03-02T09:05:00+01:00');
    expect((await say(token)).body.addressSaidAt).toBe(first);
    expect(await toDealWith(planner)).toEqual([]);
    await say(token, { doorCode: '99' });
    expect(await toDealWith(planner)).toEqual([id]);
    expect(await codeOf(checks.reviewSaidAddress(planner, id, new Date(first ?? '')))).toBe('entity.changedMeanwhile');
    const [{ count } = { count: 0 }] = await owner<{ count: number }>('select count(*)::integer as count from employee_addresses');
    expect(count).toBe(1);
  });

  it('refuses nothing at all, and what is too long', async () => {
    const { token } = await invited();
    expect(await call(token, 'address', { address: ' ', bell: '', doorCode: '' })).toMatchObject({ status: 422 });
    expect(await say(token, { bell: 'x'.repeat(101) })).toMatchObject({ status: 422 });
  });

  it('is taken alike whether a visit at home is planned or not', async () => {
    const { id, token } = await invited();
    await owner(`update checks set "checkLocation" = 'House' where id = $1`, [id]);
    const planned = await say(token);
    await owner(
      `update checks set status = 'Planning', "doctorId" = null, "appointmentStart" = null, "appointmentEnd" = null where id = $1`,
      [id],
    );
    expect(await say(token, { doorCode: '77' })).toMatchObject({ status: planned.status, code: planned.code });
    expect(await readBy(planner, id)).toMatchObject({ doorCode: '77' });
  });

  it('the way to the door is forgotten when the check ends, however it ends, and nothing is taken any more', async () => {
    const { id, version, token } = await invited();
    await say(token);
    await checks.cancel(adminA, id, version, { reason: 'Back at work.' });
    expect(await owner('select address, bell, "doorCode" from employee_addresses')).toEqual([
      { address: DOOR.address, bell: '', doorCode: null },
    ]);
    expect(await readBy(doctor, id).catch(() => undefined)).toBeUndefined();
    expect(await toDealWith(planner)).toEqual([]);
    expect(await say(token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
  });

  inBothOrders('another address while the planner deals with the former', database, async (race, first) => {
    const { id, token } = await invited();
    await say(token);
    const read = clock.now();
    clock.set('2026-03-02T09:05:00+01:00');
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => say(token, { address: 'Markt 1, 8000 Brugge' }).then(({ status }) => status),
      () => codeOf(checks.reviewSaidAddress(planner, id, read)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual([
      200,
      first === 'a' ? 'entity.changedMeanwhile' : 'no error',
    ]);
    // What was said last is dealt with by nobody yet.
    expect(await toDealWith(planner)).toEqual([id]);
  });

  inBothOrders('an address while the employer gives the check another number', database, async (race, first) => {
    const { id, version, token } = await invited();
    const { workerAddress, workerPhoneNumber } = await checks.get(planner, id);
    const period = { startDate: '2026-03-02', endDate: '2026-03-13' };
    const other = { ...period, workerAddress, workerPhoneNumber, phoneNumber: '+32470999888', locationCheck: 'Office' } as const;
    const texts = { authorizedExit: true, providerComment: '', doctorComment: '' };
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => say(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.modify(adminA, id, version, { ...other, typeCheck: 'Immediate', ...texts })),
    );
    const [said, modified] = ends.map((end) => end.status === 'fulfilled' && end.value);
    expect(modified).toBe('no error');
    // The link belongs to the number that it was sent to. What was taken before is answered with the page as it is then.
    if (first === 'b') expect(said).toBe('entity.notFound');
    expect(await owner('select 1 from employee_addresses')).toHaveLength(first === 'a' ? 1 : 0);
  });

  inBothOrders('an address while the employer cancels', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => say(token).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.cancel(adminA, id, version, { reason: 'Back at work.' })),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'no error'] : ['check.actionNotAllowed', 'no error'],
    );
    expect(await owner('select 1 from employee_addresses where bell <> \'\' or "doorCode" is not null')).toEqual([]);
  });
});

describe('an employee who moves the appointment', () => {
  /** Monday to Friday, 9 to 12. */
  const hours = () =>
    owner(
      `insert into doctor_availabilities ("doctorId", weekday, "fromTime", "toTime") select $1, w, '09:00', '12:00' from generate_series(1, 5) w`,
      [fixtures.doctors.brussels],
    );
  const at = (day: string, time: string) => instantAt(day, time).toISOString();
  const move = (token: string, to: string, from = at('2026-03-03', '10:00')) =>
    call(token, 'move', { appointmentStart: from, newStart: to });
  const planned = (id: string) =>
    owner<{ appointmentStart: Date; doctorId: string }>('select "appointmentStart", "doctorId" from checks where id = $1', [id]);
  beforeEach(async () => {
    await owner('delete from doctor_availabilities where "doctorId" = $1', [fixtures.doctors.brussels]);
    await hours();
  });

  it('is offered free times of the same doctor, within the absence, by day and not at once', async () => {
    const { token } = await invited({ checkTiming: 'Immediate', incapacityStartDate: '2026-03-02', incapacityEndDate: '2026-03-13' });
    const { move: offered } = (await call(token)).body;
    expect(offered?.state).toBe('Open');
    expect(offered?.slots).toContain(at('2026-03-03', '09:00'));
    expect(offered?.slots).not.toContain(at('2026-03-03', '10:00'));
    // Three hours from now at least; an immediate check is moved by a day at most.
    expect(offered?.slots[0]).toBe(at('2026-03-03', '09:00'));
    expect(offered?.slots.at(-1)).toBe(at('2026-03-04', '11:40'));
  });

  it('is not offered what another mission takes, what costs the employer more, and what lies after the absence', async () => {
    const other = await planning();
    await checks.schedule(planner, other.id, 1, { ...appointment(), appointmentStart: instantAt('2026-03-03', '11:00') });
    await texts();
    const { token } = await invited({ checkTiming: 'Optimized', incapacityStartDate: '2026-03-02', incapacityEndDate: '2026-03-04' });
    const { move: offered } = (await call(token)).body;
    expect(offered?.slots).not.toContain(at('2026-03-03', '11:00'));
    expect(offered?.slots.at(-1)).toBe(at('2026-03-04', '11:40'));
  });

  it('moves it once: doctor, employer and planners are told, and the employee comes', async () => {
    const { id, token } = await invited();
    await owner('delete from mails');
    const to = at('2026-03-04', '09:20');
    const { body } = await move(token, to);
    expect(body).toMatchObject({
      state: 'Expected',
      appointment: { start: to },
      confirmedAt: clock.now().toISOString(),
      move: { state: 'Moved', slots: [] },
    });
    expect(await eventsOf(id)).toEqual([{ action: 'employeeMove', actorKind: 'system' }]);
    expect((await texts()).map(({ text }) => text)).toEqual([expect.stringContaining('09:20')]);
    const mails = await owner<{ template: string; subject: string }>('select template, subject from mails');
    expect(mails.map(({ template }) => template)).toEqual(expect.arrayContaining(['appointmentMade', 'mission']));
    for (const { template, subject } of mails) if (template === 'appointmentMade') expect(subject).toMatch(/changed|modifié|gewijzigd/);
    // Idempotent; another wish is one too many.
    expect((await move(token, to)).status).toBe(200);
    expect(await move(token, at('2026-03-05', '09:00'), to)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('once is kept by the database, whoever writes', async () => {
    const { companyId, id, token } = await invited();
    await move(token, at('2026-03-04', '09:20'));
    await expect(
      owner(
        `insert into employee_moves select "companyId", "checkId", "toStart", "fromStart", "movedAt" from employee_moves where "companyId" = $1 and "checkId" = $2`,
        [companyId, id],
      ),
    ).rejects.toThrow(/duplicate key/);
  });

  it('takes no time that was not offered, nor of an appointment that is near, or a visit at home', async () => {
    const { id, token } = await invited();
    expect(await move(token, at('2026-03-04', '20:00'))).toMatchObject({ status: 409, code: 'check.doctorBusy' });
    expect(await move(token, at('2026-03-04', '09:20'), at('2026-03-03', '11:00'))).toMatchObject({ code: 'check.actionNotAllowed' });
    clock.set('2026-03-03T06:01:00+01:00');
    expect((await call(token)).body.move).toEqual({ state: 'Late', slots: [] });
    expect(await move(token, at('2026-03-04', '09:20'))).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    clock.set(MONDAY);
    await owner(`update checks set "checkLocation" = 'House' where id = $1`, [id]);
    expect((await call(token)).body.move).toBeNull();
    expect(await move(token, at('2026-03-04', '09:20'))).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
  });

  it('reads that the doctor has no other time', async () => {
    await owner('delete from doctor_availabilities where "doctorId" = $1', [fixtures.doctors.brussels]);
    const { token } = await invited();
    expect((await call(token)).body.move).toEqual({ state: 'Full', slots: [] });
  });

  inBothOrders('a move while the doctor declines', database, async (race, first) => {
    const { id, version, token } = await invited();
    await owner('delete from mails');
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => move(token, at('2026-03-04', '09:20')).then(({ code }) => code ?? 'no error'),
      () =>
        codeOf(
          checks.reportProblem(doctor, id, version, {
            problemReason: 'DoctorUnavailable',
            problemOwner: 'provider',
            problemComment: 'Ill.',
          }),
        ),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
    expect((await statusOf(id))?.status).toBe(first === 'a' ? 'WaitingForCheck' : 'ModificationProblem');
    expect(await owner('select 1 from employee_moves')).toHaveLength(first === 'a' ? 1 : 0);
    // The employee reads of the new time, or that there is none; employer and doctor of a new time alone: the doctor knows of the own no.
    expect((await texts()).map(({ text }) => /09:20/.test(text))).toEqual([first === 'a']);
    const told = (await owner<{ template: string }>('select distinct template from mails order by 1')).map(({ template }) => template);
    expect(told).toEqual(first === 'a' ? ['appointmentMade', 'mission'] : []);
  });

  inBothOrders('a move while the planner takes the appointment back', database, async (race, first) => {
    const { id, version, token } = await invited();
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [id] },
      () => move(token, at('2026-03-04', '09:20')).then(({ code }) => code ?? 'no error'),
      () => codeOf(checks.unschedule(planner, id, version)),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
    expect((await planned(id))[0]?.doctorId ?? null).toBe(first === 'a' ? fixtures.doctors.brussels : null);
  });

  inBothOrders('two employees for one time of a doctor', database, async (race) => {
    const one = await invited();
    const two = await planning();
    await checks.schedule(planner, two.id, 1, appointment('11:00'));
    const other = tokenIn((await texts())[0]?.text);
    const ends = await race(
      { sql: 'select from doctors where id = $1 for update', values: [fixtures.doctors.brussels] },
      () => move(one.token, at('2026-03-04', '09:20')).then(({ code }) => code ?? 'no error'),
      () => move(other, at('2026-03-04', '09:20'), at('2026-03-03', '11:00')).then(({ code }) => code ?? 'no error'),
    );
    expect(new Set(ends.map((end) => end.status === 'fulfilled' && end.value))).toEqual(new Set(['check.doctorBusy', 'no error']));
    expect(await owner('select 1 from employee_moves')).toHaveLength(1);
  });
});

it('whoever guesses links is throttled', async () => {
  const codes = [];
  for (let guess = 0; guess < 31; guess += 1) codes.push((await call(`${String(guess).padStart(3, '0')}${'a'.repeat(19)}`)).code);
  expect(codes[0]).toBe('entity.notFound');
  expect(codes.at(-1)).toBe('auth.tooManyAttempts');
});
