import { chromium, devices, expect, type Locator, type Page } from '@playwright/test';
import { MIND, PHONE_KEY, POINT, WORD } from '../apps/web/src/test/fixtures/pace.ts';
import { fieldOf } from '../e2e/support/fields.ts';
import {
  acceptTerms,
  cardFrame,
  fillCompany,
  fillIncapacity,
  fillInvoicing,
  fillWorker,
  nextStep,
  typeCard,
  wishOf,
} from '../e2e/support/one-shot.ts';
import { fromElsewhere, openSignIn } from '../e2e/support/people.ts';
import { type Say, sayIn } from '../e2e/support/screens/say.ts';
import { startServer } from '../e2e/support/server.ts';
import { findChromium } from '../scripts/bootstrap.mjs';
import { ensureWebBuild } from '../scripts/lib/web-build.mjs';

/** The One Shot Check is promised to take three minutes. */
const PROMISE_MS = 180_000;

/** Milliseconds per key, and to get to the next field. At a desk: an average typist of the model (40 words a minute) who uses the tab key. */
const DEVICES = [
  { name: 'at a desk', key: 280, next: 280, options: { viewport: { width: 1280, height: 800 } } },
  { name: 'on a phone', key: PHONE_KEY, next: POINT, options: devices['Pixel 7'] },
  /** Uses the browser's autofill, which the headless shell does not have: one selection fills name, e-mail and telephone number. */
  {
    name: 'on a phone that knows its owner',
    key: PHONE_KEY,
    next: POINT,
    options: devices['Pixel 7'],
    browser: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  },
] as const;

/** The owner's data in the browser's autofill; the address differs from the company's. */
const OWNER = {
  NAME_FIRST: 'An',
  NAME_LAST: 'Claes',
  EMAIL_ADDRESS: 'an.claes@bakkerijclaes.example',
  PHONE_HOME_WHOLE_NUMBER: '+3231234567',
  ADDRESS_HOME_STREET_ADDRESS: 'Kerkstraat 12',
  ADDRESS_HOME_ZIP: '2060',
  ADDRESS_HOME_CITY: 'Antwerpen',
  ADDRESS_HOME_COUNTRY: 'BE',
};
type Device = (typeof DEVICES)[number];

/** Milliseconds per word for text that the person has just typed: skimming, 450 words a minute (Carver, 1990). */
const SKIMMED_WORD = 60_000 / 450;

interface Person {
  /** Milliseconds that the person has needed so far, without the machine. */
  taken: number;
  /** Lines that the person has already read; they are not read again. */
  readonly read: Set<string>;
  /** Letters and digits that the person typed. */
  typed: string;
}

/** Whether the person's time is only added up, without waiting. */
let quick = false;

/**
 * `npm run bench -- one-shot`: a visitor finds the One Shot Check on the sign-in page, fills in the four steps at human speed, on the real
 * server, and pays with a card of the test provider. Optional fields are left out; the terms are accepted unread.
 * `npm run bench -- one-shot phone`: only devices whose names contain the word. `npm run bench -- one-shot quick`: adds up the person's time
 * instead of waiting, and prints the lines that were read.
 */
export async function oneShot(only = '', ...more: readonly string[]): Promise<void> {
  const words = [only, ...more].filter((word) => word !== '');
  quick = words.includes('quick');
  const chosen = words.filter((word) => word !== 'quick').join(' ');
  process.env.WEB_DIR = await ensureWebBuild();
  const server = await startServer();
  try {
    for (const device of DEVICES.filter(({ name }) => name.includes(chosen))) {
      const browser = await chromium.launch(
        'browser' in device
          ? {
              executablePath: device.browser,
              ignoreDefaultArgs: ['--headless', '--headless=old'],
              args: ['--headless=new', '--no-sandbox'],
            }
          : { executablePath: findChromium(), args: ['--headless', '--no-sandbox', '--disable-gpu'] },
      );
      const context = await browser.newContext({ baseURL: server.baseURL, ...device.options });
      const total = await order(await context.newPage(), device);
      await browser.close();
      const apart = inSeconds(Math.abs(total - PROMISE_MS));
      process.stdout.write(`${device.name}: ${apart} ${total > PROMISE_MS ? 'more' : 'less'} than the three minutes that are promised\n`);
    }
  } finally {
    await server.stop();
  }
}

