import { addDays, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, describe, expect, test } from 'vitest';
import { createEmbeddedGeocoder } from '../../platform/geo/embedded-geocoder.ts';
import { newId } from '../../platform/ids.ts';
import { checkServices, codeOf, fieldErrorsOf, orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { createCompanyService } from '../companies/companies.service.ts';
import { createDeadlineService } from '../deadlines/deadlines.service.ts';
import { createForecastService } from './forecast.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const services = checkServices(db, clock);
const companies = createCompanyService({ db, clock });
const deadlines = createDeadlineService({ db, clock, companies });
const forecasts = createForecastService({ clock, geocoder: createEmbeddedGeocoder(), companies, deadlines, ...services });

/** A Monday; the doctor of Brussels works on weekdays from 8 to 18 (fixtures.ts). */
const MONDAY = '2026-03-02';
let fixtures: Fixtures;
beforeEach(async () => {
  clock.set(`${MONDAY}T09:05:00+01:00`);
  await owner('delete from checks');
  await owner('delete from doctor_availabilities');
  await owner('update doctors set active = false');
  fixtures = await createFixtures(db, clock);
});
const forecast = (values: Parameters<typeof orderOf>[2] = {}, actor: Actor = fixtures.actors.adminA) =>
  forecasts.forecast(actor, orderOf(fixtures.a, clock, { certificateId: newId(), ...values }));
const codes = async (values: Parameters<typeof orderOf>[2]) => (await forecast(values)).flags.map(({ code }) => code);

describe('what an order would mean', () => {
  test('is a price with VAT and the first free appointment of a doctor who can have it', async () => {
    expect(await forecast({ typeCheck: 'Immediate' })).toEqual({
      price: { contract: 100_00, houseSupplement: 0, weekendSupplement: 0, subtotal: 100_00, vat: 21_00, total: 121_00 },
      earliestDay: MONDAY,
      // In time to tell the employee, two hours before.
      earliest: instantAt(MONDAY, '11:20'),
      proposedDay: MONDAY,
      proposed: instantAt(MONDAY, '11:20'),
      reason: 'firstFree',
      doctors: 1,
      precision: expect.any(String),
      flags: [],
    });
  });

  test('says the price to administrators and planners alone, and everything else to basic users too', async () => {
    const { price, ...rest } = await forecast();
    expect(price).not.toBeNull();
    expect(await forecast({}, fixtures.actors.basicA)).toEqual({ ...rest, price: null });
    expect((await forecast({}, fixtures.actors.planner)).price).toEqual(price);
    // An administrator of one company who is a basic user of the other.
    const inB = orderOf(fixtures.b, clock, { certificateId: newId(), employeeId: fixtures.b.employees[0] });
    expect((await forecast({}, fixtures.actors.adminAB)).price).toEqual(price);
    expect((await forecasts.forecast(fixtures.actors.adminAB, inB)).price).toBeNull();
  });

  test('leaves out what is planned already, and proposes a later day for an optimised check', async () => {
    await insertCheck(db, fixtures, clock, {
      status: 'WaitingForCheck',
      employeeId: fixtures.a.employees[1],
      appointmentStart: instantAt(MONDAY, '11:00'),
      appointmentEnd: instantAt(MONDAY, '12:00'),
    });
    const { earliest, proposed, reason } = await forecast({ typeCheck: 'Optimized' });
    expect(reason).toBe('mostSuitable');
    expect(earliest).toEqual(instantAt(MONDAY, '12:00'));
    expect(proposed && proposed >= instantAt(addDays(MONDAY, 3), '00:00')).toBe(true);
    expect(proposed && proposed < instantAt(addDays(MONDAY, 8), '00:00')).toBe(true);
  });

  test('counts the supplements of a home visit at the weekend', async () => {
    await owner('delete from doctor_availabilities');
    await owner('insert into doctor_availabilities values ($1, 6, $2, $3)', [fixtures.doctors.brussels, '10:00', '12:00']);
    const visit = { locationCheck: 'House', typeCheck: 'Immediate' } as const;
    const { price, ...moments } = await forecast(visit);
    // Nobody announces the visit, and the forecast neither.
    expect(moments).toMatchObject({ earliestDay: '2026-03-07', earliest: null, proposedDay: '2026-03-07', proposed: null });
    expect(await forecast(visit, fixtures.actors.planner)).toMatchObject({ proposed: instantAt('2026-03-07', '10:00') });
    expect(price).toEqual({
      contract: 100_00,
      houseSupplement: 25_00,
      weekendSupplement: 37_50,
      subtotal: 162_50,
      vat: 34_13,
      total: 196_63,
    });
  });

  test('says when nobody is free, and when the place is not known', async () => {
    await owner('delete from doctor_availabilities');
    expect(await forecast()).toMatchObject({ earliest: null, proposed: null, reason: null, doctors: 0 });
    expect(await codes({})).toContain('noMoment');
    expect(await forecast({ workerAddress: 'behind the church' })).toMatchObject({ precision: null });
  });

  test('counts the weekend when nobody is free and no other day is left, as the order then does', async () => {
    await owner('delete from doctor_availabilities');
    const weekend = { locationCheck: 'House', startDate: '2026-03-07', endDate: '2026-03-08' } as const;
    expect(await forecast(weekend)).toMatchObject({ proposed: null, price: { weekendSupplement: 37_50, total: 196_63 } });
    expect(await forecast({ ...weekend, endDate: '2026-03-09' })).toMatchObject({ price: { weekendSupplement: 0, total: 151_25 } });
    clock.set('2026-03-07T18:00:00+01:00');
    expect(await forecast({ ...weekend, startDate: MONDAY })).toMatchObject({ price: { total: 196_63 } });
    const order = orderOf(fixtures.a, clock, weekend);
    expect(await services.checks.order(fixtures.actors.adminA, order, newId())).toMatchObject({ companyTotalPrice: 162_50 });
  });

  test('remarks a check of the same period, in progress or reported, of this worker alone', async () => {
    const period = { incapacityStartDate: MONDAY, incapacityEndDate: addDays(MONDAY, 9) };
    const open = await insertCheck(db, fixtures, clock, { ...period, status: 'Planning', employeeId: fixtures.a.employees[0] });
    expect((await forecast()).flags).toMatchObject([{ code: 'duplicateOpen', checkId: open.id }]);
    expect(await codes({ employeeId: fixtures.a.employees[1] })).toEqual([]);
    expect(await codes({ startDate: addDays(MONDAY, 10), endDate: addDays(MONDAY, 19) })).toEqual([]);
    expect(await codes({ employeeId: null })).toEqual([]);
  });

  test('remarks an order without certificate, and without mobile number', async () => {
    expect(await codes({ certificateId: null, phoneNumber: '' })).toEqual(['noCertificate', 'withoutGsm']);
    expect(await codes({ certificateId: null, documentId: newId() })).toEqual([]);
  });

  test('is for who may order, about who they may order for', async () => {
    const order = orderOf(fixtures.a, clock);
    expect(await codeOf(forecasts.forecast(fixtures.actors.adminB, order))).toBe('entity.notFound');
    expect(await codeOf(forecasts.forecast(fixtures.actors.doctor, order))).toBe('access.forbidden');
    expect(await codeOf(forecasts.forecast(fixtures.actors.anonymous, order))).toBe('access.unauthenticated');
    expect(await codeOf(forecasts.forecast(fixtures.actors.adminA, { ...order, employeeId: fixtures.b.employees[0] }))).toBe(
      'entity.notFound',
    );
    expect(await codeOf(forecasts.forecast(fixtures.actors.planner, order))).toBe('no error');
    expect(await fieldErrorsOf(forecasts.forecast(fixtures.actors.adminA, { ...order, endDate: '' }))).toEqual([
      'endDate: endDateRequired',
    ]);
  });
});
