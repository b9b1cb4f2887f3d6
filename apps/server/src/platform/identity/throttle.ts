import { createHmac } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Pool } from 'pg';
import { networkOf } from '../network.ts';
import { type Budget, clearAttempts, giveBackAttempts, takeAttempts } from './throttle.repository.ts';

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
/** Codes of a second step, by somebody who knows the password: fewer, as there are a million of them. */
const SECOND_STEP = {
  account: { burst: 10, intervalMs: 5 * MINUTE },
  device: { burst: 10, intervalMs: 5 * MINUTE },
  network: SIGN_IN.network,
  global: SIGN_IN.global,
} as const;
/** The step that tells whether an e-mail address is known (security.md, 1B). Every request counts, whatever the answer. */
const IDENTIFY = {
  network: { burst: 40, intervalMs: 15_000 },
  global: { burst: 600, intervalMs: 200 },
} as const;
/** API tokens that are none. Nobody guesses 256 random bits; this spares the database the attempts. */
const WRONG_TOKEN = {
  network: { burst: 30, intervalMs: 10_000 },
  global: { burst: 1000, intervalMs: 300 },
} as const;
/**
 * Mails that somebody asks for without being known: a link for a forgotten password. An account gets three in half an hour,
 * which is as long as a link lives: somebody who asks for more on a stranger's account has filled that mailbox with links that
 * work, and kept its owner from nothing.
 */
const LINK_MAIL = {
  account: { burst: 3, intervalMs: 10 * MINUTE },
  device: { burst: 3, intervalMs: 10 * MINUTE },
  network: { burst: 20, intervalMs: 30_000 },
  global: { burst: 300, intervalMs: 1000 },
} as const;
/** Links that open nothing. Nobody guesses 128 random bits; this spares the database the attempts. */
const WRONG_LINK = {
  network: { burst: 30, intervalMs: 10_000 },
  global: { burst: 1000, intervalMs: 300 },
} as const;
/** Verifications of an evidence pack. Every request counts; nobody guesses 100 bits. */
const VERIFICATION = {
  network: { burst: 40, intervalMs: 5000 },
  global: { burst: 1000, intervalMs: 300 },
} as const;
/** Somebody who asks for an account: three times a day for one address, so that a queue read by people stays readable. */
const SIGN_UP = {
  account: { burst: 3, intervalMs: 8 * 60 * MINUTE },
  network: { burst: 10, intervalMs: 5 * MINUTE },
  global: { burst: 200, intervalMs: 5000 },
} as const;
/** Sign-ins that are sent to Microsoft, and answers that come from there: each costs a request to Microsoft. The same for passkeys. */
const MICROSOFT = {
  network: { burst: 60, intervalMs: 10_000 },
  global: { burst: 1000, intervalMs: 200 },
} as const;
/** One Shot Checks of strangers. A house with many sites has one address; a person with many sick workers orders a few an hour. */
const ONE_SHOT_ORDER = {
  email: { burst: 6, intervalMs: 20 * MINUTE },
  network: { burst: 30, intervalMs: MINUTE },
  global: { burst: 500, intervalMs: 2000 },
} as const;
/** Attempts to pay: testing stolen cards takes many (security.md, 1B). */
const PAYMENT = {
  network: { burst: 30, intervalMs: MINUTE },
  global: { burst: 500, intervalMs: 1000 },
} as const;
/** Questions about the company that has a VAT number: each may cost one to a register that refuses who asks much. */
const COMPANY = {
  network: { burst: 20, intervalMs: 20_000 },
  global: { burst: 200, intervalMs: 1000 },
} as const;
/** Comments of one person: far above what somebody types, far below what a program sends. */
const COMMENT = { burst: 20, intervalMs: 20_000 } as const;
/**
 * Copies of everything about an employee, and erasures of employees, by one administrator: twenty an hour. More than people ask for, and little enough that
 * nobody takes or removes a whole register unnoticed; a copy also costs more than any list.
 */
