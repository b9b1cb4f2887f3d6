import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays, dayOf } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { type Browser, chromium, type Page } from '@playwright/test';
import { LAST_NAMES } from '../apps/server/src/seed/names.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { ensureWebBuild } from '../scripts/lib/web-build.mjs';
import { chooseFound, fieldOf, fillDay, groupOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { UnderWay } from './support/screens/quiet.ts';
import { type Say, wordsIn } from './support/screens/words.ts';
import { startServer } from './support/server.ts';
import { withPalette } from './support/small-png.ts';

/**
 * `npm run screenshots`: the pictures in docs/screenshots, of a fresh demo in a real browser. The rows differ from day to
 * day, because the demo ends today.
 */
const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
const SIZES = { 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } } as const;

interface Scene {
  /** File name without size, mode and language. */
  readonly name: string;
  /** Account of the demo; null: nobody. */
  readonly who: string | null;
  readonly path: string;
  /** From the opened page to what the picture shows. */
  readonly act?: (page: Page, say: Say) => Promise<void>;
  readonly widths: readonly (keyof typeof SIZES)[];
  readonly dark?: boolean;
  readonly language?: InterfaceLanguage;
}

const BOTH = [1280, 390] as const;
const SCENES: readonly Scene[] = [
  { name: 'sign-in', who: null, path: '/', widths: BOTH },
  { name: 'one-shot', who: null, path: '/one-shot-check', widths: BOTH },
  { name: 'checks', who: 'admin', path: '/checks', widths: BOTH },
  { name: 'checks', who: 'admin', path: '/checks', widths: [1280], dark: true },
  { name: 'checks', who: 'rh', path: '/checks', widths: [1280], language: 'fr' },
  { name: 'check', who: 'admin', path: '/checks?status=WaitingForCheck', act: openFirst, widths: BOTH },
  { name: 'order-worker', who: 'admin', path: '/checks/new', act: chooseWorker, widths: [1280] },
  { name: 'order-incapacity', who: 'admin', path: '/checks/new', act: fillIncapacity, widths: BOTH },
  { name: 'reports', who: 'admin', path: '/reports', widths: BOTH },
  { name: 'report', who: 'admin', path: '/reports?outcome=Yes', act: openFirst, widths: BOTH },
  { name: 'certificates', who: 'admin', path: '/certificates', widths: [1280] },
  { name: 'certificates', who: 'hr.admin.1', path: '/certificates', widths: [390], language: 'nl' },
  { name: 'certificate', who: 'admin', path: '/certificates', act: openFirst, widths: [1280] },
  { name: 'certificate-new', who: 'admin', path: '/certificates/new', widths: [1280] },
  { name: 'dashboard', who: 'admin', path: '/dashboard', widths: BOTH },
  { name: 'dashboard', who: 'hr.admin.1', path: '/dashboard', widths: [1280], dark: true, language: 'nl' },
  { name: 'employees', who: 'admin', path: '/employees', widths: [1280] },
  { name: 'users', who: 'admin', path: '/settings/users', widths: [1280] },
  { name: 'profile', who: 'admin', path: '/settings/profile', widths: [390] },
  { name: 'planning', who: 'planner', path: '/planning', widths: BOTH },
  { name: 'planning-detail', who: 'planner', path: '/planning', act: openFirst, widths: BOTH },
  { name: 'doctors', who: 'planner', path: '/doctors', widths: [1280] },
  { name: 'missions', who: 'doctor', path: '/missions', widths: [390] },
  { name: 'mission', who: 'doctor', path: '/missions', act: openMission, widths: [390] },
  { name: 'mission', who: 'doctor', path: '/missions', act: openMission, widths: [390], dark: true },
  { name: 'result', who: 'doctor', path: '/missions', act: openResult, widths: [390], language: 'nl' },
];

/** The screen of one thing; its address ends with the id. */
const ONE = /\/[0-9a-f]{8}-[0-9a-f-]{27}$/;

async function openFirst(page: Page): Promise<void> {
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL(ONE);
}

async function openMission(page: Page): Promise<void> {
  // Not the link of an offer above them.
  await page.locator('main a[data-row-link]').first().click();
  await page.waitForURL(ONE);
}

async function openResult(page: Page, say: Say): Promise<void> {
  await openMission(page);
  await page.getByRole('button', { name: say('missions:detail.report') }).click();
}

async function chooseWorker(page: Page, say: Say): Promise<void> {
  await chooseFound(page, say('order:worker.search'), LAST_NAMES.NL[0] ?? '');
  await fieldOf(page, say('checkFields:phoneNumber')).fill('0470 12 34 56');
}

async function fillIncapacity(page: Page, say: Say): Promise<void> {
  await chooseWorker(page, say);
  await page.getByRole('button', { name: say('common:continue') }).click();
  const today = dayOf(new Date());
  await fillDay(page, say('checkFields:startDate'), today);
  await fillDay(page, say('checkFields:endDate'), addDays(today, 6));
  await fieldOf(page, say('checkFields:incapacityType')).selectOption('Illness');
  await fieldOf(page, say('checkFields:certificateType')).selectOption('FirstCertificate');
  await groupOf(page, say('order:exit.question')).getByLabel(say('order:exit.yes')).check();
  await page.getByRole('radio', { name: say('enums:checkLocation.House') }).check();
  await page.getByRole('radio', { name: say('enums:checkTiming.Optimized') }).check();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Nothing loads, nothing waits to be filled in, nothing moves. */
async function comeToRest(page: Page, underWay: UnderWay): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = underWay.count === 0 ? quiet + 1 : 0) await page.waitForTimeout(100);
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      !document.querySelector('main .animate-shimmer, main [aria-busy="true"]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

async function shoot(browser: Browser, baseURL: string, scene: Scene, width: keyof typeof SIZES): Promise<string> {
  const { name, who, path, act, dark = false, language = 'en' } = scene;
  const phone = width === 390;
  const context = await browser.newContext({
    baseURL,
    viewport: SIZES[width],
    hasTouch: phone,
    isMobile: phone,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    const underWay = new UnderWay(page);
    if (dark) await page.addInitScript(() => localStorage.setItem('colorMode', 'dark'));
    if (who === null) await page.goto(path);
    else await enter(page, person(who), language, path);
    await comeToRest(page, underWay);
    const say = wordsIn(language);
    // Nobody who works here every day sees the offer of the tour.
    const offer = page.getByRole('region', { name: say('shell:tour.label') });
    if (await offer.isVisible()) await offer.getByRole('button', { name: say('shell:tour.no') }).click();
    await act?.(page, say);
    // A pointer over a row and a caret in a field would be in the picture.
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await comeToRest(page, underWay);
    const file = [name, width, ...(dark ? ['dark'] : []), ...(language === 'en' ? [] : [language])].join('-');
    writeFileSync(join(FOLDER, `${file}.png`), withPalette(await page.screenshot({ caret: 'hide' })));
    return file;
  } finally {
    await context.close();
  }
}

await ensureWebBuild();
mkdirSync(FOLDER, { recursive: true });
for (const file of readdirSync(FOLDER)) if (file.endsWith('.png')) rmSync(join(FOLDER, file));
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
try {
  for (const scene of SCENES) {
    for (const width of scene.widths) process.stdout.write(`${await shoot(browser, server.baseURL, scene, width)}\n`);
  }
} finally {
  await browser.close();
  await server.stop();
}
