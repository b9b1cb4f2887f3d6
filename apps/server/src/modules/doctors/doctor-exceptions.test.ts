import { instantAt } from '@checkwell/domain/clock';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { inBothOrders } from '../../test/race.ts';
import { createDoctorExceptions } from './doctor-exceptions.service.ts';

/** Absences of doctors, and hours of single days (docs/decisions/0075). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock('2026-03-02T09:00:00+01:00');
const { checks, planning, outbox, links } = checkServices(db, clock);
const doctorExceptions = createDoctorExceptions({ db, clock, outbox });
const fixtures = await createFixtures(db, clock);
const { planner, doctor, otherDoctor, adminA } = fixtures.actors;
const { brussels } = fixtures.doctors;
const TUESDAY = '2026-03-03';
const AT_TEN = instantAt(TUESDAY, '10:00');
const caller = { ip: '192.0.2.1' };

beforeEach(async () => {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  await owner('delete from doctor_exceptions');
  await owner('delete from outbox');
});

const absence = (values: object = {}) => ({
  kind: 'Absent',
  fromDay: TUESDAY,
  toDay: TUESDAY,
  fromTime: null,
  toTime: null,
  reason: '',
  ...values,
});
const inPlanning = () => insertCheck(db, fixtures, clock, { status: 'Planning' });
const appointment = { doctorId: brussels, appointmentStart: AT_TEN, appointmentMinutes: 20 };
/** Times of the first free appointments that the finder shows of the doctor. */
const freeOn = async (id: string, day: string) => {
  const found = (await planning.candidates(planner, id, day)).find((candidate) => candidate.id === brussels);
  return { first: found?.freeSlots[0] ?? null, absent: found?.reasons.includes('absent') };
};
const shownTo = async (actor: typeof planner | typeof doctor) =>
  (await doctorExceptions.findExceptions(actor, [brussels]))
    .get(brussels)
    ?.map(({ kind, startsAt, reason }) => ({ kind, startsAt, reason })) ?? [];

