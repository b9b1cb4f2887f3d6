import { useSyncExternalStore } from 'react';
import { ApiError } from '../api/api-error.ts';
import { clearAccountsIn, clearDraftsIn } from '../forms/draft-store.ts';
import { BROWSER_TAB, type SessionEnvironment } from './session-environment.ts';
import { FORGET, LOCAL, SESSION } from './storage.ts';
import { type Claims, decodeClaims, isHandoff } from './token.ts';

/** Readable carrier of the external access token; `__Host-` binds it to this host and to HTTPS (or loopback). */
export const TOKEN_COOKIE = '__Host-accessToken';

const EXPIRED_COOKIE = `${TOKEN_COOKIE}=; Max-Age=0; Path=/; Secure; SameSite=Strict`;

/** The token is renewed this long before it ends, so that no request carries one that is about to expire. */
const RENEW_BEFORE_MS = 60_000;
/** After a failure that says nothing about the session (network, 503), the next attempt waits this long. */
const RENEW_RETRY_MS = 10_000;

/** A tab that was notified of it waits this long before it loads another page: loading takes the machine's time, and the other tabs are notified too. */
const LEAVE_DELAY_MS = 150;

/** Where a missing second step is set up. */
const SECOND_STEP_PATH = '/second-step';

export type EndReason = 'signedOut' | 'expired';
type Message = { kind: 'ended'; reason: EndReason } | { kind: 'started'; account: string } | { kind: 'company' };

/** What an ACCESS_TOKEN from a link asks for: nothing, a silent sign-in, or the question "Continue as X?". */
export type LinkDecision = { kind: 'none' } | { kind: 'accept' } | { kind: 'ask'; name: string | undefined };

