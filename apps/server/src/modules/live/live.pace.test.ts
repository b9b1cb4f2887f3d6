import type { LiveMessage } from '@checkwell/domain/live';
import type { Actor } from '@checkwell/domain/policy';
import { afterAll, expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { notifyLive } from '../../platform/live/notify.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { testLogger } from '../../test/logger.ts';
import { createLiveService } from './live.service.ts';

const { db } = await testDatabase();
const clock = testClock();
const live = createLiveService({ db, clock, log: testLogger() });
afterAll(() => live.close());

/** An administrator of the company with an open stream: what it was told, and in which turn of the event loop. @param isUnknown the first question who it is fails */
function reader(companyId: string, { isUnknown = false } = {}) {
  const actor: Actor = {
    kind: 'employer',
    profileId: newId(),
    email: 'an@example.be',
    memberships: [{ companyId, accesType: 'admin', superiorId: null }],
  };
  const told: { readonly message: LiveMessage; readonly turn: number }[] = [];
  const principal = { actor, subject: actor.profileId, endsAt: new Date(8.64e15) };
  const change = (memberships: typeof actor.memberships) => {
    principal.actor = { ...actor, memberships };
  };
  let asked = 0;
  let onTold = (): void => undefined;
  live.open(actor, {
    send: (message) => {
      told.push({ message, turn: turns });
      onTold();
    },
    keepAlive: () => undefined,
    authenticate: async () => {
      asked += 1;
      if (isUnknown && asked === 1) throw new Error('The database is away.');
      return principal;
    },
    end: () => undefined,
  });
  const whenTold = (then: () => void): void => {
    onTold = then;
  };
  return { told, change, whenTold };
}

let turns = 0;
const countTurns = (): void => {
  turns += 1;
  counting = setImmediate(countTurns);
};
let counting = setImmediate(countTurns);
afterAll(() => clearImmediate(counting));

const checkOf = (companyId: string) => ({
  topic: 'check' as const,
  companyId,
  id: newId(),
  version: 1,
  status: 'Planning' as const,
  superiorId: null,
  orderedByProfileId: null,
  doctorId: null,
});

let isListening = false;
/** Listening begins with the first reader, who is told so. */
async function listen(): Promise<void> {
  if (isListening) return;
  const { told } = reader(newId());
  await expect.poll(() => told.map(({ message }) => message.event)).toEqual(['refresh']);
  isListening = true;
}

test('a change is told to many readers in turns, to each once however often it was said meanwhile, and in order', async () => {
  await listen();
  const companyId = newId();
  const readers = Array.from({ length: 70 }, () => reader(companyId));
  const [first, second] = [checkOf(companyId), checkOf(companyId)];
  const { doctorId, ...others } = first;
  // In one transaction, so that they arrive together; PostgreSQL itself leaves out what has the same text.
  await db.system('test', async (tx) => {
    for (const check of [first, second, { doctorId, ...others }]) await notifyLive(tx, check);
  });
  await expect.poll(() => readers.every(({ told }) => told.length >= 2)).toBe(true);
  const last = readers.at(-1)?.told ?? [];
  expect(last.map(({ message }) => message.data.topic === 'check' && 'id' in message.data && message.data.id)).toEqual([
    first.id,
    second.id,
  ]);
  const perTurn = Map.groupBy(
    readers.flatMap(({ told }) => told),
    ({ turn }) => turn,
  );
  expect(perTurn.size).toBeGreaterThan(3);
});

test('who has lost the right before their turn comes is not told', async () => {
  await listen();
  const companyId = newId();
  const readers = Array.from({ length: 60 }, () => reader(companyId));
  const [first] = readers;
  const last = reader(companyId, { isUnknown: true });
  // While the first ones are told, the last one is asked about once more.
  first?.whenTold(() => {
    last.change([]);
    live.sweep();
  });
  await db.system('test', (tx) => notifyLive(tx, checkOf(companyId)));
  await expect.poll(() => readers.every(({ told }) => told.length === 1)).toBe(true);
  await db.system('test', (tx) => notifyLive(tx, { topic: 'flag', companyId: null, id: newId(), version: 1 }));
  await expect.poll(() => last.told.map(({ message }) => message.event)).toEqual(['flag']);
});
