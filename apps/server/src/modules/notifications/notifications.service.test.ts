import { kindsOf, NOTIFICATION_KINDS, notificationRule } from '@checkwell/domain/people/notifications';
import { expect, it } from 'vitest';
import { checkServices, codeOf, fieldErrorsOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';

/** How people choose to be told (docs/decisions/0095); what follows from it: notifications.daily.test.ts. */
const { db } = await testDatabase();
const clock = testClock();
const { notifications } = checkServices(db, clock);
const { a, b, actors } = await createFixtures(db, clock);
const { adminA, adminAB, planner, doctor } = actors;

it('each chooses for oneself, of what is for them; until then everything comes as it comes first in the rule; employers choose for each company', async () => {
  for (const [actor, companyId, reader] of [
    [adminA, a.id, 'employer'],
    [planner, null, 'planner'],
    [doctor, null, 'doctor'],
  ] as const) {
    const choices = await notifications.choices(actor, companyId);
    const others = {
      employer: [{ kind: 'AppointmentOff', delivery: 'InApp' }],
      planner: [],
      doctor: [{ kind: 'MissionOffered', delivery: 'SmsImmediate' }],
    } as const;
    expect(choices.filter(({ delivery }) => delivery !== 'AtOnce')).toEqual(others[reader]);
    expect(choices).toEqual(kindsOf(reader).map((kind) => ({ kind, delivery: notificationRule(kind).deliveries[0] })));
  }
  const chosen = async (actor: typeof adminAB, companyId: string) =>
    (await notifications.choices(actor, companyId)).filter(({ kind, delivery }) => delivery !== notificationRule(kind).deliveries[0]);
  await notifications.choose(adminAB, a.id, { kind: 'AppointmentMade', delivery: 'Daily' });
  await notifications.choose(adminAB, a.id, { kind: 'CheckCancelled', delivery: 'InApp' });
  expect(await notifications.choose(adminAB, a.id, { kind: 'AppointmentMade', delivery: 'InApp' })).toContainEqual({
    kind: 'AppointmentMade',
    delivery: 'InApp',
  });
  expect(await chosen(adminAB, a.id)).toHaveLength(2);
  expect(await chosen(adminAB, b.id)).toEqual([]);
  expect(await chosen(adminA, a.id)).toEqual([]);
});

it('what may not wait cannot be put off, and what is for others cannot be chosen', async () => {
  const choose = (actor: Parameters<typeof notifications.choose>[0], kind: string, delivery: string) =>
    notifications.choose(actor, actor === adminA ? a.id : null, { kind, delivery });
  for (const [actor, kind, delivery] of [
    [adminA, 'ProblemNeedsEmployer', 'Daily'],
    [adminA, 'MissionPlanned', 'Daily'],
    [doctor, 'MissionPlanned', 'InApp'],
    [doctor, 'MissionOffered', 'Daily'],
    [doctor, 'MissionResultAsked', 'Daily'],
    [doctor, 'MissionOffered', 'InApp'],
    [doctor, 'MissionPlanned', 'SmsAlways'],
    [planner, 'ResultWaits', 'InApp'],
    [planner, 'DoctorNotFound', 'SmsAlways'],
    [doctor, 'DoctorNotFound', 'InApp'],
    [planner, 'OrderReceived', 'InApp'],
  ] as const)
    expect(await fieldErrorsOf(choose(actor, kind, delivery)), `${kind} ${delivery}`).toEqual(['delivery: invalidChoice']);
  for (const wrong of [{ kind: 'Everything', delivery: 'Daily' }, { kind: 'CheckCancelled' }, 'CheckCancelled', null])
    expect(await codeOf(notifications.choose(adminA, a.id, wrong)), JSON.stringify(wrong)).toBe('request.invalid');
});

it('the database takes every choice that the rule offers', async () => {
  const actorsOf = { employer: adminA, planner, doctor };
  for (const kind of NOTIFICATION_KINDS)
    for (const reader of notificationRule(kind).readers)
      for (const delivery of notificationRule(kind).deliveries) {
        const companyId = reader === 'employer' ? a.id : null;
        expect(await notifications.choose(actorsOf[reader], companyId, { kind, delivery })).toContainEqual({ kind, delivery });
      }
});

it('is nobody else’s to decide', async () => {
  const choice = { kind: 'CommentWritten', delivery: 'Daily' };
  expect(await codeOf(notifications.choose(adminA, b.id, choice))).toBe('entity.notFound');
  expect(await codeOf(notifications.choose(adminA, null, choice))).toBe('access.forbidden');
  expect(await codeOf(notifications.choose(planner, a.id, choice))).toBe('access.forbidden');
  expect(await codeOf(notifications.choices(doctor, a.id))).toBe('access.forbidden');
  expect(await codeOf(notifications.choices(actors.anonymous, a.id))).toBe('access.unauthenticated');
});
