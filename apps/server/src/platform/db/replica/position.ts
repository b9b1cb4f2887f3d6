import type { Pool } from 'pg';

/**
 * Who answered a read that a replica may answer. `replica`: it did. The primary did because the replica was `behind`, `away` (does not answer,
 * or is no standby), had a `conflict` with what it replays, or is `resting` after one of the first two.
 */
export type ReplicaOutcome = 'replica' | 'behind' | 'away' | 'conflict' | 'resting';

/** A position in the log of one installation of PostgreSQL. */
export interface LogPosition {
  /** Such as `0/2000028`. */
  readonly lsn: string;
  /** System identifier of the cluster; a standby has that of its primary. */
  readonly system: string;
  /** Grows when a standby takes over: positions of two timelines cannot be compared. */
  readonly timeline: number;
}

const LIMIT_MS = 1000;
/** Every commit that anybody was told of lies before it: what was flushed, or, where nobody waits for that, what was inserted. */
const POSITION = `select l.lsn::text, (pg_control_system()).system_identifier::text as system,
    ('x' || substr(pg_walfile_name(l.lsn), 1, 8))::bit(32)::int4 as timeline
  from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) l`;

/** How far the log of the primary reaches. Callers during a query share the next one, whose answer is younger than they are. */
export class PrimaryPosition {
  readonly #primary: Pool;
  #underWay: Promise<unknown> | undefined;
  #next: Promise<LogPosition> | undefined;

  constructor(primary: Pool) {
    this.#primary = primary;
  }

  /** @returns a position behind everything that was committed before this call; rejects where the primary does not answer */
  read(): Promise<LogPosition> {
    this.#next ??= this.#askAfter(this.#underWay);
    return this.#next;
  }

  async #askAfter(before: Promise<unknown> | undefined): Promise<LogPosition> {
    await before?.catch(() => undefined); // waits in any case, so that `#next` is assigned by now
    this.#underWay = this.#next;
    this.#next = undefined;
    const { rows } = await this.#primary.query<LogPosition>({ text: POSITION, query_timeout: LIMIT_MS } as { text: string });
    const position = rows[0];
    if (position === undefined) throw new Error('The primary does not say where its log ends.');
    return position;
  }
}
