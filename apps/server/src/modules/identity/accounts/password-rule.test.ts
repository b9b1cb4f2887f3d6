import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { nightly } from '../../../test/nightly.ts';
import { makeUser, PASSWORD, testApp } from '../../../test/servers/identity-app.ts';

/**
 * security.md, A1: each way to set a password, a change by its owner and a link (reset, invitation, access that was granted), follows the same rule,
 * for whatever anybody types.
 */
const database = await testDatabase();
const app = await testApp(database);
afterAll(() => app.close());

/** Each is hashed at the real cost. */
const RUNS = nightly ? 60 : 20;

/** The rule as the specification says it, character by character. */
function isAllowed(password: string): boolean {
  const characters = [...password.normalize('NFC')];
  const count = (kind: RegExp): number => characters.filter((one) => kind.test(one)).length;
  const isOther = (one: string): boolean => !/^[\p{L}\p{M}\p{N}]$/u.test(one);
  return (
    characters.length >= 12 &&
    characters.length <= 128 &&
    count(/^\p{Nd}$/u) >= 3 &&
    characters.some(isOther) &&
    count(/^[\p{Cc}\p{Cs}]$/u) === 0
  );
}

/** Letters, marks and digits of several scripts, what is neither, and what nobody types; at the lengths at which something may change. */
const PARTS = ['k', 'Q', 'é', 'e\u0301', 'ß', '中', 'Ⅷ', '²', '7', '4', '٣', '९', '!', ' ', '-', '💣', '\u0000', '\u001f', '\ud800'];
const HARMLESS = PARTS.slice(0, 16);
const password = fc
  .tuple(fc.constantFrom(HARMLESS, HARMLESS, HARMLESS, PARTS), fc.constantFrom(0, 3, 11, 12, 13, 63, 64, 65, 127, 128, 129, 200))
  .chain(([parts, length]) => fc.array(fc.constantFrom(...parts), { minLength: length, maxLength: length }))
  .map((parts) => parts.join(''));

async function expectRule(set: (password: string) => Promise<{ statusCode: number; json(): { error?: { code: string } } }>) {
  const taken = { yes: 0, no: 0 };
  for (const typed of fc.sample(password, { numRuns: RUNS, seed: 16 })) {
    await database.owner('delete from auth.throttles');
    const response = await set(typed);
    // A list of guessable ones comes behind the rule.
    const isRefused = response.statusCode === 422 && response.json().error?.code === 'request.invalid';
    expect(isRefused, JSON.stringify(typed)).toBe(!isAllowed(typed));
    if (!isRefused) expect([204, 200, 422]).toContain(response.statusCode);
    taken[isRefused ? 'no' : 'yes'] += 1;
  }
  expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(RUNS / 10);
}

test('a change takes what the rule allows, and nothing else', async () => {
  const { email } = await makeUser(database, app.identity);
  const browser = app.browser();
  await browser.signIn(email);
  let current = PASSWORD;
  await expectRule(async (next) => {
    const response = await browser.send('POST', '/auth/password', { current, next });
    if (response.statusCode < 300) current = next;
    return response;
  });
  expect((await app.browser().signIn(email, current)).statusCode).toBe(200);
});

test('a link takes what the rule allows, and nothing else', async () => {
  const { email } = await makeUser(database, app.identity);
  let token = '';
  async function renew(): Promise<void> {
    await app.browser().send('POST', '/auth/password/forgot', { email });
    while ((await app.outbox.drain()) > 0);
    const mails = await database.owner<{ text: string }>(
      `select "plainText" as text from mails where recipient = $1 and "plainText" like '%/reset-password%' order by "createdAt" desc, id desc limit 1`,
      [email],
    );
    token = /\/reset-password\S*#([\w-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
  }
  await renew();
  await expectRule(async (next) => {
    const response = await app.browser().send('POST', '/auth/password/reset', { token, password: next });
    // Used once.
    if (response.statusCode < 300) await renew();
    return response;
  });
});
