import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { BrowserContext, BrowserContextOptions, Page, ViewportSize } from '@playwright/test';
import { founderOf } from '../companies.ts';
import { type Person, person } from '../people.ts';
import type { Stage } from '../reach.ts';
import { type ApiSession, signedIn, visitorState } from '../session.ts';
import { expect, test } from '../test.ts';
import { sayIn } from './say.ts';
import { nameOf, type Screen, type State, type Who } from './screen-states.ts';
import { type SweepData, sweepData } from './sweep-data.ts';

/**
 * Goes through screens and their states by the application's own navigation, because reloading the application for each state takes a second
 * of processor time, most of what checking a state needs.
 */

export type Device = 'desk' | 'phone';

export interface Walk {
  readonly baseURL: string | undefined;
  /** Language of the next state on this device. */
  readonly language: (device: Device) => InterfaceLanguage;
  /** Opens a browser context for a device; errors in it are reported. */
  readonly newContext: (device: Device, state: BrowserContextOptions['storageState']) => Promise<BrowserContext>;
  readonly visit: (page: Page, what: string, state: State) => Promise<void>;
}

const PEOPLE = {
  administrator: () => person('admin'),
  basic: () => person('basic'),
  planner: () => person('planner2'),
  doctor: () => person('doctor'),
  founder: () => founderOf('sweep'),
} as const satisfies Record<Exclude<Who, 'visitor'>, () => Person | Promise<Person>>;

/** Sessions, one for each user and worker, because signing in needs a slow hash. */
const sessions = new Map<string, Promise<ApiSession>>();
const data = new Map<string, SweepData>();

async function stateOf(who: Who, device: Device, { baseURL = '', language }: Walk) {
  if (who === 'visitor') return visitorState(baseURL, language(device));
  const known = `${baseURL} ${who}`;
  const session = sessions.get(known) ?? Promise.resolve(PEOPLE[who]()).then((account) => signedIn(baseURL, account));
  sessions.set(known, session);
  return (await session).browserState(language(device));
}

/** Console messages about requests that are refused on purpose. */
const REFUSALS = [/404 \(Not Found\)/, /422 \(Unprocessable/, /500 \(Internal/, /403 \(Forbidden\)/];

/** Visits every state of the screens of one user. A state that cannot be reached is reported, and the next one is tried. */
export async function walk(screens: readonly Screen[], options: Walk, expectedErrors: RegExp[]): Promise<void> {
  expectedErrors.push(...REFUSALS);
  const { baseURL = '', language, newContext, visit } = options;
  const facts = data.get(baseURL) ?? sweepData(baseURL);
  data.set(baseURL, facts);
  const tabs: Partial<Record<Device, Tab>> = {};
  const tabOf = async (who: Who, device: Device): Promise<Tab> => {
    tabs[device] ??= new Tab(await newContext(device, await stateOf(who, device, options)), device, who);
    return tabs[device];
  };

  for (const screen of screens) {
    const { who, route, address = route, states } = screen;
    const path = typeof address === 'string' ? address : await address(facts);
    for (const state of states) {
      const what = nameOf(screen, state);
      await test.step(what, async () => {
        const device = state.device ?? 'desk';
        const tab = await tabOf(who, device);
        const say = sayIn(language(device));
        try {
          await tab.reach(path, state, say);
          await visit(await tab.page(), what, state);
        } catch (error) {
          expect.soft(error instanceof Error ? error.message : error, what).toBeUndefined();
          await tab.replace();
        }
      });
    }
  }
}

/** Pages to visit between states: they load fast, keep no draft, and have a different heading. */
const IDLE_PAGES = {
  visitor: '/microsoft',
  administrator: '/dashboard/nothing',
  founder: '/dashboard/nothing',
  basic: '/dashboard/nothing',
  planner: '/settings/profile',
  doctor: '/settings/profile',
} as const satisfies Record<Who, string>;

const VIEWPORTS = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 900 } } as const satisfies Record<
  Device,
  ViewportSize
>;

/** A file of the same origin without the application. */
const BARE = '/icon.svg';

