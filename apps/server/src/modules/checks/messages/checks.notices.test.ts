import { addDays, instantAt } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { getTranslator } from '@checkwell/messages/translator';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks, notifications, outbox } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
const [superior] = a.superiors;

const translate = (language: InterfaceLanguage) => getTranslator(language, 'mail');

interface Mail {
  readonly recipient: string;
  readonly language: string;
  readonly template: string;
  readonly subject: string;
  readonly html: string;
  readonly plainText: string;
}

/** Mails to the employer's side that left since the last call, in the order of their readers. What doctors read: checks.missions.test.ts. */
async function mails(): Promise<Mail[]> {
  await outbox.drain();
  const rows = await owner<{ [Name in keyof Mail]: Mail[Name] }>(
    `select recipient, language, template, subject, html, "plainText" from mails where template <> 'mission' order by template, recipient`,
  );
  await owner('delete from mails');
  return rows.map((row) => ({ ...row, plainText: row.plainText.replace(/[\u00a0\u202f]/g, ' ') }));
}

const superiorEmail = (await owner<{ email: string }>('select email from superiors where id = $1', [superior]))[0]?.email ?? '';
let count = 0;
/** An order of the admin, for an employee of the first superior, who has an account: `basicA`. */
const order = (actor = actors.adminA, values: Parameters<typeof orderOf>[2] = {}) => {
  count += 1;
  return checks.order(actor, orderOf(a, clock, { superiorId: superior, ...values }), `notice-key-${count}`);
};

async function planned(values: Parameters<typeof orderOf>[2] = {}) {
  const ordered = await order(actors.adminA, values);
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  return checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), `1${count % 8}:00`),
    appointmentMinutes: 20,
  });
}

beforeEach(async () => {
  await outbox.drain();
  await owner('delete from mails');
  await owner('delete from notification_choices');
});

/** What is in the application for the admin about a check, the newest first. */
const kindsOf = async (id: string) =>
  (await notifications.list(actors.adminA)).filter(({ checkId }) => checkId === id).map(({ kind }) => kind);

/** A mail without the VAT number of the seller, which is at the foot of each. */
const withoutSeller = (text = ''): string => text.replace(/TVA BE [\d.]+/g, '');

