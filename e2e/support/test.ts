import { type BrowserContext, type BrowserContextOptions, test as base, expect, type Page, type TestInfo } from '@playwright/test';
import { type Certified, isCertified, startCertified } from './certified-issuer.ts';
import { type ApiSession, signedIn } from './session.ts';

export { expect };

interface Fixtures {
  /** Faults of the page that this test provokes on purpose, such as a refused request: console lines that match are no failure. */
  readonly expectedFaults: RegExp[];
  /** A browser of its own, which remembers `state`. Watched like `context`. */
  readonly newContext: (device?: keyof typeof DEVICES, state?: BrowserContextOptions['storageState']) => Promise<BrowserContext>;
  /** A page in a browser of its own: another person, at a desk or on a phone. Watched like `page`. */
  readonly newBrowser: (device?: keyof typeof DEVICES) => Promise<Page>;
  /** Somebody who does what the test needs and does not show: without a browser, which takes a second of a processor. */
  readonly behind: (account: { readonly email: string }) => Promise<ApiSession>;
}

/** What a page says to its log without network: the browser about each request, and the flags, whose failure is only logged. */
export const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /could not be identified for feature flags/] as const;

const DEVICES = {
  desk: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const;

function watch(context: BrowserContext, faults: string[]): void {
  context.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => faults.push(error.error().stack ?? error.error().message));
}

/** How many of the last files that a page loaded are told. */
const LOADED_LAST = 15;

/** Says what each page had loaded when its test failed, and by which kind of navigation: a failure that does not come again is found from this. */
async function tellLoaded(context: BrowserContext, { title, status, expectedStatus }: TestInfo): Promise<void> {
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
      }, LOADED_LAST)
      .catch((error: unknown) => String(error));
    process.stdout.write(`${title}\n${loaded}\n`);
  }
}

interface WorkerFixtures {
  /** What the tests of the project `CERTIFIED` sign in at; undefined in the other. */
  readonly certified: Certified | undefined;
}

/** `test` of Playwright; besides, a test fails when a page logs an error, throws, or breaks its content security policy. */
export const test = base.extend<Fixtures & { faults: string[] }, WorkerFixtures>({
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
  expectedFaults: async ({}, use) => use([]),
  faults: async ({ expectedFaults }, use) => {
    const faults: string[] = [];
    await use(faults);
    const unexpected = faults.filter((fault) => !expectedFaults.some((pattern) => pattern.test(fault)));
    expect(unexpected, 'the page must not log errors').toEqual([]);
  },
  context: async ({ context, faults }, use, info) => {
    watch(context, faults);
    await use(context);
    await tellLoaded(context, info);
  },
  newContext: async ({ browser, baseURL, faults }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (device = 'desk', storageState) => {
      const context = await browser.newContext({ ...DEVICES[device], baseURL, storageState });
      contexts.push(context);
      watch(context, faults);
      return context;
    });
    for (const context of contexts) await context.close();
  },
  behind: ({ baseURL }, use) => use((account) => signedIn(baseURL ?? '', account)),
  newBrowser: async ({ newContext }, use) => use(async (device = 'desk') => (await newContext(device)).newPage()),
});