/** @returns milliseconds from the first page to the message that the payment succeeded */
async function order(page: Page, device: Device): Promise<number> {
  const say = sayIn('nl');
  const wish = { ...wishOf(), workerLastName: 'Vandenbroeck', gsm: '' };
  await fromElsewhere(page);
  await openSignIn(page, 'nl');
  const person: Person = { taken: 0, read: new Set(), typed: '' };
  const hurry = atPersonsPace(page, person, device);
  const steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['finding it', () => page.getByRole('link', { name: say('auth:signIn.oneShot') }).click()],
    ['worker', () => fillWorker(page, say, wish).then(() => pressEnter(page, person, device))],
    [
      'incapacity',
      () =>
        fillIncapacity(page, say, wish)
          // The years are filled in already; the person only reads them.
          .then(() => pause(page, person, 2 * WORD))
          .then(() => nextStep(page, say)),
    ],
    [
      'invoicing',
      () =>
        ('browser' in device ? fillByBrowser(page, say, person) : fillInvoicing(page, say, wish))
          .then(() => readCompany(page, say, person, device))
          .then(() => pressEnter(page, person, device)),
    ],
    ['payment', () => payByCard(page, say, person, device)],
  ];
  const started = performance.now();
  for (const [step, act] of steps) {
    const [began, before] = [performance.now(), person.taken];
    await read(page.getByRole('main'), person);
    await act();
    if (step !== 'payment') await arrived(page, say, step);
    report(`${device.name}, ${step}`, lasted(began, person.taken - before), person.taken - before);
  }
  const total = lasted(started, person.taken);
  hurry();
  report(`${device.name}, in all`, total, person.taken);
  return total;
}

/** Milliseconds since then, including the person's time. */
const lasted = (since: number, person: number): number => performance.now() - since + (quick ? person : 0);

/** Waits until the step after `left` shows its first field. */
async function arrived(page: Page, say: Say, left: string): Promise<void> {
  const next = {
    'finding it': page.getByLabel(say('checkFields:workerFirstName')),
    worker: page.getByRole('group', { name: say('checkFields:startDate') }),
    incapacity: page.getByLabel(say('oneShot:invoicing.firstName')),
    invoicing: page.getByRole('heading', { name: say('oneShot:steps.payment') }),
  }[left];
  await next?.first().waitFor();
}

