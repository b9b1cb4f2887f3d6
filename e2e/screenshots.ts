import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDays, dayOf } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import { EMPLOYEE_PAGE_PATH, type EmployeePage } from '@checkwell/domain/employee-page/contract';
import { OFFERS_PATH, type OfferView } from '@checkwell/domain/offers/contract';
import { WORKER_LANGUAGES } from '@checkwell/domain/people/enums';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { LAST_NAMES } from '../apps/server/src/seed/names.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { ensureWebBuild } from '../scripts/lib/web-build.mjs';
import { chooseFound, fieldOf, fillDay, groupOf } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { EMPLOYEE_PAGE, OFFER, TOKEN } from './support/screens/link-pages.ts';
import { PendingRequests } from './support/screens/quiet.ts';
import { type Say, sayIn } from './support/screens/say.ts';
import { startServer } from './support/server.ts';
import { withPalette } from './support/small-png.ts';

/**
 * `npm run screenshots`: the pictures in docs/screenshots, of a fresh demo in a real browser. The rows differ from day to
 * day, because the demo ends today.
 */
const FOLDER = fileURLToPath(new URL('../docs/screenshots/', import.meta.url));
/** Of one page on a sheet, pixels: small, and still to be read. */
const SHEET_WIDTH = 260;
const SIZES = { 1440: { width: 1440, height: 900 }, 1280: { width: 1280, height: 800 }, 390: { width: 390, height: 844 } } as const;

interface Scenario {
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
const SCENARIOS: readonly Scenario[] = [
  { name: 'sign-in', who: null, path: '/', widths: BOTH },
  { name: 'one-shot', who: null, path: '/one-shot-check', widths: BOTH },
  { name: 'checks', who: 'admin', path: '/checks', widths: BOTH },
  { name: 'checks', who: 'admin', path: '/checks', widths: [1280], dark: true },
  { name: 'checks', who: 'rh', path: '/checks', widths: [1280], language: 'fr' },
  { name: 'check', who: 'admin', path: '/checks?status=WaitingForCheck', act: openFirst, widths: BOTH },
  { name: 'order-worker', who: 'admin', path: '/checks/new', act: chooseWorker, widths: [1280] },
  { name: 'order-incapacity', who: 'admin', path: '/checks/new', act: fillIncapacity, widths: BOTH },
  { name: 'reports', who: 'admin', path: '/reports', widths: BOTH },
  { name: 'report', who: 'admin', path: '/reports?checkOccurence=Yes', act: openFirst, widths: BOTH },
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
  // On a desk, in the other languages and colours.
  { name: 'checks', who: 'hr.admin.1', path: '/checks', widths: [1440], language: 'nl' },
  { name: 'check', who: 'rh', path: '/checks?status=WaitingForCheck', act: openFirst, widths: [1440], language: 'fr' },
  { name: 'dashboard', who: 'rh', path: '/dashboard', widths: [1440], dark: true, language: 'fr' },
  { name: 'companies', who: 'planner', path: '/companies', widths: [390], dark: true, language: 'fr' },
  { name: 'result', who: 'doctor', path: '/missions', act: openResult, widths: [390], language: 'nl' },
];

/**
 * A page of a link on a phone, whole, in each of its languages beside each other. It speaks the reader's language, and shows what is made up for
 * it: the demo sends no message at night.
 */
interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly api: string;
  readonly answers: readonly (EmployeePage | OfferView)[];
}

const SHEETS: readonly Sheet[] = [
  {
    name: 'employee-page',
    path: `/w/${TOKEN.slice(0, 22)}`,
    api: EMPLOYEE_PAGE_PATH,
    answers: WORKER_LANGUAGES.map((language) => ({ ...EMPLOYEE_PAGE, language })),
  },
  { name: 'offer', path: `/offer/${TOKEN}`, api: OFFERS_PATH, answers: INTERFACE_LANGUAGES.map((language) => ({ ...OFFER, language })) },
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
async function waitForIdle(page: Page, pending: PendingRequests): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = pending.count === 0 ? quiet + 1 : 0) await page.waitForTimeout(100);
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      // Until a screen is there, a lone spinner is in its place.
      document.querySelector('h1') !== null &&
      !document.querySelector('main .animate-shimmer, main [aria-busy="true"]') &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

function openContext(browser: Browser, baseURL: string, width: keyof typeof SIZES): Promise<BrowserContext> {
  const phone = width === 390;
  return browser.newContext({
    baseURL,
    viewport: SIZES[width],
    hasTouch: phone,
    isMobile: phone,
    locale: 'en-GB',
    timezoneId: 'Europe/Brussels',
    reducedMotion: 'reduce',
  });
}

async function shoot(browser: Browser, baseURL: string, scenario: Scenario, width: keyof typeof SIZES): Promise<string> {
  const { name, who, path, act, dark = false, language = 'en' } = scenario;
  const context = await openContext(browser, baseURL, width);
  try {
    const page = await context.newPage();
    const pending = new PendingRequests(page);
    if (dark) await page.addInitScript(() => localStorage.setItem('colorMode', 'dark'));
    if (who === null) await page.goto(path);
    else await enter(page, person(who), language, path);
    await waitForIdle(page, pending);
    const say = sayIn(language);
    // Nobody who works here every day sees the offer of the tour.
    const offer = page.getByRole('region', { name: say('shell:tour.label') });
    if (await offer.isVisible()) await offer.getByRole('button', { name: say('shell:tour.no') }).click();
    await act?.(page, say);
    // A pointer over a row and a caret in a field would be in the picture.
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await waitForIdle(page, pending);
    const file = [name, width, ...(dark ? ['dark'] : []), ...(language === 'en' ? [] : [language])].join('-');
    writeFileSync(join(FOLDER, `${file}.png`), withPalette(await page.screenshot({ caret: 'hide' })));
    return file;
  } finally {
    await context.close();
  }
}

async function shootSheet(browser: Browser, baseURL: string, { name, path, api, answers }: Sheet): Promise<string> {
  const context = await openContext(browser, baseURL, 390);
  try {
    const pictures: string[] = [];
    for (const json of answers) {
      const page = await context.newPage();
      const pending = new PendingRequests(page);
      await page.route(new RegExp(`${api}/[^/]+$`), (route) => route.fulfill({ json }));
      await page.goto(path);
      await waitForIdle(page, pending);
      pictures.push((await page.screenshot({ fullPage: true })).toString('base64'));
      await page.close();
    }
    const sheet = await browser.newPage();
    const images = pictures.map((picture) => `<img width="${SHEET_WIDTH}" src="data:image/png;base64,${picture}">`).join('');
    await sheet.setContent(
      `<body style="display:inline-flex;align-items:start;gap:8px;margin:0;padding:8px;background:#ccc">${images}</body>`,
    );
    writeFileSync(join(FOLDER, `${name}-languages.png`), withPalette(await sheet.locator('body').screenshot()));
    await sheet.close();
    return `${name}-languages`;
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
  for (const scenario of SCENARIOS) {
    for (const width of scenario.widths) process.stdout.write(`${await shoot(browser, server.baseURL, scenario, width)}\n`);
  }
  for (const sheet of SHEETS) process.stdout.write(`${await shootSheet(browser, server.baseURL, sheet)}\n`);
} finally {
  await browser.close();
  await server.stop();
}