describe('an order', () => {
  test('is confirmed to whoever ordered, with the price and how to cancel; the superior is notified in the superior’s language', async () => {
    await order();
    const [orderer, superiorMail, ...rest] = await mails();
    expect(rest).toEqual([]);
    expect(orderer).toMatchObject({
      recipient: actors.adminA.email,
      language: 'en',
      template: 'orderReceived',
      subject: 'We have received your order',
    });
    expect(orderer?.plainText).toContain('Price excl. VAT: €100.00');
    expect(orderer?.plainText).toContain('VAT 21%: €21.00');
    expect(orderer?.plainText).toContain('Price incl. VAT: €121.00');
    expect(orderer?.plainText).toMatch(/Cancelling is free until an appointment is planned.+25%.+4 hours before the appointment.+50%/);
    expect(orderer?.plainText).toMatch(/Follow the check:\nhttp:\/\/\S+\/checks\/[0-9a-f-]{36}/);
    expect(superiorMail).toMatchObject({ recipient: superiorEmail, language: 'fr', subject: 'Un contrôle a été demandé' });
    expect(superiorMail?.plainText).not.toContain('€');
    expect(superiorMail?.plainText).toContain('Suivre le contrôle');
  });

  test('at night is confirmed at once, and everybody else reads of it in the morning', async () => {
    const day = clock.now();
    clock.set(instantAt(clock.today(), '22:00').toISOString());
    await order();
    await outbox.drain();
    const states = () => owner<{ recipient: string; state: string }>('select recipient, state from mails order by state, recipient');
    expect(await states()).toEqual([
      { recipient: superiorEmail, state: 'queued' },
      { recipient: actors.adminA.email, state: 'sent' },
    ]);
    clock.set(instantAt(addDays(clock.today(), 1), '07:00').toISOString());
    await outbox.drain();
    expect((await states()).map(({ state }) => state)).toEqual(['sent', 'sent']);
    clock.set(day.toISOString());
  });

  test('that is repeated under the same key is confirmed once', async () => {
    const input = orderOf(a, clock, { superiorId: superior });
    await Promise.all([checks.order(actors.adminA, input, 'notice-twice'), checks.order(actors.adminA, input, 'notice-twice')]);
    expect(await mails()).toHaveLength(2);
  });

  test('that fails tells nobody', async () => {
    await expect(order(actors.adminA, { superiorId: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow();
    expect(await mails()).toEqual([]);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('of the superior is confirmed once, as the orderer', async () => {
    await order(actors.basicA);
    const found = await mails();
    expect(found.map(({ recipient, language }) => [recipient, language])).toEqual([[actors.basicA.email, 'fr']]);
    // Not an administrator: the check's price is not in the mail, what cancelling costs is.
    expect(withoutSeller(found[0]?.plainText)).not.toMatch(/€|TVA/);
    expect(withoutSeller(found[0]?.html)).not.toMatch(/€|TVA|Le prix/);
    expect(found[0]?.plainText).toMatch(/annulation.+25.%.+50.%/);
  });

  test('of a superior who is an administrator shows the price', async () => {
    await owner(`update company_users set "accesType" = 'admin' where "profileId" = $1`, [actors.basicA.profileId]);
    await order(actors.basicA);
    await outbox.drain();
    await owner(`update company_users set "accesType" = 'basic' where "profileId" = $1`, [actors.basicA.profileId]);
    expect((await mails()).map(({ plainText }) => plainText.includes('121,00'))).toEqual([true]);
  });

  test('taken by telephone is confirmed to the superior alone: the planner knows', async () => {
    await checks.order(actors.planner, orderOf(a, clock, { superiorId: superior }), 'notice-phone');
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([superiorEmail]);
  });

  test('a superior without an account gets what there is to know, and no way to sign in', async () => {
    await owner('delete from company_users where "superiorId" = $1', [a.superiors[1]]);
    const ordered = await order(actors.adminA, { superiorId: a.superiors[1] });
    const mail = (await mails()).find(({ language }) => language === 'fr');
    expect(mail?.plainText).toContain('Jan Peeters');
    expect(mail?.plainText).not.toContain('/checks/');
    expect(mail?.plainText).not.toContain('paramètres');
    // Nor a question that could only be answered there.
    await checks.reportProblem(actors.planner, ordered.id, ordered.version, {
      problemReason: 'AddressUnclear',
      problemOwner: 'employer',
      problemComment: '',
    });
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([actors.adminA.email]);
  });
});

describe('a check of which nobody else of the company would be told', () => {
  const administrators = [actors.adminA.email, actors.adminAB.email].sort();
  /** For somebody new, who has no superior but this one. */
  const byTelephone = (superiorId: string | null) => {
    count += 1;
    return checks.order(actors.planner, orderOf(a, clock, { employeeId: null, superiorId }), `notice-phone-${count}`);
  };
  const ownAdministrators = (found: readonly Mail[]) => found.map(({ recipient }) => recipient).sort();

  test('is told to its administrators: planners ordered it by telephone, for somebody without a superior', async () => {
    const ordered = await byTelephone(null);
    const received = await mails();
    expect(ownAdministrators(received)).toEqual(administrators);
    expect(received[0]?.subject).toBe('A check has been ordered');
    expect(received[0]?.plainText).toContain('for an employee of your company');
    expect(received[0]?.plainText).toContain('Price incl. VAT: €121.00');
    expect(received[0]?.plainText).toContain('because you are an administrator of your company');
    await checks.markNonOperable(actors.planner, ordered.id, ordered.version, { nonOperableReason: 'WorkerResumed', archiveComment: '' });
    const result = await mails();
    expect(ownAdministrators(result)).toEqual(administrators);
    expect(result[0]?.plainText).toMatch(/Open the report:\nhttp/);
  });

  /** Makes the account one whose invitation waits, as the embedded issuer keeps it. */
  const invite = async (profileId: string) => {
    await owner(
      `with account as (
         insert into auth.users (id, email, "emailVerified", "passwordResetRequired", "createdAt", "updatedAt")
         select id, "userName", false, false, now(), now() from profiles where id = $1 returning id
       ), credential as (
         insert into auth.accounts (id, "accountId", "providerId", "userId", "createdAt", "updatedAt")
         select id, id::text, 'credential', id, now(), now() from account)
       update profiles set issuer = 'urn:checkwell:identity', subject = id where id = $1`,
      [profileId],
    );
    return () => owner(`update profiles set issuer = 'https://issuer.example.be' where id = $1`, [profileId]);
  };

  test('… to those of them who have accepted the invitation; as long as none has, to those who are invited', async () => {
    const takeBack = [await invite(actors.adminAB.profileId)];
    await byTelephone(null);
    expect(ownAdministrators(await mails())).toEqual([actors.adminA.email]);
    takeBack.push(await invite(actors.adminA.profileId));
    await byTelephone(null);
    const invited = await mails();
    expect(ownAdministrators(invited)).toEqual(administrators);
    // Whoever cannot sign in opens no page of the check.
    expect(invited[0]?.plainText).not.toContain('/checks/');
    for (const accept of takeBack) await accept();
  });

  test('… its superior is invited: the result comes by mail, a question goes to the administrators', async () => {
    const accept = await invite(actors.basicA.profileId);
    const ordered = await byTelephone(superior ?? null);
    const [received, ...others] = await mails();
    expect([received?.recipient, others]).toEqual([superiorEmail, []]);
    expect(received?.plainText).not.toContain('/checks/');
    await checks.reportProblem(actors.planner, ordered.id, ordered.version, {
      problemReason: 'AddressUnclear',
      problemOwner: 'employer',
      problemComment: '',
    });
    expect(ownAdministrators(await mails())).toEqual(administrators);
    await accept();
  });

  test('… its superior reads the result by mail, but cannot sign in to answer a question', async () => {
    await owner('update company_users set "superiorId" = null where "superiorId" = $1', [a.superiors[1]]);
    const ordered = await byTelephone(a.superiors[1] ?? null);
    expect(await mails()).toHaveLength(1);
    const problem = { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: '' } as const;
    await checks.reportProblem(actors.planner, ordered.id, ordered.version, problem);
    expect(ownAdministrators(await mails())).toEqual(administrators);
  });
});

describe('an appointment', () => {
  test('made and moved is told, with day and time', async () => {
    const made = await planned();
    await outbox.drain();
    const messages = await mails();
    expect(messages.map(({ template }) => template)).toEqual(['appointmentMade', 'appointmentMade', 'orderReceived', 'orderReceived']);
    const hour = `1${count % 8}`;
    expect(messages[0]).toMatchObject({ subject: `Check planned: Tue 3 Mar, ${hour}:00` });
    expect(messages[0]?.plainText).toContain(`Appointment: Tuesday 3 March 2026, ${hour}:00 – ${hour}:20`);
    await checks.schedule(actors.planner, made.id, made.version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 2), '09:00'),
      appointmentMinutes: 20,
    });
    const moved = await mails();
    expect(moved.map(({ subject }) => subject)).toEqual([
      'Appointment changed: Wed 4 Mar, 09:00',
      'Rendez-vous modifié\u00a0: mer. 4 mars, 09:00',
    ]);
    expect(moved[1]?.plainText).toContain('mercredi 4 mars 2026, 09:00 – 09:20');
  });

  test('that fell through and is made again is told as a change: the one that the employer knew of does not stand', async () => {
    const made = await planned();
    const problem = { problemReason: 'DoctorUnavailable', problemOwner: 'provider', problemComment: 'Ill.' } as const;
    const held = await checks.reportProblem(actors.doctor, made.id, made.version, problem);
    const planning = await checks.resolveProblem(actors.planner, held.id, held.version, { comment: 'Somebody else.' });
    await mails();
    await checks.schedule(actors.planner, planning.id, planning.version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 2), '11:00'),
      appointmentMinutes: 20,
    });
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Appointment changed: Wed 4 Mar, 11:00',
      'Rendez-vous modifié\u00a0: mer. 4 mars, 11:00',
    ]);
  });

  test('on a card at a door says when the doctor was there, and where the employee is expected instead', async () => {
    const made = await planned({ locationCheck: 'House' });
    await mails();
    const day = clock.now();
    const at = new Date((made.appointmentStart?.getTime() ?? 0) + 5 * 60_000);
    clock.set(at.toISOString());
    const [cardStart] = await checks.cardSlots(actors.doctor, made.id);
    const seen = { attemptedAt: at, appointmentStart: made.appointmentStart, bell: 'Peeters', position: null, photoId: null, cardStart };
    await checks.recordAttempt(actors.doctor, made.id, made.version, seen);
    const [practice] = await owner<{ address: string }>('select "practiceAddress" as address from doctors where id = $1', [
      doctors.brussels,
    ]);
    const [mail] = await mails();
    expect(mail?.subject).toMatch(/^Appointment changed: /);
    expect(mail?.plainText).toMatch(
      /The doctor was at the door on Tuesday 3 March 2026, 1\d:05, and nobody answered\. The doctor left a card/,
    );
    expect(mail?.plainText).toMatch(/Appointment: \w+ \d March 2026, \d\d:\d\d – \d\d:\d\d\n/);
    expect(mail?.plainText).toContain(`Address: ${practice?.address}`);
    expect(mail?.plainText).not.toContain('Peeters, ');
    clock.set(day.toISOString());
  });

  test('at home shows the day only, and asks to keep it: the worker is not told', async () => {
    const made = await planned({ locationCheck: 'House' });
    expect(made.appointmentStart).not.toBeNull();
    const kept = await owner<{ payload: object }>(
      `select payload from outbox where topic = 'checkNotice' and payload->>'kind' = 'AppointmentMade'`,
    );
    expect(kept.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ checkDate: '2026-03-03', checkTime: null, appointmentStart: null, appointmentEnd: null }),
    ]);
    const mail = (await mails()).find(({ template, language }) => template === 'appointmentMade' && language === 'en');
    expect(mail?.plainText).toContain('Day of the visit: Tuesday 3 March 2026\n');
    expect(mail?.subject).toBe('Check planned: Tue 3 Mar');
    expect(mail?.plainText).toContain(translate('en')('appointmentMade.discretion'));
  });
});