/** A tab that goes from state to state. */
class Tab {
  readonly #context: BrowserContext;
  readonly #idlePage: string;
  #page: Page | undefined;
  readonly #viewport: ViewportSize;
  /** The current address, if the page below its layers is unchanged; else undefined. */
  #at: string | undefined;
  #keeps = false;

  constructor(context: BrowserContext, device: Device, who: Who) {
    this.#context = context;
    this.#viewport = VIEWPORTS[device];
    this.#idlePage = IDLE_PAGES[who];
  }

  async page(): Promise<Page> {
    if (!this.#page) {
      this.#page = await this.#context.newPage();
      await this.#page.setViewportSize(this.#viewport);
    }
    return this.#page;
  }

  /** Clears the tab's storage, so that the next state begins as in a new tab, but with the compiled application in the cache. */
  async renew(): Promise<void> {
    await this.#page?.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#page?.goto(BARE);
    await this.#page?.evaluate(() => {
      sessionStorage.clear();
      // Unsent data of a doctor's phone (apps/web/src/lib/offline/encrypted-store.ts) would be sent in the next state.
      indexedDB.deleteDatabase('checkwell-phone');
    });
    this.#at = undefined;
    this.#keeps = false;
  }

  /** Closes the tab, because its state is unknown. */
  async replace(): Promise<void> {
    await this.#page?.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#page?.close();
    this.#page = undefined;
    this.#at = undefined;
    this.#keeps = false;
  }

  async reach(path: string, state: State, say: Stage['say']): Promise<void> {
    const { search, network, reach, continues, keeps, loads } = state;
    if (!continues) {
      // Mocked responses need an empty cache of the application.
      if (this.#keeps || loads || network) await this.renew();
      await (await this.page()).setViewportSize(this.#viewport);
      await this.#open(withSearch(path, search), network && ((page) => network({ page, say })));
    }
    const page = await this.page();
    // Only states with mocked failures may show one.
    if (!network && !continues)
      await expect(page.getByRole('main').getByText(say('common:failed.title'), { exact: true }), 'what failed to load').toHaveCount(0);
    await reach?.({ page, say });
    this.#keeps ||= keeps ?? false;
    // Mocked responses stay in the application's cache.
    if (network) this.#keeps = true;
    // Changes of the page itself cannot be undone by closing its layers.
    if (reach && (await layersOn(page)) === 0) this.#at = undefined;
  }

  async #open(address: string, network: ((page: Page) => Promise<unknown>) | undefined): Promise<void> {
    const isClosed = this.#page === undefined || (await closeLayers(this.#page));
    if (this.#at === address && isClosed) return;
    // A page that asks before it is left is discarded.
    if (!isClosed) await this.renew();
    const page = await this.page();
    await network?.(page);
    if (page.url() === 'about:blank' || page.url().endsWith(BARE)) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    } else {
      await go(page, this.#idlePage);
      await go(page, address);
    }
    if (!network) await untilAtRest(page);
    this.#at = address;
  }
}

function withSearch(path: string, search: string | undefined): string {
  const [bare = '', hash] = path.split('#');
  const query = search === undefined ? '' : `${bare.includes('?') ? '&' : '?'}${search}`;
  return `${bare}${query}${hash === undefined ? '' : `#${hash}`}`;
}

/** Navigates inside the application by `history.pushState`; ends when the new screen shows its heading. */
async function go(page: Page, address: string): Promise<void> {
  if (page.url().endsWith(address)) return;
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.former = '';
    history.pushState({}, '', to);
  }, address);
  await page.waitForFunction(() => document.querySelector('h1:not([data-former])') !== null && !document.querySelector('h1[data-former]'));
}

/** Number of open dialogs, menus and popovers. */
const layersOn = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll(':modal, :popover-open')].filter((layer) => layer.checkVisibility() && layer.clientHeight > 0).length,
  );

/** Closes all layers by Escape. @returns false if one stays open, such as a confirmation */
async function closeLayers(page: Page): Promise<boolean> {
  for (let left = await layersOn(page); left > 0; left -= 1) await page.keyboard.press('Escape');
  return (await layersOn(page)) === 0;
}

/** Waits until the screen has loaded all its content. */
export const untilAtRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector('main [aria-busy=true], .animate-shimmer') === null);