const isSignInPage = (path: string): boolean => path.split(/[?#]/)[0] === '/';

export type Session = ReturnType<typeof createSession>;

/**
 * The signed-in state of this browser (specification, sections 4 and 7; security.md 1B).
 * The token cookie is only a carrier: requests authenticate by their Authorization header alone.
 */
export function createSession(environment: SessionEnvironment) {
  const { cookies, local, tab, channel } = environment;
  let renewAt: number | undefined;
  let renewing: Promise<boolean> | undefined;
  /** Whether the last attempt to renew the token got no answer that says anything about the session. */
  let unreached = false;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    for (const listener of listeners) listener();
  };
  /** Whose data this tab may be showing. */
  let shownAccount = local.getItem(LOCAL.account) ?? '';
  /** Whether this page has been opened to an account since it was loaded; until then it holds nothing of one, only what a visitor typed. */
  let opened = false;
  const notify = (message: Message): void => channel?.postMessage(message);
  /** Why this tab is being left: until the page is gone, what is refused here is only an echo of that. */
  let leaving: EndReason | undefined;
  /** Whether somebody else has signed in since, so that this page must not show or write anything more. */
  let displaced = false;

  function cookieToken(): string {
    const entry = cookies
      .read()
      .split('; ')
      .find((part) => part.startsWith(`${TOKEN_COOKIE}=`));
    return entry ? decodeURIComponent(entry.slice(TOKEN_COOKIE.length + 1)) : '';
  }

  /** The cookie first, else what local storage holds under the access-token keys, else `''`. */
  function token(): string {
    return cookieToken() || (local.getItem(LOCAL.accessToken) ?? '') || (local.getItem(LOCAL.linkToken) ?? '');
  }

  function claims(): Claims | undefined {
    return decodeClaims(cookieToken() || (local.getItem(LOCAL.accessToken) ?? ''));
  }

  /** Lifetimes are measured from the moment of arrival, so a wrong clock on this machine costs nothing. */
  function planRenewal(fresh: boolean): void {
    const decoded = decodeClaims(cookieToken());
    if (decoded?.exp === undefined) {
      renewAt = undefined;
      return;
    }
    const now = environment.clock.now().getTime();
    const lifetime = fresh && decoded.iat !== undefined ? (decoded.exp - decoded.iat) * 1000 : decoded.exp * 1000 - now;
    const wait = Math.max(lifetime - RENEW_BEFORE_MS, fresh ? lifetime / 2 : 0);
    renewAt = now + wait;
    environment.setTimer(() => void renewIfDue(), wait);
  }

  async function renewIfDue(): Promise<void> {
    if (renewAt !== undefined && environment.clock.now().getTime() >= renewAt) await renew();
  }

  /**
   * A new token from the HttpOnly session cookie; one tab at a time, the others take over its result.
   * False when there is no session any more; a failure of the network or the server leaves the session alone.
   */
  function renew(): Promise<boolean> {
    if (leaving) return Promise.resolve(false);
    renewing ??= renewOnce().finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  async function renewOnce(): Promise<boolean> {
    const before = cookieToken();
    const attempt = async (): Promise<boolean> => {
      const now = cookieToken();
      if (now && now !== before) {
        planRenewal(true);
        return true;
      }
      let status: number;
      try {
        status = (await environment.fetch('/auth/session/refresh', { method: 'POST', credentials: 'same-origin' })).status;
      } catch {
        status = 0;
      }
      unreached = false;
      if (status >= 200 && status < 300 && cookieToken()) {
        planRenewal(true);
        changed();
        return true;
      }
      if (status >= 400 && status < 500 && status !== 429) {
        local.removeItem(LOCAL.session);
        return false;
      }
      unreached = true;
      renewAt = environment.clock.now().getTime() + RENEW_RETRY_MS;
      environment.setTimer(() => void renewIfDue(), RENEW_RETRY_MS);
      return cookieToken() !== '';
    };
    return environment.locks ? environment.locks.request('checkwell:renew', attempt) : attempt();
  }

  /** Whether somebody is signed in; asks for a new token first when the old one is gone and a session should exist. */
  async function ensure(): Promise<boolean> {
    if (cookieToken()) {
      if (renewAt === undefined) planRenewal(false);
      return true;
    }
    if (local.getItem(LOCAL.session) === '1' && ((await renew()) || opensWithoutNetwork())) return true;
    return (local.getItem(LOCAL.accessToken) ?? '') !== '';
  }

  /** Whether this phone keeps the account's missions, and for now nobody can be asked whether its session goes on (docs/decisions/0087). */
  function opensWithoutNetwork(): boolean {
    const [account, until] = (local.getItem(LOCAL.phone) ?? '').split(' ');
    return unreached && account === local.getItem(LOCAL.account) && environment.clock.now().getTime() < Number(until);
  }

  /**
   * Value of the Authorization header: `Bearer <token>`, or empty without a token (specification, section 7).
   * @throws {TypeError} as `fetch` without network, when the token ran out and nobody could be asked for a new one: without a token the
   *   server would refuse the request, and that refusal would end a session that may go on
   */
  async function authorization(): Promise<string> {
    if (local.getItem(LOCAL.session) === '1' && !cookieToken()) await renew();
    const current = token();
    const isOurs = opened && unreached && local.getItem(LOCAL.session) === '1';
    if (current === '' && (isOurs || opensWithoutNetwork())) throw new TypeError('The session could not be renewed.');
    return current ? `Bearer ${current}` : '';
  }

  /** Removes the account's drafts in this tab; a visitor's drafts stay. */
  const clearWork = (): void => {
    (opened ? clearDraftsIn : clearAccountsIn)(tab);
    clearAccountsIn(local);
  };

  function forget(reason: EndReason): void {
    cookies.write(EXPIRED_COOKIE);
    for (const key of [LOCAL.accessToken, LOCAL.linkToken, LOCAL.companyId, LOCAL.session, LOCAL.recent]) local.removeItem(key);
    renewAt = undefined;
    if (reason === 'signedOut') {
      if (local.getItem(LOCAL.phone) !== null) local.setItem(LOCAL.phone, `${FORGET}${local.getItem(LOCAL.account) ?? ''}`);
      clearWork();
      tab.removeItem(SESSION.returnTo);
      tab.removeItem(SESSION.notice);
    }
    changed();
  }

  /** @param fromOtherTab whether another tab says so */
  function leave(reason: EndReason, fromOtherTab = false): void {
    const path = environment.location.path();
    if (isSignInPage(path)) return;
    leaving = reason;
    if (reason === 'expired') {
      tab.setItem(SESSION.returnTo, path);
      tab.setItem(SESSION.notice, 'expired');
    }
    environment.location.blank();
    if (fromOtherTab) goDelayed('/');
    else environment.location.go('/');
  }

  const goDelayed = (path: string): void => environment.setTimer(() => environment.location.go(path), LEAVE_DELAY_MS);

  /**
   * Ends the session in every tab: token cookie, stored access token and companyId go, the browser goes to `/`
   * (specification, section 4). Drafts survive an expiry, so that no work is lost, but not a sign-out.
   */
  function end(cause: EndReason): void {
    const reason = leaving ?? cause;
    const wasKnown = token() !== '' || local.getItem(LOCAL.session) === '1';
    forget(reason);
    if (wasKnown) notify({ kind: 'ended', reason });
    leave(reason);
  }

  /** Nothing opens before the account has a second step: its page does, then comes back here (docs/decisions/0018). */
  function askForSecondStep(): void {
    const path = environment.location.path();
    if (path.startsWith(SECOND_STEP_PATH)) return;
    tab.setItem(SESSION.returnTo, path);
    environment.location.go(SECOND_STEP_PATH);
  }

  /**
   * To be called once the server has set the cookies of a new session.
   * @throws {ApiError} `web.cookiesRefused`: the browser did not keep them, and nobody is signed in here
   */
  function started(): void {
    if (cookieToken() === '') throw new ApiError('web.cookiesRefused', { status: 0 });
    const account = decodeClaims(cookieToken())?.sub ?? '';
    const previous = local.getItem(LOCAL.account);
    if (previous !== null && previous !== account) {
      // Somebody else's unsent forms and company are not this account's.
      clearDraftsIn(tab);
      clearAccountsIn(local);
      tab.removeItem(SESSION.returnTo);
      for (const key of [LOCAL.companyId, LOCAL.recent]) local.removeItem(key);
    }
    local.setItem(LOCAL.session, '1');
    if (account) local.setItem(LOCAL.account, account);
    shownAccount = account;
    opened = true;
    for (const key of [LOCAL.accessToken, LOCAL.linkToken, LOCAL.signingOut]) local.removeItem(key);
    tab.removeItem(SESSION.notice);
    leaving = undefined;
    planRenewal(true);
    notify({ kind: 'started', account });
    changed();
  }

  /** What to do with a token that came in by a link. */
  function linkDecision(): LinkDecision {
    const stored = local.getItem(LOCAL.linkToken);
    if (!stored) return { kind: 'none' };
    const decoded = decodeClaims(stored);
    // Somebody who is signed in does not lose their page to a text that is no token.
    if (!decoded && local.getItem(LOCAL.session)) return { kind: 'none' };
    const account = decodeClaims(cookieToken())?.sub ?? local.getItem(LOCAL.account);
    if (decoded?.sub !== undefined && decoded.sub === account) return { kind: 'accept' };
    return { kind: 'ask', name: decoded?.name ?? decoded?.email };
  }

  /**
   * Signs in with the token of a link, after the user agreed (or because it is the same account).
   * A handoff token is swapped for a session; any other token is kept and sent as it is.
   * False when the server refuses it.
   */
  async function acceptLink(): Promise<boolean> {
    const stored = local.getItem(LOCAL.linkToken);
    if (!stored) return false;
    const decoded = decodeClaims(stored);
    if (!isHandoff(decoded)) {
      for (const key of [LOCAL.linkToken, LOCAL.session, LOCAL.companyId]) local.removeItem(key);
      cookies.write(EXPIRED_COOKIE);
      local.setItem(LOCAL.accessToken, stored);
      shownAccount = decoded?.sub ?? '';
      if (shownAccount) local.setItem(LOCAL.account, shownAccount);
      changed();
      return true;
    }
    const response = await environment.fetch('/auth/handoff', {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: stored }),
    });
    if (response.status >= 500 || response.status === 429)
      throw new Error(`Response not successful: Received status code ${response.status}`);
    local.removeItem(LOCAL.linkToken);
    if (!response.ok) {
      changed();
      return false;
    }
    started();
    return true;
  }

  /** Where this browser is before a page is shown: signed in, a link to be asked about, or signed out. */
  async function settle(): Promise<'signedIn' | 'ask' | 'signedOut'> {
    void endOnServer();
    const link = linkDecision();
    if (link.kind === 'ask') return 'ask';
    // Without a session after all, a text that seemed worthless next to one may be somebody's token.
    if (!(await isLetIn(link))) return linkDecision().kind === 'ask' ? 'ask' : 'signedOut';
    if (local.getItem(LOCAL.linkToken)) refuseLink();
    opened = true;
    return 'signedIn';
  }

  async function isLetIn(link: LinkDecision): Promise<boolean> {
    if (link.kind === 'accept') {
      if (cookieToken()) refuseLink();
      else if (await acceptLink()) return true;
    }
    return ensure();
  }

  function refuseLink(): void {
    local.removeItem(LOCAL.linkToken);
    changed();
  }

  /**
   * Ends the session in the other tabs, on the server, then here; an unreachable server does not keep anybody signed in here, and is asked
   * again until somebody signs in. The other tabs are notified first: from the server's refusals they would take it for an expiry, and keep drafts.
   */
  async function signOut(): Promise<void> {
    leaving = 'signedOut';
    notify({ kind: 'ended', reason: 'signedOut' });
    local.setItem(LOCAL.signingOut, '1');
    await endOnServer();
    end('signedOut');
  }

  /** Ends the session of a sign-out on the server, if that has not been done. */
  async function endOnServer(): Promise<void> {
    if (local.getItem(LOCAL.signingOut) === null) return;
    try {
      const { ok } = await environment.fetch('/auth/sign-out', { method: 'POST', credentials: 'same-origin' });
      if (ok) local.removeItem(LOCAL.signingOut);
    } catch {
      // A failure is like no response: it is tried again later.
    }
    if (local.getItem(LOCAL.signingOut) !== null) environment.setTimer(() => void endOnServer(), RENEW_RETRY_MS);
  }

  /** The page to show after signing in: where the session ended, if that was here. */
  function takeReturnPath(): string {
    const path = tab.getItem(SESSION.returnTo);
    tab.removeItem(SESSION.returnTo);
    return path?.startsWith('/') && !path.startsWith('//') && path !== '/' ? path : '/_app';
  }

  function companyId(): string | undefined {
    return local.getItem(LOCAL.companyId) ?? undefined;
  }

  function setCompanyId(id: string): void {
    if (companyId() === id) return;
    local.setItem(LOCAL.companyId, id);
    notify({ kind: 'company' });
    changed();
  }

  /** Somebody has signed in, in another tab. The cookie of every tab is that account's now: nothing of another may stay, or come back. */
  function giveWay(account: string): void {
    leaving = undefined;
    const stranger = account !== shownAccount;
    const waiting = isSignInPage(environment.location.path());
    if (stranger) tab.removeItem(SESSION.returnTo);
    if (stranger && (opened || waiting)) {
      clearDraftsIn(tab);
      // Until the page is left, what it still writes is the old account's (`account`).
      displaced = true;
      if (!waiting) environment.location.blank();
    } else if (stranger) {
      // A visitor's page, the One Shot Check above all, goes on.
      clearAccountsIn(tab);
      shownAccount = account;
    }
    planRenewal(false);
    changed();
    // Where this tab was when the session ended; somebody else has no way back here.
    if (displaced || waiting) goDelayed(takeReturnPath());
  }

  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'ended') {
        forget(data.reason);
        if (opened) leave(data.reason, true);
      } else if (data.kind === 'started') giveWay(data.account);
      else changed();
    };
  }

  return {
    token,
    claims,
    ensure,
    authorization,
    renew,
    renewIfDue,
    end,
    askForSecondStep,
    started,
    linkDecision,
    acceptLink,
    refuseLink,
    settle,
    signOut,
    takeReturnPath,
    companyId,
    setCompanyId,
    /** Whether the session is over, or another's, and the page about to go: nothing new is asked, of the server or of the person. */
    isLeaving: (): boolean => leaving !== undefined || displaced,
    /** Subject of the account whose data this tab shows; undefined while the page was opened to nobody. */
    account: (): string | undefined => (opened ? shownAccount : undefined),
    /** Remembers where to go once signed in. */
    setReturnPath: (path: string): void => tab.setItem(SESSION.returnTo, path),
    /** What the sign-in page has to say first; read once. */
    takeNotice(): 'expired' | undefined {
      const notice = tab.getItem(SESSION.notice);
      tab.removeItem(SESSION.notice);
      return notice === 'expired' ? 'expired' : undefined;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The session of this browser tab. */
export const session: Session = createSession(BROWSER_TAB);

/** The company whose data the screens show; follows a switch in any tab. */
export function useCompanyId(): string | undefined {
  return useSyncExternalStore(session.subscribe, session.companyId, () => undefined);
}