describe('a problem', () => {
  const report = async (problemOwner: 'employer' | 'provider') => {
    const made = await planned();
    await mails();
    await checks.reportProblem(actors.doctor, made.id, made.version, {
      problemReason: 'AddressUnclear',
      problemOwner,
      problemComment: 'Smelled of alcohol.',
    });
    return mails();
  };

  test('that the employer must solve is told, without what the doctor wrote', async () => {
    const found = await report('employer');
    expect(found.map(({ subject }) => subject)).toEqual([translate('en')('problem.subject'), translate('fr')('problem.subject')]);
    expect(found[0]?.plainText).toContain('Address');
    for (const { html, plainText } of found) expect(html + plainText).not.toContain('alcohol');
  });

  test('that the provider solves is not, but for the appointment that falls through', async () => {
    for (const reader of [actors.adminA, actors.basicA])
      await notifications.choose(reader, a.id, { kind: 'AppointmentOff', delivery: 'AtOnce' });
    const found = await report('provider');
    expect(found.map(({ template }) => template)).toEqual(['appointmentOff', 'appointmentOff']);
    for (const { html, plainText } of found) expect(html + plainText).not.toMatch(/alcohol|Address unclear/);
  });

  test('of an order without appointment that the provider solves tells nobody', async () => {
    const ordered = await order();
    await mails();
    const problem = { problemReason: 'AddressUnclear', problemOwner: 'provider', problemComment: '' } as const;
    await checks.reportProblem(actors.planner, ordered.id, ordered.version, problem);
    expect(await mails()).toEqual([]);
  });

  test.each([
    ['Hospitalised', 'Employee in hospital', true],
    ['WorkerAbroad', 'Employee abroad', false],
    ['WorkerResumed', 'Employee says they are back at work', true],
  ] as const)('of an employee who is not there (%s) says what HR can do, and what that costs', async (problemReason, said, isFree) => {
    const made = await planned();
    await mails();
    await checks.reportProblem(actors.planner, made.id, made.version, { problemReason, problemOwner: 'provider', problemComment: '' });
    const [mail, other] = await mails();
    expect([mail?.recipient, other?.recipient]).toEqual([actors.adminA.email, superiorEmail]);
    expect(mail?.subject).toBe('A check is on hold');
    expect(mail?.plainText).toContain(`Reason: ${said}`);
    expect(mail?.plainText).toContain(getTranslator('en', 'checks')(`problem.ask.${problemReason}`));
    expect(mail?.plainText.includes(getTranslator('en', 'checks')('problem.free'))).toBe(isFree);
  });

  test('of such an employee reaches nobody by mail who wants it in the application, and is there', async () => {
    await notifications.choose(actors.adminA, a.id, { kind: 'EmployeeReported', delivery: 'InApp' });
    const made = await planned();
    await mails();
    const problem = { problemReason: 'Hospitalised', problemOwner: 'provider', problemComment: '' } as const;
    await checks.reportProblem(actors.planner, made.id, made.version, problem);
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([superiorEmail]);
    expect(await kindsOf(made.id)).toContain('EmployeeReported');
  });
});

