import type { Clock } from '@checkwell/domain/clock';
import type { Database, WriteTx } from '../db/database.ts';
import { notify } from '../db/notify.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { beginSpan, currentSpanId, currentTraceId, kindOf, type Span, withTrace } from '../trace.ts';
import { withinLimit } from '../within-limit.ts';
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts';
import * as repository from './outbox.repository.ts';

/** An effect that a transaction asked for. `id` is its idempotency key: a second delivery carries the same one. */
export interface Effect {
  readonly id: string;
  readonly companyId: string | null;
  readonly payload: unknown;
  /** The number of earlier attempts, all of which failed. */
  readonly attempts: number;
}

interface AnyHandler {
  /** What the handler itself records of a failure, in the same transaction; if it throws, the failure is recorded without it. `willRetry` false: the effect became a dead letter. */
  failed?(tx: WriteTx, effect: Effect, error: Error, willRetry: boolean): Promise<void>;
}

/** Carries out the effects of one topic within the database: what it writes through `tx` holds exactly when the effect is done. */
export interface EffectHandler extends AnyHandler {
  /** @throws {PermanentFailure} when no later attempt could succeed; anything else is tried again, with growing pauses */
  deliver(tx: WriteTx, effect: Effect): Promise<void>;
}

/**
 * Carries out the effects of one topic that leave the database, or take long: no transaction is open meanwhile. A process that dies
 * after the call and before its answer is recorded makes it once more, with the same `effect.id`.
 * Each part may throw `PermanentFailure`, as above.
 */
export interface ExternalEffectHandler<Order, Answer> extends AnyHandler {
  /**
   * Whether, after this answer, a second call would happen twice for somebody outside. Where `record` throws, the effect then becomes a dead letter at once
   * (`NotRecorded`), unless the database is unavailable. Left out: the call is made again.
   */
  isOnce?(answer: Answer): boolean;
  /** What the call needs, read or reserved in the transaction that claims the effect. @returns null: there is nothing to do any more */
  prepare(tx: WriteTx, effect: Effect): Promise<Order | PutOff | null>;
  /** Outside of any transaction. After the time limit its answer is ignored. */
  call(order: Order, effect: Effect): Promise<Answer>;
  /**
   * Writes the result in a new transaction, which commits exactly when the effect is done. It locks the rows on which it decides.
   * @returns `refused`: the effect is done, because somebody outside refused it permanently; this is only counted and logged
   */
  record(tx: WriteTx, answer: Answer, effect: Effect, order: Order): Promise<void | 'refused'>;
}

/** Permanent: this effect fails whenever it is tried. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** The call succeeded, and `record` threw this. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded';

  constructor(cause: unknown) {
    super(`done, but not recorded: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Too early for this effect: it is not tried before `until`, and no attempt is counted. */
export class PutOff {
  readonly until: Date;

  constructor(until: Date) {
    this.until = until;
  }
}

export type Outcome = 'done' | 'refused' | 'retry' | 'dead';

export interface Outbox {
  /**
   * Asks for an effect in the transaction of the change that causes it: it happens when, and only if, that commits.
   * @returns the effect's id
   */
  put(
    tx: WriteTx,
    effect: {
      readonly id?: string;
      readonly topic: string;
      readonly companyId: string | null;
      readonly payload: unknown;
      /** Not before; left out: at once. */
      readonly dueAt?: Date;
    },
  ): Promise<string>;
  /**
   * Due at once, also a dead letter, unless it is being carried out.
   * @param payload in place of the one that it has
   * @returns whether it is there: an effect that is done is gone
   */
  retry(tx: WriteTx, id: string, payload?: unknown): Promise<boolean>;
  /** Locks these effects where they were given up, in the order of their ids. @returns their topics by id; what is not dead is left out */
  lockDead(tx: WriteTx, ids: readonly string[]): Promise<ReadonlyMap<string, DeadLetter>>;
  /** Sets the handler of a topic; once per topic, before `start`. */
  handle(topic: string, handler: EffectHandler): void;
  /** Like `handle`, for effects outside the database. Their topics have workers of their own, so that nothing else waits for a slow server. */
  handleExternal<Order, Answer>(topic: string, handler: ExternalEffectHandler<Order, Answer>): void;
  /** Carries out what is due now, one after the other. @returns how many effects were tried */
  drain(): Promise<number>;
  /** Carries out effects from now on, woken by each commit that asks for one. @returns ends it, after those under way */
  start(): () => Promise<void>;
  /** What waits, across all processes, of each topic that this process knows or that there is anything of. */
  stats(): Promise<readonly OutboxStats[]>;
  /** Milliseconds since the oldest heartbeat of this process's workers; 0 where none was started. */
  silentMs(): number;
  /** Is called with how each attempt of this process ended. */
  onOutcome(listener: (topic: string, outcome: Outcome) => void): void;
}

