import { instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { checkServices } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, type Fixtures, insertCheck } from '../../test/fixtures.ts';
import { createCompanyService } from '../companies/companies.service.ts';
import { createDeadlineService, DEADLINES_READ } from './deadlines.service.ts';

const { db, owner } = await testDatabase();
const clock = testClock();
const { checks } = checkServices(db, clock);
const deadlines = createDeadlineService({ db, clock, companies: createCompanyService({ db, clock }) });

let fixtures: Fixtures;
beforeEach(async () => {
  clock.set('2026-11-17T09:00:00+01:00');
  fixtures = await createFixtures(db, clock);
  await owner('delete from certificates');
});

/** What the actor reads about the check, as the API asks for it. */
async function read(actor: Actor, id: string) {
  const check = await checks.get(actor, id);
  return (await deadlines.find(actor, [check])).get(id) ?? [];
}
const codes = async (actor: Actor, id: string) => (await read(actor, id)).map(({ code }) => code);
const absent = (startDate: string, endDate: string) => ({
  incapacityStartDate: startDate,
  incapacityEndDate: endDate,
  incapacityType: 'Illness' as const,
  certificateType: 'FirstCertificate' as const,
});
const insertCertificate = (companyId: string, employeeId: string, startDate: string, endDate: string) =>
  owner(
    `insert into certificates ("companyId", id, "employeeId", "startDate", "endDate", "entryType", "certifType", "incapacityReason", "authorizedExit", "searchText")
     values ($1, $2, $3, $4, $5, 'ABSENCE_DECLARATION', 'FirstCertificate', 'Illness', true, '')`,
    [companyId, newId(), employeeId, startDate, endDate],
  );

test('the balance of guaranteed pay follows from all absences that the product knows, certificates and checks', async () => {
  const employeeId = fixtures.a.employees[0];
  const { id } = await insertCheck(db, fixtures, clock, { ...absent('2026-11-16', '2026-11-27'), employeeId });
  expect(await read(fixtures.actors.adminA, id)).toMatchObject([
    { code: 'guaranteedPay', reader: 'employer', lastDay: '2026-12-15', isOver: false, source: { article: 'art. 52, 70' } },
  ]);
  await insertCertificate(fixtures.a.id, employeeId, '2026-10-26', '2026-10-30');
  expect(await read(fixtures.actors.adminA, id)).toMatchObject([{ code: 'relapse' }, { code: 'payLeft', params: { left: 25 } }]);
  // A check of the days that follow on makes that incapacity longer.
  await insertCheck(db, fixtures, clock, { ...absent('2026-10-31', '2026-11-01'), employeeId });
  expect(await read(fixtures.actors.adminA, id)).toMatchObject([{ code: 'relapse' }, { code: 'payLeft', params: { left: 23 } }]);
});

test('what was cancelled, and absences of somebody else or of another company, count for nothing', async () => {
  const [employeeId, other] = fixtures.a.employees;
  const { id } = await insertCheck(db, fixtures, clock, { ...absent('2026-11-16', '2026-11-27'), employeeId });
  await insertCheck(db, fixtures, clock, { ...absent('2026-10-26', '2026-10-30'), employeeId: other });
  await insertCheck(db, fixtures, clock, {
    ...absent('2026-10-26', '2026-10-30'),
    employeeId,
    status: 'Archived',
    checkOccurence: 'Cancelled',
    archivedAt: clock.now(),
  });
  expect(await codes(fixtures.actors.adminA, id)).toEqual(['guaranteedPay']);
});

test('an erased check counts no absences: all erased checks of a company refer to one row of employees', async () => {
  const erased = () =>
    insertCheck(db, fixtures, clock, {
      ...absent('2026-11-16', '2026-11-16'),
      certificateType: 'NoCertif',
      status: 'Archived',
      checkOccurence: 'NoCertifConfirmed',
      archivedAt: clock.now(),
      examinedFrom: clock.now(),
      examinedTo: clock.now(),
      doctorId: fixtures.doctors.brussels,
    });
  const [one, other] = [await erased(), await erased()];
  expect(await codes(fixtures.actors.adminA, one.id)).toContain('noCertificateDay');
  await owner(`select app.erase_checks($1, $2, $3)`, [[one.companyId, other.companyId], [one.id, other.id], clock.now()]);
  expect(await codes(fixtures.actors.adminA, one.id)).not.toContain('noCertificateDay');
  const { employeeId } = await checks.get(fixtures.actors.adminA, one.id);
  expect(await deadlines.absencesOf(fixtures.actors.adminA, { companyId: one.companyId, employeeId: employeeId ?? '' })).toEqual([]);
});