describe('an appointment that falls through', () => {
  const inDays = async (days: number, values: Parameters<typeof orderOf>[2] = {}) => {
    const ordered = await order(actors.adminA, values);
    const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
    const made = await checks.schedule(actors.planner, planning.id, planning.version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), days), `1${count % 8}:30`),
      appointmentMinutes: 20,
    });
    await mails();
    return made;
  };
  const ILL = { problemReason: 'DoctorUnavailable', problemOwner: 'provider', problemComment: 'Ill.' } as const;

  test('is told once while the gap is filled: in the application, and by mail to who chose it', async () => {
    await notifications.choose(actors.basicA, a.id, { kind: 'AppointmentOff', delivery: 'AtOnce' });
    const made = await inDays(2);
    const held = await checks.reportProblem(actors.doctor, made.id, made.version, ILL);
    const found = await mails();
    expect(found.map(({ recipient, subject }) => [recipient, subject.replace(/\u00a0/g, ' ')])).toEqual([
      [superiorEmail, expect.stringMatching(/^Rendez-vous annulé : .+, 1\d:30$/)],
    ]);
    for (const { html } of found) expect(html).not.toContain('Ill.');
    await checks.resolveProblem(actors.planner, held.id, held.version, { comment: 'Somebody else.' });
    expect(await mails()).toEqual([]);
    expect(await kindsOf(made.id)).toEqual(['AppointmentOff', 'AppointmentMade']);
  });

  test('leaves no mail of the evening for the morning that says that the appointment stands', async () => {
    const day = clock.now();
    clock.set(instantAt(clock.today(), '22:00').toISOString());
    const ordered = await order();
    const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
    const made = await checks.schedule(actors.planner, planning.id, planning.version, {
      doctorId: doctors.brussels,
      appointmentStart: instantAt(addDays(clock.today(), 5), '11:00'),
      appointmentMinutes: 20,
    });
    await outbox.drain();
    const states = async (template: string) =>
      (await owner<{ state: string }>('select state from mails where template = $1', [template])).map(({ state }) => state);
    expect(await states('appointmentMade')).toEqual(['queued', 'queued']);
    await checks.unschedule(actors.planner, made.id, made.version);
    clock.set(instantAt(addDays(clock.today(), 1), '07:00').toISOString());
    await outbox.drain();
    expect(await states('appointmentMade')).toEqual(['failed', 'failed']);
    expect(await states('orderReceived')).toEqual(['sent', 'sent']);
    clock.set(day.toISOString());
  });

  test('within a day is told by mail, whatever somebody chose; a planner who takes it away tells it too', async () => {
    await notifications.choose(actors.adminA, a.id, { kind: 'AppointmentOff', delivery: 'InApp' });
    const day = clock.now();
    const made = await inDays(1);
    clock.set(new Date((made.appointmentStart?.getTime() ?? 0) - 23 * 3_600_000).toISOString());
    await checks.unschedule(actors.planner, made.id, made.version);
    const [mail] = await mails();
    expect(mail?.recipient).toBe(actors.adminA.email);
    expect(mail?.plainText).toMatch(/Appointment: \w+ \d+ March 2026, 1\d:30/);
    expect(mail?.plainText).toContain(translate('en')('appointmentOff.text'));
    clock.set(day.toISOString());
  });

  test('of a visit says the day alone', async () => {
    await notifications.choose(actors.adminA, a.id, { kind: 'AppointmentOff', delivery: 'AtOnce' });
    const made = await inDays(2, { locationCheck: 'House' });
    await checks.reportProblem(actors.doctor, made.id, made.version, ILL);
    const kept = await owner<{ payload: object }>(
      `select payload from outbox where topic = 'checkNotice' and payload->>'kind' = 'AppointmentOff'`,
    );
    const midnight = instantAt(addDays(clock.today(), 2), '00:00').toISOString();
    expect(kept.map(({ payload }) => payload)).toEqual([
      expect.objectContaining({ appointmentStart: null, appointmentEnd: null, checkTime: null, concernsFrom: midnight }),
    ]);
    const mail = (await mails()).find(({ language }) => language === 'en');
    expect(mail?.subject).toMatch(/^Appointment cancelled: \w+ \d+ Mar$/);
    expect(mail?.plainText).toContain('Day of the visit: ');
  });
});

