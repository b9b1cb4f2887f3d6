import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_PASSWORD, demoAccounts } from '../../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../../apps/server/src/seed/names.ts';

/** Of one sign-in that is told to come back. */
const MOST_TRIES = 30;

export type Headers = { readonly authorization: string; readonly cookie: string };

/** Signs in to a demo that runs, as one of its accounts. @param name what is before the @ */
export async function headersOf(address: string, name: string): Promise<Headers> {
  return headersOfEmail(address, demoAccounts(COMPANIES).find((account) => account.email.startsWith(`${name}@`))?.email ?? '');
}

/**
 * Signs in; the token goes in the header, the rest of the cookies as a browser would send them.
 * @param from network of the visitor: each has limits of its own
 */
export async function headersOfEmail(address: string, email: string, from?: string): Promise<Headers> {
  const ask = (): Promise<Response> =>
    fetch(`${address}/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    });
  let answer = await ask();
  // A machine with other work to do lets in fewer at once: whoever is told to wait does.
  for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries += 1) {
    await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
    answer = await ask();
  }
  if (!answer.ok) throw new Error(`Sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('__Host-accessToken='))?.slice('__Host-accessToken='.length) ?? '';
  return { authorization: `Bearer ${decodeURIComponent(token)}`, cookie: cookies.join('; ') };
}
