import { PRICES } from '@checkwell/domain/check/price/price';
import { addDays, instantAt } from '@checkwell/domain/clock';
import { describe, expect, test } from 'vitest';
import { checkServices, codeOf, orderOf, resultOf } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures } from '../../../test/fixtures.ts';
import { inBothOrders } from '../../../test/race.ts';

/** On the way, there, leaving: what a doctor says of a mission (docs/decisions/0063). */
const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks } = checkServices(db, clock);
const { a, actors, doctors } = await createFixtures(db, clock);
let orders = 0;

type Location = 'House' | 'Office';

/** A mission at 10:00 on Tuesday 3 March; it is 9:00. */
async function mission(appointment = '10:00', locationCheck: Location = 'House') {
  clock.set('2026-03-02T09:00:00+01:00');
  await owner('delete from checks');
  orders += 1;
  const ordered = await checks.order(actors.adminA, orderOf(a, clock, { locationCheck }), `visit-key-${orders}`);
  const planning = await checks.startPlanning(actors.planner, ordered.id, ordered.version);
  const appointmentStart = instantAt(addDays(clock.today(), 1), appointment);
  const { id, version, companyTotalPrice } = await checks.schedule(actors.planner, planning.id, planning.version, {
    doctorId: doctors.brussels,
    appointmentStart,
    appointmentMinutes: 20,
  });
  clock.set('2026-03-03T09:00:00+01:00');
  const tap = (name: string, tappedAt = clock.now()) => checks.recordVisit(actors.doctor, id, { tap: name, tappedAt, appointmentStart });
  return { id, version, price: companyTotalPrice ?? 0, appointmentStart, tap };
}

/** The order as it was placed, with these changes. */
const modification = (values: object) => ({
  workerAddress: 'Nieuwstraat 5, 1000 Brussel',
  workerPhoneNumber: '+3221234567',
  phoneNumber: '+32470123456',
  startDate: addDays(clock.today(), -1),
  endDate: addDays(clock.today(), 8),
  typeCheck: 'Optimized',
  authorizedExit: true,
  providerComment: 'Ring twice.',
  doctorComment: 'Works at heights.',
  ...values,
});

describe('what a doctor says of the way', () => {
  test('counts by the server’s clock, once, and changes nothing that an employer sees', async () => {
    const { id, version, tap } = await mission();
    const before = await checks.get(actors.adminA, id);
    const now = clock.now();
    expect(await tap('onMyWay')).toMatchObject({ onMyWayAt: now, arrivedAt: null, visitReceivedAt: null, version });
    clock.advance({ minutes: 1 });
    expect(await tap('onMyWay')).toMatchObject({ onMyWayAt: now });
    expect(await checks.get(actors.planner, id)).toMatchObject({ onMyWayAt: now });
    const after = await checks.get(actors.adminA, id);
    expect(after).toEqual(before);
    expect(after).toMatchObject({ onMyWayAt: null, arrivedAt: null, leftAt: null });
    expect((await owner<{ n: number }>(`select count(*)::int as n from access_log where action = 'check.onMyWay'`))[0]?.n).toBe(1);
  });

  test('keeps the phone’s own time where it came late, and says so', async () => {
    const { tap, appointmentStart } = await mission();
    clock.set('2026-03-03T21:00:00+01:00');
    await tap('arrived', appointmentStart);
    const left = new Date(appointmentStart.getTime() + 15 * 60_000);
    expect(await tap('left', left)).toMatchObject({ arrivedAt: appointmentStart, leftAt: left, visitReceivedAt: clock.now() });
  });

  test('is refused of another appointment, too early, out of order, by anybody else, and while a result waits', async () => {
    const { id, version, tap, appointmentStart } = await mission();
    const input = { tap: 'onMyWay', tappedAt: clock.now(), appointmentStart };
    expect(await codeOf(checks.recordVisit(actors.doctor, id, { ...input, appointmentStart: clock.now() }))).toBe(
      'entity.changedMeanwhile',
    );
    expect(await codeOf(checks.recordVisit(actors.otherDoctor, id, input))).toBe('entity.notFound');
    for (const actor of [actors.planner, actors.adminA])
      expect(await codeOf(checks.recordVisit(actor, id, input))).toBe('access.forbidden');
    expect(await codeOf(tap('left'))).toBe('request.invalid');
    clock.set('2026-03-03T02:00:00+01:00');
    expect(await codeOf(tap('onMyWay'))).toBe('request.invalid');
    clock.set('2026-03-03T10:20:00+01:00');
    await checks.submitResult(actors.doctor, id, version, resultOf(clock, { checkOccurence: 'YesPatientHome' }));
    expect(await codeOf(tap('onMyWay'))).toBe('check.actionNotAllowed');
  });

  test('is undone, the last first', async () => {
    const { id, tap } = await mission();
    await tap('onMyWay');
    await tap('arrived');
    expect(await checks.undoVisit(actors.doctor, id)).toMatchObject({ onMyWayAt: clock.now(), arrivedAt: null });
    expect(await checks.undoVisit(actors.doctor, id)).toMatchObject({ onMyWayAt: null });
    expect(await checks.undoVisit(actors.doctor, id)).toMatchObject({ onMyWayAt: null });
  });

  test('goes with its appointment', async () => {
    const { id, version, tap } = await mission();
    await tap('onMyWay');
    const moved = { doctorId: doctors.brussels, appointmentStart: instantAt('2026-03-04', '10:00'), appointmentMinutes: 20 };
    expect(await checks.schedule(actors.planner, id, version, moved)).toMatchObject({ onMyWayAt: null });
  });
});