const PERSON_FILE = { burst: 20, intervalMs: 3 * MINUTE } as const;
const ERASURE = PERSON_FILE;
/** Files by the link of one check: some that are refused, and a handful that are kept. Each is decoded and looked through. */
const EMPLOYEE_UPLOAD = { burst: 12, intervalMs: 5 * MINUTE } as const;
/** Requests of a network that are answered without delay; each further one is delayed longer. */
const UNDELAYED_REQUESTS = 5;
const DELAY_STEP_MS = 100;
const MAX_DELAY_MS = 1500;

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
  /** The same for the second step. */
  secondStep(attempt: Attempt): Promise<Ticket>;
  /**
   * @returns how long the answer is to be held back, in milliseconds
   * @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds`
   */
  identify(ipAddress: string): Promise<number>;
  /**
   * @returns whether the mail may go; false for an account that got enough of them, known or not, which nobody is told
   * @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds`
   */
  linkMail(attempt: Attempt): Promise<boolean>;
  /** Like `linkMail`, for somebody who asks for an account. */
  signUp(attempt: Omit<Attempt, 'device'>): Promise<boolean>;
  /** @returns whether this is the first time for this account in the window */
  onceIn(kind: 'migrationMail', email: string, windowMs: number): Promise<boolean>;
  /** Limits the mails that a signed-in user has sent to an account. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  invitation(email: string): Promise<void>;
  /** Notes a link that opened nothing. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  wrongLink(ipAddress: string): Promise<void>;
  /** A verification of an evidence pack. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  verification(ipAddress: string): Promise<void>;
  /** An account has a new password: guesses of the old one no longer count. */
  forgetGuesses(email: string): Promise<void>;
  /** A step of a sign-in with a passkey. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  passkey(ipAddress: string): Promise<void>;
  /** A step of a sign-in with Microsoft. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  microsoft(ipAddress: string): Promise<void>;
  /** An order of a stranger. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  oneShotOrder(attempt: Omit<Attempt, 'device'>): Promise<void>;
  /** An attempt of a stranger to pay. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  payment(ipAddress: string): Promise<void>;
  /** A lookup of a company by somebody without account. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  company(ipAddress: string): Promise<void>;
  /** A comment of somebody who is signed in. @throws {AppError} `request.tooMany` with `retryAfterSeconds` */
  comment(profileId: string): Promise<void>;
  /** A copy of everything about an employee. @throws {AppError} `request.tooMany` with `retryAfterSeconds` */
  personFile(profileId: string): Promise<void>;
  /** The erasure of an employee. @throws {AppError} `request.tooMany` with `retryAfterSeconds` */
  erasure(profileId: string): Promise<void>;
  /** A file that an employee sends. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  employeeUpload(checkId: string): Promise<void>;
  /** Notes an API token that opened nothing. @throws {AppError} `auth.tooManyAttempts` with `retryAfterSeconds` */
  wrongToken(ipAddress: string): Promise<void>;
}

