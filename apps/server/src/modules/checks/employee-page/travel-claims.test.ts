import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { EMPLOYEE_LINK_DAYS, EMPLOYEE_PAGE_PATH, type EmployeePage } from '@checkwell/domain/employee-page/contract';
import type { TravelClaimInput } from '@checkwell/domain/employee-page/travel-claim-rule';
import { kmCents, kmRateOn } from '@checkwell/domain/law/km-rate';
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
const EXAMINED_ON = '2026-03-03';
clock.set(MONDAY);
const { checks, certificates, documents, notifications, outbox } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, adminB, basicA, doctor } = fixtures.actors;

interface Scenario {
  readonly id: string;
  readonly companyId: string;
  readonly token: string;
}

let seen = 0;
/** An employee who was notified of an appointment at the doctor's, tomorrow. */
async function invited(values: Parameters<typeof insertCheck>[3] = {}, time = '10:00'): Promise<Scenario> {
  clock.set(MONDAY);
  const check = await insertCheck(db, fixtures, clock, { status: 'Planning', checkLocation: 'Office', ...values });
  const appointmentStart = instantAt(EXAMINED_ON, time);
  await checks.schedule(planner, check.id, 1, { doctorId: fixtures.doctors.brussels, appointmentStart, appointmentMinutes: 20 });
  await outbox.drain();
  const sent = await owner<{ text: string }>('select text from text_messages order by "createdAt", id offset $1', [seen]);
  seen += sent.length;
  return { id: check.id, companyId: check.companyId, token: /\/w\/([\w-]{22})(?=\s)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '' };
}

/** … and who was examined there. */
async function examined(values: Parameters<typeof insertCheck>[3] = {}, time = '10:00'): Promise<Scenario> {
  const scenario = await invited(values, time);
  clock.set(instantAt(EXAMINED_ON, time).toISOString());
  const { version } = await checks.get(planner, scenario.id);
  await checks.recordResult(planner, scenario.id, version, resultOf(clock, { examinedFrom: clock.now(), examinedTo: clock.now() }));
  await outbox.drain();
  await owner('delete from mails');
  return scenario;
}

const IBAN = 'BE68 5390 0754 7034';
const CAR: TravelClaimInput = { version: 0, means: 'Car', km: 24, amountCents: null, reason: '', payment: 'Account', iban: IBAN };
const TRAIN: Partial<TravelClaimInput> = { means: 'PublicTransport', km: null, amountCents: 5_20 };

async function answerOf(answer: Promise<{ readonly statusCode: number; json(): unknown }>) {
  const { statusCode: status, json } = await answer;
  const body = json() as EmployeePage & {
    readonly error?: { readonly code: string; readonly issues: readonly { readonly path: string }[] };
  };
  return { status, code: body.error?.code, fieldErrors: body.error?.issues.map(({ path }) => path), travel: body.travel };
}
const page = (token: string) => answerOf(app.http.inject({ url: `${EMPLOYEE_PAGE_PATH}/${token}` }));
const claim = (token: string, values: Partial<TravelClaimInput> = {}) =>
  answerOf(app.http.inject({ method: 'POST', url: `${EMPLOYEE_PAGE_PATH}/${token}/travel`, payload: { ...CAR, ...values } }));
const receipt = (token: string, bytes = jpeg({ exifText: 'canary-place' }), fileName = 'ticket.jpg', type = 'image/jpeg') =>
  answerOf(
    app.http.inject({
      method: 'POST',
      url: `${EMPLOYEE_PAGE_PATH}/${token}/travel/receipt?${new URLSearchParams({ fileName })}`,
      headers: { 'content-type': type },
      payload: bytes,
    }),
  );
const readBy = async (actor: Actor, { id, companyId }: Scenario) => (await checks.findTravelClaims(actor, [{ companyId, id }])).get(id);
const pay = (scenario: Scenario, values: object = {}, actor: Actor = adminA, version = 1) =>
  codeOf(checks.payTravelClaim(actor, scenario.id, version, { paidOn: EXAMINED_ON, amountCents: 10_68, reason: '', ...values }));