/** Fills in the company's fields, and the others by the browser's autofill. */
async function fillByBrowser(page: Page, say: Say, person: Person): Promise<void> {
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'companyAddress') =>
    fieldOf(page, say(`oneShot:invoicing.${name}`));
  await fillCompany(page, say);
  await field('firstName').click();
  await pause(page, person, POINT + MIND);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('Autofill.enable');
  const id = await field('firstName').evaluate((element) => element.id);
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[id="${id}"]` });
  const { node } = await devtools.send('DOM.describeNode', { nodeId });
  const address = { fields: Object.entries(OWNER).map(([name, value]) => ({ name, value })) };
  await devtools.send('Autofill.trigger', { fieldId: node.backendNodeId, address });
  for (const [name, value] of [
    ['firstName', OWNER.NAME_FIRST],
    ['lastName', OWNER.NAME_LAST],
    ['email', OWNER.EMAIL_ADDRESS],
    ['phoneNumber', /\d/],
  ] as const)
    await expect(field(name), 'filled in by the browser').toHaveValue(value);
  for (const [name, value] of [
    ['companyName', 'Bakkerij Claes'],
    ['companyAddress', 'Meir 1, 2000 Antwerpen'],
  ] as const)
    await expect(field(name), 'kept by the browser').toHaveValue(value);
}

/** Name and address were filled in from the VAT number: the person reads them with their labels and source, and skips them with the tab key. */
async function readCompany(page: Page, say: Say, person: Person, { key, next }: Device): Promise<void> {
  const filled: string[] = [];
  for (const name of ['companyName', 'companyAddress'] as const) {
    const value = await fieldOf(page, say(`oneShot:invoicing.${name}`)).inputValue();
    filled.push(`${say(`oneShot:invoicing.${name}`)} ${value}`);
    person.read.add(value);
  }
  const source = page.getByText(say('oneShot:invoicing.from.madeUp'));
  await expect(source).toBeVisible();
  await readWords([...filled, ...linesOf(await source.innerText())], page, person);
  if (next === key) await pause(page, person, 2 * key);
}

async function payByCard(page: Page, say: Say, person: Person, device: Device): Promise<void> {
  await acceptTerms(page, say);
  // Texts of the test provider, which real payers never see.
  for (const line of (await cardFrame(page).locator('.test').allInnerTexts()).flatMap(linesOf)) person.read.add(line);
  await read(cardFrame(page).locator('body'), person);
  await typeCard(page, say, 'success');
  await pressEnter(page, person, device);
  await page.getByText(say('oneShot:success.title')).waitFor();
}

/**
 * Takes the time to read new text there. Labels of fields, choices and buttons are left out: their time is part of each action. Fields that are
 * already filled in need no action, so that they are read with their labels. Text that the person typed is only skimmed.
 */
async function read(place: Locator, person: Person): Promise<void> {
  await place.waitFor();
  const names = 'label, legend, button, option, a, summary, [role=spinbutton]';
  // A label may end with a mark that the field is required or optional.
  const named = new Set(
    (await place.locator(names).allInnerTexts()).flatMap(linesOf).flatMap((line) => [line, line.replace(/\s*(\*|\(.+\))$/, '')]),
  );
  const shown = linesOf(await place.innerText()).filter((line) => !named.has(line));
  const fresh = [...new Set([...shown, ...(await filledInBefore(place))])].filter((line) => !person.read.has(line));
  for (const line of [...fresh, ...named]) person.read.add(line);
  await readWords(fresh, place.page(), person);
}

async function readWords(lines: readonly string[], page: Page, person: Person): Promise<void> {
  if (quick) process.stdout.write(`  read: ${lines.filter((line) => line !== '').join(' | ')}\n`);
  const words = lines.join(' ').match(/[\p{L}\d]\S*/gu) ?? [];
  const own = words.filter((word) => /^\p{Lu}|\d|@/u.test(word) && person.typed.includes(bare(word))).length;
  await pause(page, person, (words.length - own) * WORD + own * SKIMMED_WORD);
}

/** Labels and values of choices that are already made. */
const filledInBefore = (place: Locator): Promise<string[]> =>
  place.evaluate((page) => {
    const selects = [...page.querySelectorAll('select')].filter(({ value }) => value !== '');
    const radios = [...page.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
    return [
      ...selects.map((select) => `${select.labels[0]?.textContent} ${select.selectedOptions[0]?.text}`),
      ...radios.map((radio) => `${radio.closest('fieldset')?.querySelector('legend')?.textContent} ${radio.labels?.[0]?.textContent}`),
    ];
  });

const bare = (text: string): string => text.replaceAll(/[^\p{L}\d]/gu, '').toLowerCase();

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

/** Submits a form by the Enter key after its last text field. */
async function pressEnter(page: Page, person: Person, { key }: Device): Promise<void> {
  await pause(page, person, MIND + key);
  await page.keyboard.press('Enter');
}

async function pause(page: Page, person: Person, duration: number): Promise<void> {
  person.taken += duration;
  if (!quick) await page.waitForTimeout(duration);
}

/**
 * Makes the steps of the end-to-end tests take a person's time from here on.
 * @returns a function that restores the normal speed
 */
function atPersonsPace(page: Page, person: Person, { key, next }: Device): () => void {
  const hands = Object.getPrototypeOf(page.locator('body')) as Locator;
  const { check, click, fill, press, pressSequentially, selectOption } = hands;
  const turn = () => pause(page, person, POINT + MIND);
  const type = async (field: Locator, text: string): Promise<void> => {
    // Focus moves from one part of a date to the next automatically.
    const keepsFocus = await field.evaluate((element) => element.closest('[role=group]')?.contains(document.activeElement) ?? false);
    // So does it between the fields of a card, but each field needs its own moment of thought.
    const isThere = !keepsFocus && (await field.evaluate((element) => element === document.activeElement));
    if (!keepsFocus) await pause(page, person, (isThere ? 0 : next) + MIND);
    person.taken += text.length * key;
    person.typed += ` ${bare(text)}`;
    await pressSequentially.call(field, text, { delay: quick ? 0 : key });
  };
  Object.assign(hands, {
    fill(this: Locator, text: string) {
      return type(this, text);
    },
    pressSequentially(this: Locator, text: string) {
      return type(this, text);
    },
    check(this: Locator) {
      return turn().then(() => check.call(this));
    },
    click(this: Locator) {
      return turn().then(() => click.call(this));
    },
    press(this: Locator, pressed: string) {
      return turn().then(() => press.call(this, pressed));
    },
    selectOption(this: Locator, value: string) {
      return turn().then(() => selectOption.call(this, value));
    },
  } satisfies Partial<Record<keyof Locator, unknown>>);
  return () => Object.assign(hands, { check, click, fill, press, pressSequentially, selectOption });
}

const inSeconds = (duration: number): string => `${(duration / 1000).toFixed(1)} s`;

function report(what: string, all: number, person: number): void {
  process.stdout.write(`${what}: ${inSeconds(all)}, of which the person ${inSeconds(person)} and the machine ${inSeconds(all - person)}\n`);
}