describe('a visit that becomes an examination at the practice while its doctor drives', () => {
  /** Ordered anew by the employer at 10:00, one minute after the doctor of 15:00 set out; 25 % and the price of a practice would be due without the way. */
  async function moved({ from = 'House', to = 'Office' }: { readonly from?: Location; readonly to?: Location } = {}) {
    const { id, version, price, tap } = await mission('15:00', from);
    clock.set('2026-03-03T09:59:00+01:00');
    await tap('onMyWay');
    clock.advance({ minutes: 1 });
    const { version: changed, companyTotalPrice } = await checks.modify(actors.adminA, id, version, modification({ locationCheck: to }));
    return { id, version: changed, price, changedPrice: companyTotalPrice ?? 0 };
  }

  test('costs half of the price of the visit when it is cancelled, as was shown', async () => {
    const { id, version, price, changedPrice } = await moved();
    expect(changedPrice).toBe(price - PRICES.houseSupplement);
    expect(await checks.get(actors.adminA, id)).toMatchObject({ cancellationFee: price / 2 });
    const { nodes } = await checks.listOpen(actors.planner, { first: 10, fields: ['cancellationFee', 'cancellationFeeAtLeast'] });
    expect(nodes).toMatchObject([{ cancellationFee: price / 2, cancellationFeeAtLeast: price / 2 }]);
    clock.advance({ minutes: 5 });
    expect(await checks.cancel(actors.adminA, id, version, { reason: 'Back at work' })).toMatchObject({ companyTotalPrice: price / 2 });
  });

  test('is charged as a visit, and its doctor paid for it, when nothing comes of it', async () => {
    const { id, version, price } = await moved();
    const ended = await checks.markNonOperable(actors.planner, id, version, {
      nonOperableReason: 'NoAccess',
      archiveComment: 'Gate locked',
    });
    expect(ended).toMatchObject({
      checkLocation: 'Office',
      companyTotalPrice: price,
      doctorExtraCosts: PRICES.doctorHouseSupplement,
      doctorTotalPrice: PRICES.doctorFee + PRICES.doctorHouseSupplement + (ended.doctorTravelCosts ?? 0),
    });
  });

  test('counts by the visit however often the order is changed, and by the new appointment once there is one', async () => {
    const { id, version, price, changedPrice } = await moved();
    const again = await checks.modify(actors.adminA, id, version, modification({ locationCheck: 'Office', providerComment: 'Ring twice' }));
    expect(await checks.get(actors.planner, id)).toMatchObject({ cancellationFee: price / 2 });
    const resolved = await checks.resolveProblem(actors.planner, id, again.version, { comment: 'Agreed' });
    const appointment = { doctorId: doctors.brussels, appointmentStart: instantAt('2026-03-04', '10:00'), appointmentMinutes: 20 };
    await checks.schedule(actors.planner, id, resolved.version, appointment);
    expect(await checks.get(actors.planner, id)).toMatchObject({ cancellationFee: changedPrice / 4 });
  });

  test('is never dearer because an appointment at a practice becomes a visit', async () => {
    const { id, price } = await moved({ from: 'Office', to: 'House' });
    expect(await checks.get(actors.planner, id)).toMatchObject({ cancellationFee: price / 4 });
  });
});

test('the fee of a list is the one of the page', async () => {
  const { id } = await mission('15:00');
  const { cancellationFee } = await checks.get(actors.planner, id);
  const { nodes } = await checks.listOpen(actors.planner, { first: 10, fields: ['cancellationFee'] });
  expect(nodes).toMatchObject([{ cancellationFee }]);
});

inBothOrders('a doctor who sets out while the employer cancels', database, async (race, first) => {
  // Six hours before: 25 % as long as nobody is on the way.
  const { id, version, price, tap } = await mission('15:00');
  const [told, cancelled] = await race(
    { sql: 'select from checks where id = $1 for update', values: [id] },
    () => codeOf(tap('onMyWay')),
    () => codeOf(checks.cancel(actors.adminA, id, version, { reason: 'Back at work' })),
  );
  const { status, companyTotalPrice, onMyWayAt } = await checks.get(actors.planner, id);
  expect([told, cancelled, status]).toEqual([
    { status: 'fulfilled', value: first === 'a' ? 'no error' : 'check.actionNotAllowed' },
    { status: 'fulfilled', value: 'no error' },
    'Archived',
  ]);
  expect([companyTotalPrice, onMyWayAt !== null]).toEqual([Math.round((price * (first === 'a' ? 50 : 25)) / 100), first === 'a']);
});
