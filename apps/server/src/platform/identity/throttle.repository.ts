import { DatabaseError, type Pool, type PoolClient } from 'pg';
import { run, together } from './issuer.repository.ts';

/** A bounded number of attempts: `burst` at once, one more per `intervalMs`. */
export interface Budget {
  readonly key: string;
  readonly burst: number;
  readonly intervalMs: number;
}

export type Taken =
  | { readonly allowed: true /** Attempts in use per budget, this one included. */; readonly used: readonly number[] }
  | { readonly allowed: false; readonly retryAfterMs: number };

/** Thrown inside the transaction so that a refusal by one budget takes nothing from the others. */
class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    super('budget used up');
    this.retryAfterMs = retryAfterMs;
  }
}

/** Takes one attempt from each budget, or from none. Keys in the same order of kinds everywhere: no deadlocks. */
export async function takeAttempts(pool: Pool, budgets: readonly Budget[], now: Date): Promise<Taken> {
  try {
    return await together(pool, async (client) => {
      const used: number[] = [];
      for (const budget of budgets) used.push(await takeAttempt(client, budget, now));
      return { allowed: true, used };
    });
  } catch (error) {
    if (error instanceof Refused) return { allowed: false, retryAfterMs: error.retryAfterMs };
    if (error instanceof DatabaseError && error.code === '40P01') return { allowed: false, retryAfterMs: 1000 };
    throw error;
  }
}

/**
 * A budget is used up to `burst` intervals ahead of now, never further: what lies further ahead was written while a clock was wrong, and counts for
 * nothing, or nobody could sign in for as long as that clock was ahead. Clocks of several machines may differ by less.
 */
const CLOCK_TOLERANCE_MS = 60_000;

async function takeAttempt(client: PoolClient, { key, burst, intervalMs }: Budget, now: Date): Promise<number> {
  const used = `(case when t."usedUntil" > $2::timestamptz + ($4 + ${CLOCK_TOLERANCE_MS}) * interval '1 millisecond' then $2 else greatest(t."usedUntil", $2) end)`;
  const [row] = await run<{ usedUntil: Date }>(
    client,
    `insert into auth.throttles as t (key, "usedUntil") values ($1, $2::timestamptz + $3 * interval '1 millisecond')
     on conflict (key) do update set "usedUntil" = ${used} + $3 * interval '1 millisecond'
     where ${used} + $3 * interval '1 millisecond' <= $2::timestamptz + $4 * interval '1 millisecond'
     returning "usedUntil"`,
    [key, now, intervalMs, burst * intervalMs],
  );
  if (row) return Math.round((row.usedUntil.getTime() - now.getTime()) / intervalMs);
  const [full] = await run<{ usedUntil: Date }>(client, 'select "usedUntil" from auth.throttles where key = $1', [key]);
  throw new Refused(full ? Math.max(1, full.usedUntil.getTime() + intervalMs - burst * intervalMs - now.getTime()) : intervalMs);
}

/** Gives one attempt back to each budget. */
export async function giveBackAttempts(pool: Pool, budgets: readonly Budget[]): Promise<void> {
  for (const { key, intervalMs } of budgets) {
    await run(pool, `update auth.throttles set "usedUntil" = "usedUntil" - $2 * interval '1 millisecond' where key = $1`, [
      key,
      intervalMs,
    ]);
  }
}

/** Forgets all attempts of a key. */
export async function clearAttempts(pool: Pool, key: string): Promise<void> {
  await run(pool, 'delete from auth.throttles where key = $1', [key]);
}