describe('a result', () => {
  const CANARY = 'depressive episode, on sertraline';

  test('is told as an opinion, with nothing medical in subject, HTML or text', async () => {
    const made = await planned();
    await mails();
    clock.advance({ days: 1, hours: 9 });
    await checks.recordResult(
      actors.doctor,
      made.id,
      made.version,
      resultOf(clock, {
        newIncapacityEndDate: addDays(clock.today(), 1),
        medicalNote: CANARY,
        archiveComment: CANARY,
        workerDisagreement: true,
      }),
    );
    const found = await mails();
    expect(found.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [actors.adminA.email, 'The report of a check is available'],
      [superiorEmail, 'Le rapport d’un contrôle est disponible'],
    ]);
    expect(found[0]?.plainText).toContain('Result: Considered fit for work from 5 Mar 2026');
    expect(found[0]?.plainText).toContain(translate('en')('result.opinion'));
    expect(found[0]?.plainText).toContain(translate('en')('result.disagreed'));
    expect(found[0]?.plainText).toMatch(/Last day to choose an arbitrating doctor: \w+/);
    expect(found[0]?.plainText).toMatch(/Open the report:\nhttp:\/\/\S+\/reports\//);
    for (const mail of found) {
      expect(JSON.stringify(mail)).not.toMatch(/sertraline|depress|must return|doit reprendre/i);
      expect(mail.subject).not.toContain('Peeters');
    }
    expect(JSON.stringify(await owner('select payload, "lastError" from outbox'))).not.toContain('sertraline');
  });

  test('that could not be had is told with its reason', async () => {
    const made = await planned();
    await mails();
    await checks.markNonOperable(actors.planner, made.id, made.version, { nonOperableReason: 'WorkerResumed', archiveComment: '' });
    expect((await mails())[0]?.plainText).toMatch(/Reason: Employee was already back at work/);
  });
});