describe('an absence', () => {
  test('is respected by the finder at once, its reason read by planners and the doctor, and what it was taken away for is over', async () => {
    const { id } = await inPlanning();
    expect(await freeOn(id, TUESDAY)).toEqual({ first: instantAt(TUESDAY, '08:00'), absent: false });
    await doctorExceptions.addException(doctor, brussels, absence({ reason: 'Congress' }));
    expect(await freeOn(id, TUESDAY)).toEqual({ first: null, absent: true });
    expect(await freeOn(id, '2026-03-04')).toEqual({ first: instantAt('2026-03-04', '08:00'), absent: false });
    for (const actor of [doctor, planner])
      expect(await shownTo(actor)).toEqual([{ kind: 'Absent', startsAt: instantAt(TUESDAY, '00:00'), reason: 'Congress' }]);
    expect((await doctorExceptions.findExceptions(otherDoctor, [brussels])).size).toBe(0);
    const [stored] = (await doctorExceptions.findExceptions(doctor, [brussels])).get(brussels) ?? [];
    expect(await codeOf(doctorExceptions.removeException(otherDoctor, stored?.id ?? ''))).toBe('entity.notFound');
    expect(await doctorExceptions.removeException(doctor, stored?.id ?? '')).toBe(brussels);
    expect(await codeOf(doctorExceptions.removeException(doctor, stored?.id ?? ''))).toBe('entity.notFound');
    expect((await freeOn(id, TUESDAY)).first).toEqual(instantAt(TUESDAY, '08:00'));
  });

  test('of hours leaves the rest of the day; other hours open a day that has none', async () => {
    const { id } = await inPlanning();
    await doctorExceptions.addException(doctor, brussels, absence({ fromTime: '08:00', toTime: '12:00' }));
    expect((await freeOn(id, TUESDAY)).first).toEqual(instantAt(TUESDAY, '12:00'));
    expect((await freeOn(id, '2026-03-07')).first).toBeNull();
    await doctorExceptions.addException(planner, brussels, {
      ...absence({ kind: 'Extra', fromDay: '2026-03-07', toDay: '2026-03-07', fromTime: '09:00', toTime: '11:00' }),
    });
    expect((await freeOn(id, '2026-03-07')).first).toEqual(instantAt('2026-03-07', '09:00'));
  });

  test('is refused over a mission, over another one, when it is past, and to those who may not change the calendar', async () => {
    const { id } = await inPlanning();
    const { version } = await checks.schedule(planner, id, 1, appointment);
    expect(await fieldErrorsOf(doctorExceptions.addException(doctor, brussels, absence()))).toEqual(['fromDay: absenceHasMission']);
    await doctorExceptions.addException(doctor, brussels, absence({ fromTime: '10:20', toTime: '12:00' }));
    expect(await fieldErrorsOf(doctorExceptions.addException(doctor, brussels, absence({ fromTime: '11:00', toTime: '13:00' })))).toEqual([
      'fromDay: exceptionOverlap',
    ]);
    expect(
      await fieldErrorsOf(doctorExceptions.addException(doctor, brussels, absence({ fromDay: '2026-03-01', toDay: '2026-03-01' }))),
    ).toEqual(['toDay: exceptionPast']);
    expect(await codeOf(doctorExceptions.addException(otherDoctor, brussels, absence()))).toBe('entity.notFound');
    expect(await codeOf(doctorExceptions.addException(adminA, brussels, absence()))).toBe('access.forbidden');
    // A planner may have agreed it on the telephone: it is done, and said.
    await checks.schedule(planner, id, version, { ...appointment, appointmentStart: instantAt(TUESDAY, '11:00') });
    const events = (await checks.findEvents(planner, [{ companyId: fixtures.a.id, id }])).get(id);
    expect(events?.at(-1)?.notes).toContain('outsideAvailability');
  });

  test('withdraws the open offers of its time, and no others', async () => {
    const ask = async (start: Date) => {
      const { id } = await inPlanning();
      const { offers } = await checks.askDoctor(planner, id, 1, { ...appointment, appointmentStart: start });
      return { id, token: links.newToken(offers[0]?.id ?? '') };
    };
    const during = await ask(AT_TEN);
    const after = await ask(instantAt('2026-03-04', '10:00'));
    await doctorExceptions.addException(doctor, brussels, absence());
    // Before the effect is carried out a yes is refused already.
    expect(await codeOf(checks.answerOffer(during.token, { answer: 'Accept' }, caller))).toBe('offer.closed');
    await outbox.drain();
    const stateOf = async (id: string) => (await checks.offersOf(planner, id)).offers[0]?.state;
    expect([await stateOf(during.id), await stateOf(after.id)]).toEqual(['Withdrawn', 'Open']);
    await checks.answerOffer(after.token, { answer: 'Accept' }, caller);
    expect((await checks.get(planner, after.id)).status).toBe('WaitingForCheck');
  });

  test('leaves an offer that nobody answered in time as it is, and tells the planners once', async () => {
    const told = () => owner(`select 1 from mails where template = 'doctorNotFound'`);
    await owner('delete from mails');
    const { id } = await inPlanning();
    const { offers } = await checks.askDoctor(planner, id, 1, appointment);
    clock.set(offers[0]?.answerableUntil.toISOString() ?? '');
    await outbox.drain();
    const before = await told();
    expect(before).not.toEqual([]);
    await doctorExceptions.addException(planner, brussels, absence());
    await outbox.drain();
    expect((await checks.offersOf(planner, id)).offers.map(({ state }) => state)).toEqual(['Expired']);
    expect(await told()).toEqual(before);
  });
});

inBothOrders('a doctor who enters an absence while a planner makes an appointment', database, async (race, first) => {
  await owner('delete from checks');
  await owner('delete from doctor_exceptions');
  const { id } = await inPlanning();
  const [absent, made] = await race(
    { sql: 'select from doctors where id = $1 for update', values: [brussels] },
    () => fieldErrorsOf(doctorExceptions.addException(doctor, brussels, absence())),
    () => codeOf(checks.schedule(planner, id, 1, appointment)),
  );
  const events = (await checks.findEvents(planner, [{ companyId: fixtures.a.id, id }])).get(id);
  expect([absent, made, events?.at(-1)?.notes.includes('outsideAvailability')]).toEqual([
    { status: 'fulfilled', value: first === 'a' ? ['no error'] : ['fromDay: absenceHasMission'] },
    { status: 'fulfilled', value: 'no error' },
    first === 'a',
  ]);
});
