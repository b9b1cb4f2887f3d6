import { instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { expect, test } from 'vitest';
import { checkServices } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures, insertCheck } from '../../test/fixtures.ts';
import { eraseChecks } from '../retention/retention.repository.ts';

const { db } = await testDatabase();
const clock = testClock();

type Dashboard = ReturnType<typeof checkServices>['dashboard'];

test('absences of two employees on the same days are still two once they are erased, in part of a month as in all of it', async () => {
  const fixtures = await createFixtures(db, clock);
  const { a, actors } = fixtures;
  const days = { incapacityStartDate: '2026-03-09', incapacityEndDate: '2026-03-13' } as const;
  const at = instantAt('2026-03-10', '10:00');
  const reports: Awaited<ReturnType<typeof insertCheck>>[] = [];
  for (const employeeId of a.employees.slice(0, 2))
    reports.push(
      await insertCheck(db, fixtures, clock, {
        ...days,
        employeeId,
        status: 'Archived',
        checkOccurence: 'YesPatientHome',
        checkLocation: 'House',
        examinedFrom: at,
        examinedTo: at,
        archivedAt: at,
        doctorId: fixtures.doctors.brussels,
        doctorFoundAt: at,
      }),
    );
  const absences = async (dashboard: Dashboard, actor: Actor, filter: object) => {
    const { figures, absenceLengths } = await dashboard.read(actor, filter);
    return {
      figure: figures.find(({ metric }) => metric === 'averageAbsenceDays')?.n,
      lengths: absenceLengths.reduce((sum, { count }) => sum + count, 0),
      rows: (await dashboard.listRows(actor, { metric: 'averageAbsenceDays', filter })).nodes.length,
    };
  };
  const readings = [
    [actors.adminA, { from: '2026-03-01', to: '2026-03-31' }],
    [actors.adminA, { from: '2026-03-09', to: '2026-03-11' }],
    // All of the month but these days.
    [actors.adminA, { from: '2026-03-12', to: '2026-03-31' }],
    [actors.basicA, { from: '2026-03-09', to: '2026-03-11' }],
  ] as const;
  // Each time with services of its own, which remember no answer.
  const read = () => {
    const { dashboard } = checkServices(db, clock);
    return Promise.all(readings.map(([actor, filter]) => absences(dashboard, actor, filter)));
  };
  const all = await read();
  expect(all[1]).toEqual({ figure: 2, lengths: 2, rows: 2 });
  await db.system('test', (tx) => eraseChecks(tx, reports, clock.now()));
  expect(await read()).toEqual(all);
});
