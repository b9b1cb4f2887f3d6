import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { type Certified, isCertified, startCertified } from './certified-issuer.ts';
import { type ApiSession, signedIn } from './session.ts';

export { expect };

interface Fixtures {
  /** Patterns of console messages that this test provokes on purpose, such as of refused requests: they are no failure. */
  readonly expectedErrors: RegExp[];
  /** Opens another browser context, with `state`. Errors are reported like those of `context`. */
  readonly newContext: (device?: keyof typeof DEVICES, state?: BrowserContextOptions['storageState']) => Promise<BrowserContext>;
  /** Opens a page in another browser context: another user, at a desk or on a phone. Errors are reported like those of `page`. */
  readonly newBrowser: (device?: keyof typeof DEVICES) => Promise<Page>;
  /** Signs in without a browser, for preparations of a test. Saves a second of processor time. */
  readonly apiSession: (account: { readonly email: string }) => Promise<ApiSession>;
}

/** Console messages of a page without network: of the browser about each request, and of feature flags. */
export const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /could not be identified for feature flags/] as const;

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

/** Chromium's warning about how long a page took from its preloads to its script; on a busy machine that is said of every page. */
const SLOW = /was preloaded using link preload but not used within a few seconds/;

function watch(context: BrowserContext, errors: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || (message.type() === 'warning' && !SLOW.test(message.text())))
      errors.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message));
}

/** Number of last loaded files to print. */
const LAST_FILES = 15;

/** If the test failed, prints what each page had loaded and by which kind of navigation, to help find failures that are not reproducible. */
async function printLoaded(context: BrowserContext, { title, status, expectedStatus }: TestInfo): Promise<void> {
  if (status === expectedStatus) return;
  for (const page of context.pages()) {
    const loaded = await page
      .evaluate((last) => {
        const path = (address: string) => address.replace(location.origin, '').replace(/\?.*/, '');
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const files = performance.getEntriesByType('resource').slice(-last);
        return [
          `${path(location.href)}: ${navigation?.type}, ${performance.now().toFixed(0)} ms ago`,
          ...files.map(({ name, startTime, duration }) => `  at ${startTime.toFixed(0)} ms, for ${duration.toFixed(0)} ms: ${path(name)}`),
          `  asked for: ${[...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')].map(({ href }) => path(href)).join(' ')}`,
        ].join('\n');
      }, LAST_FILES)
      .catch((error: unknown) => String(error));
    process.stdout.write(`${title}\n${loaded}\n`);
  }
}

interface WorkerFixtures {
  /** The issuer of the project `CERTIFIED`; undefined in the other project. */
  readonly certified: Certified | undefined;
}

/** Playwright's `test`; a test also fails when a page logs an error, throws, or violates its content security policy. */
export const test = base.extend<Fixtures & { errors: string[] }, WorkerFixtures>({
  certified: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use, worker) => {
      if (!isCertified(worker)) return use(undefined);
      const certified = await startCertified();
      await use(certified);
      await certified.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ baseURL, certified }, use) => use(certified?.server.baseURL ?? baseURL),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
  expectedErrors: async ({}, use) => use([]),
  errors: async ({ expectedErrors }, use) => {
    const errors: string[] = [];
    await use(errors);
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'the page must not log errors').toEqual([]);
  },
  context: async ({ context, errors }, use, info) => {
    watch(context, errors);
    await use(context);
    await printLoaded(context, info);
  },
  newContext: async ({ browser, baseURL, errors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (device = 'desk', storageState) => {
      const context = await browser.newContext({ ...DEVICES[device], baseURL, storageState });
      contexts.push(context);
      watch(context, errors);
      return context;
    });
    for (const context of contexts) {
      // An answer that a mock still waits for concerns nobody any more.
      await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await context.close();
    }
  },
  apiSession: ({ baseURL }, use) => use((account) => signedIn(baseURL ?? '', account)),
  newBrowser: async ({ newContext }, use) => use(async (device = 'desk') => (await newContext(device)).newPage()),
});
