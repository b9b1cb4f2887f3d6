import { readFileSync } from 'node:fs';
import { recordsErasedBefore } from '@checkwell/domain/retention';
import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { oneShotScenario } from '../../test/one-shot.ts';
import { oneShotInput } from '../../test/servers/payments.ts';

const database = await testDatabase();
const { owner } = database;
const { app, clock, paid, finished, actors } = await oneShotScenario(database);
const { retention } = app.services;
const CANARY = 'Zzcanary';

/** A One Shot Check about a worker by the name of the canary, which was carried out; its payer could not be reached by mail. */
async function reported(input = oneShotInput(clock)) {
  const check = await paid({
    ...input,
    worker: { ...input.worker, workerFirstName: CANARY, workerLastName: CANARY, workerAddress: `${CANARY}straat 1, 1000 Brussel` },
  });
  await finished(check.key.checkId);
  await owner(`update mails set state = 'failed', failure = 'unreachable', "failedAt" = "createdAt", "sentAt" = null, "deliveredAt" = null
    where recipient = '${check.email}'`);
  return { ...check, invoicing: input.invoicing };
}

/** Tables with rows that name the canary. */
async function named(): Promise<string[]> {
  const tables = await owner<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { name } of tables)
    if ((await owner(`select 1 from ${name} t where t::text ilike '%${CANARY}%' limit 1`)).length > 0) found.push(name);
  return found.toSorted();
}

/** The retention period of the check is over. */
const expire = (checkId: string) =>
  owner(`update checks set "archivedAt" = $2::timestamptz - interval '1 day' where id = $1`, [
    checkId,
    recordsErasedBefore(clock.today()).checks,
  ]);

test('nothing about the worker of a One Shot Check is left after its retention period, neither the employee nor mails to the payer', async () => {
  const { key } = await reported();
  // Before its time nothing goes.
  expect(await retention.erase()).toMatchObject({ checks: 0, employees: 0 });
  expect(await named()).toEqual(expect.arrayContaining(['checks', 'employees', 'mails']));
  await expire(key.checkId);
  expect(await retention.erase()).toMatchObject({ checks: 1, employees: 1 });
  expect(await named()).toEqual([]);
  expect(await retention.erase()).toMatchObject({ checks: 0, employees: 0 });
});

test('a legal hold keeps the worker of a One Shot Check and the mails to the payer, until it is lifted', async () => {
  const { key } = await reported();
  await expire(key.checkId);
  await retention.hold(actors.planner, key.checkId, { reason: 'Labour court, 2026/114' });
  const kept = await named();
  expect(await retention.erase()).toMatchObject({ checks: 0, employees: 0 });
  expect(await named()).toEqual(kept);
  await retention.liftHold(actors.planner, key.checkId, { reason: 'Judged' });
  expect(await retention.erase()).toMatchObject({ checks: 1, employees: 1 });
  expect(await named()).toEqual([]);
});

test('mails to payers that were written without their check are found by the link in them', async () => {
  const first = await reported();
  const second = await reported({ ...oneShotInput(clock), invoicing: first.invoicing });
  expect(second.key.companyId).toBe(first.key.companyId);
  const checkIds = () =>
    owner(
      `select id, "checkId" from mails where "companyId" = '${first.key.companyId}' and template like 'oneShot%' and "plainText" <> '' order by id`,
    );
  const written = await checkIds();
  expect(new Set(written.map(({ checkId }) => checkId))).toEqual(new Set([first.key.checkId, second.key.checkId]));
  await owner(`update mails set "checkId" = null where "companyId" = '${first.key.companyId}'`);
  await owner(readFileSync(new URL('../../migrations/0143_workers_of_one_shot_checks.sql', import.meta.url), 'utf8'));
  expect(await checkIds()).toEqual(written);
});
