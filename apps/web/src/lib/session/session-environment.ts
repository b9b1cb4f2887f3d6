import type { Clock } from '@checkwell/domain/clock';
import { clock } from '../browser/time.ts';
import { type KeyValueStore, localStore, sessionStore } from './storage.ts';

/** The parts of a browser that a session touches; tests hand in their own. */
export interface SessionEnvironment {
  readonly cookies: { read(): string; write(cookie: string): void };
  readonly local: KeyValueStore;
  readonly tab: KeyValueStore;
  readonly clock: Clock;
  readonly fetch: typeof fetch;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'> | undefined;
  readonly locks: Pick<LockManager, 'request'> | undefined;
  /** `blank`: nothing on the page is seen, read aloud or pressed any more; the next page has not come yet. */
  readonly location: { path(): string; go(path: string): void; blank(): void };
  readonly setTimer: (run: () => void, milliseconds: number) => void;
}

/** This browser tab. Exported for component tests, which begin each with a session that remembers nothing. */
export const BROWSER_TAB: SessionEnvironment = {
  cookies: {
    // The build renders the sign-in page where there is no document: nobody is signed in there.
    read: () => (typeof document === 'undefined' ? '' : document.cookie),
    write: (cookie) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API cannot set SameSite=Strict __Host- cookies everywhere yet.
      document.cookie = cookie;
    },
  },
  local: localStore,
  tab: sessionStore,
  clock,
  fetch: (...request) => fetch(...request),
  channel:
    typeof BroadcastChannel === 'undefined' || typeof document === 'undefined' ? undefined : new BroadcastChannel('checkwell:session'),
  locks: globalThis.navigator?.locks,
  location: {
    path: () => location.pathname + location.search + location.hash,
    go: (path) => location.assign(path),
    blank: () => {
      document.body.hidden = true;
      // A user who comes back to it by the browser's own means finds it as it was left.
      addEventListener('pageshow', () => location.reload(), { once: true });
    },
  },
  setTimer: (run, milliseconds) => void setTimeout(run, Math.min(milliseconds, 2 ** 31 - 1)),
};
