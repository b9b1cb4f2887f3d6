import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@checkwell/domain/errors';
import type { Pool } from 'pg';
import type { Log } from '../../log.ts';
import type { TransactionConnection } from '../pool.ts';
import { connect, isRetryable } from '../transaction.ts';
import { type LogPosition, PrimaryPosition, type ReplicaOutcome } from './position.ts';

/** After a failure the replica is left alone for this long; then one attempt in the background decides, which keeps nobody waiting. */
const COOLDOWN_MS = 1000;
/** How long a read waits for the replica to catch up: about ten times what a healthy one is behind. */
const PAUSES_MS = [2, 5, 10, 20, 40];

/** The replica has not replayed what was committed before the read. */
class Behind extends Error {
  override readonly name = 'Behind';
}

/** The server is no standby of this database any more: its positions say nothing about it. */
class NoStandby extends Error {
  override readonly name = 'NoStandby';
}

/** Asked on the very connection that reads: behind one address there may be several replicas. The timeline lags behind a take-over, to the safe side. */
const REPLAYED = `select pg_is_in_recovery() and (pg_control_system()).system_identifier::text = $2
      and greatest((pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline) = $3 as standby,
    coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as reached,
    coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::float8 as behind`;

/** What is done with a connection before its transaction begins. */
export type Admit = (connection: TransactionConnection) => Promise<void>;

export interface ReplicaParts {
  /** Connections to the primary that only read its position. */
  readonly primary: Pool;
  readonly replica: Pool;
  readonly log: Log;
}

/**
 * Decides which reads a replica answers: only those for which it has replayed everything that was committed on the primary before the read
 * began. So readers see there everything that they, or the author of a change in a live update, had written; nothing is remembered about
 * anybody (docs/decisions/0112).
 */
export class Replica {
  readonly #pool: Pool;
  readonly #log: Log;
  readonly #position: PrimaryPosition;
  readonly #listeners: ((outcome: ReplicaOutcome) => void)[] = [];
  /** undefined: it is in use. */
  #cooldownUntil: number | undefined;
  #trial: Promise<void> | undefined;
  #behindBytes = Number.NaN;

  constructor({ primary, replica, log }: ReplicaParts) {
    this.#pool = replica;
    this.#log = log;
    this.#position = new PrimaryPosition(primary);
  }

  /** How far the replica was behind when it was asked last, in bytes of the log; NaN: it has not been. */
  get behindBytes(): number {
    return this.#behindBytes;
  }

  /** Is called for each read with which of both answered it, and why. */
  onOutcome(listener: (outcome: ReplicaOutcome) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads on the replica. What it cannot answer the primary does: the caller asks that one next.
   * @param work begins its transaction after `admit`; may run twice in all, here and on the primary
   * @returns undefined: the replica did not answer. Errors of the work itself are thrown.
   */
  async read<Result>(work: (admit: Admit) => Promise<Result>): Promise<{ readonly result: Result } | undefined> {
    if (!this.#isInUse()) {
      this.#note('resting');
      return undefined;
    }
    let position: LogPosition;
    try {
      position = await this.#position.read();
    } catch {
      return undefined; // the primary says by itself what is wrong with it
    }
    try {
      const result = await work((connection) => this.#admit(connection, position));
      this.#note('replica');
      return { result };
    } catch (error) {
      const outcome = outcomeOf(error);
      if (outcome === undefined) throw error;
      this.#note(outcome);
      if (outcome !== 'conflict') this.#leaveAlone(error);
      return undefined;
    }
  }

  /** Asks the replica once and reads nothing, so that the log of a start says where it is of no use. */
  async tryOut(): Promise<void> {
    await this.read((admit) => this.#connectOnce(admit));
  }

  async #connectOnce(admit: Admit): Promise<void> {
    const connection = await connect(this.#pool, {});
    let broken = true;
    try {
      await admit(connection);
      broken = false;
    } finally {
      connection.end(broken);
    }
  }

  /** Waits for an attempt that is under way; the pools are closed by the code that opened them. */
  async close(): Promise<void> {
    this.#cooldownUntil = Number.POSITIVE_INFINITY;
    await this.#trial;
  }

  /** @throws {Behind} @throws {NoStandby} @throws {AppError} `database.unavailable` */
  async #admit(connection: TransactionConnection, { lsn, system, timeline }: LogPosition): Promise<void> {
    for (const pause of [...PAUSES_MS, undefined]) {
      const { rows } = await connection.send(REPLAYED, [lsn, system, timeline]);
      const [state] = rows as { standby: boolean; reached: boolean; behind: number }[];
      if (!state?.standby) throw new NoStandby('it is no standby of this database, or of the one before a take-over.');
      this.#behindBytes = Math.max(0, state.behind);
      if (state.reached) return;
      if (pause !== undefined) await sleep(pause);
    }
    throw new Behind(`it is ${this.#behindBytes} bytes of the log behind.`);
  }

  #isInUse(): boolean {
    if (this.#cooldownUntil === undefined) return true;
    if (performance.now() >= this.#cooldownUntil) {
      this.#trial ??= this.#tryAgain().finally(() => {
        this.#trial = undefined;
      });
    }
    return false;
  }

  async #tryAgain(): Promise<void> {
    try {
      const position = await this.#position.read();
      await this.#connectOnce((connection) => this.#admit(connection, position));
      // `close` may have come in between.
      if (this.#cooldownUntil !== Number.POSITIVE_INFINITY) this.#cooldownUntil = undefined;
      this.#log.info('The replica answers lists again.');
    } catch {
      if (this.#cooldownUntil !== Number.POSITIVE_INFINITY) this.#cooldownUntil = performance.now() + COOLDOWN_MS;
    }
  }

  #leaveAlone(error: unknown): void {
    if (this.#cooldownUntil !== undefined) return;
    this.#cooldownUntil = performance.now() + COOLDOWN_MS;
    const cause = error instanceof AppError ? error.cause : error;
    this.#log.warn(`The primary answers lists, the replica does not: ${cause instanceof Error ? cause.message : cause}`);
  }

  #note(outcome: ReplicaOutcome): void {
    for (const listener of this.#listeners) listener(outcome);
  }
}

/** Why the replica did not answer; undefined: it did, and the error is one of the work. */
function outcomeOf(error: unknown): ReplicaOutcome | undefined {
  if (error instanceof Behind) return 'behind';
  if (error instanceof NoStandby) return 'away';
  // Replaying needed rows that the read still saw (40001); a reader on a primary has no such conflict.
  if (isRetryable(error)) return 'conflict';
  if (error instanceof AppError && error.code === 'database.unavailable') return isRetryable(error.cause) ? 'conflict' : 'away';
  return undefined;
}
