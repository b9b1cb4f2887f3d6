import type { Clock } from '@checkwell/domain/clock';
import type { Database, WriteTx } from '../db/database.ts';
import { notify } from '../db/notify.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import { currentTraceId, withTrace } from '../trace.ts';
import { MAX_ATTEMPTS, retryDelayMs } from './backoff.ts';
import * as repository from './outbox.repository.ts';

/** An effect that a transaction asked for. `id` is its idempotency key: a second delivery carries the same one. */
export interface Effect {
  readonly id: string;
  readonly companyId: string | null;
  readonly payload: unknown;
  /** Earlier ones, all failed. */
  readonly attempts: number;
}

/** Carries out the effects of one topic. What it writes through `tx` holds exactly when the effect is done. */
export interface EffectHandler {
  /** @throws {PermanentFailure} when no later attempt could succeed; anything else is tried again, with growing pauses */
  deliver(tx: WriteTx, effect: Effect): Promise<void>;
  /** What the handler keeps of a failure. `willRetry` false: the effect became a dead letter. */
  failed?(tx: WriteTx, effect: Effect, error: string, willRetry: boolean): Promise<void>;
}

/** Poison: this effect fails whenever it is tried. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

export type Outcome = 'done' | 'retry' | 'dead';

export interface Outbox {
  /**
   * Asks for an effect in the transaction of the change that causes it: it happens when, and only if, that commits.
   * @returns the effect's id
   */
  put(
    tx: WriteTx,
    effect: { readonly id?: string; readonly topic: string; readonly companyId: string | null; readonly payload: unknown },
  ): Promise<string>;
  /** Whose work a topic is; once per topic, before `start`. */
  handle(topic: string, handler: EffectHandler): void;
  /** Carries out what is due now, one after the other. @returns how many effects were tried */
  drain(): Promise<number>;
  /** Carries out effects from now on, woken by each commit that asks for one. @returns ends it, after those under way */
  start(): () => Promise<void>;
  /** What waits, across all processes. */
  stats(): Promise<{ readonly depth: number; readonly oldestSeconds: number; readonly dead: number }>;
  /** Hears how each attempt of this process ended. */
  onOutcome(listener: (topic: string, outcome: Outcome) => void): void;
}

/** The channel of LISTEN and NOTIFY. */
const CHANNEL = 'outbox';
/** A mail server that answers slowly holds one of these; the others go on. */
const WORKERS = 2;
/** Messages of LISTEN can get lost with their connection; and a machine that died frees what it held only then. */
const POLL_MS = 10_000;
/** The transaction stays open while the effect is on its way. */
const EFFECT_LIMIT_MS = 40_000;

export interface OutboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly pollMs?: number;
}

/**
 * Effects of changes, by a table of our own (docs/decisions/0002): a row is claimed with `for update skip locked` and
 * deleted in the transaction that carries it out, so a worker that dies leaves it to the next, at once.
 */