const refuse = (scenario: Scenario, reason = 'Paid by the sector’s fund.', actor: Actor = adminA, version = 1) =>
  codeOf(checks.refuseTravelClaim(actor, scenario.id, version, { reason }));
const rows = () => owner<{ iban: Buffer | null; decision: string | null }>('select * from travel_claims');
const logged = () =>
  owner<{ action: string; actorRole: string }>(
    `select action, "actorRole", reason from access_log where action like 'travelClaim%' and at >= $1 order by at, id`,
    [start],
  );
const stored = () => {
  const folder = join(app.config.dataDir, 'files');
  const found = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return found.filter((entry) => entry.isFile()).length;
};

let start = new Date();
beforeEach(async () => {
  clock.set(MONDAY);
  await owner('delete from auth.throttles');
  await owner('delete from checks');
  await owner('delete from outbox');
  await owner('delete from text_messages');
  await owner('delete from mails');
  seen = 0;
  const [{ now } = { now: start }] = await owner<{ now: Date }>('select clock_timestamp() as now');
  start = now;
});

describe('an employee claims travel costs', () => {
  it('of the way that the check knows, at the rate of the day; the page never shows the account', async () => {
    const scenario = await examined();
    const [{ distanceToCheck = 0 } = {}] = await owner<{ distanceToCheck: number }>('select "distanceToCheck" from checks');
    const rate = kmRateOn(EXAMINED_ON);
    expect((await page(scenario.token)).travel).toEqual({
      isOpen: true,
      suggestedKm: Math.max(1, Math.round(distanceToCheck * 2)),
      kmRate: rate,
      claim: null,
    });
    const { status, travel } = await claim(scenario.token);
    expect(status).toBe(200);
    expect(travel?.claim).toMatchObject({
      version: 1,
      state: 'Waiting',
      km: 24,
      amountCents: kmCents(24, rate),
      ibanEnd: '7034',
      hasReceipt: false,
      receiptInfected: false,
    });
    expect(JSON.stringify(await page(scenario.token))).not.toMatch(/BE68|5390/);
    const [row] = await rows();
    expect(row?.iban?.toString('latin1')).not.toContain('5390');
  });

  it('or what tickets and other means cost, along with the wages', async () => {
    const scenario = await examined();
    expect((await claim(scenario.token, { ...TRAIN, payment: 'Wages', iban: '' })).travel?.claim).toMatchObject({
      means: 'PublicTransport',
      km: null,
      amountCents: 5_20,
      payment: 'Wages',
      ibanEnd: null,
    });
    const other = await examined({}, '11:00');
    const taxi = { ...TRAIN, means: 'Other', reason: 'A taxi: no bus goes there.' } as const;
    expect((await claim(other.token, taxi)).travel?.claim).toMatchObject({ means: 'Other', reason: taxi.reason });
  });

  it.each([
    [{ km: null }, ['km']],
    [{ km: 501 }, ['km']],
    [{ amountCents: 1 }, ['amountCents']],
    [{ ...TRAIN, amountCents: null }, ['amountCents']],
    [{ ...TRAIN, means: 'Other' }, ['reason']],
    [{ iban: 'BE69 5390 0754 7034' }, ['iban']],
    [{ iban: '' }, ['iban']],
    [{ payment: 'Wages' }, ['iban']],
  ] as const)('and reads at which field something is wrong: %o', async (values, fieldErrors) => {
    const { token } = await examined();
    expect(await claim(token, values)).toMatchObject({ status: 422, code: 'request.invalid', fieldErrors });
    expect(await rows()).toEqual([]);
  });

  it('once for each check; the same again changes nothing, and a correction is made on what is there', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    expect((await claim(scenario.token, { iban: 'be68539007547034' })).travel?.claim).toMatchObject({ version: 1 });
    expect(await claim(scenario.token, { km: 30 })).toMatchObject({ status: 409, code: 'entity.changedMeanwhile' });
    const corrected = await claim(scenario.token, { version: 1, km: 30, iban: '' });
    expect(corrected.travel?.claim).toMatchObject({ version: 2, km: 30, ibanEnd: '7034' });
    expect(await checks.readTravelClaimAccount(adminA, scenario.id)).toBe('BE68539007547034');
    expect((await claim(scenario.token, { version: 2, payment: 'Wages', iban: '' })).travel?.claim).toMatchObject({
      version: 3,
      ibanEnd: null,
    });
    expect(await claim(scenario.token, { version: 3, iban: '' })).toMatchObject({ status: 422, fieldErrors: ['iban'] });
    expect(await rows()).toEqual([expect.objectContaining({ iban: null })]);
    expect((await logged()).map(({ action }) => action)).toEqual([
      'travelClaim.send',
      'travelClaim.correct',
      'travelClaim.readAccount',
      'travelClaim.correct',
    ]);
  });

  it('not before the report, nor of a video call or a One Shot Check, nor by a link that opens nothing', async () => {
    const early = await invited();
    expect((await page(early.token)).travel).toBeNull();
    expect(await claim(early.token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    for (const other of [await examined({ checkLocation: 'Telecheck' }, '11:00'), await examined({ source: 'OneShot' }, '12:00')]) {
      expect((await page(other.token)).travel).toBeNull();
      expect(await claim(other.token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    }
    expect(await claim('A'.repeat(22))).toMatchObject({ status: 404, code: 'entity.notFound' });
    const scenario = await examined({}, '14:00');
    clock.set(instantAt(addDays(EXAMINED_ON, EMPLOYEE_LINK_DAYS + 1), '09:00').toISOString());
    expect(await claim(scenario.token)).toMatchObject({ status: 404, code: 'entity.notFound' });
    expect(await receipt(scenario.token)).toMatchObject({ status: 404, code: 'entity.notFound' });
    expect(await rows()).toEqual([]);
  });

  inBothOrders('the same claim twice at once', database, async (race) => {
    const scenario = await examined();
    const send = () => claim(scenario.token).then(({ status }) => status);
    const ends = await race({ sql: 'select from checks where id = $1 for update', values: [scenario.id] }, send, send);
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual([200, 200]);
    expect(await rows()).toHaveLength(1);
    expect((await logged()).map(({ action }) => action)).toEqual(['travelClaim.send']);
  });
});

describe('the receipt', () => {
  it('is checked as any file, kept without its place, and replaced by the next one', async () => {
    const scenario = await examined();
    expect(await receipt(scenario.token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    await claim(scenario.token);
    const before = stored();
    expect(await receipt(scenario.token, Buffer.from('<html>'))).toMatchObject({ status: 415, code: 'document.typeRefused' });
    expect((await receipt(scenario.token)).travel?.claim).toMatchObject({ version: 2, hasReceipt: true });
    expect((await receipt(scenario.token)).travel?.claim).toMatchObject({ version: 2 });
    const first = (await readBy(adminA, scenario))?.documentId ?? '';
    const { bytes } = await documents.open(adminA, scenario.companyId, first);
    expect(bytes.toString('latin1')).not.toContain('canary-place');
    expect((await receipt(scenario.token, pdf({ title: 'ticket' }), 'ticket.pdf', 'application/pdf')).travel?.claim?.version).toBe(3);
    expect(stored()).toBe(before + 1);
    expect(await codeOf(documents.open(adminA, scenario.companyId, first))).toBe('entity.notFound');
    expect(await owner(`select 1 from documents where kind = 'receipt'`)).toHaveLength(1);
  });

  it('is read by the employer alone, and never becomes a certificate', async () => {
    const scenario = await examined({ superiorId: fixtures.a.superiors[0] });
    const foreign = await examined({ superiorId: fixtures.a.superiors[1] }, '11:00');
    for (const { token } of [scenario, foreign]) {
      await claim(token);
      await receipt(token);
    }
    const documentId = (await readBy(adminA, scenario))?.documentId ?? '';
    for (const actor of [planner, doctor, adminB])
      expect(await codeOf(documents.open(actor, scenario.companyId, documentId))).toBe('entity.notFound');
    expect(await codeOf(documents.open(basicA, scenario.companyId, documentId))).toBe('no error');
    const other = (await readBy(adminA, foreign))?.documentId ?? '';
    expect(await codeOf(documents.open(basicA, scenario.companyId, other))).toBe('entity.notFound');
    const certificate = certificateInput(fixtures, { startDate: '2026-03-02', endDate: '2026-03-06', documentId });
    expect(await codeOf(certificates.create(adminA, scenario.companyId, certificate))).toBe('request.invalid');
  });
});

describe('HR', () => {
  it('reads it, basic users for their own team; administrators alone decide and read the account; nobody else knows of it', async () => {
    const scenario = await examined({ superiorId: fixtures.a.superiors[0] });
    const foreign = await examined({ superiorId: fixtures.a.superiors[1] }, '11:00');
    await claim(scenario.token);
    await claim(foreign.token);
    expect(await readBy(adminA, scenario)).toMatchObject({ state: 'Waiting', canDecide: true, canReadAccount: true, ibanEnd: '7034' });
    expect(await readBy(basicA, scenario)).toMatchObject({ state: 'Waiting', canDecide: false, canReadAccount: false });
    expect(JSON.stringify(await readBy(adminA, scenario))).not.toContain('iban"');
    for (const [actor, other] of [
      [basicA, foreign],
      [planner, scenario],
      [doctor, scenario],
      [adminB, scenario],
    ] as const)
      expect(await readBy(actor, other)).toBeUndefined();
    for (const [actor, code] of [
      [basicA, 'access.forbidden'],
      [planner, 'access.forbidden'],
      [doctor, 'access.forbidden'],
      [adminB, 'entity.notFound'],
    ] as const) {
      expect(await pay(scenario, {}, actor)).toBe(code);
      expect(await refuse(scenario, 'No.', actor)).toBe(code);
      expect(await codeOf(checks.readTravelClaimAccount(actor, scenario.id))).toBe(code);
    }
    const program = { ...adminA, program: true } as Actor;
    expect(await pay(scenario, {}, program)).toBe('access.forbidden');
    expect(await codeOf(checks.readTravelClaimAccount(program, scenario.id))).toBe('access.forbidden');
    expect(await db.as(planner, (tx) => tx.selectFrom('travel_claims').selectAll().execute(), { readonly: true })).toEqual([]);
    expect((await logged()).map(({ action }) => action)).toEqual(['travelClaim.send', 'travelClaim.send']);
  });

  it('pays it: the account number is gone, the employee reads day and amount, and corrects nothing more', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    expect(await checks.readTravelClaimAccount(adminA, scenario.id)).toBe('BE68539007547034');
    expect(await pay(scenario)).toBe('no error');
    expect(await pay(scenario)).toBe('no error');
    expect(await rows()).toEqual([
      expect.objectContaining({ iban: null, ibanEnd: '7034', decision: 'Paid', paidCents: 10_68, version: 2 }),
    ]);
    expect(await codeOf(checks.readTravelClaimAccount(adminA, scenario.id))).toBe('entity.notFound');
    expect((await page(scenario.token)).travel).toMatchObject({
      isOpen: false,
      claim: { state: 'Paid', paidOn: EXAMINED_ON, paidCents: 10_68 },
    });
    expect(await claim(scenario.token, { version: 2, km: 30 })).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    expect(await receipt(scenario.token)).toMatchObject({ status: 409, code: 'check.actionNotAllowed' });
    // An answer that was lost: what is there is what was said.
    expect((await claim(scenario.token)).status).toBe(200);
    expect((await logged()).map(({ action, actorRole }) => `${actorRole} ${action}`)).toEqual([
      'system travelClaim.send',
      'employerAdmin travelClaim.readAccount',
      'employerAdmin travelClaim.pay',
    ]);
  });

  it('does not decide any more once it is no administrator, whatever the request came with', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    const setAccess = (accesType: string) =>
      owner('update company_users set "accesType" = $1 where "profileId" = $2', [
        accesType,
        adminA.kind === 'employer' && adminA.profileId,
      ]);
    await setAccess('basic');
    expect([await pay(scenario), await refuse(scenario, 'No.')]).toEqual(['access.forbidden', 'access.forbidden']);
    await setAccess('admin');
    expect(await pay(scenario)).toBe('no error');
  });

  it('pays another amount with a reason, on a day since the journey', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    const fieldErrorsOf = (values: object) =>
      checks
        .payTravelClaim(adminA, scenario.id, 1, { paidOn: EXAMINED_ON, amountCents: 10_68, reason: '', ...values })
        .then(() => [])
        .catch((error) => error.issues.map(({ path }: { path: string }) => path));
    expect(await fieldErrorsOf({ amountCents: 9_00 })).toEqual(['reason']);
    expect(await fieldErrorsOf({ paidOn: '2026-03-02' })).toEqual(['paidOn']);
    expect(await fieldErrorsOf({ paidOn: '2026-03-04' })).toEqual(['paidOn']);
    expect(await fieldErrorsOf({ amountCents: 0 })).toEqual(['amountCents']);
    expect(await pay(scenario, { amountCents: 9_00, reason: 'Our rate is 0.375 €.' })).toBe('no error');
    expect((await page(scenario.token)).travel?.claim).toMatchObject({
      amountCents: 10_68,
      paidCents: 9_00,
      decisionReason: 'Our rate is 0.375 €.',
    });
  });

  it('refuses it with a reason that the employee reads', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    expect(await refuse(scenario, ' ')).toBe('request.invalid');
    expect(await refuse(scenario)).toBe('no error');
    expect(await pay(scenario)).toBe('entity.changedMeanwhile');
    expect((await page(scenario.token)).travel?.claim).toMatchObject({ state: 'Refused', decisionReason: 'Paid by the sector’s fund.' });
    expect(await rows()).toEqual([expect.objectContaining({ iban: null, decision: 'Refused', paidCents: null })]);
  });

  it('decides on what it saw', async () => {
    const scenario = await examined();
    await claim(scenario.token);
    await claim(scenario.token, { version: 1, km: 30 });
    expect(await pay(scenario)).toBe('entity.changedMeanwhile');
    expect(await refuse(scenario)).toBe('entity.changedMeanwhile');
    expect(await pay(scenario, { amountCents: 13_35 }, adminA, 2)).toBe('no error');
    expect(
      await codeOf(checks.payTravelClaim(adminA, (await examined({}, '11:00')).id, 1, { paidOn: EXAMINED_ON, amountCents: 1, reason: '' })),
    ).toBe('entity.notFound');
  });

  inBothOrders('two people at once, who pay it and refuse it', database, async (race, first) => {
    const scenario = await examined();
    await claim(scenario.token);
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [scenario.id] },
      () => pay(scenario),
      () => refuse(scenario),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['entity.changedMeanwhile', 'no error'],
    );
    expect((await logged()).map(({ action }) => action)).toEqual([
      'travelClaim.send',
      first === 'a' ? 'travelClaim.pay' : 'travelClaim.refuse',
    ]);
  });

  inBothOrders('a correction while HR pays', database, async (race, first) => {
    const scenario = await examined();
    await claim(scenario.token);
    const ends = await race(
      { sql: 'select from checks where id = $1 for update', values: [scenario.id] },
      () => claim(scenario.token, { version: 1, km: 30 }).then(({ code }) => code ?? 'no error'),
      () => pay(scenario),
    );
    expect(ends.map((end) => end.status === 'fulfilled' && end.value)).toEqual(
      first === 'a' ? ['no error', 'entity.changedMeanwhile'] : ['check.actionNotAllowed', 'no error'],
    );
  });

  it('is told once by mail, with neither name nor amount: administrators who follow the check, else all of them', async () => {
    const recipients = async () => {
      await outbox.drain();
      const mails = await owner<{ recipient: string; content: unknown }>(
        `select * from mails where template = 'travelClaim' order by recipient`,
      );
      await owner('delete from mails');
      return mails;
    };
    const admin = 'email' in adminA ? adminA.email : '';
    const profileId = 'profileId' in adminA ? adminA.profileId : null;
    const scenario = await examined({ orderedByProfileId: profileId, superiorId: fixtures.a.superiors[0] });
    await claim(scenario.token);
    await claim(scenario.token, { version: 1, km: 30 });
    const [mail, ...more] = await recipients();
    expect(more).toEqual([]);
    expect(mail?.recipient).toBe(admin);
    expect(JSON.stringify(mail)).toContain(`/reports/${scenario.id}`);
    for (const personal of ['Peeters', '10.68', '7034']) expect(JSON.stringify(mail)).not.toContain(personal);
    // Ordered by somebody who cannot pay.
    const basic = 'profileId' in basicA ? basicA.profileId : null;
    await claim((await examined({ orderedByProfileId: basic, superiorId: fixtures.a.superiors[0] }, '11:00')).token);
    expect((await recipients()).map(({ recipient }) => recipient)).toContain(admin);
    await notifications.choose(adminA, scenario.companyId, { kind: 'TravelClaimed', delivery: 'InApp' });
    await claim((await examined({ orderedByProfileId: profileId }, '12:00')).token);
    expect((await recipients()).map(({ recipient }) => recipient)).not.toContain(admin);
    await notifications.choose(adminA, scenario.companyId, { kind: 'TravelClaimed', delivery: 'AtOnce' });
  });
});

