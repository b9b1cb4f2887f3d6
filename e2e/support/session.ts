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

/** Somebody who is signed in without a browser: for what a test needs and does not show. */
export interface ApiSession {
  /** Asks the API in this person's name. */
  readonly ask: <Data>(query: string, variables?: Readonly<Record<string, unknown>>) => Promise<Answer<Data>>;
  /** What a browser keeps of the session, and of its reader's language. */
  readonly browserState: (language: InterfaceLanguage) => NonNullable<BrowserContextOptions['storageState']>;
}

/** What a browser keeps of a visitor: the language. */
export const visitorState = (baseURL: string, language: InterfaceLanguage): NonNullable<BrowserContextOptions['storageState']> => ({
  cookies: [],
  origins: [{ origin: baseURL, localStorage: [{ name: 'language', value: language }] }],
});

/**
 * Signs in past the screens.
 * @param baseURL of the server under test
 * @throws {Error} when the password is refused
 */
export async function signedIn(baseURL: string, { email }: { readonly email: string }): Promise<ApiSession> {
  const answer = await fetch(`${baseURL}/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseURL },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Sign-in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at), value: pair.slice(at + 1), httpOnly: attributes.includes('HttpOnly') };
  });
  const token = cookies.find(({ name }) => name === '__Host-accessToken')?.value ?? '';
  return {
    ask: async <Data>(query: string, variables: Readonly<Record<string, unknown>> = {}) => {
      const response = await fetch(`${baseURL}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${decodeURIComponent(token)}`,
          cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify({ query, variables }),
      });
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
