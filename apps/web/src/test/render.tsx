import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { FlagName } from '@checkwell/domain/flags/flags';
import type { Namespace } from '@checkwell/messages';
import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router';
import { clear, createStore } from 'idb-keyval';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'react-toastify/unstyled';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { createOutbox, outbox } from '../features/missions/outbox/outbox.ts';
import { showOverlay } from '../features/shell/overlay.ts';
import { answerBy } from '../lib/api/graphql.ts';
import { queryClient } from '../lib/api/query-client.ts';
import '../lib/browser/keep-focus.ts';
import { colorMode, setColorMode } from '../lib/browser/theme.ts';
import { createFlags, FLAG_ENVIRONMENT, flags } from '../lib/flags/flags.ts';
import { ENGLISH } from '../lib/i18n/files/english-translations.ts';
import { i18n, startI18n } from '../lib/i18n/i18n.ts';
import { forgetSeller } from '../lib/payments/seller.ts';
import { createSession, session, TOKEN_COOKIE } from '../lib/session/session.ts';
import { BROWSER_TAB } from '../lib/session/session-environment.ts';
import { LOCAL } from '../lib/session/storage.ts';
import { MORE_ICONS } from '../more-icons.ts';
import { loadFirstPage, makeRouter } from '../router.ts';
import { firstPage } from '../start.tsx';
import { addIcons } from '../ui/content/Icon.tsx';
import { forgetFocus, takeLostFocus } from './input/focus-watch.ts';
import { mouse } from './mouse.ts';
import { takeDownloads, takePageLoads } from './navigation.ts';
import { answerShell, type Persona, personOf } from './people.ts';
import { type Say, sayIn } from './say.ts';
import { connect, connectedServer, type FakeServer, fakeServer } from './server.ts';

addIcons(MORE_ICONS);

/**
 * React renders everything twice and starts each effect twice, to find what must not be so. The whole run by day does so in
 * hostile.browser.test.tsx alone, which opens every screen and its dialogs: it costs a tenth of every other test's time.
 */
export const STRICT = import.meta.env.VITE_STRICT_MODE !== 'off';

interface Look {
  /** Default en. */
  readonly language?: InterfaceLanguage;
  /** Whether that language was chosen in this browser before; default true. */
  readonly languageChosen?: boolean;
  /** CSS pixels; default 1280 × 800, and 390 × 844 when only the width 390 is given. */
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  readonly server?: FakeServer;
  /** Default `STRICT`. */
  readonly strict?: boolean;
}

export interface AppOptions extends Look {
  /** Who is signed in; default `employerAdmin`. `visitor`: nobody. */
  readonly as?: Persona;
  /** Flags that are not what the list says. */
  readonly flags?: Partial<Record<FlagName, boolean>>;
  /**
   * Whether a link under the pointer, or with the focus, loads what it leads to ahead of the click; default false. Which links those are
   * hangs on where the last click left the pointer, and whether it stays there long enough on how fast the machine is.
   */
  readonly preload?: boolean;
  /** What fetching the application's code from the sign-in page waits for, or fails by; default nothing. */
  readonly fetching?: () => Promise<void>;
}

/** What a test's server met and the test said nothing about. */
export const UNFORESEEN = 'what the test did not foresee';

/** What goes when the test ends. */
let unmount: (() => void) | undefined;
/** What the router and the loaders of its routes do at this moment, such as after a change of company, when the queries have answers. */
let loads = 0;

async function counted<Result>(load: () => Promise<Result> | Result): Promise<Result> {
  loads += 1;
  try {
    return await load();
  } finally {
    loads -= 1;
  }
}

type Router = ReturnType<typeof makeRouter>;

const countedRoutes = new WeakSet<object>();

/** The router does not wait for what it loads again in the background, so each loader counts for itself. Routes outlive their router. */
function countLoads(router: Router): void {
  const { load } = router;
  router.load = (options) => counted(() => load(options));
  const routes: { readonly options: { loader?: unknown } }[] = Object.values(router.routesById);
  for (const { options } of routes) {
    const { loader } = options;
    if (typeof loader !== 'function' || countedRoutes.has(options)) continue;
    countedRoutes.add(options);
    options.loader = (...call: unknown[]) => counted(() => loader(...call));
  }
}
/** Whether a test has opened anything, although perhaps in vain. */
let begun = false;

const words = startI18n();

