import { expect, type Page } from '@playwright/test';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
}

interface Manifest {
  readonly name: string;
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly Icon[];
}

/** Sizes that Chromium requires: https://web.dev/articles/install-criteria. */
const ICON_SIZES = ['192x192', '512x512'] as const;
const DISPLAYS = ['standalone', 'fullscreen', 'minimal-ui'];

/**
 * Expects that the browser can install the application of the open page: by Chromium's own check, and by the documented criteria, which a
 * headless browser might not check. That `start_url` works offline is left to the caller.
 */
export async function expectInstallable(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Contexts of Playwright are incognito.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  await devtools.detach();

  const { name, start_url, scope, display, icons } = JSON.parse(data ?? '') as Manifest;
  expect(name).not.toBe('');
  expect(DISPLAYS).toContain(display);
  const [start, within] = [new URL(start_url, url), new URL(scope, url)];
  expect(start.href.startsWith(within.href)).toBe(true);
  const sizes = await page.evaluate(
    async (sources) =>
      Promise.all(
        sources.map(async (source) => {
          const image = new Image();
          image.src = source;
          await image.decode();
          return `${image.naturalWidth}x${image.naturalHeight}`;
        }),
      ),
    icons.filter(({ type }) => type === 'image/png').map(({ src }) => new URL(src, url).href),
  );
  expect(sizes).toEqual(icons.filter(({ type }) => type === 'image/png').map((icon) => icon.sizes));
  for (const size of ICON_SIZES) expect(icons.map((icon) => icon.purpose === undefined && icon.sizes)).toContain(size);
  expect(
    await page.evaluate(async (address) => {
      const registration = await navigator.serviceWorker.getRegistration(address);
      return registration?.active?.state === 'activated' && address.startsWith(registration.scope);
    }, start.href),
  ).toBe(true);
}