describe('a cancellation', () => {
  test('is confirmed with its fee, which the superior does not see', async () => {
    const made = await planned();
    await mails();
    await checks.cancel(actors.adminA, made.id, made.version, { reason: 'Back at work.' });
    const found = await mails();
    expect(found.map(({ template }) => template)).toEqual(['cancelled', 'cancelled']);
    expect(found[0]?.plainText).toContain('Cancellation fee incl. VAT: €30.25');
    expect(found[1]?.plainText).not.toContain('30,25');
  });

  test('by a basic user is confirmed without its fee', async () => {
    const ordered = await order(actors.basicA);
    const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
    await mails();
    await checks.cancel(actors.basicA, planning.id, planning.version, { reason: 'No longer needed.' });
    const found = await mails();
    expect(found.map(({ template, recipient }) => [template, recipient])).toEqual([['cancelled', actors.basicA.email]]);
    // Free, too, is a price.
    expect(withoutSeller(found[0]?.plainText)).not.toMatch(/€|TVA|Frais/);
  });

  test('before a doctor accepted costs nothing', async () => {
    const ordered = await order();
    await mails();
    await checks.cancel(actors.adminA, ordered.id, ordered.version, { reason: 'No longer needed.' });
    expect((await mails())[0]?.plainText).toContain('Cancellation fee incl. VAT: Free');
  });
});

describe('who does not want a message', () => {
  test('does not get it; the others do', async () => {
    await notifications.choose(actors.adminA, a.id, { kind: 'OrderReceived', delivery: 'InApp' });
    const ordered = await order();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([superiorEmail]);
    await checks.cancel(actors.adminA, ordered.id, ordered.version, { reason: 'No longer needed.' });
    expect(await mails()).toHaveLength(2);
  });

  test('neither does somebody who no longer belongs to the company', async () => {
    const ordered = await order(actors.adminAB);
    await mails();
    await owner('delete from company_users where "profileId" = $1', [actors.adminAB.profileId]);
    await checks.cancel(actors.adminA, ordered.id, ordered.version, { reason: 'No longer needed.' });
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([superiorEmail]);
  });
});
