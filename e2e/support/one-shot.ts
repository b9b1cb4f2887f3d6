import { randomUUID } from 'node:crypto';
import { addDays, type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { TEST_CARDS, type TestCard } from '@checkwell/domain/one-shot/contract';
import type { FrameLocator, Page } from '@playwright/test';
import { fieldOf, fillDay } from './fields.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

/** Data that a visitor types into the stepper of a One Shot Check. */
export interface Wish {
  readonly today: CalendarDay;
  /** A unique name. */
  readonly workerLastName: string;
  readonly email: string;
  readonly location: 'Office' | 'House' | 'Telecheck';
  /** Required for a Telecheck; empty: left out. */
  readonly gsm: string;
}

/** Fixed, so that a test that runs over midnight uses one day. */
const TODAY = dayOf(new Date());

/** Data with a unique worker and payer. */
export function wishOf(location: Wish['location'] = 'Office'): Wish {
  const name = randomUUID().slice(0, 8);
  return { today: TODAY, workerLastName: `Oneshot-${name}`, email: `payer-${name}@e2e.example`, location, gsm: '0470 12 34 56' };
}

export const nextStep = (page: Page, say: Say) => page.getByRole('button', { name: say('common:continue') }).click();

export async function fillWorker(page: Page, say: Say, { workerLastName, gsm }: Wish): Promise<void> {
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Noor');
  await fieldOf(page, say('checkFields:workerLastName')).fill(workerLastName);
  await fieldOf(page, say('checkFields:workerGender')).selectOption('Female');
  await fieldOf(page, say('checkFields:workerLanguage')).selectOption('NL');
  await fieldOf(page, say('checkFields:workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('checkFields:workerPhoneNumber')).fill('016 12 34 56');
  if (gsm !== '') await fieldOf(page, say('checkFields:phoneNumber')).fill(gsm);
}

export async function fillIncapacity(page: Page, say: Say, { today, location }: Wish): Promise<void> {
  await fillDay(page, say('checkFields:startDate'), today);
  await fillDay(page, say('checkFields:endDate'), addDays(today, 13));
  await page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) }).check();
}

export async function fillInvoicing(page: Page, say: Say, { email }: Wish): Promise<void> {
  await fillCompany(page, say);
  await fieldOf(page, say('oneShot:invoicing.firstName')).fill('An');
  await fieldOf(page, say('oneShot:invoicing.lastName')).fill('Claes');
  await fieldOf(page, say('oneShot:invoicing.email')).fill(email);
  await fieldOf(page, say('oneShot:invoicing.phoneNumber')).fill('03 123 45 67');
}

/** Fills in the VAT number; name and address follow from the test register. */
export async function fillCompany(page: Page, say: Say): Promise<void> {
  await fieldOf(page, say('oneShot:invoicing.companyNumber')).fill('be0440966354');
  await expect(fieldOf(page, say('oneShot:invoicing.companyName'))).toHaveValue('Bakkerij Claes');
  await expect(fieldOf(page, say('oneShot:invoicing.companyAddress'))).toHaveValue('Meir 1, 2000 Antwerpen');
}

/** Fills in all steps up to the payment. */
export async function fillOrder(page: Page, say: Say, wish: Wish): Promise<void> {
  for (const fill of [fillWorker, fillIncapacity, fillInvoicing]) {
    await fill(page, say, wish);
    await nextStep(page, say);
  }
  await expect(page.getByRole('heading', { name: say('oneShot:steps.payment') })).toBeVisible();
}

/** The iframe of the test provider. */
export const cardFrame = (page: Page): FrameLocator => page.frameLocator('iframe');

/** Accepts the terms, which makes the card fields appear. */
export async function acceptTerms(page: Page, say: Say): Promise<void> {
  await page.getByRole('checkbox', { name: say('oneShot:terms.accept') }).check();
  await expect(payButton(page)).toBeEnabled();
}

/** Types a card into the provider's iframe. */
export async function typeCard(page: Page, say: Say, card: TestCard): Promise<void> {
  const frame = cardFrame(page);
  await frame.getByLabel(say('paymentTest:field.number')).fill(TEST_CARDS[card]);
  await frame.getByLabel(say('paymentTest:field.expiry')).fill('1240');
  await frame.getByLabel(say('paymentTest:field.cvc')).fill('123');
}

/** Lets the iframe fill in a test card, which focuses its last field. */
export async function takeTestCard(page: Page, say: Say, card: TestCard): Promise<void> {
  const frame = cardFrame(page);
  const number = TEST_CARDS[card].replaceAll(/(.{4})(?=.)/g, '$1 ');
  await frame.getByRole('button', { name: `${say('paymentTest:cards.use')} ${number}` }).click();
  await expect(frame.getByLabel(say('paymentTest:field.number'))).toHaveValue(number);
  await expect(frame.getByLabel(say('paymentTest:field.cvc'))).toBeFocused();
}

/** 150.00 + 21 % (specification, section 9), with the decimal mark of any language. */
export const TOTAL = /181[.,]50/;

export const payButton = (page: Page) => page.getByRole('button', { name: TOTAL });

/** Presses the button by the keyboard, because the provider's iframe may still cover the position of the button for a click. */
export const pay = (page: Page) => payButton(page).press('Enter');

/**
 * Watches where the page and its frames send requests.
 * @returns hosts of requests, and origins that were sent the number of a test card
 */
export function watchRequests(page: Page): { readonly hosts: Set<string>; readonly sentCards: Set<string> } {
  const hosts = new Set<string>();
  const sentCards = new Set<string>();
  page.on('request', (request) => {
    const { hostname, origin, protocol } = new URL(request.url());
    if (!protocol.startsWith('http')) return;
    hosts.add(hostname);
    const sent = `${decodeURIComponent(request.url())} ${request.postData() ?? ''}`.replaceAll(/[\s-]/g, '');
    if (Object.values(TEST_CARDS).some((number) => sent.includes(number))) sentCards.add(origin);
  });
  return { hosts, sentCards };
}