/** An effect that was given up. */
export interface DeadLetter {
  readonly topic: string;
  readonly companyId: string | null;
}

/** What waits of one topic. */
export interface OutboxStats {
  readonly topic: string;
  readonly depth: number;
  /** Since when the oldest could have been carried out; 0: none could. */
  readonly oldestSeconds: number;
  /** Given up. */
  readonly dead: number;
}

/** The channel of LISTEN and NOTIFY; what is sent is the topic that has something to do. */
export const OUTBOX_CHANNEL = 'outbox';
/** Workers for all effects within the database, and for each topic whose effects leave it. */
const WORKERS = 2;
/** Notifications can be lost with their connection, and the claim of a crashed process expires without one. */
const POLL_MS = 10_000;
/** The limit of each part: preparing, calling, recording. */
const EFFECT_LIMIT_MS = 40_000;
/** Longer than a call and the start of the transaction that records it: this locks the row, which other workers then skip. */
const CLAIM_MS = EFFECT_LIMIT_MS + 20_000;
/** A worker without a heartbeat for longer is not working: preparing, calling and recording have a limit each, and so has its sleep. */
export const WORKER_LIMIT_MS = 3 * EFFECT_LIMIT_MS + POLL_MS + 60_000;

export interface OutboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollMs?: number;
  readonly effectLimitMs?: number;
}

/** An effect that this worker has taken. */
interface Taken {
  readonly topic: string;
  readonly traceId: string;
  /** This attempt in its trace. */
  readonly span: Span;
  readonly effect: Effect;
  /** The value in the table: the claim of this worker, or of one that crashed. */
  readonly claimedUntil: Date | null;
}
interface ExternalCall {
  readonly handler: ExternalEffectHandler<unknown, unknown>;
  readonly order: unknown;
  readonly claimedUntil: Date;
}

/**
 * Effects of changes, by a table of our own (docs/decisions/0037). An effect within the database is taken with `for update skip locked`
 * and deleted in the transaction that carries it out, so when a worker crashes, the next one takes it at once. One that leaves the database is
 * claimed, carried out, and recorded: when a worker crashes, the next one takes it once the claim has expired.
 */
