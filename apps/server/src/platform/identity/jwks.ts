import { AppError } from '@checkwell/domain/errors';
import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { withoutSlot } from '../slot.ts';

/** Where the public keys of an issuer come from. Throws when they cannot be had. */
export type JwksSource = () => Promise<JSONWebKeySet>;

/** Keys older than this are fetched again. */
const FRESH_MS = 5 * 60_000;
/** When the source fails, keys stay in use this long: a short failure of the identity provider signs nobody out. */
const STALE_IF_ERROR_MS = 60 * 60_000;
/** Forged tokens with ever new key names cannot make us fetch more often than this in that time. */
const MAX_FETCHES = { count: 10, withinMs: 10_000 } as const;
/** After a failure the old keys serve for this long without another fetch: nobody waits for a source that is down. */
const FAILURE_COOLDOWN_MS = 10_000;
const FETCH_TIMEOUT_MS = 3000;
const MAX_BODY_BYTES = 256 * 1024;

/** The public keys behind an address. */
export function remoteJwks(url: string): JwksSource {
  return async () => {
    const response = await fetch(url, {
      redirect: 'error',
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`The JWKS address answered with status ${response.status}.`);
    const text = await response.text();
    if (text.length > MAX_BODY_BYTES) throw new Error('The JWKS document is too large.');
    return asJwks(JSON.parse(text));
  };
}

function asJwks(value: unknown): JSONWebKeySet {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys))
    throw new Error('The JWKS document has no keys.');
  return { keys: value.keys };
}

interface Cached {
  readonly kids: ReadonlySet<string | undefined>;
  readonly resolve: JWTVerifyGetKey;
  readonly at: number;
}

/**
 * Keys of one issuer, cached: fetched again after five minutes or when a token names an unknown key; kept for an hour
 * while the source fails. Ages are measured on the monotonic clock: they are about this process, not about the calendar.
 */
export class JwksCache {
  readonly #source: JwksSource;
  readonly #elapsed: () => number;
  #cached: Cached | undefined;
  #pending: Promise<Cached> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** When the keys were fetched lately. */
  #fetchedAt: number[] = [];

  constructor(source: JwksSource, elapsed: () => number = () => performance.now()) {
    this.#source = source;
    this.#elapsed = elapsed;
  }

  /**
   * The keys to verify a token whose header names `kid`.
   * @throws {AppError} `auth.unavailable` when the token cannot be checked now: never a reason to sign anybody out
   */
  async keysFor(kid: string): Promise<JWTVerifyGetKey> {
    const cached = this.#cached;
    const age = cached ? this.#elapsed() - cached.at : Number.POSITIVE_INFINITY;
    const known = cached?.kids.has(kid) ?? false;
    if (cached && known && age < FRESH_MS) return cached.resolve;
    const stillUsable = cached && known && age < STALE_IF_ERROR_MS;
    if (stillUsable && this.#elapsed() - this.#failedAt < FAILURE_COOLDOWN_MS) return cached.resolve;
    try {
      return (await withoutSlot(() => this.#ask())).resolve;
    } catch (error) {
      this.#failedAt = this.#elapsed();
      if (stillUsable) return cached.resolve;
      throw new AppError('auth.unavailable', {}, { cause: error });
    }
  }

  /** Callers at the same moment share one fetch. */
  #ask(): Promise<Cached> {
    this.#pending ??= this.#load().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #load(): Promise<Cached> {
    const now = this.#elapsed();
    this.#fetchedAt = this.#fetchedAt.filter((at) => now - at < MAX_FETCHES.withinMs);
    if (this.#fetchedAt.length >= MAX_FETCHES.count) throw new Error('The keys were asked for too often.');
    this.#fetchedAt.push(now);
    const jwks = await this.#source();
    const kids = new Set(jwks.keys.map((key) => key.kid));
    this.#cached = { kids, resolve: createLocalJWKSet(jwks), at: now };
    return this.#cached;
  }
}
