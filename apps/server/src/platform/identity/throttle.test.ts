import { AppError } from '@checkwell/domain/errors';
import { Client } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from '../../test/cleanup.ts';
import { testClock } from '../../test/clock.ts';
import { testDatabase } from '../../test/database.ts';
import { nightly } from '../../test/nightly.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** The global limit (security.md, A4), with a different account and network for each request. */

const database = await testDatabase();
const clock = testClock();
const throttle = createThrottle({ pool: database.db.authPool(), clock, secret: Buffer.alloc(32, 7) });
beforeEach(() => database.owner('delete from auth.throttles'));

const networkOf = (number: number) => `2001:db8:${(number >> 8).toString(16)}:${(number & 255).toString(16)}::1`;
const stranger = (number: number) => ({ email: `user${number}@example.be`, ipAddress: networkOf(number), device: null });

const LIMITS: readonly (readonly [string, number, (throttle: Throttle, number: number) => Promise<unknown>])[] = [
  ['passwords', 1000, ({ signIn }, number) => signIn(stranger(number))],
  ['codes of a second step', 1000, ({ secondStep }, number) => secondStep(stranger(number))],
  ['look-ups of an address', 600, ({ identify }, number) => identify(networkOf(number))],
  ['links by mail', 300, ({ linkMail }, number) => linkMail(stranger(number))],
  ['requests for access', 200, ({ signUp }, number) => signUp(stranger(number))],
  ['sign-ins at Microsoft', 1000, ({ microsoft }, number) => microsoft(networkOf(number))],
];

describe('all clients together, each with its own network and account:', () => {
  test.each(LIMITS.filter(([, burst]) => nightly || burst <= 300))('%s', async (_what, burst, ask) => {
    for (let number = 0; number < burst; number += 1) await ask(throttle, number);
    const refusal = await ask(throttle, burst).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(AppError);
    expect(refusal).toMatchObject({ code: 'auth.tooManyAttempts', params: { retryAfterSeconds: expect.any(Number) } });
    // After the time in the error, a request is allowed again.
    clock.advance({ seconds: Number((refusal as AppError).params.retryAfterSeconds) });
    await expect(ask(throttle, burst + 1)).resolves.not.toThrow();
  });

  test('a browser that the account has used before is not limited with them', async () => {
    for (let number = 0; number < 1000; number += 1) await throttle.signIn(stranger(number));
    const owner = { ...stranger(2000), device: 'known' };
    await expect(throttle.signIn({ ...owner, device: null })).rejects.toMatchObject({ code: 'auth.tooManyAttempts' });
    await expect(throttle.signIn(owner)).resolves.toBeDefined();
  });
});

test('of 120 concurrent guesses for one account, those above the limit are refused without waiting for the others', async () => {
  const guess = (number: number) => throttle.signIn({ ...stranger(number), email: 'an@example.be' });
  await guess(0);
  const locking = new Client({ connectionString: database.db.ownerUrl });
  await locking.connect();
  cleanUp(() => locking.end());
  await locking.query('begin; select from auth.throttles for update');
  const outcomes: string[] = [];
  const guesses = Array.from({ length: 120 }, (_, index) =>
    guess(index + 1).then(
      () => outcomes.push('allowed'),
      (error: AppError) => outcomes.push(error.code),
    ),
  );
  await expect.poll(() => outcomes.length).toBe(110);
  expect(new Set(outcomes)).toEqual(new Set(['auth.tooManyAttempts']));
  await locking.query('commit');
  await Promise.all(guesses);
  const counted = Object.fromEntries([...new Set(outcomes)].map((outcome) => [outcome, outcomes.filter((one) => one === outcome).length]));
  expect(counted).toEqual({ allowed: 9, 'auth.tooManyAttempts': 111 });
});

test('attempts while the clock was an hour ahead do not block later ones; clocks that differ by a minute allow no additional attempts', async () => {
  const attempts = async (count: number) => {
    let allowed = 0;
    for (let number = 0; number < count; number += 1)
      await throttle.comment('somebody').then(
        () => (allowed += 1),
        () => undefined,
      );
    return allowed;
  };
  clock.advance({ hours: 1 });
  expect(await attempts(30)).toBe(20);
  clock.advance({ hours: -1 });
  expect(await attempts(30)).toBe(20);
  clock.advance({ minutes: 1 });
  expect(await attempts(30)).toBe(3);
  clock.advance({ minutes: -1 });
  expect(await attempts(30)).toBe(0);
});