export function createOutbox({ db, clock, log, pollMs = POLL_MS, effectLimitMs = EFFECT_LIMIT_MS }: OutboxDeps): Outbox {
  const inside = new Map<string, EffectHandler>();
  const outside = new Map<string, ExternalEffectHandler<unknown, unknown>>();
  const listeners: ((topic: string, outcome: Outcome) => void)[] = [];
  /** Heartbeats: when each worker last began a turn. */
  const turns = new Map<symbol, number>();

  /** Tries the next effect of these topics that is due. @param mayBegin asked at the last moment @returns false when none is */
  async function tryNext(topics: readonly string[], mayBegin: () => boolean = () => true): Promise<boolean> {
    const attempt: { taken?: Taken } = {};
    try {
      const call = await db.system(
        'outbox',
        async (tx) => {
          attempt.taken?.span.end(); // the transaction may run again
          delete attempt.taken;
          const row = await repository.takeNext(tx, topics, clock.now());
          if (!row || !mayBegin()) return null;
          const { id, topic, companyId, payload, attempts, traceId, spanId, claimedUntil } = row;
          const effect: Effect = { id, companyId, payload, attempts };
          const span = beginSpan(
            { name: `effect ${topic}`, attributes: { 'checkwell.topic': topic, 'checkwell.attempt': attempts + 1 } },
            { traceId, spanId },
          );
          attempt.taken = { topic, traceId, span, effect, claimedUntil };
          return withTrace(traceId, () => begin(tx, topic, effect), span.id);
        },
        { limitMs: effectLimitMs },
      );
      const { taken } = attempt;
      if (taken === undefined) return false;
      if (call instanceof PutOff) return true;
      let refused = false;
      if (call !== null) {
        attempt.taken = { ...taken, claimedUntil: call.claimedUntil };
        refused = await withTrace(taken.traceId, () => carryOut(call, taken.effect), taken.span.id);
      }
      if (refused) withTrace(taken.traceId, () => log.warn(`${taken.topic} ${taken.effect.id}: refused for good by the other side`));
      for (const listener of listeners) listener(taken.topic, refused ? 'refused' : 'done');
    } catch (error) {
      // What the attempt wrote is rolled back. If nothing was taken, the database is unavailable.
      if (attempt.taken === undefined) throw error;
      attempt.taken.span.fail(kindOf(error));
      await fail(attempt.taken, error);
    } finally {
      attempt.taken?.span.end();
    }
    return true;
  }

  async function begin(tx: WriteTx, topic: string, effect: Effect): Promise<ExternalCall | PutOff | null> {
    const handler = outside.get(topic);
    const order = handler ? await handler.prepare(tx, effect) : await inside.get(topic)?.deliver(tx, effect);
    if (order instanceof PutOff) {
      await repository.putOff(tx, effect.id, order.until);
      return order;
    }
    if (!handler || order === null) {
      await repository.remove(tx, effect.id);
      return null;
    }
    return { handler, order, claimedUntil: await repository.claim(tx, effect.id, CLAIM_MS) };
  }

  /** @returns whether the other side refused it permanently */
  async function carryOut({ handler, order }: ExternalCall, effect: Effect): Promise<boolean> {
    const answer = await withinLimit(handler.call(order, effect), effectLimitMs, (message) => new Error(message));
    const recorded = db.system(
      'outbox',
      async (tx) => {
        // The call took longer than its claim, and another worker has recorded the same call.
        if (!(await repository.lock(tx, effect.id))) return false;
        const outcome = await handler.record(tx, answer, effect, order);
        await repository.remove(tx, effect.id);
        return outcome === 'refused';
      },
      { limitMs: effectLimitMs },
    );
    if (!handler.isOnce?.(answer)) return recorded;
    return recorded.catch((error: unknown) => {
      throw kindOf(error) === 'database.unavailable' ? error : new NotRecorded(error);
    });
  }

  /** Records a failed attempt in a transaction of its own, so that nothing of the attempt is committed with it. */
  async function fail({ topic, traceId, effect, claimedUntil }: Taken, thrown: unknown): Promise<void> {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const attempts = effect.attempts + 1;
    const record = (handler: AnyHandler | undefined) =>
      db.system('outbox', async (tx) => {
        const row = await repository.lock(tx, effect.id);
        // Another worker has done it meanwhile, or claimed it.
        if (row?.attempts !== effect.attempts || row.claimedUntil?.getTime() !== claimedUntil?.getTime()) return null;
        const now = clock.now();
        const willRetry = !(error instanceof PermanentFailure || error instanceof NotRecorded) && attempts < MAX_ATTEMPTS;
        const dueAt = willRetry ? new Date(now.getTime() + retryDelayMs(attempts)) : now;
        await repository.recordFailure(tx, row, { attempts, lastError: error.message, dueAt, deadAt: willRetry ? null : now });
        await handler?.failed?.(tx, effect, error, willRetry);
        return { willRetry, dueAt };
      });
    const failure = await record(outside.get(topic) ?? inside.get(topic)).catch(async (again: unknown) => {
      if (kindOf(again) === 'database.unavailable') throw again;
      // An attempt that is not counted would be made for ever, before those of all other effects.
      const recorded = await record(undefined);
      withTrace(traceId, () => log.error(`${topic} ${effect.id}: its handler could not record the failure (${kindOf(again)})`));
      return recorded;
    });
    if (failure === null) return;
    const { willRetry, dueAt } = failure;
    // The error's text may name a person: it stays in the database.
    withTrace(traceId, () => {
      if (willRetry) log.warn(`${topic} ${effect.id}: attempt ${attempts} failed, the next one at ${dueAt.toISOString()}`);
      else log.error(`${topic} ${effect.id}: given up after ${attempts} attempts; the reason is in the table outbox`);
    });
    for (const listener of listeners) listener(topic, willRetry ? 'retry' : 'dead');
  }

  async function pauseLength(topics: readonly string[]): Promise<number> {
    const now = clock.now();
    const due = await db.system('outbox', (tx) => repository.nextDue(tx, topics, now));
    return due === null ? pollMs : Math.min(pollMs, Math.max(50, due.getTime() - now.getTime()));
  }

  function refuseTwice(topic: string): void {
    if (inside.has(topic) || outside.has(topic)) throw new Error(`The topic ${topic} has a handler already.`);
  }

  return {
    async put(tx, { id = newId(), topic, companyId, payload, dueAt }) {
      const now = clock.now();
      await repository.insert(tx, {
        id,
        topic,
        companyId,
        payload: JSON.stringify(payload),
        createdAt: now,
        dueAt: dueAt ?? now,
        traceId: currentTraceId(),
        spanId: currentSpanId(),
      });
      await notify(tx, OUTBOX_CHANNEL, topic);
      return id;
    },

    async retry(tx, id, payload) {
      const row = await repository.lock(tx, id);
      if (!row) return false;
      await repository.resetAttempts(tx, row, clock.now(), payload);
      await notify(tx, OUTBOX_CHANNEL, row.topic);
      return true;
    },

    async lockDead(tx, ids) {
      const dead = new Map<string, DeadLetter>();
      for (const id of [...ids].sort()) {
        const row = await repository.lock(tx, id);
        if (row && row.deadAt !== null) dead.set(id, row);
      }
      return dead;
    },

    handle(topic, handler) {
      refuseTwice(topic);
      inside.set(topic, handler);
    },

    handleExternal(topic, handler) {
      refuseTwice(topic);
      // What `prepare` and `call` answer is handed to the same handler, and to nobody else.
      outside.set(topic, handler as ExternalEffectHandler<unknown, unknown>);
    },

    async drain() {
      const topics = [...inside.keys(), ...outside.keys()];
      let tried = 0;
      while (await tryNext(topics)) tried += 1;
      return tried;
    },

    start() {
      let stopping = false;
      let waiting: { readonly topics: readonly string[]; readonly go: () => void }[] = [];
      const notified = new Map<string, number>();

      function wakeUp(topic: string | undefined): void {
        const topics = topic === undefined ? [...inside.keys(), ...outside.keys()] : [topic];
        for (const each of topics) notified.set(each, (notified.get(each) ?? 0) + 1);
        for (const waiter of waiting.filter((other) => topics.some((each) => other.topics.includes(each)))) waiter.go();
      }
      const timesNotified = (topics: readonly string[]): number => topics.reduce((sum, topic) => sum + (notified.get(topic) ?? 0), 0);

      async function work(topics: readonly string[]): Promise<void> {
        let failures = 0;
        const worker = Symbol(topics.join());
        while (!stopping) {
          turns.set(worker, performance.now());
          const before = timesNotified(topics);
          let pause = pollMs;
          try {
            if (await tryNext(topics, () => !stopping)) {
              failures = 0;
              continue;
            }
            pause = await pauseLength(topics);
            failures = 0;
          } catch (error) {
            if (failures === 0) log.warn(`The outbox waits for the database: ${error instanceof Error ? error.message : error}`);
            failures += 1;
            pause = Math.min(pollMs, 250 * 2 ** failures);
          }
          // A notification during the query must not be missed.
          if (!stopping && timesNotified(topics) === before) await pauseUntilNotified(topics, pause);
        }
        turns.delete(worker);
      }

      function pauseUntilNotified(topics: readonly string[], ms: number): Promise<void> {
        return new Promise((resolve) => {
          const waiter = { topics, go };
          const timer = setTimeout(go, ms);
          function go(): void {
            clearTimeout(timer);
            waiting = waiting.filter((other) => other !== waiter);
            resolve();
          }
          waiting.push(waiter);
        });
      }

      const unlisten = db.listen(OUTBOX_CHANNEL, wakeUp);
      const lanes = [[...inside.keys()], ...[...outside.keys()].map((topic) => [topic])].filter((topics) => topics.length > 0);
      const workers = lanes.flatMap((topics) => Array.from({ length: WORKERS }, () => work(topics)));
      return async () => {
        stopping = true;
        unlisten();
        wakeUp(undefined);
        await Promise.all(workers);
      };
    },

    async stats() {
      const now = clock.now();
      const counts = new Map((await db.system('outbox', (tx) => repository.count(tx, now))).map((count) => [count.topic, count]));
      const topics = new Set([...inside.keys(), ...outside.keys(), ...counts.keys()]);
      return [...topics].sort().map((topic) => {
        const { depth = 0, dead = 0, oldest = null } = counts.get(topic) ?? {};
        return { topic, depth, dead, oldestSeconds: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
      });
    },

    silentMs: () => Math.max(0, ...[...turns.values()].map((at) => performance.now() - at)),

    onOutcome: (listener) => void listeners.push(listener),
  };
}
