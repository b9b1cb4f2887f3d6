import { expect, it } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { createServices } from '../../services.ts';
import { codeOf, orderOf } from '../../test/checks.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { testLogger } from '../../test/logger.ts';

const { db, config, owner } = await testDatabase();
const clock = testClock();
const { a, b, actors } = await createFixtures(db, clock);
const services = createServices({ config, db, clock, log: testLogger() });

it('a check that a program orders says so, bears its name in the history, and sends the program no mail', async () => {
  const made = await services.apiTokens.create(actors.adminA, a.id, { name: 'Payroll', accesType: 'admin', expiresInDays: 30 });
  const actor = await services.identity.authenticate({ headers: { authorization: `Bearer ${made.token}` } });
  expect(actor).toMatchObject({
    kind: 'employer',
    program: true,
    memberships: [{ companyId: a.id, accesType: 'admin', superiorId: null }],
  });

  const ordered = await services.checks.order(actor, orderOf(a, clock, { superiorId: a.superiors[0] }), newId());
  expect(ordered).toMatchObject({ source: 'Api', status: 'Reception' });
  const seen = await services.checks.get(actors.adminA, ordered.id);
  expect(seen.source).toBe('Api');
  const events = await services.checks.findEvents(actors.adminA, [seen]);
  expect(events.get(seen.id)?.[0]).toMatchObject({ action: 'order', actorName: 'Payroll' });
  expect(seen.isRandom).toBe(false);
  expect(await codeOf(services.checks.order(actor, orderOf(b, clock), newId()))).toBe('entity.notFound');

  await services.outbox.drain();
  const mails = await owner<{ recipient: string }>('select recipient from mails');
  expect(mails).toHaveLength(1); // the superior's
  expect(mails[0]?.recipient).not.toContain('invalid');
  // Of an order for nobody's team the program has the answer; what becomes of it the administrators read.
  const alone = await services.checks.order(actor, orderOf(a, clock, { employeeId: null, superiorId: null }), newId());
  await services.outbox.drain();
  expect(await owner('select 1 from mails')).toHaveLength(1);
  await services.checks.markNonOperable(actors.planner, alone.id, alone.version, {
    nonOperableReason: 'WorkerResumed',
    archiveComment: '',
  });
  await services.outbox.drain();
  expect(
    (await owner<{ recipient: string }>(`select recipient from mails where template = 'result'`)).map(({ recipient }) => recipient),
  ).toContain(actors.adminA.email);

  const readers = await services.dashboardReports.findReaders(actors.adminA, a.id, '');
  expect(JSON.stringify(readers)).not.toContain('invalid');
});

it('a worker selected at random by a program is marked so in the check and its report; no screen can set it', async () => {
  const made = await services.apiTokens.create(actors.adminA, a.id, { name: 'Draw', accesType: 'admin', expiresInDays: 30 });
  const program = await services.identity.authenticate({ headers: { authorization: `Bearer ${made.token}` } });
  const drawn = orderOf(a, clock, { isRandom: true });
  const ordered = await services.checks.order(program, drawn, newId());
  expect(ordered).toMatchObject({ source: 'Api', isRandom: true });
  expect((await services.checks.get(actors.planner, ordered.id)).isRandom).toBe(true);
  for (const person of [actors.adminA, actors.planner]) {
    await expect(services.checks.order(person, drawn, newId())).rejects.toMatchObject({
      code: 'request.invalid',
      issues: [{ path: 'isRandom', message: 'invalidChoice' }],
    });
  }
});
