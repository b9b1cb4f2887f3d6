import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { enter, person } from '../e2e/support/people.ts';
import { sayIn } from '../e2e/support/screens/say.ts';
import { startServer } from '../e2e/support/server.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { ensureWebBuild } from '../scripts/lib/web-build.mjs';
import { median } from './support/median.ts';
import { type PeerContent, startPeers } from './web-peers.ts';

const ROUNDS = 5;
/** Slowdown of the processor. */
const CPU = 4;
/** Network preset "cable" of web page tests: 5 Mbit/s, 28 ms. */
const CABLE = { offline: false, latency: 28, downloadThroughput: (5_000_000 / 8) | 0, uploadThroughput: (1_000_000 / 8) | 0 };
/** A page has settled when it has loaded nothing for this long. */
const QUIET_MS = 2500;
/** Timeout for a page. */
const LIMIT_MS = 180_000;
const WHO = person('hr.admin.1');

interface Subject {
  readonly name: string;
  readonly url: string;
  /** Selector of the main content. */
  readonly content: string;
  readonly signedIn?: boolean;
}

interface Visit {
  /** Milliseconds. */
  readonly lcp: number;
  readonly cls: number;
  /** When the content was shown and interactive, in milliseconds. */
  readonly shown: number;
  /** KiB of scripts loaded by then. */
  readonly script: number;
  /** KiB of scripts loaded without an interaction in all. */
  readonly all: number;
}

declare global {
  interface Window {
    bench: { lcp: number; cls: number; shown: number; events: { start: number; duration: number }[] };
  }
}

/** Runs in the page before everything else. */
function observe(content: string): void {
  window.bench = { lcp: 0, cls: 0, shown: 0, events: [] };
  const on = (type: string, use: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true, ...more });
  on('largest-contentful-paint', ({ startTime }) => {
    window.bench.lcp = startTime;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) window.bench.cls += value;
  });
  on(
    'event',
    (entry) => {
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0)
        window.bench.events.push({ start: entry.startTime, duration: entry.duration });
    },
    { durationThreshold: 16 },
  );
  const look = () => {
    // The prerendered page is not interactive yet.
    if (document.querySelector(content) && !document.querySelector('.ahead')) window.bench.shown = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function slow(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', CABLE);
}

async function open(context: BrowserContext, { url, content }: Subject): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(observe, content);
  await slow(page);
  await page.goto(url);
  await page.waitForFunction(() => window.bench.shown > 0);
  return page;
}

const scriptsUntil = (page: Page, time: number) =>
  page.evaluate((limit) => {
    const scripts = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const arrived = scripts.filter(({ name, responseEnd }) => /\.m?js$/.test(new URL(name).pathname) && responseEnd <= limit);
    return arrived.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
  }, time);

/** Waits until the page has settled. */
const settle = (page: Page) =>
  page.waitForFunction((quiet) => {
    const last = Math.max(
      0,
      ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ responseEnd }) => responseEnd),
    );
    return performance.now() - Math.max(last, window.bench.shown) > quiet;
  }, QUIET_MS);

/** A browser context with an empty cache. */
async function visitor(browser: Browser, state?: BrowserState): Promise<BrowserContext> {
  const context = await browser.newContext({ ...(state && { storageState: state }), viewport: { width: 1280, height: 800 }, locale: 'en' });
  context.setDefaultTimeout(LIMIT_MS);
  return context;
}

/** @throws {Error} that names the page, when it does not load */
async function visit(browser: Browser, subject: Subject, state: BrowserState): Promise<Visit & { readonly again: number }> {
  const context = await visitor(browser, subject.signedIn ? state : undefined);
  try {
    const page = await open(context, subject);
    await settle(page);
    const { lcp, cls, shown } = await page.evaluate(() => window.bench);
    const [script, all] = [await scriptsUntil(page, shown), await scriptsUntil(page, Number.POSITIVE_INFINITY)];
    await page.close();
    // The same address once more, from the cache of this browser.
    const second = await open(context, subject);
    const again = await second.evaluate(() => window.bench.shown);
    return { lcp, cls, shown, script, all, again };
  } catch (cause) {
    throw new Error(`${subject.name} did not load`, { cause });
  } finally {
    await context.close();
  }
}

type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** @returns milliseconds from the input to the next paint, the longest of the interactions that `act` makes */
async function inp(page: Page, act: () => Promise<unknown>): Promise<number> {
  const from = await page.evaluate(() => performance.now());
  await act();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  return page.evaluate(
    (start) => Math.max(0, ...window.bench.events.filter((event) => event.start >= start).map(({ duration }) => duration)),
    from,
  );
}

/** Durations of interactions with the product, each in a settled page. */
async function interactions(browser: Browser, address: string, state: BrowserState): Promise<Readonly<Record<string, number>>> {
  const say = sayIn('en');
  const context = await visitor(browser, state);
  try {
    const list = await open(context, { name: 'list', url: `${address}/checks`, content: 'tbody a' });
    await settle(list);
    const sort = await inp(list, () => list.locator('thead button').first().click());
    const filter = await inp(list, () => list.getByRole('searchbox').first().pressSequentially('ma', { delay: 100 }));
    await list.getByRole('searchbox').first().fill('');
    const menu = list
      .getByRole('row')
      .filter({ has: list.getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) }) })
      .first()
      .getByRole('button')
      .last();
    await menu.click();
    const dialog = await inp(list, () => list.getByRole('menuitem', { name: say('checks:action.cancel') }).click());
    const order = await open(context, { name: 'order', url: `${address}/checks/new`, content: 'main form, main section button' });
    await settle(order);
    const step = await inp(order, () => order.getByRole('button', { name: say('common:continue') }).click());
    return { sort, filter, step, dialog };
  } finally {
    await context.close();
  }
}

