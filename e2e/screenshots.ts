import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { DEMO_PASSWORD } from '../apps/server/src/seed/accounts.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { startServer } from './support/server.ts';

/**
 * `npm run screenshots`: the pictures in docs/screenshots, of a fresh demo in a real browser. The web must be built
 * (`npm start` or `npm test` does). The rows differ from day to day, because the demo ends today.
 */
const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const SIZES = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } } as const;

type Role = 'admin' | 'rh' | 'basic' | 'planner' | 'doctor';
interface Picture {
  readonly name: string;
  readonly path: string;
  /** What to press after the page has come: CSS selectors, one after the other. */
  readonly press?: readonly string[];
  readonly width: keyof typeof SIZES;
  readonly dark?: boolean;
}

const both = (name: string, path: string, press: readonly string[] = []): Picture[] => [
  { name, path, press, width: 1280 },
  { name, path, press, width: 390 },
];
const FIRST_ROW = ['tbody tr a, main ul li a'];

const PICTURES: Readonly<Record<Role, readonly Picture[]>> = {
  admin: [
    ...both('checks', '/checks'),
    { name: 'checks', path: '/checks', width: 1280, dark: true },
    ...both('check', '/checks', FIRST_ROW),
    ...both('order', '/checks/new'),
    ...both('reports', '/reports'),
    ...both('report', '/reports', FIRST_ROW),
    ...both('certificates', '/certificates'),
    { name: 'certificate-new', path: '/certificates/new', width: 1280 },
    ...both('dashboard', '/dashboard'),
    { name: 'dashboard', path: '/dashboard', width: 1280, dark: true },
    { name: 'employees', path: '/employees', width: 1280 },
    { name: 'users', path: '/settings/users', width: 1280 },
    { name: 'profile', path: '/settings/profile', width: 390 },
  ],
  rh: [
    { name: 'checks-fr', path: '/checks', width: 1280 },
    { name: 'dashboard-fr', path: '/dashboard', width: 1280 },
  ],
  basic: [{ name: 'certificates-nl', path: '/certificates', width: 1280 }],
  planner: [
    ...both('planning', '/planning'),
    ...both('planning-detail', '/planning', FIRST_ROW),
    { name: 'doctors', path: '/doctors', width: 1280 },
  ],
  doctor: [
    { name: 'missions', path: '/missions', width: 390 },
    { name: 'mission', path: '/missions', press: FIRST_ROW, width: 390 },
    { name: 'result', path: '/missions', press: [...FIRST_ROW, 'main button[class*="bg-brand"]'], width: 390 },
    { name: 'mission', path: '/missions', press: FIRST_ROW, width: 390, dark: true },
  ],
};
const LANGUAGE: Readonly<Record<Role, string>> = { admin: 'en', rh: 'fr', basic: 'nl', planner: 'en', doctor: 'nl' };

/** The page has come, and nothing on it is a placeholder any more. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('[aria-busy="true"], [class*="animate-shimmer"], div[aria-hidden="true"].bg-field') === null,
  );
  await page.evaluate(() => document.fonts.ready);
}

async function take(browser: Browser, baseURL: string, role: Role | null, pictures: readonly Picture[]): Promise<void> {
  const context = await browser.newContext({ baseURL, timezoneId: 'Europe/Brussels', locale: 'en-GB', reducedMotion: 'reduce' });
  await context.addInitScript(
    (language) => localStorage.getItem('language') ?? localStorage.setItem('language', language),
    role ? LANGUAGE[role] : 'en',
  );
  const page = await context.newPage();
  await page.goto('/');
  if (role) {
    await page.locator('input[type=email]').fill(`${role}@demo.checkwell.example`);
    await page.keyboard.press('Enter');
    await page.locator('input[type=password]').fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => pathname !== '/');
  }
  for (const { name, path, press = [], width, dark = false } of pictures) {
    await page.setViewportSize(SIZES[width]);
    await page.evaluate((mode) => localStorage.setItem('colorMode', mode), dark ? 'dark' : 'light');
    await page.goto(path);
    await settled(page);
    for (const selector of press) {
      const control = page.locator(selector).filter({ visible: true }).first();
      const target = await control.getAttribute('href');
      await control.click();
      if (target !== null) await page.waitForURL((url) => url.pathname === target.split('?')[0]);
      await settled(page);
    }
    const file = `${name}-${width}${dark ? '-dark' : ''}.png`;
    await page.screenshot({ path: `${FOLDER}${file}` });
    process.stdout.write(`${file}\n`);
  }
  await context.close();
}

mkdirSync(FOLDER, { recursive: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
try {
  await take(browser, server.baseURL, null, both('sign-in', '/'));
  for (const role of Object.keys(PICTURES) as Role[]) await take(browser, server.baseURL, role, PICTURES[role]);
} finally {
  await browser.close();
  await server.stop();
}
