import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkServices, orderOf } from '../checks.ts';
import { testClock } from '../clock.ts';
import { testDatabase } from '../database.ts';
import { createFixtures } from '../fixtures.ts';
import { testFolder } from '../folder.ts';
import { nightly } from '../nightly.ts';
import { runChaos } from './chaos.ts';
import { findViolations } from './invariants.ts';

/** `npm run chaos` does more rounds (docs/reliability.md). */
const ROUNDS = 3;
const SEED = 20261126;

const database = await testDatabase();
const { db, owner } = database;
const clock = testClock();
const { checks, outbox } = checkServices(db, clock);
const { a, actors } = await createFixtures(db, clock);

test('what was lost, doubled or half done is found in the data', async () => {
  const order = orderOf(a, clock, { employeeId: null, employeeMatricule: 'round0-0', superiorId: a.superiors[0] });
  const { id } = await checks.order(actors.adminA, order, 'order-of-round0-0-with-a-long-key');
  while ((await outbox.drain()) > 0);
  const ledger = { orders: new Map([['round0-0', id]]), cancelled: new Set<string>() };
  expect(await findViolations(owner, ledger)).toEqual([]);

  expect(await findViolations(owner, { ...ledger, orders: new Map([...ledger.orders, ['round0-1', id]]) })).toEqual([
    `an order is lost: round0-1, ${id}`,
  ]);
  expect(await findViolations(owner, { ...ledger, orders: new Map() })).toEqual(['an order without a successful answer: round0-0']);
  expect(await findViolations(owner, { ...ledger, cancelled: new Set([id]) })).toEqual([`a cancellation is lost: ${id}`]);

  const damaged = async (sql: string, undo: string) => {
    await owner(sql);
    const violations = await findViolations(owner, ledger);
    await owner(undo);
    return violations;
  };
  expect(await damaged('update checks set version = 2', 'update checks set version = 1')).toContainEqual(
    expect.stringMatching(/^a check has a history that does not fit its version/),
  );
  expect(
    await damaged(`update mails set state = 'queued', "sentAt" = null`, `update mails set state = 'sent', "sentAt" = now()`),
  ).toContainEqual(expect.stringMatching(/^a mail did not leave/));
  const copy = `insert into mails select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'subject', 'again'))).* from mails m limit 1`;
  expect(await damaged(copy, `delete from mails where subject = 'again'`)).toContainEqual(expect.stringMatching(/^a mail was sent twice/));
  expect(await findViolations(owner, ledger)).toEqual([]);
});

/** The account of PostgreSQL is another one than root. */
function chaosFolder(): string {
  const folder = testFolder('chaos');
  chmodSync(folder, 0o711);
  return folder;
}

test.runIf(nightly)('faults of processes, disk, network and clocks lose, double and halve nothing', { timeout: 1_200_000 }, async () => {
  const { ledger, violations, faults, rounds } = await runChaos({ rounds: ROUNDS, seed: SEED, folder: chaosFolder() });
  expect(violations).toEqual([]);
  expect(rounds).toBe(ROUNDS);
  expect(ledger.orders.size).toBeGreaterThan(ROUNDS * 3);
  expect(ledger.payments.size).toBeGreaterThan(ROUNDS);
  expect(ledger.retries).toBeGreaterThan(0);
  expect(Object.keys(faults).length).toBeGreaterThan(2);
});

test.runIf(nightly).for([
  ['commits', ['kill', 'full'], /^an? (?:order|cancellation) is lost/],
  // The same employee a second time is refused, so whoever ordered gets an error although there is an order.
  ['keys', ['cut'], /^an order without a successful answer/],
] as const)('a defect is found: %s', { timeout: 1_200_000 }, async ([defect, kinds, sentence]) => {
  const { violations, failingSeed } = await runChaos({ rounds: 20, seed: SEED, folder: chaosFolder(), kinds, defect, timeoutMs: 20_000 });
  expect(failingSeed).not.toBeNull();
  expect(violations).toContainEqual(expect.stringMatching(sentence));
});