async function prepare({
  language = 'en',
  languageChosen = true,
  width = 1280,
  height = width < 640 ? 844 : 800,
  dark = false,
  server = fakeServer(),
}: Look) {
  expect(await leave(), UNFORESEEN).toEqual([]);
  begun = true;
  // The runner puts it back with each file.
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
  await words;
  if (languageChosen) localStorage.setItem(LOCAL.language, language);
  else localStorage.removeItem(LOCAL.language);
  await i18n.changeLanguage(language);
  if (dark) setColorMode('dark');
  else {
    // Nobody has chosen: the page is as it is by itself.
    localStorage.removeItem(LOCAL.colorMode);
    document.documentElement.classList.toggle('dark', colorMode() === 'dark');
  }
  return { server, say: sayIn(language), language };
}

function mount(content: ReactNode, strict = STRICT): { container: HTMLElement; show: (content: ReactNode) => void } {
  const container = document.createElement('div');
  container.id = 'root';
  document.body.append(container);
  const root = createRoot(container);
  const show = (page: ReactNode): void => root.render(strict ? <StrictMode>{page}</StrictMode> : page);
  show(content);
  unmount = () => {
    root.unmount();
    container.remove();
  };
  return { container, show };
}

export interface App {
  /** @throws on the sign-in page of a visitor, which has none until it leads elsewhere */
  readonly router: () => Router;
  readonly history: RouterHistory;
  readonly server: FakeServer;
  /** The translations of the language that the screen was opened in. */
  readonly say: Say;
  /** Path and search that the address bar shows. */
  readonly address: () => string;
  /** Loads the page again, as the browser's button does: what is stored stays, everything else is forgotten. */
  readonly reload: () => Promise<void>;
  /** Loads the page again with somebody else's session in this browser. */
  readonly become: (as: Persona) => Promise<void>;
}

/** The whole application at an address, as somebody who is signed in; ready when the first screen is shown. */
export async function renderApp(
  address: string,
  { as = 'employerAdmin', flags: set = {}, preload = false, strict = STRICT, fetching, ...look }: AppOptions = {},
): Promise<App> {
  const { server, say, language } = await prepare(look);
  const person = personOf(as, language);
  answerShell(server, person, set);
  connect(server);
  if (person) signIn(person);
  history.replaceState(null, '', address);
  let started = await start({ preload, strict, fetching });
  return {
    router: () => started.router(),
    get history() {
      return started.history;
    },
    server,
    say,
    address: () => location.pathname + location.search,
    async become(next) {
      expect(await stop(), UNFORESEEN).toEqual([]);
      const other = personOf(next, language);
      answerShell(server, other, set);
      if (other) signIn(other);
      connect(server);
      started = await start({ preload, strict, fetching });
    },
    async reload() {
      expect(await stop(), UNFORESEEN).toEqual([]);
      connect(server);
      started = await start({ preload, strict, fetching });
    },
  };
}

/** What a session has put off. */
const timers = new Set<ReturnType<typeof setTimeout>>();

/** As in a browser's tab, where what was put off goes with the page. */
const TAB: typeof BROWSER_TAB = { ...BROWSER_TAB, setTimer: (run, milliseconds) => void timers.add(setTimeout(run, milliseconds)) };

/** What a page finds in storage when it begins, and nothing that an earlier one knew. */
function forget(): void {
  Object.assign(session, createSession(TAB));
  Object.assign(flags, createFlags(FLAG_ENVIRONMENT));
  Object.assign(outbox, createOutbox());
  answerBy(undefined);
  forgetSeller();
}

/** What is at the address that the browser shows, and what follows it (main.tsx). */
async function start({
  preload,
  strict,
  fetching,
}: Pick<AppOptions, 'preload' | 'strict' | 'fetching'>): Promise<Pick<App, 'router' | 'history'>> {
  forget();
  const history = createBrowserHistory();
  let router: Router | undefined;
  const renew = () => void router?.invalidate();
  i18n.on('languageChanged', renew);
  let show: ((page: ReactNode) => void) | undefined;
  const openApp = async (at: RouterHistory, shownBefore?: string) => {
    router = makeRouter(at, shownBefore);
    if (!preload) router.options.defaultPreload = false;
    countLoads(router);
    await loadFirstPage(router);
    return <RouterProvider router={router} />;
  };
  const loadApp = async () => {
    await fetching?.();
    return { openApp };
  };
  const first = await firstPage({ history, loadApp, show: (next) => show?.(next) });
  ({ show } = mount(first, strict));
  const remove = unmount;
  unmount = () => {
    remove?.();
    i18n.off('languageChanged', renew);
    history.destroy();
  };
  return {
    history,
    router() {
      if (!router) throw new Error('The sign-in page of a visitor has no router.');
      return router;
    },
  };
}