/** @param secret makes the keys: without it nobody can tell from the table which addresses were tried */
export function createThrottle({ pool, clock, secret }: { pool: Pool; clock: Clock; secret: Buffer }): Throttle {
  const keyOf = (kind: string, value: string): string =>
    `${kind}:${createHmac('sha256', secret).update(`${kind}\0${value}`).digest('base64url').slice(0, 22)}`;

  /** Attempts of each key that wait for the database's answer, in this process. */
  const asking = new Map<string, number>();

  /**
   * Of attempts at the same moment no more than the burst can be let through: the others are refused before they wait for the row of the
   * key, one behind the other, with all connections, until some of them and of other people's requests are given up.
   */
  async function ask(budgets: readonly Budget[]): ReturnType<typeof takeAttempts> {
    const full = budgets.find(({ key, burst }) => (asking.get(key) ?? 0) >= burst);
    if (full) return { allowed: false, retryAfterMs: full.intervalMs };
    for (const { key } of budgets) asking.set(key, (asking.get(key) ?? 0) + 1);
    try {
      return await takeAttempts(pool, budgets, clock.now());
    } finally {
      for (const { key } of budgets) {
        const left = (asking.get(key) ?? 1) - 1;
        if (left > 0) asking.set(key, left);
        else asking.delete(key);
      }
    }
  }

  async function take(budgets: readonly Budget[]): Promise<readonly number[]> {
    const taken = await ask(budgets);
    if (taken.allowed) return taken.used;
    throw new AppError('auth.tooManyAttempts', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1000) });
  }

  /** @returns false when the budget is used up */
  async function tryTake(budget: Budget): Promise<boolean> {
    return (await ask([budget])).allowed;
  }

  /** Takes one attempt of a budget of a signed-in user. @throws {AppError} `request.tooMany` */
  async function takeOwn(budget: Budget): Promise<void> {
    const taken = await ask([budget]);
    if (!taken.allowed) throw new AppError('request.tooMany', { retryAfterSeconds: Math.ceil(taken.retryAfterMs / 1000) });
  }

  /** An attempt that can be wrong. @param kind keeps the budgets of one kind from those of another */
  async function guess(
    kind: '' | 'secondStep:',
    limits: typeof SIGN_IN | typeof SECOND_STEP,
    { email, ipAddress, device }: Attempt,
  ): Promise<Ticket> {
    const own: Budget =
      device === null
        ? { key: keyOf(`${kind}account`, email), ...limits.account }
        : { key: keyOf(`${kind}device`, `${email}\0${device}`), ...limits.device };
    const shared: Budget[] = [
      { key: keyOf(`${kind}network`, networkOf(ipAddress)), ...limits.network },
      { key: `${kind}global`, ...limits.global },
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
  }

  return {
    async linkMail({ email, ipAddress, device }) {
      if (device !== null) return tryTake({ key: keyOf('linkMailDevice', `${email}\0${device}`), ...LINK_MAIL.device });
      await take([
        { key: keyOf('linkMailNetwork', networkOf(ipAddress)), ...LINK_MAIL.network },
        { key: 'linkMail', ...LINK_MAIL.global },
      ]);
      return tryTake({ key: keyOf('linkMail', email), ...LINK_MAIL.account });
    },

    async signUp({ email, ipAddress }) {
      await take([
        { key: keyOf('signUpNetwork', networkOf(ipAddress)), ...SIGN_UP.network },
        { key: 'signUp', ...SIGN_UP.global },
      ]);
      return tryTake({ key: keyOf('signUp', email), ...SIGN_UP.account });
    },

    onceIn: (kind, email, windowMs) => tryTake({ key: keyOf(kind, email), burst: 1, intervalMs: windowMs }),

    async invitation(email) {
      await take([{ key: keyOf('invitation', email), ...LINK_MAIL.account }]);
    },

    async wrongLink(ipAddress) {
      await take([
        { key: keyOf('link', networkOf(ipAddress)), ...WRONG_LINK.network },
        { key: 'link', ...WRONG_LINK.global },
      ]);
    },

    async verification(ipAddress) {
      await take([
        { key: keyOf('verification', networkOf(ipAddress)), ...VERIFICATION.network },
        { key: 'verification', ...VERIFICATION.global },
      ]);
    },

    forgetGuesses: (email) => clearAttempts(pool, keyOf('account', email)),

    signIn: (attempt) => guess('', SIGN_IN, attempt),
    secondStep: (attempt) => guess('secondStep:', SECOND_STEP, attempt),

    async identify(ipAddress) {
      const [used = 0] = await take([
        { key: keyOf('identify', networkOf(ipAddress)), ...IDENTIFY.network },
        { key: 'identify', ...IDENTIFY.global },
      ]);
      return Math.min(Math.max(0, used - UNDELAYED_REQUESTS) * DELAY_STEP_MS, MAX_DELAY_MS);
    },

    async passkey(ipAddress) {
      await take([
        { key: keyOf('passkey', networkOf(ipAddress)), ...MICROSOFT.network },
        { key: 'passkey', ...MICROSOFT.global },
      ]);
    },

    async microsoft(ipAddress) {
      await take([
        { key: keyOf('microsoft', networkOf(ipAddress)), ...MICROSOFT.network },
        { key: 'microsoft', ...MICROSOFT.global },
      ]);
    },

    async oneShotOrder({ email, ipAddress }) {
      await take([
        { key: keyOf('oneShotNetwork', networkOf(ipAddress)), ...ONE_SHOT_ORDER.network },
        { key: keyOf('oneShot', email), ...ONE_SHOT_ORDER.email },
        { key: 'oneShot', ...ONE_SHOT_ORDER.global },
      ]);
    },

    async payment(ipAddress) {
      await take([
        { key: keyOf('paymentNetwork', networkOf(ipAddress)), ...PAYMENT.network },
        { key: 'payment', ...PAYMENT.global },
      ]);
    },

    async company(ipAddress) {
      await take([
        { key: keyOf('companyNetwork', networkOf(ipAddress)), ...COMPANY.network },
        { key: 'company', ...COMPANY.global },
      ]);
    },

    comment: (profileId) => takeOwn({ key: keyOf('comment', profileId), ...COMMENT }),
    personFile: (profileId) => takeOwn({ key: keyOf('personFile', profileId), ...PERSON_FILE }),
    erasure: (profileId) => takeOwn({ key: keyOf('erasure', profileId), ...ERASURE }),

    async employeeUpload(checkId) {
      await take([{ key: keyOf('employeeUpload', checkId), ...EMPLOYEE_UPLOAD }]);
    },

    async wrongToken(ipAddress) {
      await take([
        { key: keyOf('token', networkOf(ipAddress)), ...WRONG_TOKEN.network },
        { key: 'token', ...WRONG_TOKEN.global },
      ]);
    },
  };
}
