import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD, demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';

/** Limit for a sign-in that is refused with Retry-After. */
const MAX_TRIES = 30;

export type Headers = { readonly authorization: string; readonly cookie: string };

/** Signs in to a running demo. @param name part of the account's address before the @ */
export async function headersOf(address: string, name: string): Promise<Headers> {
  return headersOfEmail(address, demoAccounts(COMPANIES).find((account) => account.email.startsWith(`${name}@`))?.email ?? '');
}

/**
 * Signs in.
 * @param from network address of the visitor; each has its own limits
 * @returns headers with the token and the cookies
 */
export async function headersOfEmail(address: string, email: string, from?: string): Promise<Headers> {
  const ask = (): Promise<Response> =>
    fetch(`${address}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
  let answer = await ask();
  // A busy server refuses sign-ins with Retry-After.
  for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries += 1) {
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
    answer = await ask();
  }
  if (!answer.ok) throw new Error(`Sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('__Host-accessToken='))?.slice('__Host-accessToken='.length) ?? '';
  return { authorization: `Bearer ${decodeURIComponent(token)}`, cookie: cookies.join('; ') };
}