test('whoever ordered the check but does not reach the employee learns nothing of other absences', async () => {
  const employeeId = fixtures.a.employees[0];
  const { id } = await insertCheck(db, fixtures, clock, { ...absent('2026-11-16', '2026-11-27'), employeeId });
  await owner('update checks set "orderedByProfileId" = $1 where id = $2', [fixtures.actors.basicA.profileId, id]);
  await owner('update employees set "superiorId" = $1, "createdByProfileId" = null where id = $2', [fixtures.a.superiors[1], employeeId]);
  await owner('update checks set "superiorId" = $1 where id = $2', [fixtures.a.superiors[1], id]);
  expect((await checks.get(fixtures.actors.basicA, id)).employeeId).toBeNull();
  expect(await codes(fixtures.actors.basicA, id)).toEqual([]);
  expect(await codes(fixtures.actors.adminA, id)).toEqual(['guaranteedPay']);
});

test('each reader has their own: planner the hours at home, doctor findings and declaration', async () => {
  await owner(
    `update companies set "availabilityDays" = 3, "availabilityFrom" = '09:30', "availabilityTo" = '13:30', "availabilityBasis" = 'WorkRules' where id = $1`,
    [fixtures.a.id],
  );
  const { id } = await insertCheck(db, fixtures, clock, {
    ...absent('2026-11-16', '2026-11-27'),
    employeeId: fixtures.a.employees[0],
    checkLocation: 'House',
    status: 'WaitingForCheck',
    doctorId: fixtures.doctors.brussels,
    appointmentStart: instantAt('2026-11-18', '14:00'),
    appointmentEnd: instantAt('2026-11-18', '14:20'),
  });
  expect(await read(fixtures.actors.planner, id)).toMatchObject([
    { code: 'outsideStayAtHome', params: { from: '09:30', to: '13:30', basis: 'WorkRules' } },
    { code: 'stayAtHome' },
  ]);
  expect(await codes(fixtures.actors.doctor, id)).toEqual(['findings', 'declaration']);
  // The employer knows neither the minute nor what follows from it.
  expect(await codes(fixtures.actors.adminA, id)).toEqual(['guaranteedPay']);
});

test('a doctor whose mission is long over reads nothing', async () => {
  const { id } = await insertCheck(db, fixtures, clock, {
    ...absent('2026-11-02', '2026-11-13'),
    employeeId: fixtures.a.employees[0],
    status: 'Archived',
    doctorId: fixtures.doctors.brussels,
    checkOccurence: 'Yes',
    appointmentStart: instantAt('2026-11-05', '10:00'),
    appointmentEnd: instantAt('2026-11-05', '10:20'),
    examinedFrom: instantAt('2026-11-05', '10:00'),
    examinedTo: instantAt('2026-11-05', '10:20'),
    workerDisagreement: true,
    archivedAt: instantAt('2026-11-05', '12:00'),
  });
  expect(await codes(fixtures.actors.doctor, id)).toEqual(['arbitration']);
  clock.set('2026-12-07T09:00:00+01:00');
  expect(await codes(fixtures.actors.doctor, id)).toEqual([]);
});

test('a list reads of a report what its deadlines are made of, an arbitration that is under way included', async () => {
  const { id } = await insertCheck(db, fixtures, clock, {
    ...absent('2026-11-02', '2026-11-27'),
    employeeId: fixtures.a.employees[0],
    status: 'Archived',
    doctorId: fixtures.doctors.brussels,
    checkOccurence: 'Yes',
    earlyReturn: true,
    newIncapacityEndDate: '2026-11-15',
    appointmentStart: instantAt('2026-11-16', '10:00'),
    appointmentEnd: instantAt('2026-11-16', '10:20'),
    examinedFrom: instantAt('2026-11-16', '10:00'),
    examinedTo: instantAt('2026-11-16', '10:20'),
    archivedAt: instantAt('2026-11-16', '12:00'),
    arbitrationAskedBy: 'Employee',
    arbitrationAskedOn: '2026-11-17',
    arbiterName: 'Dr. Arbiter',
  });
  const { nodes } = await checks.listReports(fixtures.actors.adminA, { fields: DEADLINES_READ, first: 10 });
  const found = (await deadlines.find(fixtures.actors.adminA, nodes)).get(id);
  expect(found?.map(({ code }) => code)).toContain('rulingDue');
  expect(found).toEqual(await read(fixtures.actors.adminA, id));
});
