import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { createFixtures } from '../../test/fixtures.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { testLogger } from '../../test/logger.ts';
import type { WriteTx } from '../db/database.ts';
import { createMetrics } from '../http/observe.ts';
import { newId } from '../ids.ts';
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts';
import { observeOutbox } from './metrics.ts';
import { createOutbox, type Effect, type ExternalEffectHandler, NotRecorded, type Outbox, PermanentFailure, PutOff } from './outbox.ts';

const { db, owner } = await testDatabase();

/** An outbox with a handler of the topic `note` that keeps what it did in `done`; `fail` says which effects fail, and how. */
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

afterEach(async () => void (await owner(`delete from outbox`)));

describe('an effect', () => {
  test('happens when its transaction commits, and then is gone', async () => {
    const { outbox, done, put } = noting();
    await put('a', 'b');
    expect(await outbox.stats()).toEqual([{ topic: 'note', depth: 2, dead: 0, oldestSeconds: 0 }]);
    expect(await outbox.drain()).toBe(2);
    expect(done).toEqual(['a', 'b']);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('is not put off by the process whose clock is an hour ahead', async () => {
    const [ahead, right] = [noting(), noting()];
    ahead.clock.set(new Date(Date.now() + 3_600_000).toISOString());
    right.clock.set(new Date(Date.now() + 5000).toISOString());
    await ahead.put('a');
    expect(await right.outbox.drain()).toBe(1);
    expect(right.done).toEqual(['a']);
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
    const written = async () => (await owner("select id from access_log where action = 'test.effect'")).map((row) => row.id);
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

  test('that can never succeed becomes a dead letter, and the next ones do not wait', async () => {
    const { outbox, done, failed, put, log } = noting((note) => (note === 'poison' ? new PermanentFailure('Jan Peeters') : null));
    await put('poison', 'a', 'b');
    await outbox.drain();
    expect(done).toEqual(['a', 'b']);
    expect(failed).toEqual([['poison', false]]);
    expect(await outbox.stats()).toMatchObject([{ topic: 'note', depth: 0, dead: 1 }]);
    expect(await outbox.drain()).toBe(0);
    // The reason may name a person: it is in the table, never in the log.
    expect(takeLoggedErrors()).toEqual([expect.stringMatching(/^note [0-9a-f-]+: given up after 1 attempts/)]);
    expect(JSON.stringify(log.lines)).not.toContain('Peeters');
    expect(await owner('select "lastError" from outbox')).toEqual([{ lastError: 'Jan Peeters' }]);
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
  });

  test('whose error has characters that the database cannot store is tried again later, as after any other error', async () => {
    const { outbox, put } = noting(() => new Error('no\u0000t now'));
    await put('a');
    expect(await outbox.drain()).toBe(1);
    expect(await owner('select attempts, "lastError" from outbox')).toEqual([{ attempts: 1, lastError: 'not now' }]);
  });

  test('whose handler cannot record the failure still counts the attempt, and does not hold up the next effect', async () => {
    const outbox = createOutbox({ db, clock: testClock(), log: testLogger() });
    const done: string[] = [];
    outbox.handle('note', {
      async deliver(_tx, { payload }) {
        const { note } = payload as { note: string };
        if (note === 'poison') throw new PermanentFailure('no');
        done.push(note);
      },
      async failed(tx) {
        await tx
          .insertInto('access_log')
          .values({ id: newId(), actorRole: 'system', action: 'late.failed', subjectType: 'outbox' })
          .execute();
        throw new Error('Jan Peeters has no such row');
      },
    });
    for (const note of ['poison', 'a'])
      await db.system('test', (tx) => outbox.put(tx, { topic: 'note', companyId: null, payload: { note } }));
    expect(await outbox.drain()).toBe(2);
    expect(done).toEqual(['a']);
    expect(await owner('select attempts, "lastError", "deadAt" is not null as dead from outbox')).toEqual([
      { attempts: 1, lastError: 'no', dead: true },
    ]);
    expect(await owner("select 1 from access_log where action = 'late.failed'")).toEqual([]);
    const errors = takeLoggedErrors();
    expect(errors).toHaveLength(2);
    expect(errors.join()).not.toContain('Peeters');
  });

  test('of a topic that this process does not know waits for one that does', async () => {
    const { outbox } = noting();
    await db.system('test', (tx) => outbox.put(tx, { topic: 'sms', companyId: null, payload: {} }));
    expect(await outbox.drain()).toBe(0);
    expect(await outbox.stats()).toMatchObject([
      { topic: 'note', depth: 0 },
      { topic: 'sms', depth: 1 },
    ]);
  });
});

describe('an effect that goes on after it has failed', () => {
  const write = (tx: WriteTx, action: string) =>
    tx.insertInto('access_log').values({ id: newId(), actorRole: 'system', action, subjectType: 'outbox' }).execute();
  const written = async () => (await owner("select action from access_log where action like 'late.%'")).map((row) => row.action);

  /** Fails in one way, and writes only then. @returns how that write ended, and what is in the database when all is over */
  async function failing(fail: () => Promise<void>) {
    const outbox = createOutbox({ db, clock: testClock(), log: testLogger(), effectLimitMs: 200 });
    const failed = Promise.withResolvers<void>();
    const late = Promise.withResolvers<string>();
    outbox.handle('late', {
      async deliver(tx) {
        await write(tx, 'late.before');
        const rest = failed.promise.then(() => write(tx, 'late.after'));
        rest.then(
          () => late.resolve('written'),
          (error: unknown) => late.resolve(String(error)),
        );
        await Promise.all([fail(), rest]);
      },
      // Within the transaction that records the failure.
      async failed() {
        failed.resolve();
        await late.promise;
      },
    });
    await db.system('test', (tx) => outbox.put(tx, { topic: 'late', companyId: null, payload: {} }));
    expect(await outbox.drain()).toBe(1);
    const [row] = await owner<{ attempts: number; lastError: string }>('select attempts, "lastError" from outbox');
    return { late: await late.promise, row, written: await written() };
  }

  test('by an error of one of its parts writes nothing any more', async () => {
    const end = await failing(() => Promise.reject(new Error('one part')));
    expect(end).toEqual({ late: expect.stringContaining('has ended'), row: { attempts: 1, lastError: 'one part' }, written: [] });
  });

  test('by taking longer than it may writes nothing any more', async () => {
    const end = await failing(() => new Promise(() => undefined));
    expect(end).toEqual({
      late: expect.stringContaining('has ended'),
      row: { attempts: 1, lastError: 'no answer within 0.2 s' },
      written: [],
    });
  });

  test('by waiting for a lock releases every lock that it held', async () => {
    const outbox = createOutbox({ db, clock: testClock(), log: testLogger(), effectLimitMs: 200 });
    outbox.handle('stuck', {
      async deliver(tx) {
        await write(tx, 'late.stuck');
        await sql`select pg_advisory_xact_lock(77)`.execute(tx);
      },
    });
    await db.system('test', (tx) => outbox.put(tx, { topic: 'stuck', companyId: null, payload: {} }));
    await db.system('test', async (tx) => {
      await sql`select pg_advisory_xact_lock(77)`.execute(tx);
      expect(await outbox.drain()).toBe(1); // records the failure, for which it needs the row that the stuck one held
    });
    expect(await owner('select attempts from outbox')).toEqual([{ attempts: 1 }]);
    expect(await written()).toEqual([]);
  });
});

describe('an effect that leaves the database', () => {
  interface Calls {
    readonly outbox: Outbox;
    readonly clock: ReturnType<typeof testClock>;
    readonly called: string[];
    readonly recorded: string[];
  }

  /** An outbox with a handler of the topic `call`, which says what it was called with. */
  function calling(
    call: (id: string) => Promise<string>,
    record: (answer: string) => void = () => undefined,
    effectLimitMs = 40_000,
    more: Pick<ExternalEffectHandler<string, string>, 'isOnce' | 'failed'> = {},
  ): Calls {
    const clock = testClock();
    const outbox = createOutbox({ db, clock, log: testLogger(), pollMs: 3_600_000, effectLimitMs });
    const called: string[] = [];
    const recorded: string[] = [];
    outbox.handleExternal<string, string>('call', {
      ...more,
      async prepare(_tx, { id, payload }) {
        return (payload as { readonly skip?: true }).skip ? null : id;
      },
      async call(id) {
        called.push(id);
        return call(id);
      },
      async record(tx, answer, { id }) {
        await tx
          .insertInto('access_log')
          .values({ id: newId(), actorRole: 'system', action: 'test.call', subjectType: answer, subjectId: id })
          .execute();
        record(answer);
        recorded.push(id);
      },
    });
    return { outbox, clock, called, recorded };
  }
  const put = (outbox: Outbox, payload: object = {}) =>
    db.system('test', (tx) => outbox.put(tx, { topic: 'call', companyId: null, payload }));
  const answers = async (id: string) =>
    (await owner(`select "subjectType" as answer from access_log where action = 'test.call' and "subjectId" = $1`, [id])).map(
      (row) => row.answer,
    );
  const runOut = () => owner(`update outbox set "claimedUntil" = now() - interval '1 second'`);

  test('does so without a transaction, and only one worker does', async () => {
    const other = calling(async () => 'wrong');
    const { outbox, called, recorded } = calling(async () => {
      expect(
        await owner(`select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`),
      ).toEqual([]);
      expect(await other.outbox.drain()).toBe(0);
      return 'right';
    });
    const id = await put(outbox);
    expect(await outbox.drain()).toBe(1);
    expect([called, recorded, await answers(id)]).toEqual([[id], [id], ['right']]);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('and has nothing to do any more is done', async () => {
    const { outbox, called } = calling(async () => 'never');
    await put(outbox, { skip: true });
    expect(await outbox.drain()).toBe(1);
    expect(called).toEqual([]);
    expect(await owner('select 1 from outbox')).toEqual([]);
  });

  test('is put off, without counting an attempt, until the time that its handler says', async () => {
    const clock = testClock();
    const outbox = createOutbox({ db, clock, log: testLogger() });
    const until = new Date(clock.now().getTime() + 7_200_000);
    const [called, outcomes]: string[][] = [[], []];
    outbox.onOutcome((_, outcome) => outcomes?.push(outcome));
    outbox.handleExternal<string, void>('call', {
      prepare: async (_tx, { id }) => (clock.now() < until ? new PutOff(until) : id),
      call: async (id) => void called?.push(id),
      record: async () => undefined,
    });
    const id = await put(outbox);
    expect(await outbox.drain()).toBe(1);
    expect(await owner('select attempts, "dueAt", "claimedUntil" from outbox')).toEqual([
      { attempts: 0, dueAt: until, claimedUntil: null },
    ]);
    expect(await outbox.drain()).toBe(0);
    clock.advance({ hours: 2 });
    expect(await outbox.drain()).toBe(1);
    expect([called, outcomes]).toEqual([[id], ['done']]);
  });

  test('is made again with the same id when its answer could not be recorded, and recorded once', async () => {
    let failures = 1;
    const { outbox, clock, called } = calling(
      async () => 'answer',
      () => {
        if (failures-- > 0) throw new Error('not recorded');
      },
    );
    const id = await put(outbox);
    await outbox.drain();
    expect(await answers(id)).toEqual([]);
    expect(await owner('select attempts, "lastError", "claimedUntil" from outbox')).toEqual([
      { attempts: 1, lastError: 'not recorded', claimedUntil: null },
    ]);
    clock.advance({ seconds: 30 });
    await outbox.drain();
    expect([called, await answers(id)]).toEqual([[id, id], ['answer']]);
  });

  test('is not made again where it happens twice for somebody outside, when its answer cannot be recorded', async () => {
    const told: unknown[] = [];
    const { outbox, clock, called } = calling(
      async () => 'answer',
      () => {
        throw new Error('never recorded');
      },
      40_000,
      { isOnce: () => true, failed: async (_tx, _effect, error, willRetry) => void told.push([error, willRetry]) },
    );
    const id = await put(outbox);
    await outbox.drain();
    clock.advance({ hours: 2 });
    await outbox.drain();
    expect([called, told]).toEqual([[id], [[expect.any(NotRecorded), false]]]);
    expect(await owner('select attempts, "lastError", "deadAt" is not null as dead from outbox')).toEqual([
      { attempts: 1, lastError: 'done, but not recorded: never recorded', dead: true },
    ]);
    expect(takeLoggedErrors()).toHaveLength(1);
  });

  test('of a worker that died is taken over once its claim has run out; should it live after all, the answer counts once', async () => {
    const slow = Promise.withResolvers<string>();
    const [dying, next] = [calling(() => slow.promise), calling(async () => 'of the next')];
    const id = await put(dying.outbox);
    const end = dying.outbox.drain();
    await expect.poll(() => dying.called).toEqual([id]);
    expect(await next.outbox.drain()).toBe(0);
    await runOut();
    expect(await next.outbox.drain()).toBe(1);
    slow.resolve('of the dead');
    await end;
    expect([next.called, await answers(id)]).toEqual([[id], ['of the next']]);
  });

  test('that fails after its claim was taken over does not count as a failure of the new worker', async () => {
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
    const [slow, next] = [calling(() => first.promise), calling(() => second.promise)];
    const id = await put(slow.outbox);
    const endOfSlow = slow.outbox.drain();
    await expect.poll(() => slow.called).toEqual([id]);
    await runOut();
    const endOfNext = next.outbox.drain();
    await expect.poll(() => next.called).toEqual([id]);
    first.reject(new Error('too late'));
    await endOfSlow;
    expect(await owner('select attempts from outbox where "claimedUntil" is not null')).toEqual([{ attempts: 0 }]);
    second.resolve('in time');
    await endOfNext;
    expect(await answers(id)).toEqual(['in time']);
  });

  test('and answers after its limit is a failure; what it says then is not recorded', async () => {
    const late = Promise.withResolvers<string>();
    const { outbox } = calling(() => late.promise, undefined, 200);
    const id = await put(outbox);
    await outbox.drain();
    late.resolve('late');
    expect(await owner('select attempts, "lastError" from outbox')).toEqual([{ attempts: 1, lastError: 'no answer within 0.2 s' }]);
    expect(await answers(id)).toEqual([]);
  });

  test('keeps nothing else from happening while it waits', async () => {
    const gate = Promise.withResolvers<string>();
    const { outbox, called } = calling(() => gate.promise);
    const done: string[] = [];
    outbox.handle('note', { deliver: async (_tx, { id }) => void done.push(id) });
    const stop = outbox.start();
    for (let index = 0; index < 3; index += 1) await put(outbox);
    await expect.poll(() => called).toHaveLength(2); // all of its workers
    const id = await db.system('test', (tx) => outbox.put(tx, { topic: 'note', companyId: null, payload: {} }));
    await expect.poll(() => done).toEqual([id]);
    gate.resolve('at last');
    await stop();
  });

  test('is due again at once when somebody asks, also when it was given up', async () => {
    let answer: () => Promise<string> = () => Promise.reject(new PermanentFailure('refused'));
    const { outbox } = calling(() => answer());
    const id = await put(outbox);
    await outbox.drain();
    expect(takeLoggedErrors()).toHaveLength(1);
    expect(await outbox.stats()).toMatchObject([{ dead: 1 }]);
    answer = async () => 'now';
    expect(await db.system('test', (tx) => outbox.retry(tx, id))).toBe(true);
    await outbox.drain();
    expect(await answers(id)).toEqual(['now']);
    expect(await db.system('test', (tx) => outbox.retry(tx, id))).toBe(false);
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
    expect(await outbox.stats()).toMatchObject([{ depth: 1 }]);
  });
});

describe('row-level security of the outbox', () => {
  test('lets everybody add effects for their own company, and only the product itself read them', async () => {
    const clock = testClock();
    const { a, b, actors } = await createFixtures(db, clock);
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
  });
});

test('a process knows how long ago its workers last reported', async () => {
  const { outbox } = noting();
  expect(outbox.silentMs()).toBe(0);
  const stop = outbox.start();
  await expect.poll(() => outbox.silentMs()).toBeGreaterThan(0);
  await stop();
  expect(outbox.silentMs()).toBe(0);
});

test('metrics show what waits, for how long, and what was given up', async () => {
  const { outbox, clock, put } = noting((note) => (note === 'poison' ? new PermanentFailure('no') : new Error('later')));
  const metrics = createMetrics();
  observeOutbox(metrics, outbox);
  await put('poison', 'b');
  // Put off until tomorrow from the start: it does not wait yet.
  const tomorrow = new Date(clock.now().getTime() + 86_400_000);
  await db.system('test', (tx) => outbox.put(tx, { topic: 'note', companyId: null, payload: { note: 'c' }, dueAt: tomorrow }));
  await db.system('test', (tx) => outbox.put(tx, { topic: 'later', companyId: null, payload: {}, dueAt: tomorrow }));
  await outbox.drain();
  clock.advance({ minutes: 2 });
  expect(takeLoggedErrors()).toHaveLength(1);
  const text = await metrics.registry.metrics();
  expect(text).toContain('checkwell_outbox_depth{topic="note"} 2\n');
  expect(text).toContain('checkwell_outbox_oldest_seconds{topic="note"} 120\n');
  expect(text).toContain('checkwell_outbox_dead_letters{topic="note"} 1\n');
  expect(text).toContain('checkwell_outbox_depth{topic="later"} 1\n');
  expect(text).toContain('checkwell_outbox_oldest_seconds{topic="later"} 0\n');
  expect(text).toContain('checkwell_outbox_attempts_total{topic="note",outcome="dead"} 1\n');
  expect(text).toContain('checkwell_outbox_attempts_total{topic="note",outcome="retry"} 1\n');
});
