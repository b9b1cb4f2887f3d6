import { addDays, instantAt } from '@checkwell/domain/clock';
import { SMS_MAX_SEGMENTS, smsSegments } from '@checkwell/domain/messages/sms';
import { OFFERS_PATH, offerPath } from '@checkwell/domain/offers/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { writerIn } from '../../../platform/mail/mailer.ts';
import { testClock } from '../../../test/clock.ts';
import { testConfig } from '../../../test/config.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';
import { takeLoggedErrors } from '../../../test/logged-errors.ts';
import { inBothOrders } from '../../../test/race.ts';
import { serverApp } from '../../../test/servers/server-app.ts';
import { twilioFake } from '../../../test/servers/twilio.ts';
import type { CheckView } from '../checks.service.ts';
import { OFFER_SMS } from './offers.sms.ts';

/** Offers by text message, and what planners learn about a search (docs/decisions/0114). */
const database = await testDatabase();
const { db, owner } = database;
const MONDAY = '2026-03-02T09:00:00+01:00';
const clock = testClock(MONDAY);
const twilio = await twilioFake(clock);
const publicUrl = 'https://app.checkwell.example';
const app = await serverApp(database, {
  clock,
  config: {
    publicUrl,
    sms: { gateway: 'twilio', accountSid: twilio.accountSid, authToken: twilio.authToken, from: 'Checkwell', apiUrl: twilio.url },
  },
});
const { checks, outbox, notifications } = app.services;
const fixtures = await createFixtures(db, clock);
const { planner, adminA, doctor } = fixtures.actors;
const hours = await owner('select * from doctor_availabilities');
const MOBILE = '+32470123456';

const planning = (values: Parameters<typeof insertCheck>[3] = {}) =>
  insertCheck(db, fixtures, clock, {
    status: 'Planning',
    checkTiming: 'Immediate',
    checkLocation: 'House',
    workerFirstName: 'Jan',
    workerLastName: 'Peeters',
    workerAddress: 'Nieuwstraat 5, 1000 Brussel',
    ...values,
  });
const ask = (id: string, version = 1, time = '16:00') =>
  checks.askDoctor(planner, id, version, {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), time),
    appointmentMinutes: 20,
  });
const choose = (delivery: string) => notifications.choose(doctor, null, { kind: 'MissionOffered', delivery });
/** What the gateway took since the last call, of offers. */
async function texts(): Promise<readonly { readonly to: string | null; readonly text: string }[]> {
  await outbox.drain();
  return twilio.taken.splice(0).map(({ fields }) => ({ to: fields.get('To'), text: fields.get('Body') ?? '' }));
}
const tokenOf = (text = '') => /\/offer\/([\w-]{43})/.exec(text)?.[1] ?? '';
const rows = () => owner<{ state: string; failure: string | null }>('select state, failure from text_messages order by id');
const phone = (number: string) => owner('update doctors set "phoneNumber" = $1 where id = $2', [number, fixtures.doctors.brussels]);

beforeEach(async () => {
  clock.set(MONDAY);
  await owner('delete from checks');
  await outbox.drain();
  await owner('delete from outbox; delete from mails; delete from text_messages; delete from notification_choices');
  await phone('0470 12 34 56');
  twilio.taken.splice(0);
  twilio.answers.splice(0);
});

