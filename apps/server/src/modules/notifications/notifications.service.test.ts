import { expect, it } from 'vitest';
import { profileIdOf } from '../../platform/guard.ts';
import { codeOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { inBothOrders } from '../../test/race.ts';
import { createWorld } from '../../test/world.ts';
import { createNotificationService } from './notifications.service.ts';

const database = await testDatabase();
const { db } = database;
const clock = testClock();
const notifications = createNotificationService({ db, clock });
const { a, b, actors } = await createWorld(db, clock);

it('everybody gets everything until they say otherwise, per company', async () => {
  expect(await notifications.getMuted(actors.adminAB, a.id)).toEqual([]);
  expect(await notifications.setMuted(actors.adminAB, a.id, ['CheckCancelled', 'AppointmentMade'])).toEqual([
    'AppointmentMade',
    'CheckCancelled',
  ]);
  expect(await notifications.getMuted(actors.adminAB, b.id)).toEqual([]);
  expect(await notifications.getMuted(actors.adminA, a.id)).toEqual([]);
  expect(await notifications.setMuted(actors.adminAB, a.id, ['CheckCancelled'])).toEqual(['CheckCancelled']);
});

it('a colleague or the provider who sends a message leaves out whoever does not want it', async () => {
  const emails = [actors.adminAB.email, actors.adminA.email, 'superior.without.account@alfa.example'];
  for (const sender of [actors.adminA, actors.planner]) {
    const wanted = (kind: 'CheckCancelled' | 'ResultAvailable') =>
      db.as(sender, (tx) => notifications.keepWanted(tx, { companyId: a.id, kind, emails }), { readonly: true });
    expect(await wanted('CheckCancelled')).toEqual(emails.slice(1));
    expect(await wanted('ResultAvailable')).toEqual(emails);
  }
});

it('is nobody else’s to decide', async () => {
  expect(await codeOf(notifications.setMuted(actors.adminA, b.id, []))).toBe('entity.notFound');
  expect(await codeOf(notifications.setMuted(actors.planner, a.id, []))).toBe('access.forbidden');
  expect(await codeOf(notifications.getMuted(actors.doctor, a.id))).toBe('access.forbidden');
  expect(await codeOf(notifications.getMuted(actors.anonymous, a.id))).toBe('access.unauthenticated');
  for (const wrong of [['Everything'], ['CheckCancelled', 'CheckCancelled'], 'CheckCancelled', null]) {
    expect(await codeOf(notifications.setMuted(actors.adminA, a.id, wrong)), JSON.stringify(wrong)).toBe('request.invalid');
  }
});

inBothOrders('the wishes of two saves do not mix', database, async (race, first) => {
  const ends = await race(
    // Where a new row is checked against the place that it belongs to: without a lock before, both have taken the old rows out by then.
    { sql: 'select from company_users where "profileId" = $1 for update', values: [profileIdOf(actors.basicA)] },
    () => notifications.setMuted(actors.basicA, a.id, ['CheckCancelled', 'OrderReceived']),
    () => notifications.setMuted(actors.basicA, a.id, ['CheckCancelled', 'AppointmentMade']),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(new Set(await notifications.getMuted(actors.basicA, a.id))).toEqual(
    new Set(first === 'a' ? ['AppointmentMade', 'CheckCancelled'] : ['CheckCancelled', 'OrderReceived']),
  );
});
