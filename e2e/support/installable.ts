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

/** Sizes that Chromium asks for: https://web.dev/articles/install-criteria. */
const ICON_SIZES = ['192x192', '512x512'] as const;
const DISPLAYS = ['standalone', 'fullscreen', 'minimal-ui'];

/**
 * That a browser can offer to install the application that the open page names: by its own judgement, and by the criteria that the judgement of a headless
 * browser, which never installs anything, could leave out. That `start_url` answers without network is for the caller, who cuts it.
 */
export async function expectInstallable(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Each context of Playwright is a private window.
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