/** Content for the baseline pages, read from the product's pages. */
async function contentFor(browser: Browser, address: string): Promise<PeerContent> {
  const context = await browser.newContext({ baseURL: address, locale: 'en' });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    const page = await context.newPage();
    await page.goto('/');
    await page.locator('.ahead').waitFor({ state: 'detached' });
    const signIn = (await page.locator('#root').innerText()).split('\n').filter((line) => line.trim() !== '');
    await enter(page, WHO, 'en', '/reports');
    await page.locator('tbody a').first().waitFor();
    const columns = await page.locator('thead th').allInnerTexts();
    const shown = await page.locator('tbody tr').all();
    const rows = await Promise.all(shown.map((row) => row.locator('td, th').allInnerTexts()));
    return { signIn, columns, rows };
  } finally {
    await context.close();
  }
}

/** A new session for each round: when a browser renews a session, stored states of it become invalid. */
async function signedInState(browser: Browser, address: string): Promise<BrowserState> {
  const context = await browser.newContext({ baseURL: address, locale: 'en' });
  context.setDefaultTimeout(LIMIT_MS);
  try {
    const page = await context.newPage();
    await enter(page, WHO, 'en', '/settings/profile');
    await page.getByRole('heading', { level: 1 }).waitFor();
    return await context.storageState();
  } finally {
    await context.close();
  }
}

/**
 * `npm run bench -- web [address]`: how fast pages come in Chromium with a processor four times slower, a cable network and an empty cache,
 * beside a static page with the text of the sign-in page and react-admin with the rows of `/reports`; alternately, medians.
 * @param address a product with demo data that runs; without one, its own is started
 */
export async function web(address?: string): Promise<void> {
  if (address === undefined) process.env.WEB_DIR = await ensureWebBuild();
  const server = address === undefined ? await startServer() : undefined;
  const product = address ?? server?.baseURL ?? '';
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const content = await contentFor(browser, product);
    const peers = await startPeers(content);
    try {
      const subjects: readonly Subject[] = [
        { name: 'static page', url: `${peers.address}/static`, content: 'input' },
        { name: 'sign-in', url: `${product}/`, content: 'input[type=email]' },
        { name: 'react-admin list', url: `${peers.address}/`, content: 'tbody tr' },
        { name: '/checks', url: `${product}/checks`, content: 'tbody a', signedIn: true },
        { name: '/reports', url: `${product}/reports`, content: 'tbody a', signedIn: true },
        { name: '/dashboard', url: `${product}/dashboard`, content: 'main dd', signedIn: true },
        { name: '/checks/new', url: `${product}/checks/new`, content: 'main [role=combobox]', signedIn: true },
      ];
      const visits = new Map<string, (Visit & { readonly again: number })[]>(subjects.map(({ name }) => [name, []]));
      const durations = new Map<string, number[]>();
      for (let round = 1; round <= ROUNDS; round += 1) {
        process.stdout.write(`round ${round} of ${ROUNDS}:`);
        const state = await signedInState(browser, product);
        for (const subject of subjects) {
          const one = await visit(browser, subject, state);
          visits.get(subject.name)?.push(one);
          process.stdout.write(` ${subject.name} ${(one.lcp / 1000).toFixed(2)}`);
        }
        for (const [name, duration] of Object.entries(await interactions(browser, product, state)))
          durations.set(name, [...(durations.get(name) ?? []), duration]);
        process.stdout.write('\n');
      }
      report(visits, durations, content.rows.length);
    } finally {
      await peers.stop();
    }
  } finally {
    await browser.close();
    await server?.stop();
  }
}

function report(
  visits: ReadonlyMap<string, readonly (Visit & { readonly again: number })[]>,
  durations: ReadonlyMap<string, readonly number[]>,
  rows: number,
): void {
  const of = (name: string, field: 'lcp' | 'cls' | 'shown' | 'script' | 'all' | 'again') =>
    median((visits.get(name) ?? []).map((one) => one[field]));
  process.stdout.write(`\n${rows} rows in react-admin; medians of ${ROUNDS} rounds; kB are 1,024 bytes, brotli\n`);
  process.stdout.write(`${['page', 'LCP s', 'ratio', 'CLS', 'shown s', 'script kB', 'in all kB', 'again s'].join('\t')}\n`);
  for (const name of visits.keys()) {
    const peer = name === 'static page' || name === 'sign-in' ? 'static page' : 'react-admin list';
    const cells = [
      (of(name, 'lcp') / 1000).toFixed(2),
      (of(name, 'lcp') / of(peer, 'lcp')).toFixed(2),
      of(name, 'cls').toFixed(3),
      (of(name, 'shown') / 1000).toFixed(2),
      of(name, 'script').toFixed(1),
      of(name, 'all').toFixed(1),
      (of(name, 'again') / 1000).toFixed(2),
    ];
    process.stdout.write(`${[name, ...cells].join('\t')}\n`);
  }
  for (const [name, all] of durations) process.stdout.write(`INP ${name}: ${median(all)} ms\n`);
}
