import { beforeEach, describe, expect, it } from 'vitest';
import { createSession, type Session, TOKEN_COOKIE } from './session.ts';
import type { SessionEnvironment } from './session-environment.ts';
import type { KeyValueStore } from './storage.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');

class Store extends Map<string, string> implements KeyValueStore {
  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.set(key, value);
  }
  removeItem(key: string): void {
    this.delete(key);
  }
  key(index: number): string | null {
    return [...this.keys()][index] ?? null;
  }
  get length(): number {
    return this.size;
  }
}

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

/** One browser: cookies and local storage shared by its tabs, a channel between them. */
class Browser {
  readonly cookies = new Map<string, string>();
  readonly local = new Store();
  readonly requests: string[] = [];
  readonly channels = new Set<{ onmessage: ((event: MessageEvent) => unknown) | null }>();
  time = NOW;
  /** What the server does with a request; sets cookies itself. */
  answer: (path: string) => Response = () => new Response(null, { status: 401 });

  setToken(token: string): void {
    this.cookies.set(TOKEN_COOKIE, token);
  }

  /** @param tab what the tab remembers of the page before */
  tab(
    path = '/checks',
    tab = new Store(),
  ): {
    session: Session;
    tab: Store;
    gone: string[];
    blanked: () => boolean;
    timers: { run: () => void; wait: number }[];
  } {
    const gone: string[] = [];
    let blank = false;
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
        go: (target) => void gone.push(target),
        blank: () => {
          blank = true;
        },
      },
      setTimer: (run, wait) => void timers.push({ run, wait }),
    };
    return { session: createSession(environment), tab, gone, blanked: () => blank, timers };
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

  it('carries the token of the cookie before that of local storage', async () => {
    browser.local.set('accessToken', 'stored');
    expect(await browser.tab().session.authorization()).toBe('Bearer stored');
    browser.setToken('cookie');
    expect(await browser.tab().session.authorization()).toBe('Bearer cookie');
  });

  it('falls back to the token of a link', async () => {
    browser.local.set('ACCESS_TOKEN', 'link');
    expect(await browser.tab().session.authorization()).toBe('Bearer link');
  });

  it('waits for a new token when the cookie ran out while the machine slept', async () => {
    browser.local.set('session', '1');
    browser.answer = () => {
      browser.setToken(tokenOf());
      return new Response('{}');
    };
    expect(await browser.tab().session.authorization()).toBe(`Bearer ${tokenOf()}`);
    expect(browser.requests).toEqual(['/auth/session/refresh']);
  });

  it.each([0, 429, 503])('is none, and the request fails, when the token ran out and asking for another gets %i', async (status) => {
    browser.answer = () => {
      if (status === 0) throw new TypeError('network');
      return new Response(null, { status });
    };
    const { session, gone } = browser.tab();
    browser.setToken(tokenOf());
    session.started();
    browser.cookies.clear();
    await expect(session.authorization()).rejects.toThrow(TypeError);
    expect([browser.local.get('session'), gone]).toEqual(['1', []]);
    browser.answer = () => new Response(null, { status: 401 });
    expect(await session.authorization()).toBe('');
  });

  it('is empty for somebody at the sign-in whose old session nobody could be asked about', async () => {
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
    const { session, gone } = browser.tab();
    session.end('expired');
    expect(browser.cookies.size).toBe(0);
    expect([...browser.local.keys()]).toEqual(['language', 'colorMode']);
    expect(gone).toEqual(['/']);
  });

  it('stays where it is on the sign-in page, so that nothing loops', () => {
    const { session, gone } = browser.tab('/?x=1');
    session.end('expired');
    expect(gone).toEqual([]);
  });

  it('reaches the other tabs', async () => {
    browser.setToken(tokenOf());
    const other = browser.tab('/reports');
    await other.session.settle();
    const here = browser.tab('/checks');
    here.session.end('expired');
    // Before the next page has come, nothing of this one is shown.
    expect(other.gone).toEqual([]);
    expect([here, other].map(({ blanked, session }) => [blanked(), session.isLeaving()])).toEqual([
      [true, true],
      [true, true],
    ]);
    for (const { run } of other.timers) run();
    expect(other.gone).toEqual(['/']);
  });

  it('keeps drafts and the way back when it expired, not when somebody signed out', async () => {
    browser.setToken(tokenOf());
    const expired = browser.tab('/checks/new?step=2');
    expired.tab.set('draft:order', '{}');
    expired.session.end('expired');
    expect(expired.tab.get('draft:order')).toBe('{}');
    expect(expired.session.takeNotice()).toBe('expired');
    expect(expired.session.takeReturnPath()).toBe('/checks/new?step=2');

    browser.setToken(tokenOf());
    const left = browser.tab('/checks/new');
    await left.session.settle();
    left.tab.set('draft:order', '{}');
    browser.local.set('draft:anna::times-1', '{}');
    left.session.end('signedOut');
    expect(left.tab.size).toBe(0);
    expect(browser.local.has('draft:anna::times-1')).toBe(false);
    expect(left.session.takeReturnPath()).toBe('/_app');
  });

  it('is a sign-out in every tab, also when a refusal of the server is faster than the word', async () => {
    browser.setToken(tokenOf());
    browser.local.set('session', '1');
    const other = browser.tab('/checks/new');
    await other.session.settle();
    other.tab.set('draft:order', '{}');
    const here = browser.tab('/checks');
    here.tab.set('draft:order', '{}');
    const asked: Promise<unknown>[] = [];
    browser.answer = () => {
      // The session is gone on the server; streams and questions of both tabs are refused before the answer is here.
      expect([here.session.isLeaving(), other.session.isLeaving()]).toEqual([true, true]);
      browser.cookies.clear();
      asked.push(here.session.renew(), other.session.authorization());
      other.session.end('expired');
      here.session.end('expired');
      return new Response(null, { status: 204 });
    };
    await here.session.signOut();
    expect(await Promise.all(asked)).toEqual([false, '']);
    expect(browser.requests, 'nothing is renewed any more').toEqual(['/auth/sign-out']);
    for (const { session, tab, gone } of [here, other]) {
      expect(tab.size).toBe(0);
      expect(session.takeNotice()).toBeUndefined();
      expect(new Set(gone)).toEqual(new Set(['/']));
    }
  });

  it.each([0, 429, 503])('happens here even when the server answers %i, and there as soon as it can', async (status) => {
    browser.setToken(tokenOf());
    browser.answer = () => {
      if (status === 0) throw new TypeError('network');
      return new Response(null, { status });
    };
    const { session, gone } = browser.tab();
    await session.signOut();
    expect(browser.cookies.size).toBe(0);
    expect(gone).toEqual(['/']);
    // The page that comes next asks again, until the server has done it.
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
  });

  it('that the server has not heard of is not carried out on the session that somebody began since', async () => {
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
  it('is planned a minute before the token ends, by the clock of its arrival', () => {
    browser.setToken(tokenOf({ issuedAt: NOW / 1000 - 7200 })); // this machine's clock is two hours ahead
    const { session, timers } = browser.tab();
    session.started();
    expect(timers.map(({ wait }) => wait)).toEqual([540_000]);
  });

  it('gets a new token and plans the next', async () => {
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

  it('asks nothing before it is due', async () => {
    browser.setToken(tokenOf());
    const { session } = browser.tab();
    session.started();
    await session.renewIfDue();
    expect(browser.requests).toEqual([]);
  });

  it('sends one request however many ask at the same time', async () => {
    browser.local.set('session', '1');
    browser.answer = () => {
      browser.setToken(tokenOf());
      return new Response('{}');
    };
    const { session } = browser.tab();
    await Promise.all([session.authorization(), session.authorization(), session.ensure()]);
    expect(browser.requests).toHaveLength(1);
  });

  it.each([0, 429, 500, 503])('leaves the session alone when the answer is %i', async (status) => {
    browser.local.set('session', '1');
    browser.setToken(tokenOf());
    browser.answer = () => {
      if (status === 0) throw new TypeError('network');
      return new Response(null, { status });
    };
    const { session, gone, timers } = browser.tab();
    expect(await session.renew()).toBe(true);
    expect(browser.local.get('session')).toBe('1');
    expect(gone).toEqual([]);
    expect(timers).toHaveLength(1);
  });

  it('knows that there is no session any more when the server says so', async () => {
    browser.local.set('session', '1');
    const { session } = browser.tab();
    expect(await session.ensure()).toBe(false);
    expect(browser.local.has('session')).toBe(false);
    expect(await session.ensure()).toBe(false);
    expect(browser.requests).toHaveLength(1);
  });

  it('asks nothing for a visitor who never signed in', async () => {
    expect(await browser.tab('/').session.settle()).toBe('signedOut');
    expect(browser.requests).toEqual([]);
  });
});

describe('a token that came in by a link', () => {
  const handoff = tokenOf({ sub: 'bram', aud: 'handoff', name: 'Bram Claes' });
  const accept = (): void => {
    browser.answer = () => {
      browser.setToken(tokenOf({ sub: 'bram' }));
      return new Response('{}');
    };
  };

  it('of another account is asked about and never used silently', async () => {
    browser.local.set('ACCESS_TOKEN', handoff).set('account', 'anna');
    const { session } = browser.tab();
    expect(await session.settle()).toBe('ask');
    expect(session.linkDecision()).toEqual({ kind: 'ask', name: 'Bram Claes' });
    expect(browser.requests).toEqual([]);
  });

  it('is asked about in a browser that knows nobody yet', () => {
    browser.local.set('ACCESS_TOKEN', 'opaque');
    expect(browser.tab().session.linkDecision()).toEqual({ kind: 'ask', name: undefined });
  });

  it('that is none takes nobody out of their session', async () => {
    browser.setToken(tokenOf({ sub: 'bram' }));
    browser.local.set('ACCESS_TOKEN', 'garbage').set('session', '1');
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('that nobody can read is asked about when the session turns out to be over', async () => {
    browser.answer = () => new Response('{}', { status: 401 });
    browser.local.set('ACCESS_TOKEN', 'opaque').set('session', '1');
    expect(await browser.tab().session.settle()).toBe('ask');
    expect(browser.local.get('ACCESS_TOKEN')).toBe('opaque');
  });

  it('of the account used last is swapped for a session', async () => {
    accept();
    browser.local.set('ACCESS_TOKEN', handoff).set('account', 'bram');
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.requests).toEqual(['/auth/handoff']);
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('of the account that is signed in is dropped', async () => {
    browser.setToken(tokenOf({ sub: 'bram' }));
    browser.local.set('ACCESS_TOKEN', handoff);
    expect(await browser.tab().session.settle()).toBe('signedIn');
    expect(browser.requests).toEqual([]);
    expect(browser.local.has('ACCESS_TOKEN')).toBe(false);
  });

  it('signs in after the question, and forgets what the account before left behind', async () => {
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

  it('is kept for another try when the server is in trouble', async () => {
    browser.answer = () => new Response('{}', { status: 503 });
    browser.local.set('ACCESS_TOKEN', handoff);
    const { session } = browser.tab();
    await expect(session.acceptLink()).rejects.toThrow('Response not successful: Received status code 503');
    expect(browser.local.has('ACCESS_TOKEN')).toBe(true);
  });

  it('that is no handoff is sent as it is, once accepted', async () => {
    browser.local.set('ACCESS_TOKEN', 'external');
    const { session } = browser.tab();
    expect(await session.acceptLink()).toBe(true);
    expect(await session.settle()).toBe('signedIn');
    expect(await session.authorization()).toBe('Bearer external');
    expect(browser.requests).toEqual([]);
  });
});

describe('signing in', () => {
  it('without the cookies, which the browser refused, is no session', () => {
    const { session } = browser.tab('/');
    expect(() => session.started()).toThrow(expect.objectContaining({ code: 'web.cookiesRefused' }));
    expect(browser.local.has('session')).toBe(false);
  });

  it('brings a tab that shows the sign-in page along', () => {
    const waiting = browser.tab('/');
    const here = browser.tab('/');
    browser.setToken(tokenOf());
    here.session.started();
    for (const { run } of waiting.timers) run();
    expect(waiting.gone).toEqual(['/_app']);
    expect(waiting.blanked()).toBe(false);
  });

  it('after an expiry brings every tab back to where it was', async () => {
    browser.setToken(tokenOf());
    browser.local.set('account', 'anna');
    const before = [browser.tab('/checks/new?step=2'), browser.tab('/employees?q=jan')];
    for (const { session } of before) session.end('expired');
    const [here, waiting] = before.map(({ tab }) => browser.tab('/', tab));
    browser.setToken(tokenOf());
    here?.session.started();
    for (const { run } of waiting?.timers ?? []) run();
    expect(here?.session.takeReturnPath()).toBe('/checks/new?step=2');
    expect(waiting?.gone).toEqual(['/employees?q=jan']);
  });

  it('as somebody else clears the screens of the other tabs', async () => {
    browser.local.set('account', 'anna');
    browser.setToken(tokenOf());
    const other = browser.tab('/checks');
    await other.session.settle();
    other.tab.set('draft:anna:order', '{}').set('returnTo', '/checks/new');
    const here = browser.tab('/');
    browser.setToken(tokenOf({ sub: 'bram' }));
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.gone).toEqual(['/_app']);
    expect([...other.tab.keys()]).toEqual([]);
    expect(other.blanked()).toBe(true);
    expect(other.session.isLeaving()).toBe(true);
    // What its screen still writes until it is left is the old account's.
    expect(other.session.account()).toBe('anna');
    expect(here.session.account()).toBe('bram');
  });

  it.each(['somebody else', 'somebody, and out again'])('as %s leaves a visitor alone, and nothing of an account in that tab', (what) => {
    browser.local.set('account', 'anna');
    const visitor = browser.tab('/one-shot-check');
    visitor.tab.set('draft:anna:order', '{}').set('list:/checks', '{}').set('visitorDraft:one-shot', '{}').set('returnTo', '/checks/new');
    const here = browser.tab('/');
    browser.setToken(tokenOf({ sub: 'bram' }));
    here.session.started();
    if (what !== 'somebody else') here.session.end('signedOut');
    for (const { run } of visitor.timers) run();
    expect(visitor.gone).toEqual([]);
    expect([visitor.blanked(), visitor.session.isLeaving()]).toEqual([false, false]);
    expect([...visitor.tab.keys()]).toEqual(['visitorDraft:one-shot']);
    expect(visitor.session.account()).toBeUndefined();
  });

  it('in the tab that an account was opened in leaves no visitor alone there', async () => {
    browser.setToken(tokenOf());
    const other = browser.tab('/one-shot-check');
    // It came back here from the account's screens, which the browser still holds.
    await other.session.settle();
    other.tab.set('visitorDraft:one-shot', '{}');
    const here = browser.tab('/');
    browser.setToken(tokenOf({ sub: 'bram' }));
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.gone).toEqual(['/_app']);
    expect([...other.tab.keys()]).toEqual([]);
    expect(other.blanked()).toBe(true);
  });

  it('takes a page along that waits at the sign-in, without what somebody else typed before', () => {
    const waiting = browser.tab('/');
    waiting.tab.set('visitorDraft:sign-up', '{}');
    browser.setToken(tokenOf());
    browser.tab('/').session.started();
    for (const { run } of waiting.timers) run();
    expect(waiting.gone).toEqual(['/_app']);
    expect([...waiting.tab.keys()]).toEqual([]);
  });

  it('again as the same person leaves the other tabs as they are', () => {
    browser.local.set('account', 'anna');
    const other = browser.tab('/checks');
    const here = browser.tab('/');
    browser.setToken(tokenOf());
    here.session.started();
    for (const { run } of other.timers) run();
    expect(other.gone).toEqual([]);
    expect([other.blanked(), other.session.isLeaving()]).toEqual([false, false]);
  });

  it('never leads back to another site', () => {
    const { session } = browser.tab();
    session.setReturnPath('//evil.example/x');
    expect(session.takeReturnPath()).toBe('/_app');
  });
});

it('a switch of company is known to every tab', () => {
  const other = browser.tab();
  const here = browser.tab();
  const seen: (string | undefined)[] = [];
  other.session.subscribe(() => seen.push(other.session.companyId()));
  here.session.setCompanyId('c2');
  expect(browser.local.get('companyId')).toBe('c2');
  expect(seen).toEqual(['c2']);
});