describe('an offer by text message', () => {
  it('says moment, place, way and fee, names nobody, and opens the page that takes the answer; looking at it changes nothing', async () => {
    const check = await planning();
    await ask(check.id);
    const [sent, ...others] = await texts();
    expect(others).toEqual([]);
    expect(sent?.to).toBe(MOBILE);
    expect(sent?.text).toMatch(
      /^Checkwell: can you carry out a check\? Tue,? 3 Mar.*16:00, home visit in 1000 Brussel, \d+ km, fee .*\d\d\. Answer before Tue.*13:00: https:/,
    );
    expect(sent?.text).toContain(publicUrl + offerPath(tokenOf(sent?.text)));
    expect(smsSegments(sent?.text ?? '')).toBeLessThanOrEqual(SMS_MAX_SEGMENTS);
    for (const secret of ['Peeters', 'Nieuwstraat', fixtures.a.name]) expect(sent?.text).not.toContain(secret);

    const url = `${OFFERS_PATH}/${tokenOf(sent?.text)}`;
    for (const method of ['GET', 'HEAD', 'GET'] as const) await app.http.inject({ method, url });
    expect((await app.http.inject({ method: 'GET', url })).json()).toMatchObject({ state: 'Open' });
    const answer = await app.http.inject({ method: 'POST', url: `${url}/answer`, payload: { answer: 'Accept' } });
    expect(answer.json()).toMatchObject({ state: 'Accepted', checkId: check.id });
    // One for each offer; and the doctor's message is none to the employee.
    await outbox.drain();
    expect(await owner('select count(*)::int as texts from offer_texts')).toEqual([{ texts: 1 }]);
    expect(await owner('select 1 from employee_messages m join offer_texts t on t."textMessageId" = m."textMessageId"')).toEqual([]);
  });

  it('comes for immediate checks until the doctor chooses otherwise; the mail always comes', async () => {
    for (const [delivery, immediate, optimised] of [
      [null, 1, 0],
      ['SmsAlways', 1, 1],
      ['AtOnce', 0, 0],
      ['SmsImmediate', 1, 0],
    ] as const) {
      if (delivery !== null) await choose(delivery);
      const found: number[] = [];
      for (const checkTiming of ['Immediate', 'Optimized'] as const) {
        await ask((await planning({ checkTiming })).id);
        found.push((await texts()).length);
      }
      expect([delivery, ...found]).toEqual([delivery, immediate, optimised]);
      expect(await owner(`select count(*)::int as mails from mails where template = 'offer'`)).toEqual([{ mails: 2 }]);
      await owner('delete from mails; delete from checks');
    }
  });

  it('comes in the language of the doctor, also to one who has no account', async () => {
    await owner('update profiles set language = $1 where "doctorId" = $2', ['fr', fixtures.doctors.brussels]);
    await ask((await planning()).id);
    expect((await texts())[0]?.text).toMatch(/^Checkwell : pouvez-vous effectuer un controle \?/);
    await owner('update profiles set language = $1, "disabledAt" = now() where "doctorId" = $2', ['en', fixtures.doctors.brussels]);
    await ask((await planning()).id);
    expect(await texts()).toHaveLength(1);
    await owner('update profiles set "disabledAt" = null where "doctorId" = $1', [fixtures.doctors.brussels]);
  });

  it('does not go to a telephone that takes none', async () => {
    await phone('02 123 45 67');
    await ask((await planning()).id);
    expect(await texts()).toEqual([]);
    expect(await owner(`select count(*)::int as mails from mails where template = 'offer'`)).toEqual([{ mails: 1 }]);
  });

  it('waits for the morning, and does not leave when the offer is over by then', async () => {
    clock.set('2026-03-02T22:00:00+01:00');
    const [kept, cancelled] = [await planning(), await planning()];
    await ask(kept.id);
    await ask(cancelled.id);
    expect(await texts()).toEqual([]);
    await checks.cancel(adminA, cancelled.id, 1, { reason: 'Back at work' });
    clock.set('2026-03-03T07:00:00+01:00');
    expect(await texts()).toHaveLength(1);
  });

  it.each([
    ['cancelled', (id: string) => checks.cancel(adminA, id, 1, { reason: 'Back at work' })],
    ['planned by telephone', async (id: string) => plan(id)],
    ['asked about another time', (id: string) => ask(id, 1, '15:00')],
  ] as const)('that waits for the gateway does not leave once the check was %s', async (_how, end) => {
    twilio.answers.push({ status: 503, code: 20503 });
    const check = await planning();
    await ask(check.id);
    await outbox.drain();
    takeLoggedErrors();
    expect(twilio.taken).toEqual([]);
    await end(check.id);
    await outbox.drain();
    clock.set('2026-03-02T10:00:00+01:00');
    const left = await texts();
    expect(left.filter(({ text }) => text.includes('16:00, home'))).toEqual([]);
    expect((await rows())[0]).toEqual({ state: 'failed', failure: 'expired' });
  });

  it('to a wrong number is told to the planners who call doctors, and to nobody else', async () => {
    const check = await planning();
    twilio.answers.push({ status: 400, code: 21211 });
    await ask(check.id);
    await outbox.drain();
    expect(await rows()).toEqual([{ state: 'failed', failure: 'wrongNumber' }]);
    expect((await checks.offersOf(planner, check.id)).offers).toMatchObject([{ state: 'Open', textFailure: 'wrongNumber' }]);
    expect(await db.as(doctor, (tx) => tx.selectFrom('offer_texts').selectAll().execute(), { readonly: true })).toEqual([]);
    expect(await db.as(adminA, (tx) => tx.selectFrom('offer_texts').selectAll().execute(), { readonly: true })).toEqual([]);
  });

  it('is beside the mails, and can be sent again as long as the offer is open', async () => {
    const { mailbox } = app.services;
    const check = await planning();
    const idOf = async () => (await owner<{ id: string }>('select id from text_messages'))[0]?.id ?? '';
    twilio.answers.push({ status: 400, code: 21211 });
    await ask(check.id);
    await outbox.drain();
    const { nodes } = await mailbox.list(planner, { first: 10 });
    expect(nodes.map(({ channel, template, recipient }) => [channel, template, recipient])).toContainEqual(['Sms', 'offer', MOBILE]);
    expect(await mailbox.sendAgain(planner, [await idOf()])).toEqual({ sent: 1, skipped: 0 });
    expect(await texts()).toHaveLength(1);

    await owner('delete from checks; delete from text_messages');
    const other = await planning();
    twilio.answers.push({ status: 400, code: 21211 });
    await ask(other.id);
    await outbox.drain();
    await checks.cancel(adminA, other.id, 1, { reason: 'Back at work' });
    expect(await mailbox.sendAgain(planner, [await idOf()])).toEqual({ sent: 0, skipped: 1 });
  });

  it('whose answer got lost is found at the gateway, and not sent again', async () => {
    twilio.answers.push('lose');
    await ask((await planning()).id);
    await outbox.drain();
    takeLoggedErrors();
    clock.set('2026-03-02T09:10:00+01:00');
    expect(await texts()).toHaveLength(1);
    expect(await rows()).toEqual([{ state: 'sent', failure: null }]);
  });
});

