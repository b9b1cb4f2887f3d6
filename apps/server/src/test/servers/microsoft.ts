import type { TestFault } from '@checkwell/stand-ins/microsoft/faults';
import { startTestIssuer, type TestIssuer } from '@checkwell/stand-ins/microsoft/issuer';
import type { TestPerson } from '@checkwell/stand-ins/microsoft/people';
import type { LightMyRequestResponse } from 'fastify';
import type { TestClock } from '../clock.ts';
import type { Browser } from './identity-app.ts';

export const MICROSOFT_PUBLIC_URL = 'https://checks.example.be';

/** The test issuer, for a server whose PUBLIC_URL is `MICROSOFT_PUBLIC_URL`. */
export const testIssuer = (clock: TestClock, tenant?: string, people?: readonly TestPerson[]): Promise<TestIssuer> =>
  startTestIssuer({ clock, redirectUri: `${MICROSOFT_PUBLIC_URL}/microsoft`, ...(tenant && { tenant }), ...(people && { people }) });

/** What a person does in the window: the account that they choose, and what goes wrong. */
export interface Choice {
  readonly email: string;
  readonly fault?: TestFault;
  readonly vouched?: boolean;
  /** The account is one of the predefined people of the issuer. */
  readonly listed?: boolean;
}

/** Opens the address of the window and chooses an account, as a browser does. @returns the parameters of the redirect */
export async function choose(
  url: string,
  { email, fault, vouched = true, listed = false }: Choice,
): Promise<{ state: string; code: string }> {
  const page = await fetch(url);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`The issuer refused the request: ${page.status} ${html}`);
  const request = /name="request" value="([^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const person: Record<string, string> = listed
    ? { email }
    : { other: '1', otherEmail: email, firstName: 'An', lastName: 'Peeters', vouched: vouched ? '1' : '' };
  const answer = await fetch(new URL(url).origin + new URL(url).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ request, ...person, ...(fault && { fault }) }),
  });
  const target = new URL(answer.headers.get('location') ?? '');
  return { state: target.searchParams.get('state') ?? '', code: target.searchParams.get('code') ?? '' };
}

/** The steps from the button to Microsoft's answer. */
export async function askMicrosoft(browser: Browser, choice: Choice): Promise<{ state: string; code: string }> {
  const started = await browser.send('POST', '/auth/microsoft/start', { language: 'nl' });
  if (started.statusCode !== 200) throw new Error(`Start: ${started.statusCode} ${started.body}`);
  return choose(started.json<{ url: string }>().url, choice);
}

/** Signs in completely. @returns the answer of the server */
export async function signInWithMicrosoft(browser: Browser, choice: Choice): Promise<LightMyRequestResponse> {
  return browser.send('POST', '/auth/microsoft/complete', await askMicrosoft(browser, choice));
}
