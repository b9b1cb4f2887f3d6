import { DEMO_PASSWORD, demoAccounts } from '../apps/server/src/seed/accounts.ts';
import { COMPANIES } from '../apps/server/src/seed/names.ts';

/** Signs in to a demo that runs; the token goes in the header, the rest of the cookies as a browser would send them. */
export async function headersOf(address: string, name: string): Promise<{ readonly authorization: string; readonly cookie: string }> {
  const email = demoAccounts(COMPANIES).find((account) => account.email.startsWith(`${name}@`))?.email;
  const answer = await fetch(`${address}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in of ${name}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('__Host-accessToken='))?.slice('__Host-accessToken='.length) ?? '';
  return { authorization: `Bearer ${decodeURIComponent(token)}`, cookie: cookies.join('; ') };
}
