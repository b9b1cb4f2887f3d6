import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { BrowserContextOptions } from '@playwright/test';
import { DEMO_PASSWORD } from '../../apps/server/src/seed/accounts.ts';

export interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly issues?: readonly { readonly path: string; readonly message: string }[] };
  }[];
}

/** A session without a browser, for preparations of a test. */
export interface ApiSession {
  /** Sends a GraphQL request as this user. */
  readonly ask: <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Answer<Data>>;
  /** Cookies and local storage of a browser with this session and language. */
  readonly browserState: (language: InterfaceLanguage) => NonNullable<BrowserContextOptions['storageState']>;
}

/** Local storage of a browser without a session: the language. */
export const visitorState = (baseURL: string, language: InterfaceLanguage): NonNullable<BrowserContextOptions['storageState']> => ({
  cookies: [],
  origins: [{ origin: baseURL, localStorage: [{ name: 'language', value: language }] }],
});

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly httpOnly: boolean;
}

/** @throws {Error} when the password is refused */
async function cookiesOf(baseURL: string, email: string): Promise<readonly Cookie[]> {
  const answer = await fetch(`${baseURL}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseURL },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), httpOnly: attributes.includes('HttpOnly') };
  });
}

/**
 * Signs in without a browser.
 * @param baseURL of the server under test
 * @throws {Error} when the password is refused
 */
export async function signedIn(baseURL: string, { email }: { readonly email: string }): Promise<ApiSession> {
  const cookies = await cookiesOf(baseURL, email);
  let current = cookies;
  const post = (query: string, variables: Readonly<Record<string, unknown>>): Promise<Response> => {
    const token = current.find(({ name }) => name === '__Host-accessToken')?.value ?? '';
    return fetch(`${baseURL}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${decodeURIComponent(token)}`,
        cookie: current.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify({ query, variables }),
    });
  };
  return {
    ask: async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}) => {
      let response = await post(query, variables);
      // Tokens expire after minutes; signs in again.
      if (response.status === 401) {
        current = await cookiesOf(baseURL, email);
        response = await post(query, variables);
      }
      return (await response.json()) as Answer<Data>;
    },
    browserState: (language) => ({
      cookies: cookies.map((cookie) => ({
        ...cookie,
        domain: 'localhost',
        path: '/',
        expires: -1,
        secure: true,
        sameSite: 'Strict' as const,
      })),
      origins: [
        {
          origin: baseURL,
          localStorage: [
            { name: 'session', value: '1' },
            { name: 'language', value: language },
          ],
        },
      ],
    }),
  };
}