const changedOrder = ({ workerPhoneNumber, phoneNumber, incapacityStartDate, incapacityEndDate, authorizedExit }: CheckView) => ({
  workerAddress: 'Nieuwstraat 7, 1000 Brussel',
  workerPhoneNumber,
  phoneNumber,
  startDate: incapacityStartDate,
  endDate: incapacityEndDate,
  authorizedExit,
  locationCheck: 'House',
  typeCheck: 'Immediate',
  providerComment: '',
  doctorComment: '',
});
const plan = (id: string, time = '16:00', version = 1) =>
  checks.schedule(planner, id, version, {
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt(addDays(clock.today(), 1), time),
    appointmentMinutes: 20,
  });

it.each(['en', 'fr', 'nl'] as const)('in %s no text message is too long, and each says everything', (language) => {
  const writer = {
    ...writerIn(language, testConfig()),
    link: (path: string) => `https://controles.een-lange-naam.checkwell.example${path}`,
  };
  for (const checkLocation of ['House', 'Office', 'Telecheck', 'Unknown'] as const) {
    const text = OFFER_SMS.write(
      {
        token: 'Ab3_-'.repeat(9).slice(0, 43),
        checkLocation,
        place: checkLocation === 'House' ? '9850 Landegem-Merendree-Hansbeke-Poesele-Vosselare-Nevele' : '',
        distanceKm: checkLocation === 'House' ? 124.4 : null,
        fee: 182_60,
        appointmentStart: '2026-09-30T08:00:00.000Z',
        answerableUntil: '2026-09-30T05:00:00.000Z',
      },
      writer,
    );
    expect(text).not.toMatch(/\{\{|offer\.sms|\?\?/);
    expect(text).toContain('182');
    expect(smsSegments(text)).toBeLessThanOrEqual(SMS_MAX_SEGMENTS);
  }
});

describe('planners are notified of a search', () => {
  /** Four waking hours are left of the day. */
  const AFTERNOON = '2026-03-02T16:00:00+01:00';
  /** While no doctor has any hours. */
  async function nobody(values: Parameters<typeof planning>[0] = {}) {
    await owner('delete from doctor_availabilities');
    return planning(values);
  }
  const start = (id: string) => checks.startSearch(planner, id, 1, { appointmentMinutes: 20 });
  interface Told {
    readonly subject: string;
    readonly plainText: string;
  }
  const mails = () =>
    owner<Told>(`select subject, "plainText" from mails where template = 'doctorNotFound' and recipient = $1`, [planner.email]);
  const bell = async () => (await notifications.list(planner)).map(({ kind, checkId }) => [kind, checkId]);
  /** Everybody says no until nobody is left. */
  async function refuseAll(checkId: string): Promise<void> {
    for (;;) {
      await outbox.drain();
      const open = await owner<{ id: string }>(`select id from offers where "checkId" = $1 and state = 'Open'`, [checkId]);
      if (open.length === 0) return;
      const sent = await owner<{ plainText: string }>(`select "plainText" from mails where template = 'offer'`);
      await owner(`delete from mails where template = 'offer'`);
      for (const { plainText } of sent)
        await app.http.inject({
          method: 'POST',
          url: `${OFFERS_PATH}/${tokenOf(plainText)}/answer`,
          payload: { answer: 'Decline', reason: 'NotAvailable', comment: '' },
        });
    }
  }
  beforeEach(async () => {
    clock.set(AFTERNOON);
    await owner('delete from notifications; delete from doctor_availabilities');
    await owner('insert into doctor_availabilities select * from jsonb_populate_recordset(null::doctor_availabilities, $1)', [
      JSON.stringify(hours),
    ]);
  });

  it('that has nobody left, once, in the application and by mail; nothing names the employee', async () => {
    const check = await planning();
    await start(check.id);
    await refuseAll(check.id);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('No doctor found: Immediate check');
    expect(mail?.plainText).toContain(`/planning/${check.id}`);
    for (const secret of ['Peeters', 'Nieuwstraat']) expect(mail?.plainText).not.toContain(secret);
    expect(await bell()).toEqual([['DoctorNotFound', check.id]]);
    clock.set('2026-03-03T20:00:00+01:00');
    await outbox.drain();
    expect(await mails()).toHaveLength(1);
    expect(await bell()).toHaveLength(1);
  });

  it('of an immediate check that has found nobody in four waking hours, and not a second time when nobody is left', async () => {
    const check = await planning();
    await start(check.id);
    // Doctors who never answer: the search waits for its last wave.
    await outbox.drain();
    await owner(`update doctor_searches set "nextWaveAt" = '2026-03-05T12:00:00Z'`);
    clock.set('2026-03-02T19:59:59+01:00');
    await outbox.drain();
    expect(await mails()).toEqual([]);
    clock.set('2026-03-02T20:00:00+01:00');
    await outbox.drain();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['No doctor yet: Immediate check']);
    await refuseAll(check.id);
    expect(await checks.offersOf(planner, check.id)).toMatchObject({ searchState: 'Exhausted' });
    expect(await mails()).toHaveLength(1);
    expect(await bell()).toHaveLength(1);
  });

  it('nothing, once a doctor was found or a planner has stopped it', async () => {
    const check = await planning();
    await start(check.id);
    await outbox.drain();
    await checks.stopSearch(planner, check.id);
    clock.set('2026-03-02T20:30:00+01:00');
    await outbox.drain();
    expect(await mails()).toEqual([]);
    expect(await bell()).toEqual([]);
  });

  it('that a change of the order ended: of an immediate check that still has no doctor after four waking hours', async () => {
    const [changed, planned, asked] = [await planning(), await planning(), await planning()];
    for (const { id } of [changed, planned, asked]) {
      await start(id);
      await outbox.drain();
      await checks.modify(planner, id, 1, changedOrder(await checks.get(planner, id)));
    }
    expect(await checks.offersOf(planner, changed.id)).toMatchObject({ searchState: 'Stopped' });
    await plan(planned.id, '11:00', 2);
    await ask(asked.id, 2);
    clock.set('2026-03-02T20:00:00+01:00');
    await outbox.drain();
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('No doctor yet: Immediate check');
    expect(mail?.plainText).toContain(`/planning/${changed.id}`);
    expect(mail?.plainText).toContain('can no longer accept');
    expect(await bell()).toEqual([['DoctorNotFound', changed.id]]);
  });

  it('nothing about one that ended before anybody was asked, for whoever has just started it', async () => {
    const check = await nobody();
    await start(check.id);
    await outbox.drain();
    expect(await checks.offersOf(planner, check.id)).toMatchObject({ searchState: 'Exhausted', offers: [] });
    expect(await mails()).toEqual([]);
    expect(await bell()).toEqual([]);
  });

  it('as they chose: in the daily mail where there is time, of immediate checks at once all the same', async () => {
    await notifications.choose(planner, null, { kind: 'DoctorNotFound', delivery: 'Daily' });
    // Started by a colleague.
    const search = async (check: Awaited<ReturnType<typeof planning>>) => {
      await start(check.id);
      await owner('update doctor_searches set "startedByProfileId" = null');
      await outbox.drain();
    };
    await search(await nobody({ checkTiming: 'Optimized', incapacityEndDate: addDays(clock.today(), 13) }));
    expect(await mails()).toEqual([]);
    expect(await bell()).toHaveLength(1);
    await search(await nobody({ checkTiming: 'Optimized', incapacityEndDate: addDays(clock.today(), 2) }));
    expect(await mails()).toHaveLength(1);
    await search(await nobody());
    expect(await mails()).toHaveLength(2);
    clock.set('2026-03-03T07:30:00+01:00');
    await outbox.drain();
    expect(
      await owner('select count(*)::int as mails from mails where template = $1 and recipient = $2', ['daily', planner.email]),
    ).toEqual([{ mails: 1 }]);
    await notifications.choose(planner, null, { kind: 'DoctorNotFound', delivery: 'InApp' });
    await search(await nobody());
    expect(await mails()).toHaveLength(2);
  });

  describe('and of a doctor who was asked alone, without a search', () => {
    const EXPIRY = '2026-03-03T13:00:00+01:00';
    const answer = async (checkId: string, payload: object) => {
      await outbox.drain();
      const [sent] = await owner<{ plainText: string }>(`select "plainText" from mails where template = 'offer' and "checkId" = $1`, [
        checkId,
      ]);
      const url = `${OFFERS_PATH}/${tokenOf(sent?.plainText)}/answer`;
      expect((await app.http.inject({ method: 'POST', url, payload })).statusCode).toBe(200);
      await outbox.drain();
    };
    /** So that the doctor of Antwerp can be asked too. */
    const ANYWHERE = { checkLocation: 'Office', latitude: null, longitude: null, geoPrecision: null } as const;
    const NO = { answer: 'Decline', reason: 'NotAvailable', comment: '' };

    it('that the time to answer is over, once, and not before', async () => {
      const check = await planning();
      await ask(check.id);
      clock.set('2026-03-03T12:59:59+01:00');
      await outbox.drain();
      expect(await mails()).toEqual([]);
      clock.set(EXPIRY);
      await outbox.drain();
      expect(await mails()).toMatchObject([{ subject: 'No doctor yet: Immediate check' }]);
      expect((await mails())[0]?.plainText).toContain('not answered in time');
      expect(await bell()).toEqual([['DoctorNotFound', check.id]]);
      clock.set('2026-03-03T20:00:00+01:00');
      await outbox.drain();
      expect(await mails()).toHaveLength(1);
    });

    it.each([
      ['no', NO],
      ['another time', { answer: 'Propose', appointmentStart: '2026-03-04T15:00:00.000Z', comment: '' }],
    ] as const)('that the doctor has said %s, at once, and nothing more when the time is over', async (_what, payload) => {
      const check = await planning();
      await ask(check.id);
      await answer(check.id, payload);
      expect(await mails()).toHaveLength(1);
      expect(await bell()).toEqual([['DoctorNotFound', check.id]]);
      clock.set(EXPIRY);
      await outbox.drain();
      expect(await mails()).toHaveLength(1);
    });

    it('nothing, once the doctor has said yes, the planner has planned it, or another doctor can still say yes', async () => {
      const [accepted, planned, open] = [await planning(), await planning(), await planning(ANYWHERE)];
      await ask(accepted.id);
      await answer(accepted.id, { answer: 'Accept' });
      await ask(planned.id, 1, '17:00');
      await plan(planned.id, '18:00');
      await ask(open.id, 1, '15:00');
      await checks.askDoctor(planner, open.id, 1, {
        doctorId: fixtures.doctors.antwerp,
        appointmentStart: instantAt(addDays(clock.today(), 1), '19:00'),
        appointmentMinutes: 20,
      });
      clock.set('2026-03-03T14:30:00+01:00');
      await outbox.drain();
      expect(await mails()).toEqual([]);
      expect(await bell()).toEqual([]);
      clock.set('2026-03-03T16:00:00+01:00');
      await outbox.drain();
      expect(await bell()).toEqual([['DoctorNotFound', open.id]]);
    });

    it('once of two who had the same time to answer', async () => {
      const check = await planning(ANYWHERE);
      await ask(check.id);
      await checks.askDoctor(planner, check.id, 1, {
        doctorId: fixtures.doctors.antwerp,
        appointmentStart: instantAt(addDays(clock.today(), 1), '16:00'),
        appointmentMinutes: 20,
      });
      clock.set(EXPIRY);
      await outbox.drain();
      expect(await mails()).toHaveLength(1);
    });
  });

  inBothOrders('the end of the four hours and a planner who stops the search', database, async (race, first) => {
    const check = await planning();
    await start(check.id);
    await outbox.drain();
    // Only the end of the four hours is due.
    await owner(`delete from outbox where topic = 'offerWave'`);
    clock.set('2026-03-02T20:00:00+01:00');
    await race(
      { sql: 'select from checks where id = $1 for update', values: [check.id] },
      () => outbox.drain(),
      () => checks.stopSearch(planner, check.id),
    );
    await outbox.drain();
    expect(await mails()).toHaveLength(first === 'a' ? 1 : 0);
    expect(await bell()).toHaveLength(first === 'a' ? 1 : 0);
  });
});