/** A part of the kit, or of a feature, by itself, with styles, queries and all translations. */
export async function render(content: ReactNode, look: Look = {}): Promise<Pick<App, 'server' | 'say'> & { container: HTMLElement }> {
  const { server, say } = await prepare(look);
  await i18n.loadNamespaces(NAMESPACES);
  forget();
  connect(server);
  const { container } = mount(<QueryClientProvider client={queryClient}>{content}</QueryClientProvider>, look.strict);
  return { server, say, container };
}

const NAMESPACES = [...ENGLISH.keys()] as Namespace[];

/** An unsigned token like the server's: the web only reads its claims. */
function signIn({
  profile,
  provider,
}: {
  readonly profile: { readonly id: string; readonly userName: string };
  readonly provider?: string;
}): void {
  const encode = (part: object): string =>
    btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(part))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: profile.id, email: profile.userName, iat: now, exp: now + 3600, ...(provider ? { provider } : {}) };
  // biome-ignore lint/suspicious/noDocumentCookie: set as the server would, which is not here.
  document.cookie = `${TOKEN_COOKIE}=${encode({ alg: 'none' })}.${encode(claims)}.none; Path=/; Secure; SameSite=Strict`;
  localStorage.setItem(LOCAL.session, '1');
  localStorage.setItem(LOCAL.account, profile.id);
}

/** Longer than any answer takes on a slow machine. */
const LAST_ANSWERS_MS = 10_000;

/**
 * Lets what the screen has asked for arrive: it would arrive in the next test otherwise.
 * @returns the calls that the test answers never
 */
async function settle(): Promise<readonly string[]> {
  const server = connectedServer();
  server?.releaseAll();
  const isBusy = (): boolean =>
    (server?.unanswered() ?? []).length > 0 || queryClient.isFetching() > 0 || queryClient.isMutating() > 0 || loads > 0;
  const end = performance.now() + LAST_ANSWERS_MS;
  // A form sends, and a table sorts, after the press is painted (lib/browser/painted.ts).
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
  for (let quietTurns = 0; quietTurns < 3; quietTurns = isBusy() ? 0 : quietTurns + 1) {
    if (performance.now() > end) {
      const calls = server?.unanswered() ?? [];
      return (calls.length > 0 ? calls : ['A query or a route']).map((call) => `${call} had no answer when the test was over.`);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return [];
}

/** They outlive screens, and take their time to leave. */
async function removeToasts(): Promise<void> {
  while (document.querySelector('.Toastify__toast')) {
    toast.dismiss();
    for (const animation of document.getAnimations()) animation.finish();
    await new Promise(requestAnimationFrame);
  }
}

/** Ends what the page does and knows; what is stored stays. @returns what the test's server met and did not foresee */
async function stop(): Promise<readonly string[]> {
  const unanswered = await settle();
  outbox.stop();
  await outbox.idle();
  // A session without network tries again every ten seconds, and would do so in every later test.
  for (const timer of timers) clearTimeout(timer);
  timers.clear();
  const lostFocus = await takeLostFocus();
  unmount?.();
  unmount = undefined;
  const errors = [...unanswered, ...lostFocus, ...(connectedServer()?.takeErrors() ?? [])];
  connect(undefined);
  queryClient.clear();
  await removeToasts();
  showOverlay(undefined);
  document.body.hidden = false;
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.remove();
  forgetFocus();
  return errors;
}

/**
 * Leaves the page as a new tab would find it: no screen, no storage, no session, no answers.
 * @returns what the test's server met and did not foresee
 */
export async function leave(): Promise<readonly string[]> {
  if (!begun) return [];
  begun = false;
  const errors = await stop();
  localStorage.clear();
  await clear(createStore('checkwell-phone', 'rows'));
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${TOKEN_COOKIE}=; Max-Age=0; Path=/; Secure; SameSite=Strict`;
  takePageLoads();
  takeDownloads();
  // What lies under it looks different, stays (a toast) or loads something.
  await mouse('away');
  return errors;
}