export function createOutbox({ db, clock, log, pollMs = POLL_MS }: OutboxDeps): Outbox {
  const handlers = new Map<string, EffectHandler>();
  const listeners: ((topic: string, outcome: Outcome) => void)[] = [];
  const topics = () => [...handlers.keys()];

  /** Tries the next effect that is due. @returns false when none is */
  async function tryNext(): Promise<boolean> {
    const done = await db.system(
      'outbox',
      async (tx) => {
        const row = await repository.claim(tx, topics(), clock.now());
        if (!row) return null;
        const { id, topic, companyId, payload, attempts, traceId } = row;
        const effect: Effect = { id, companyId, payload, attempts };
        return { topic, outcome: await withTrace(traceId, () => attempt(tx, topic, effect)) };
      },
      { timeoutMs: EFFECT_LIMIT_MS },
    );
    if (done) for (const listener of listeners) listener(done.topic, done.outcome);
    return done !== null;
  }

  async function attempt(tx: WriteTx, topic: string, effect: Effect): Promise<Outcome> {
    const handler = handlers.get(topic) as EffectHandler;
    await repository.savepoint(tx);
    try {
      await withinLimit(handler.deliver(tx, effect));
      await repository.remove(tx, effect.id);
      return 'done';
    } catch (error) {
      await repository.rollbackToSavepoint(tx); // fails when the connection is gone: then all of it is undone, and tried again
      const lastError = error instanceof Error ? error.message : String(error);
      const attempts = effect.attempts + 1;
      const now = clock.now();
      const willRetry = !(error instanceof PermanentFailure) && attempts < MAX_ATTEMPTS;
      const dueAt = willRetry ? new Date(now.getTime() + retryDelayMs(attempts)) : now;
      await repository.recordFailure(tx, effect.id, { attempts, lastError, dueAt, deadAt: willRetry ? null : now });
      await handler.failed?.(tx, effect, lastError, willRetry);
      // The error's text may name a person: it stays in the database.
      if (willRetry) log.warn(`${topic} ${effect.id}: attempt ${attempts} failed, the next one at ${dueAt.toISOString()}`);
      else log.error(`${topic} ${effect.id}: given up after ${attempts} attempts; the reason stands in the table outbox`);
      return willRetry ? 'retry' : 'dead';
    }
  }

  async function pauseLength(): Promise<number> {
    const now = clock.now();
    const due = await db.system('outbox', (tx) => repository.nextDue(tx, topics(), now));
    return due === null ? pollMs : Math.min(pollMs, Math.max(50, due.getTime() - now.getTime()));
  }

  return {
    async put(tx, { id = newId(), topic, companyId, payload }) {
      await repository.insert(tx, {
        id,
        topic,
        companyId,
        payload: JSON.stringify(payload),
        createdAt: clock.now(),
        traceId: currentTraceId(),
      });
      await notify(tx, CHANNEL, '');
      return id;
    },

    handle(topic, handler) {
      if (handlers.has(topic)) throw new Error(`The topic ${topic} has a handler already.`);
      handlers.set(topic, handler);
    },

    async drain() {
      let tried = 0;
      while (await tryNext()) tried += 1;
      return tried;
    },

    start() {
      let stopping = false;
      let calls = 0;
      let wake: (() => void)[] = [];
      const wakeAll = (): void => {
        calls += 1;
        for (const go of wake.splice(0)) go();
      };

      async function work(): Promise<void> {
        let failures = 0;
        while (!stopping) {
          const heard = calls;
          let pause = pollMs;
          try {
            if (await tryNext()) {
              failures = 0;
              continue;
            }
            pause = await pauseLength();
            failures = 0;
          } catch (error) {
            if (failures === 0) log.warn(`The outbox waits for the database: ${error instanceof Error ? error.message : error}`);
            failures += 1;
            pause = Math.min(pollMs, 250 * 2 ** failures);
          }
          // A call that came while looking is not slept over.
          if (!stopping && calls === heard) await rest(pause);
        }
      }

      function rest(ms: number): Promise<void> {
        return new Promise((resolve) => {
          const timer = setTimeout(go, ms);
          function go(): void {
            clearTimeout(timer);
            wake = wake.filter((other) => other !== go);
            resolve();
          }
          wake.push(go);
        });
      }

      const unlisten = db.listen(CHANNEL, wakeAll);
      const workers = Array.from({ length: WORKERS }, work);
      return async () => {
        stopping = true;
        unlisten();
        wakeAll();
        await Promise.all(workers);
      };
    },

    async stats() {
      const { depth, oldest, dead } = await db.system('outbox', (tx) => repository.count(tx));
      return { depth, dead, oldestSeconds: oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000) };
    },

    onOutcome: (listener) => void listeners.push(listener),
  };
}

/** A handler that never answers must not keep its transaction open: PostgreSQL would end it after a minute. */
async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${EFFECT_LIMIT_MS / 1000} s`)), EFFECT_LIMIT_MS);
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