it('goes with its check, and so does the receipt', async () => {
  const scenario = await examined();
  await claim(scenario.token);
  await receipt(scenario.token);
  await owner('delete from checks where id = $1', [scenario.id]);
  expect(await rows()).toEqual([]);
  expect(await owner(`select 1 from documents where kind = 'receipt'`)).toEqual([]);
  expect(await claim(scenario.token)).toMatchObject({ status: 404 });
  expect(await pay(scenario)).toBe('entity.notFound');
  expect(await codeOf(checks.readTravelClaimAccount(adminA, scenario.id))).toBe('entity.notFound');
});

it.each([
  ['a second claim of a check', `insert into travel_claims select * from travel_claims`],
  [
    'an account that nobody pays into any more',
    `update travel_claims set decision = 'Refused', "decisionReason" = 'x', "decidedAt" = now(), DECIDER`,
  ],
  ['a refusal without a reason', `update travel_claims set iban = null, decision = 'Refused', "decidedAt" = now(), DECIDER`],
  [
    'a payment without a day',
    `update travel_claims set iban = null, decision = 'Paid', "paidCents" = "amountCents", "decidedAt" = now(), DECIDER`,
  ],
  [
    'another amount without a reason',
    `update travel_claims set iban = null, decision = 'Paid', "paidOn" = '2026-03-03', "paidCents" = 1, "decidedAt" = now(), DECIDER`,
  ],
  ['an amount that is not that of the kilometres', 'update travel_claims set "amountCents" = 1'],
  ['an account along with the wages', `update travel_claims set payment = 'Wages'`],
])('the database refuses %s', async (_, statement) => {
  const scenario = await examined();
  await claim(scenario.token);
  const decider = 'profileId' in adminA ? adminA.profileId : '';
  await expect(owner(statement.replace('DECIDER', `"decidedByProfileId" = '${decider}'`))).rejects.toThrow(/travel_claims_/);
});
