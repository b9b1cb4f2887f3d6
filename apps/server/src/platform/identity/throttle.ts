import { createHmac } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Pool } from 'pg';
import { networkOf } from './address.ts';
import { type Budget, clearAttempts, giveBackAttempts, takeAttempts } from './issuer.repository.ts';

/**
 * How often somebody may try, counted in PostgreSQL for all processes together (security.md, A4).
 * Each attempt is taken before the work and given back when it succeeds, so that parallel guesses count too.
 *
 * A guesser who never stops uses up the budget of an account. Its owner gets in all the same: a browser in which the
 * account has signed in before carries a device mark, which has a budget of its own that a stranger cannot spend.
 * Elsewhere the owner waits at most a quarter of an hour after the guessing has ended.
 */
const MINUTE = 60_000;
const SIGN_IN = {
  account: { burst: 10, intervalMs: 1.5 * MINUTE },
  device: { burst: 10, intervalMs: 1.5 * MINUTE },
  network: { burst: 50, intervalMs: 0.3 * MINUTE },
  global: { burst: 1000, intervalMs: 300 },
} as const;
/** The step that tells whether an e-mail address is known (security.md, 1B). Every question counts, whatever the answer. */
const IDENTIFY = {
  network: { burst: 40, intervalMs: 15_000 },
  global: { burst: 600, intervalMs: 200 },
} as const;
/** API tokens that are none. Nobody guesses 256 random bits; this spares the database whoever tries. */
const WRONG_TOKEN = {
  network: { burst: 30, intervalMs: 10_000 },
  global: { burst: 1000, intervalMs: 300 },
} as const;
/** From the sixth question of a network on, answers come later and later. */
const UNDELAYED_QUESTIONS = 5;
const DELAY_STEP_MS = 100;
const LONGEST_DELAY_MS = 1500;

export interface Attempt {
  readonly email: string;
  readonly ipAddress: string;
  /** A device mark that was verified to belong to this account. */
  readonly device: string | null;
}

/** An attempt that was let through; the caller tells how it ended. */
export interface Ticket {
  /** It succeeded: it does not count, and earlier failures of this account are forgotten. */
  succeeded(): Promise<void>;
  /** It failed for a reason that is not the caller's: it does not count. */
  undecided(): Promise<void>;
}

export interface Throttle {
  /** @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  signIn(attempt: Attempt): Promise<Ticket>;
  /**
   * @returns how long the answer is to be held back, in milliseconds
   * @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds`
   */
  identify(ipAddress: string): Promise<number>;
  /** Notes an API token that opened nothing. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  wrongToken(ipAddress: string): Promise<void>;
}

/** @param secret makes the keys: without it nobody can tell from the table which addresses were tried */
export function createThrottle({ pool, clock, secret }: { pool: Pool; clock: Clock; secret: Buffer }): Throttle {
  const keyOf = (kind: string, value: string): string =>
    `${kind}:${createHmac('sha256', secret).update(`${kind}\0${value}`).digest('base64url').slice(0, 22)}`;

  async function take(budgets: readonly Budget[]): Promise<readonly number[]> {
    const taken = await takeAttempts(pool, budgets, clock.now());
    if (taken.allowed) return taken.used;
    throw new AppError('auth.tooManyAttempts', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1000) });
  }

  return {
    async signIn({ email, ipAddress, device }) {
      const own: Budget =
        device === null
          ? { key: keyOf('account', email), ...SIGN_IN.account }
          : { key: keyOf('device', `${email}\0${device}`), ...SIGN_IN.device };
      const shared: Budget[] = [
        { key: keyOf('network', networkOf(ipAddress)), ...SIGN_IN.network },
        { key: 'global', ...SIGN_IN.global },
      ];
      const budgets = device === null ? [own, ...shared] : [own];
      await take(budgets);
      return {
        async succeeded() {
          await clearAttempts(pool, own.key);
          await giveBackAttempts(pool, budgets.slice(1));
        },
        undecided: () => giveBackAttempts(pool, budgets),
      };
    },

    async identify(ipAddress) {
      const [used = 0] = await take([
        { key: keyOf('identify', networkOf(ipAddress)), ...IDENTIFY.network },
        { key: 'identify', ...IDENTIFY.global },
      ]);
      return Math.min(Math.max(0, used - UNDELAYED_QUESTIONS) * DELAY_STEP_MS, LONGEST_DELAY_MS);
    },

    async wrongToken(ipAddress) {
      await take([
        { key: keyOf('token', networkOf(ipAddress)), ...WRONG_TOKEN.network },
        { key: 'token', ...WRONG_TOKEN.global },
      ]);
    },
  };
}
