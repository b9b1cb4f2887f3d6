import type { Pool } from 'pg';
import type { Config } from '../../config.ts';
import { openPool, type PoolName, type TypeParsers } from './pool.ts';
import { API_ROLE, AUTH_ROLE, urlsFor } from './roles.ts';

export interface PoolStats {
  readonly name: PoolName;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

const CONNECT_TIMEOUT_MS = 1500;
const SYSTEM_TIMEOUT_MS = 60_000;
/** One for `ping`, one for whatever else a readiness check asks. */
const READINESS_CONNECTIONS = 2;
/** A replica that is frozen, and not yet known to be, costs a list no more than this before the primary answers it. */
const REPLICA_CONNECT_TIMEOUT_MS = 500;
/** Exports at the same time; further ones wait for a slot. */
const SNAPSHOTS = 3;

/** How to reach the database, as each of its logins. */
export interface Logins {
  readonly ownerUrl: string;
  readonly apiUrl: string;
  /** The same address with passwords of former secrets. */
  readonly otherApiUrls: readonly string[];
  readonly parsers: TypeParsers;
}

export interface ReplicaPools {
  /** Connections to the primary that only read its position. */
  readonly position: Pool;
  readonly requests: Pool;
  readonly snapshots: Pool;
}

/** The connections of this process to its database and to the replica: which pools there are, their size and limits of time. */
export class Pools {
  readonly requests: Pool;
  readonly background: Pool;
  readonly replica: ReplicaPools | null;
  readonly #config: Config;
  readonly #logins: Logins;
  #snapshots: Pool | undefined;
  #identity: Pool | undefined;
  #readiness: Pool | undefined;
  #lastMoveAt = performance.now();

  constructor(config: Config, logins: Logins) {
    this.#config = config;
    this.#logins = logins;
    this.requests = openPool({
      ...this.#asApi(),
      name: 'checkwell requests',
      size: config.databasePoolSize,
      connectTimeoutMs: Math.max(CONNECT_TIMEOUT_MS, config.databaseTimeoutMs),
      queryTimeoutMs: config.databaseTimeoutMs,
    });
    for (const move of ['acquire', 'release'] as const) {
      this.requests.on(move, () => {
        this.#lastMoveAt = performance.now();
      });
    }
    this.background = openPool({
      ...this.#asApi(),
      name: 'checkwell background',
      size: Math.max(3, Math.ceil(config.databasePoolSize / 3)),
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
    this.replica = config.replicaDatabaseUrl === null ? null : this.#openReplica(config.replicaDatabaseUrl);
  }

  #asApi() {
    const { apiUrl: url, otherApiUrls: otherUrls, parsers } = this.#logins;
    return { url, otherUrls, parsers, pipeline: true };
  }

  #openReplica(replicaUrl: string): ReplicaPools {
    const { databasePoolSize: size, databaseTimeoutMs: queryTimeoutMs } = this.#config;
    const [url, ...otherUrls] = urlsFor(replicaUrl, API_ROLE, this.#config);
    const replica = { url, otherUrls, parsers: this.#logins.parsers, pipeline: true, connectTimeoutMs: REPLICA_CONNECT_TIMEOUT_MS };
    return {
      position: openPool({ ...this.#asApi(), name: 'checkwell position', size: 1, connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs }),
      requests: openPool({ ...replica, name: 'checkwell replica', size, queryTimeoutMs }),
      snapshots: openPool({ ...replica, name: 'checkwell replica snapshots', size: SNAPSHOTS, queryTimeoutMs: SYSTEM_TIMEOUT_MS }),
    };
  }

  /** Connections for exports, opened with the first export. */
  snapshots(): Pool {
    this.#snapshots ??= openPool({
      ...this.#asApi(),
      name: 'checkwell snapshots',
      size: SNAPSHOTS,
      connectTimeoutMs: 10_000,
      queryTimeoutMs: SYSTEM_TIMEOUT_MS,
    });
    return this.#snapshots;
  }

  /** Connections as `checkwell_auth`, for the identity issuer. */
  identity(): Pool {
    this.#identity ??= this.#openAuth('checkwell identity', Math.max(3, Math.ceil(this.#config.databasePoolSize / 3)));
    return this.#identity;
  }

  /** Connections as `checkwell_auth`, for readiness checks alone. */
  readiness(): Pool {
    this.#readiness ??= this.#openAuth('checkwell readiness', READINESS_CONNECTIONS);
    return this.#readiness;
  }

  #openAuth(name: string, size: number): Pool {
    const [url, ...otherUrls] = urlsFor(this.#logins.ownerUrl, AUTH_ROLE, this.#config);
    return openPool({
      url,
      otherUrls,
      name,
      size,
      connectTimeoutMs: Math.max(CONNECT_TIMEOUT_MS, this.#config.databaseTimeoutMs),
      queryTimeoutMs: this.#config.databaseTimeoutMs,
      parsers: new Map(), // better-auth expects pg's own
    });
  }

  /** Statistics of the open pools: their connections, and how many callers wait for one. */
  open(): readonly PoolStats[] {
    const open: Partial<Record<PoolName, Pool | undefined>> = {
      requests: this.requests,
      background: this.background,
      snapshots: this.#snapshots,
      identity: this.#identity,
      replica: this.replica?.requests,
      'replica-snapshots': this.replica?.snapshots,
    };
    return (Object.entries(open) as [PoolName, Pool | undefined][]).flatMap(([name, pool]) =>
      pool ? [{ name, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }] : [],
    );
  }

  /** Statistics of the pools of requests alone, as `Database.stats` gives them. */
  stats() {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.requests;
    return { total, idle, waiting, standstillMs: waiting > 0 ? performance.now() - this.#lastMoveAt : 0 };
  }

  /** Ends all of them, once nobody uses their connections any more. */
  async close(): Promise<void> {
    const ofReplica = this.replica ? Object.values(this.replica) : [];
    const pools = [this.requests, this.background, this.#snapshots, this.#identity, this.#readiness, ...ofReplica].flatMap((pool) =>
      pool && !pool.ending ? [pool] : [],
    );
    await Promise.all(pools.map((pool) => pool.end()));
  }
}
