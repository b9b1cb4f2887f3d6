import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD, enter, person } from '../e2e/support/people.ts';
import { sayIn } from '../e2e/support/screens/say.ts';
import { startServer } from '../e2e/support/server.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { ensureWebBuild } from '../scripts/lib/web-build.mjs';

/** More than the six connections that a browser has to a host that speaks HTTP/1.1, as this one does. */
const TABS = 8;
const ROUNDS = 5;
/** Maximum time until all tabs show the same account. */
const GOAL_MS = 1000;

/** Key in session storage, which survives navigation: when the tab stopped showing its page. */
const LEFT = 'bench:left';
const WHO = person('hr.basic.6');

/**
 * `npm run bench -- tabs`: how long the other tabs of a browser take to leave their page after one of them has signed out or in. The time ends
 * when a tab hides the page of the old account or begins to load the next page; loading itself is not measured.
 * @throws {Error} when a tab needs longer than the goal
 */
export async function tabs(): Promise<void> {
  process.env.WEB_DIR = await ensureWebBuild();
  const server = await startServer();
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ baseURL: server.baseURL });
    await context.addInitScript((key) => {
      const leave = () => {
        if (!sessionStorage.getItem(key)) sessionStorage.setItem(key, String(Date.now()));
      };
      navigation.addEventListener('navigate', leave);
      new MutationObserver(() => document.body.hidden && leave()).observe(document, {
        subtree: true,
        attributes: true,
        attributeFilter: ['hidden'],
      });
    }, LEFT);
    const pages = await openTabs(context);
    const times = { 'signing out': [] as number[], 'signing in': [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = pages[round % TABS];
      if (!one) throw new Error('There is no such tab.');
      const others = pages.filter((page) => page !== one);
      times['signing out'].push(...(await measure(others, () => signOut(one), '/')));
      times['signing in'].push(...(await measure(others, () => signIn(one), '/checks')));
      await Promise.all(pages.map((page) => page.goto('/checks').then(() => page.locator('tbody a').first().waitFor())));
    }
    for (const [what, all] of Object.entries(times)) {
      const sorted = all.toSorted((a, b) => a - b);
      process.stdout.write(
        `${what}: ${TABS - 1} other tabs, ${ROUNDS} times: half after ${sorted[sorted.length >> 1]?.toFixed(0)} ms, all after ${sorted.at(-1)?.toFixed(0)} ms\n`,
      );
    }
    const longest = Math.max(...Object.values(times).flat());
    if (!(longest <= GOAL_MS)) throw new Error(`A tab took ${longest.toFixed(0)} ms; the goal is ${GOAL_MS}.`);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function openTabs(context: BrowserContext): Promise<readonly Page[]> {
  const first = await context.newPage();
  await enter(first, WHO, 'en', '/checks');
  const pages = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
  await Promise.all(pages.slice(1).map((page) => page.goto('/checks')));
  await Promise.all(pages.map((page) => page.locator('tbody a').first().waitFor()));
  return pages;
}

/** @param act action of one tab; resolves to its time @returns milliseconds that each of the others took */
async function measure(others: readonly Page[], act: () => Promise<number>, to: string): Promise<readonly number[]> {
  for (const page of others) await page.evaluate((key) => sessionStorage.removeItem(key), LEFT);
  const at = await act();
  return Promise.all(
    others.map(async (page) => {
      await page.waitForURL(({ pathname }) => (to === '/') === (pathname === '/'), { waitUntil: 'commit' });
      const left = await page.waitForFunction((key) => sessionStorage.getItem(key), LEFT);
      return Number(await left.jsonValue()) - at;
    }),
  );
}

/** @returns when the button was clicked, by the page's clock */
async function signOut(page: Page): Promise<number> {
  const say = sayIn('en');
  await page
    .getByRole('complementary')
    .getByRole('button', { name: new RegExp(WHO.lastName) })
    .click();
  const item = page.getByRole('menuitem', { name: say('shell:user.logOut') });
  await item.evaluate(
    (element, key) => element.addEventListener('click', () => localStorage.setItem(key, String(Date.now())), true),
    'bench:at',
  );
  await item.click();
  await page.waitForURL(({ pathname }) => pathname === '/', { waitUntil: 'commit' });
  return Number(await page.evaluate(() => localStorage.getItem('bench:at')));
}

/** @returns when the response to the sign-in had arrived, by the page's clock */
async function signIn(page: Page): Promise<number> {
  await page.locator('.ahead').waitFor({ state: 'detached' });
  const say = sayIn('en');
  await page.getByLabel(say('auth:signIn.email')).fill(WHO.email);
  await page.getByRole('button', { name: say('common:continue') }).click();
  await page.getByLabel(say('auth:signIn.password'), { exact: true }).fill(DEMO_PASSWORD);
  const answered = page.waitForResponse((response) => response.url().endsWith('/auth/sign-in'));
  await page.getByRole('button', { name: say('auth:signIn.submit'), exact: true }).click();
  const { startTime, responseEnd } = (await answered).request().timing();
  await (await answered).finished();
  return startTime + responseEnd;
}
