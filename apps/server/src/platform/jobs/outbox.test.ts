import { describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import { createWorld } from '../../test/world.ts';
import { createMetrics } from '../http/observe.ts';
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts';
import { observeOutbox } from './metrics.ts';
import { createOutbox, type Effect, type Outbox, PermanentFailure } from './outbox.ts';

const { db, owner } = await testDatabase();

/** An outbox with a handler of the topic `note` that notes what it did in the database and may be told to fail. */
function noting(fail: (note: string, effect: Effect) => Error | null = () => null) {
  const clock = testClock();
  const log = testLogger();
  const outbox = createOutbox({ db, clock, log, pollMs: 3_600_000 });
  const done: string[] = [];
  const failed: [string, boolean][] = [];
  outbox.handle('note', {
    async deliver(_tx, effect) {
      const { note } = effect.payload as { note: string };
      const error = fail(note, effect);
      if (error) throw error;
      done.push(note);
    },
    failed: async (_tx, effect, _error, willRetry) => void failed.push([(effect.payload as { note: string }).note, willRetry]),
  });
  const put = (...notes: readonly string[]) =>
    db.system('test', async (tx) => {
      for (const note of notes) await outbox.put(tx, { topic: 'note', companyId: null, payload: { note } });
    });
  return { outbox, clock, log, done, failed, put };
}

const emptied = () => owner('delete from outbox');

describe('an effect', () => {
  test('happens when its transaction commits, and then is gone', async () => {
    const { outbox, done, put } = noting();
    await put('a', 'b');
    expect(await outbox.stats()).toMatchObject({ depth: 2, dead: 0 });
    expect(await outbox.drain()).toBe(2);
    expect(done).toEqual(['a', 'b']);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('never happens when its transaction is rolled back', async () => {
    const { outbox, done } = noting();
    const works = Array.from({ length: 40 }, (_, index) =>
      db
        .system('test', async (tx) => {
          await outbox.put(tx, { topic: 'note', companyId: null, payload: { note: String(index) } });
          if (index % 4 === 0) throw new Error('the change failed');
        })
        .catch(() => undefined),
    );
    await Promise.all(works);
    await outbox.drain();
    expect(done.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index).filter((n) => n % 4 !== 0));
  });

  test('happens once, however many drain at once', async () => {
    const first = noting();
    const second = noting();
    await first.put(...Array.from({ length: 60 }, (_, index) => `n${index}`));
    await Promise.all([first.outbox.drain(), second.outbox.drain(), first.outbox.drain()]);
    expect([...first.done, ...second.done].toSorted()).toEqual(Array.from({ length: 60 }, (_, index) => `n${index}`).toSorted());
  });

  test('that fails undoes what it wrote, and is tried again after growing pauses', async () => {
    let failures = 3;
    const clock = testClock();
    const outbox = createOutbox({ db, clock, log: testLogger() });
    outbox.handle('write', {
      async deliver(tx, { id }) {
        await tx.insertInto('access_log').values({ id, actorRole: 'system', action: 'test.effect', subjectType: 'outbox' }).execute();
        if (failures > 0) {
          failures -= 1;
          throw new Error('not now');
        }
      },
    });
    const id = await db.system('test', (tx) => outbox.put(tx, { topic: 'write', companyId: null, payload: {} }));
    const written = async () => (await owner("select id from access_log where action = 'test.effect'")).map((row) => row['id']);
    for (const [attempts, pause] of [
      [1, 30],
      [2, 60],
      [3, 120],
    ] as const) {
      expect(await outbox.drain()).toBe(1);
      expect(await written()).toEqual([]);
      const [row] = await owner('select attempts, "dueAt", "lastError" from outbox');
      expect(row).toEqual({ attempts, dueAt: new Date(clock.now().getTime() + pause * 1000), lastError: 'not now' });
      clock.advance({ seconds: pause - 1 });
      expect(await outbox.drain()).toBe(0);
      clock.advance({ seconds: 1 });
    }
    expect(await outbox.drain()).toBe(1);
    expect(await written()).toEqual([id]);
  });

  test('that is poison becomes a dead letter, and those behind it do not wait', async () => {
    const { outbox, done, failed, put, log } = noting((note) => (note === 'poison' ? new PermanentFailure('Jan Peeters') : null));
    await put('poison', 'a', 'b');
    await outbox.drain();
    expect(done).toEqual(['a', 'b']);
    expect(failed).toEqual([['poison', false]]);
    expect(await outbox.stats()).toMatchObject({ depth: 0, dead: 1 });
    expect(await outbox.drain()).toBe(0);
    // The reason may name a person: it stands in the table, never in the log.
    expect(takeLoggedErrors()).toEqual([expect.stringMatching(/^note [0-9a-f-]+: given up after 1 attempts/)]);
    expect(JSON.stringify(log.lines)).not.toContain('Peeters');
    expect(await owner('select "lastError" from outbox')).toEqual([{ lastError: 'Jan Peeters' }]);
    await emptied();
  });

  test('that fails for a day becomes a dead letter, too', async () => {
    const { outbox, clock, failed, put } = noting(() => new Error('still down'));
    await put('a');
    const started = clock.now().getTime();
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
      expect(await outbox.drain()).toBe(1);
      clock.advance({ seconds: retryDelayMs(attempts) / 1000 });
    }
    expect(await outbox.drain()).toBe(0);
    expect(failed.map(([, willRetry]) => willRetry)).toEqual([...Array(MAX_ATTEMPTS - 1).fill(true), false]);
    expect((clock.now().getTime() - started) / 3_600_000).toBeGreaterThan(20);
    expect(takeLoggedErrors()).toHaveLength(1);
    await emptied();
  });

  test('of a topic that this process does not know waits for one that does', async () => {
    const { outbox } = noting();
    await db.system('test', (tx) => outbox.put(tx, { topic: 'sms', companyId: null, payload: {} }));
    expect(await outbox.drain()).toBe(0);
    expect(await outbox.stats()).toMatchObject({ depth: 1 });
    await emptied();
  });
});

describe('a running worker', () => {
  /** Runs while `work` does; the poll is an hour away, so only a call can wake it. */
  async function running(outbox: Outbox, work: () => Promise<void>): Promise<void> {
    const stop = outbox.start();
    try {
      await work();
    } finally {
      await stop();
    }
  }

  test('is woken by the commit that asks for an effect', async () => {
    const { outbox, done, put } = noting();
    await running(outbox, async () => {
      await put('first');
      await expect.poll(() => done).toEqual(['first']);
      await put('second');
      await expect.poll(() => done).toEqual(['first', 'second']);
    });
  });

  test('finds what was there before it came, and ends after what is under way', async () => {
    const arrived = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const { outbox, put } = noting();
    const slow = createOutbox({ db, clock: testClock(), log: testLogger() });
    const ended: string[] = [];
    slow.handle('note', {
      async deliver(_tx, { payload }) {
        arrived.resolve();
        await gate.promise;
        ended.push((payload as { note: string }).note);
      },
    });
    await put('waiting');
    const stop = slow.start();
    await arrived.promise;
    const stopped = stop();
    await put('later');
    gate.resolve();
    await stopped;
    expect(ended).toEqual(['waiting']);
    expect(await outbox.stats()).toMatchObject({ depth: 1 });
    await emptied();
  });
});

describe('who may see it', () => {
  test('everybody adds for their own company; only the product itself reads', async () => {
    const clock = testClock();
    const { a, b, actors } = await createWorld(db, clock);
    const { outbox } = noting();
    const add = (actor: (typeof actors)[keyof typeof actors], companyId: string | null) =>
      db.as(actor, async (tx) => void (await outbox.put(tx, { topic: 'note', companyId, payload: {} })));
    await add(actors.basicA, a.id);
    await add(actors.planner, b.id);
    await add(actors.anonymous, null);
    await expect(add(actors.basicA, b.id)).rejects.toThrow(/row-level security/);
    await expect(add(actors.doctor, a.id)).rejects.toThrow(/row-level security/);
    for (const [name, actor] of Object.entries(actors)) {
      const rows = await db.as(actor, (tx) => tx.selectFrom('outbox').select('id').execute(), { readonly: true });
      expect(rows.length, name).toBe(actor.kind === 'system' ? 3 : 0);
    }
    await emptied();
  });
});

test('metrics tell what waits, since when, and what was given up', async () => {
  const { outbox, clock, put } = noting((note) => (note === 'poison' ? new PermanentFailure('no') : new Error('later')));
  const metrics = createMetrics();
  observeOutbox(metrics, outbox);
  await put('poison', 'b');
  await outbox.drain();
  clock.advance({ minutes: 2 });
  expect(takeLoggedErrors()).toHaveLength(1);
  const text = await metrics.registry.metrics();
  expect(text).toContain('checkwell_outbox_depth 1\n');
  expect(text).toContain('checkwell_outbox_oldest_seconds 120\n');
  expect(text).toContain('checkwell_outbox_dead_letters 1\n');
  expect(text).toContain('checkwell_outbox_attempts_total{topic="note",outcome="dead"} 1\n');
  expect(text).toContain('checkwell_outbox_attempts_total{topic="note",outcome="retry"} 1\n');
  await emptied();
});
