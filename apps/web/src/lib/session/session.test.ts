import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../test/fixtures/memory-store.ts';
import { createSession, type Session, TOKEN_COOKIE } from './session.ts';
import type { SessionEnvironment } from './session-environment.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

interface TokenOptions {
  sub?: string;
  aud?: string;
  name?: string;
  lifetime?: number;
  issuedAt?: number;
}
function tokenOf({ sub = 'anna', aud, name, lifetime = 600, issuedAt = NOW / 1000 }: TokenOptions = {}): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'ES256' })}.${encode({ sub, aud, name, iat: issuedAt, exp: issuedAt + lifetime })}.signature`;
}

/** A browser: its tabs share cookies, local storage and a BroadcastChannel. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly local = new MemoryStore();
  readonly requests: string[] = [];
  readonly channels = new Set<{ onmessage: ((event: MessageEvent) => unknown) | null }>();
  time = NOW;
  /** The response of the server; sets cookies itself. */
  answer: (path: string) => Response = () => new Response(null, { status: 401 });

  setToken(token: string): void {
    this.cookies.set(TOKEN_COOKIE, token);
  }

  /** @param tab the session storage of the tab, with the data of the former page */
  tab(
    path = '/checks',
    tab = new MemoryStore(),
  ): {
    session: Session;
    tab: MemoryStore;
    navigations: string[];
    blanked: () => boolean;
    timers: { run: () => void; wait: number }[];
  } {
    const navigations: string[] = [];
    let isBlank = false;
    const timers: { run: () => void; wait: number }[] = [];
    const channel = {
      onmessage: null as ((event: MessageEvent) => unknown) | null,
      postMessage: (data: unknown) => {
        for (const other of this.channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent);
      },
    };
    this.channels.add(channel);
    const environment: SessionEnvironment = {
      cookies: {
        read: () => [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        write: (cookie) => {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
          if (cookie.includes('Max-Age=0')) this.cookies.delete(name);
          else this.cookies.set(name, value);
        },
      },
      local: this.local,
      tab,
      clock: { now: () => new Date(this.time), today: () => '2026-11-21' },
      fetch: async (input) => {
        this.requests.push(String(input));
        return this.answer(String(input));
      },
      channel,
      locks: undefined,
      location: {
        path: () => path,
        go: (target) => void navigations.push(target),
        blank: () => {
          isBlank = true;
        },
      },
      setTimer: (run, wait) => void timers.push({ run, wait }),
    };
    return { session: createSession(environment), tab, navigations, blanked: () => isBlank, timers };
  }
}

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('the Authorization header', () => {
  it('is empty without a token', async () => {
    expect(await browser.tab().session.authorization()).toBe('');
  });

  it('prefers the token of the cookie to that of local storage', async () => {
    browser.local.set('accessToken', 'stored');
    expect(await browser.tab().session.authorization()).toBe('Bearer stored');
    browser.setToken('cookie');
    expect(await browser.tab().session.authorization()).toBe('Bearer cookie');
  });

  it('falls back to the token of a link', async () => {
    browser.local.set('ACCESS_TOKEN', 'link');
    expect(await browser.tab().session.authorization()).toBe('Bearer link');
  });

  it('waits for a new token when the cookie has expired while the machine was asleep', async () => {
    browser.local.set('session', '1');
    browser.answer = () => {
      browser.setToken(tokenOf());
      return new Response('{}');
    };
    expect(await browser.tab().session.authorization()).toBe(`Bearer ${tokenOf()}`);
    expect(browser.requests).toEqual(['/auth/session/refresh']);
  });

  it.each([0, 429, 503])('is not sent, and the request fails, when the token has expired and its renewal gets %i', async (status) => {
    browser.answer = () => {
      if (status === 0) throw new TypeError('network');
      return new Response(null, { status });
    };
    const { session, navigations } = browser.tab();
    browser.setToken(tokenOf());
    session.started();
    browser.cookies.clear();
    await expect(session.authorization()).rejects.toThrow(TypeError);
    expect([browser.local.get('session'), navigations]).toEqual(['1', []]);
    browser.answer = () => new Response(null, { status: 401 });
    expect(await session.authorization()).toBe('');
  });

  it('is empty on the sign-in page when the old session could not be checked', async () => {
    browser.local.set('session', '1');
    browser.answer = () => new Response(null, { status: 503 });
    expect(await browser.tab('/').session.authorization()).toBe('');
  });
});

describe('the end of a session', () => {
  it('removes the token cookie, the stored tokens and the company, and goes to /', () => {
    browser.setToken(tokenOf());
    browser.local.set('accessToken', 'a').set('ACCESS_TOKEN', 'b').set('companyId', 'c1').set('session', '1');
    browser.local.set('language', 'nl').set('colorMode', 'dark').set('recentChoices', '[]');
    const { session, navigations } = browser.tab();
    session.end('expired');
    expect(browser.cookies.size).toBe(0);
    expect([...browser.local.keys()]).toEqual(['language', 'colorMode']);
    expect(navigations).toEqual(['/']);
  });

  it('does not navigate on the sign-in page, which would loop', () => {
    const { session, navigations } = browser.tab('/?x=1');
    session.end('expired');
    expect(navigations).toEqual([]);
  });

  it('reaches the other tabs', async () => {
    browser.setToken(tokenOf());
    const other = browser.tab('/reports');
    await other.session.settle();
    const here = browser.tab('/checks');
    here.session.end('expired');
    // The page is blanked before the navigation.
    expect(other.navigations).toEqual([]);
    expect([here, other].map(({ blanked, session }) => [blanked(), session.isLeaving()])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const { run } of other.timers) run();
    expect(other.navigations).toEqual(['/']);
  });

  it('keeps drafts and the return path after an expiry, but not after a sign-out', async () => {
    browser.setToken(tokenOf());
    const expired = browser.tab('/checks/new?step=2');
    expired.tab.set('draft:order', '{}');
    expired.session.end('expired');
    expect(expired.tab.get('draft:order')).toBe('{}');
    expect(expired.session.takeNotice()).toBe('expired');
    expect(expired.session.takeReturnPath()).toBe('/checks/new?step=2');

    browser.setToken(tokenOf());
    const signedOut = browser.tab('/checks/new');
    await signedOut.session.settle();
    signedOut.tab.set('draft:order', '{}');
    browser.local.set('draft:anna::times-1', '{}');
    signedOut.session.end('signedOut');
    expect(signedOut.tab.size).toBe(0);
    expect(browser.local.has('draft:anna::times-1')).toBe(false);
    expect(signedOut.session.takeReturnPath()).toBe('/_app');
  });

  it('is a sign-out in every tab, even if a refused request arrives before the message to the tabs', async () => {
    browser.setToken(tokenOf());
    browser.local.set('session', '1');
    const other = browser.tab('/checks/new');
    await other.session.settle();
    other.tab.set('draft:order', '{}');
    const here = browser.tab('/checks');
    here.tab.set('draft:order', '{}');
    const pending: Promise<unknown>[] = [];
    browser.answer = () => {
      // The server has ended the session, and refuses streams and requests of both tabs before this response arrives.
      expect([here.session.isLeaving(), other.session.isLeaving()]).toEqual([true, true]);
      browser.cookies.clear();
      pending.push(here.session.renew(), other.session.authorization());
      other.session.end('expired');
      here.session.end('expired');
      return new Response(null, { status: 204 });
    };
    await here.session.signOut();
    expect(await Promise.all(pending)).toEqual([false, '']);
    expect(browser.requests, 'no token is renewed').toEqual(['/auth/sign-out']);
    for (const { session, tab, navigations } of [here, other]) {
      expect(tab.size).toBe(0);
      expect(session.takeNotice()).toBeUndefined();
      expect(new Set(navigations)).toEqual(new Set(['/']));
    }
  });

  it.each([0, 429, 503])(
    'happens in the browser even if the server answers %i, and is repeated until the server accepts it',
    async (status) => {
      browser.setToken(tokenOf());
      browser.answer = () => {
        if (status === 0) throw new TypeError('network');
        return new Response(null, { status });
      };
      const { session, navigations } = browser.tab();
      await session.signOut();
      expect(browser.cookies.size).toBe(0);
      expect(navigations).toEqual(['/']);
      // The next page repeats the request until the server accepts it.
      const next = browser.tab('/');
      expect(await next.session.settle()).toBe('signedOut');
      expect(next.timers).toHaveLength(1);
      browser.answer = () => new Response(null, { status: 204 });
      next.timers.shift()?.run();
      expect(browser.requests).toEqual(['/auth/sign-out', '/auth/sign-out', '/auth/sign-out']);
      await Promise.resolve();
      expect(next.timers).toEqual([]);
      await browser.tab('/').session.settle();
      expect(browser.requests).toHaveLength(3);
    },
  );

  it('that did not reach the server is not repeated for a session that was started since', async () => {
    browser.setToken(tokenOf());
    browser.answer = () => new Response(null, { status: 503 });
    await browser.tab().session.signOut();
    const next = browser.tab('/');
    await next.session.settle();
    browser.setToken(tokenOf({ sub: 'bert' }));
    next.session.started();
    for (const { run } of next.timers.splice(0)) run();
    expect(browser.requests.filter((path) => path === '/auth/sign-out')).toHaveLength(2);
  });
});

describe('renewal', () => {
  it('is scheduled a minute before the token expires, counted from its arrival', () => {
    browser.setToken(tokenOf({ issuedAt: NOW / 1000 - 7200 })); // this machine's clock is two hours ahead
    const { session, timers } = browser.tab();
    session.started();
    expect(timers.map(({ wait }) => wait)).toEqual([540_000]);
  });

  it('gets a new token and schedules the next renewal', async () => {
    browser.setToken(tokenOf());
    const { session, timers } = browser.tab();
    session.started();
    browser.time += 540_000;
    browser.answer = () => {
      browser.setToken(tokenOf({ issuedAt: browser.time / 1000 }));
      return new Response('{}');
    };
    await session.renewIfDue();
    expect(browser.requests).toEqual(['/auth/session/refresh']);
    expect(timers).toHaveLength(2);
  });

  it('sends no request before it is due', async () => {
    browser.setToken(tokenOf());
    const { session } = browser.tab();
    session.started();
    await session.renewIfDue();
    expect(browser.requests).toEqual([]);
  });

  it('sends one request for concurrent callers', async () => {
    browser.local.set('session', '1');
    browser.answer = () => {
      browser.setToken(tokenOf());
      return new Response('{}');
    };
    const { session } = browser.tab();
    await Promise.all([session.authorization(), session.authorization(), session.ensure()]);
    expect(browser.requests).toHaveLength(1);
  });

  it.each([0, 429, 500, 503])('keeps the session when the response is %i', async (status) => {
    browser.local.set('session', '1');
    browser.setToken(tokenOf());
    browser.answer = () => {
      if (status === 0) throw new TypeError('network');
      return new Response(null, { status });
    };
    const { session, navigations, timers } = browser.tab();
    expect(await session.renew()).toBe(true);
    expect(browser.local.get('session')).toBe('1');
    expect(navigations).toEqual([]);
    expect(timers).toHaveLength(1);
  });

  it('ends the session when the server refuses it', async () => {
    browser.local.set('session', '1');
    const { session } = browser.tab();
    expect(await session.ensure()).toBe(false);
    expect(browser.local.has('session')).toBe(false);
    expect(await session.ensure()).toBe(false);
    expect(browser.requests).toHaveLength(1);
  });

  it('sends no request for a visitor who never signed in', async () => {
    expect(await browser.tab('/').session.settle()).toBe('signedOut');
    expect(browser.requests).toEqual([]);
  });
});

describe('a token of a link', () => {
  const handoff = tokenOf({ sub: 'bram', aud: 'handoff', name: 'Bram Claes' });
  const accept = (): void => {
    browser.answer = () => {
      browser.setToken(tokenOf({ sub: 'bram' }));
      return new Response('{}');
    };
  };

  it('of another account needs a confirmation', async () => {
    browser.local.set('ACCESS_TOKEN', handoff).set('account', 'anna');
    const { session } = browser.tab();
    expect(await session.settle()).toBe('ask');
    expect(session.linkDecision()).toEqual({ kind: 'ask', name: 'Bram Claes' });
    expect(browser.requests).toEqual([]);
  });

  it('needs a confirmation in a browser without a known account', () => {
    browser.local.set('ACCESS_TOKEN', 'opaque');
    expect(browser.tab().session.linkDecision()).toEqual({ kind: 'ask', name: undefined });
  });

  it('that is invalid does not end the session', async () => {
    browser.setToken(tokenOf({ sub: 'bram' }));
    browser.local.set('ACCESS_TOKEN', 'garbage').set('session', '1');
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('that cannot be decoded needs a confirmation when the session has ended', async () => {
    browser.answer = () => new Response('{}', { status: 401 });
    browser.local.set('ACCESS_TOKEN', 'opaque').set('session', '1');
    expect(await browser.tab().session.settle()).toBe('ask');
    expect(browser.local.get('ACCESS_TOKEN')).toBe('opaque');
  });

  it('of the last used account is exchanged for a session', async () => {
    accept();
    browser.local.set('ACCESS_TOKEN', handoff).set('account', 'bram');
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.requests).toEqual(['/auth/handoff']);
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('of the signed-in account is dropped', async () => {
    browser.setToken(tokenOf({ sub: 'bram' }));
    browser.local.set('ACCESS_TOKEN', handoff);
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.requests).toEqual([]);
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('signs in after the confirmation, and deletes the data of the former account', async () => {
    accept();
    browser.local.set('ACCESS_TOKEN', handoff).set('account', 'anna').set('companyId', 'c1').set('recentChoices', '[]');
    const { session, tab } = browser.tab();
    tab.set('draft:order', '{}');
    expect(await session.acceptLink()).toBe(true);
    expect(browser.local.get('account')).toBe('bram');
    expect(browser.local.has('companyId')).toBe(false);
    expect(browser.local.has('recentChoices')).toBe(false);
    expect(tab.has('draft:order')).toBe(false);
  });

  it('that the server refuses leads to the sign-in', async () => {
    browser.answer = () => new Response('{}', { status: 422 });
    browser.local.set('ACCESS_TOKEN', handoff);
    const { session } = browser.tab();
    expect(await session.acceptLink()).toBe(false);
    expect(session.linkDecision()).toEqual({ kind: 'none' });
  });

  it('is kept for a retry when the server fails', async () => {
    browser.answer = () => new Response('{}', { status: 503 });
    browser.local.set('ACCESS_TOKEN', handoff);
    const { session } = browser.tab();
    await expect(session.acceptLink()).rejects.toThrow('Response not successful: Received status code 503');
    expect(browser.local.has('ACCESS_TOKEN')).toBe(true);
  });

  it('that is not a handoff is sent unchanged, once confirmed', async () => {
    browser.local.set('ACCESS_TOKEN', 'external');
    const { session } = browser.tab();
    expect(await session.acceptLink()).toBe(true);
    expect(await session.settle()).toBe('signedIn');
    expect(await session.authorization()).toBe('Bearer external');
    expect(browser.requests).toEqual([]);
  });
});

describe('signing in', () => {
  it('fails when the browser has refused the cookies', () => {
    const { session } = browser.tab('/');
    expect(() => session.started()).toThrow(expect.objectContaining({ code: 'web.cookiesRefused' }));
    expect(browser.local.has('session')).toBe(false);
  });

  it('navigates another tab that shows the sign-in page', () => {
    const waiting = browser.tab('/');
    const here = browser.tab('/');
    browser.setToken(tokenOf());
    here.session.started();
    for (const { run } of waiting.timers) run();
    expect(waiting.navigations).toEqual(['/_app']);
    expect(waiting.blanked()).toBe(false);
  });

  it('after an expiry returns every tab to its page', async () => {
    browser.setToken(tokenOf());
    browser.local.set('account', 'anna');
    const before = [browser.tab('/checks/new?step=2'), browser.tab('/employees?q=jan')];
    for (const { session } of before) session.end('expired');
    const [here, waiting] = before.map(({ tab }) => browser.tab('/', tab));
    browser.setToken(tokenOf());
    here?.session.started();
    for (const { run } of waiting?.timers ?? []) run();
    expect(here?.session.takeReturnPath()).toBe('/checks/new?step=2');
    expect(waiting?.navigations).toEqual(['/employees?q=jan']);
  });

  it('as another user clears the screens of the other tabs', async () => {
    browser.local.set('account', 'anna');
    browser.setToken(tokenOf());
    const other = browser.tab('/checks');
    await other.session.settle();
    other.tab.set('draft:anna:order', '{}').set('returnTo', '/checks/new');
    const here = browser.tab('/');
    browser.setToken(tokenOf({ sub: 'bram' }));
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.navigations).toEqual(['/_app']);
    expect([...other.tab.keys()]).toEqual([]);
    expect(other.blanked()).toBe(true);
    expect(other.session.isLeaving()).toBe(true);
    // Until the navigation, the screen still writes data of the old account.
    expect(other.session.account()).toBe('anna');
    expect(here.session.account()).toBe('bram');
  });

  it.each(['another user', 'another user, and signing out again'])(
    'as %s keeps the data of a visitor in another tab, and deletes that of the account there',
    (what) => {
      browser.local.set('account', 'anna');
      const visitor = browser.tab('/one-shot-check');
      visitor.tab.set('draft:anna:order', '{}').set('list:/checks', '{}').set('visitorDraft:one-shot', '{}').set('returnTo', '/checks/new');
      const here = browser.tab('/');
      browser.setToken(tokenOf({ sub: 'bram' }));
      here.session.started();
      if (what !== 'another user') here.session.end('signedOut');
      for (const { run } of visitor.timers) run();
      expect(visitor.navigations).toEqual([]);
      expect([visitor.blanked(), visitor.session.isLeaving()]).toEqual([false, false]);
      expect([...visitor.tab.keys()]).toEqual(['visitorDraft:one-shot']);
      expect(visitor.session.account()).toBeUndefined();
    },
  );

  it('as another user also clears a visitor page in a tab where an account was open before', async () => {
    browser.setToken(tokenOf());
    const other = browser.tab('/one-shot-check');
    // The user returned here from the screens of the account, which are still in the history.
    await other.session.settle();
    other.tab.set('visitorDraft:one-shot', '{}');
    const here = browser.tab('/');
    browser.setToken(tokenOf({ sub: 'bram' }));
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.navigations).toEqual(['/_app']);
    expect([...other.tab.keys()]).toEqual([]);
    expect(other.blanked()).toBe(true);
  });

  it('navigates a tab that waits at the sign-in page, and deletes its draft', () => {
    const waiting = browser.tab('/');
    waiting.tab.set('visitorDraft:sign-up', '{}');
    browser.setToken(tokenOf());
    browser.tab('/').session.started();
    for (const { run } of waiting.timers) run();
    expect(waiting.navigations).toEqual(['/_app']);
    expect([...waiting.tab.keys()]).toEqual([]);
  });

  it('again as the same user does not change the other tabs', () => {
    browser.local.set('account', 'anna');
    const other = browser.tab('/checks');
    const here = browser.tab('/');
    browser.setToken(tokenOf());
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.navigations).toEqual([]);
    expect([other.blanked(), other.session.isLeaving()]).toEqual([false, false]);
  });

  it('does not return to another site', () => {
    const { session } = browser.tab();
    session.setReturnPath('//evil.example/x');
    expect(session.takeReturnPath()).toBe('/_app');
  });
});

it('switching the company notifies every tab', () => {
  const other = browser.tab();
  const here = browser.tab();
  const seen: (string | undefined)[] = [];
  other.session.subscribe(() => seen.push(other.session.companyId()));
  here.session.setCompanyId('c2');
  expect(browser.local.get('companyId')).toBe('c2');
  expect(seen).toEqual(['c2']);
});
