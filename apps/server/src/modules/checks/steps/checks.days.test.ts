import { addDays, instantAt } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { checkServices } from '../../../test/checks.ts';
import { testClock } from '../../../test/clock.ts';
import { testDatabase } from '../../../test/database.ts';
import { createFixtures, insertCheck } from '../../../test/fixtures.ts';

const { db } = await testDatabase();
const clock = testClock();
const { checks } = checkServices(db, clock);
const fixtures = await createFixtures(db, clock);
const { adminA, planner } = fixtures.actors;
const tomorrow = addDays(clock.today(), 1);

test('a check has the day of its appointment while it is planned, and none when it never took place', async () => {
  const { id } = await insertCheck(db, fixtures, clock, { status: 'WaitingForCheck', appointmentStart: instantAt(tomorrow, '10:00') });
  const planned = await checks.get(adminA, id);
  expect(planned).toMatchObject({ checkDate: tomorrow, checkTime: '10:00' });
  const cancelled = await checks.cancel(adminA, id, planned.version, { reason: 'Back at work' });
  expect(cancelled).toMatchObject({ checkOccurence: 'Cancelled', checkDate: null, checkTime: null });
  const today = await checks.listReports(planner, { filter: { from: clock.today(), to: clock.today() } });
  expect(today.nodes.map((report) => report.id)).toEqual([id]);
  expect((await checks.listReports(planner, { filter: { from: tomorrow } })).nodes).toEqual([]);
});
