import { addDays, type CalendarDay, dayOf, isoWeekday } from '@checkwell/domain/clock';
import { formatWeekday } from '@checkwell/messages/formats';
import type { Locator, Page } from '@playwright/test';
import { amountText, fieldOf, fillDay, groupOf, sentenceWith } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { declare, type Hired, hire } from '../support/register.ts';
import { type Say, sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** New check: the stepper, and its panel with price, moment and remarks before the order is sent (specification, sections 2 and 5). */

/** HR of a company whose checks no other test counts. */
const HR = person('hr.admin.3');
/** Fixed, so that a test that runs over midnight uses one day. */
const TODAY = dayOf(new Date());
/** Two weeks contain a working day of every doctor. */
const END = addDays(TODAY, 13);

const next = (page: Page, say: Say) => page.getByRole('button', { name: say('common:continue') }).click();
const send = (page: Page, say: Say) => page.getByRole('button', { name: say('order:summary.send') });
const panelOf = (page: Page, say: Say) => page.getByRole('region', { name: say('order:forecast.title') });

/** Discards a draft of an earlier order in this tab, if there is one. */
async function startFresh(page: Page, say: Say): Promise<void> {
  await page
    .getByRole('button', { name: say('common:draft.restart') })
    .or(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }))
    .click();
}

/** Opens the second step of the stepper for a new employee, with another address. */
async function openFor(page: Page, say: Say, { id }: Pick<Hired, 'id'>, phoneNumber = '0470 12 34 56'): Promise<void> {
  await page.goto(`/checks/new?employeeId=${id}`);
  await startFresh(page, say);
  await page.getByRole('button', { name: `${say('order:summary.change')}: ${say('order:steps.worker')}` }).click();
  await fieldOf(page, say('checkFields:workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('checkFields:phoneNumber')).fill(phoneNumber);
  await next(page, say);
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
}

interface Incapacity {
  readonly period: readonly [CalendarDay, CalendarDay];
  readonly exit: 'yes' | 'no';
  readonly location: 'Office' | 'House' | 'Telecheck';
  readonly timing: 'Immediate' | 'Optimized';
}

async function fillIncapacity(page: Page, say: Say, { period, exit, location, timing }: Incapacity): Promise<void> {
  await fillDay(page, say('checkFields:startDate'), period[0]);
  await fillDay(page, say('checkFields:endDate'), period[1]);
  await fieldOf(page, say('checkFields:incapacityType')).selectOption('Illness');
  await fieldOf(page, say('checkFields:certificateType')).selectOption('FirstCertificate');
  await groupOf(page, say('order:exit.question'))
    .getByLabel(say(`order:exit.${exit}`))
    .check();
  await page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) }).check();
  await page.getByRole('radio', { name: say(`enums:checkTiming.${timing}`) }).check();
}

interface ForecastAnswer {
  readonly data: {
    readonly orderForecast: {
      readonly earliest: string | null;
      readonly proposedDay: string | null;
      readonly proposed: string | null;
      readonly doctors: number;
      readonly price: { readonly total: number; readonly weekendSupplement: number } | null;
    };
  };
}

/** Whether a request is for the forecast of this incapacity, and not for one of the half-filled form. */
function asksFor({ period: [startDate, endDate], exit, location, timing }: Incapacity, body: string | null): boolean {
  if (!body?.includes('"OrderForecast"')) return false;
  const { input }: { input: Readonly<Record<string, unknown>> } = JSON.parse(body).variables;
  const asked = { startDate, endDate, authorizedExit: exit === 'yes', locationCheck: location, typeCheck: timing };
  return Object.entries(asked).every(([name, value]) => input[name] === value);
}

/** Fills in the incapacity. @returns the forecast that the server returns for it */
async function forecastOf(page: Page, say: Say, incapacity: Incapacity): Promise<ForecastAnswer['data']['orderForecast']> {
  const coming = page.waitForResponse((response) => asksFor(incapacity, response.request().postData()) && response.ok());
  await fillIncapacity(page, say, incapacity);
  const answer: ForecastAnswer = await (await coming).json();
  return answer.data.orderForecast;
}

/** Day of the month and time of day of an instant in Belgium, with the separators of any language. */
function momentOf(at: string): RegExp {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Brussels',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((known) => known.type === type)?.value ?? '';
  return new RegExp(`\\b${part('day')}\\b.*${part('hour')}.${part('minute')}`);
}

test('before an order is sent, the panel shows price, moment and remarks', async ({ page, context }) => {
  test.slow();
  const say = sayIn('en');
  await enter(page, HR, 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const worker = await hire(page, 'Mira', 'Panel');
  await openFor(page, say, worker, '');

  // The price is shown at once, and the moment when the form is complete.
  const panel = panelOf(page, say);
  await expect(panel.getByText(say('order:price.total'))).toBeVisible();
  await expect(panel.getByText(say('order:forecast.moment'))).toHaveCount(0);
  const known = await forecastOf(page, say, { period: [TODAY, END], exit: 'no', location: 'Office', timing: 'Optimized' });
  expect(known.proposed).not.toBeNull();
  expect(known.price).not.toBeNull();
  expect(known.doctors).toBeGreaterThan(0);
  await expect(panel).toContainText(momentOf(known.earliest ?? ''));
  await expect(panel).toContainText(say('order:forecast.lead'));
  await expect(panel.getByRole('region', { name: say('order:forecast.moment') })).toContainText(momentOf(known.proposed ?? ''));
  await expect(panel).toContainText(say('order:forecast.reason.mostSuitable'));
  await expect(panel).toContainText(say('order:forecast.doctors', { count: known.doctors }));
  await expect(panel.getByRole('region', { name: say('order:price.title') })).toContainText(amountText(known.price?.total ?? 0));
  await expect(panel).toContainText(sentenceWith(say('common:cancelRule', { accepted: 25, late: 50, hours: 4 })));

  // No certificate, no permission to leave home, no GSM number: each has a remark, with its legal source, and the order is possible.
  const remarks = panel.getByRole('listitem');
  await expect(remarks).toHaveCount(3);
  const remark = (code: 'noCertificate' | 'exitNotAuthorized' | 'withoutGsm'): Locator =>
    remarks.filter({ hasText: say(`enums:orderFlag.${code}`) });
  await expect(remark('noCertificate').getByRole('img', { name: say('order:forecast.severity.attention') })).toBeVisible();
  await expect(remark('noCertificate').getByRole('link')).toHaveAttribute(
    'href',
    /^https:\/\/www\.ejustice\.just\.fgov\.be\/eli\/(loi|wet)\/1978\//,
  );
  await expect(remark('noCertificate').getByRole('link')).toContainText('art. 31');
  await expect(remark('exitNotAuthorized')).toBeVisible();
  await expect(remark('withoutGsm').getByRole('img', { name: say('order:forecast.severity.info') })).toBeVisible();
  await send(page, say).click();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  const ordered = await page.getByRole('link', { name: say('order:success.follow') }).getAttribute('href');

  // On a Saturday the visit has a weekend supplement.
  const saturday = addDays(TODAY, 7 + ((13 - isoWeekday(TODAY)) % 7));
  await openFor(page, say, worker);
  const weekend = await forecastOf(page, say, { period: [saturday, saturday], exit: 'yes', location: 'House', timing: 'Immediate' });
  expect(weekend.price?.weekendSupplement).toBeGreaterThan(0);
  await expect(panel).toContainText(say('order:price.house'));
  await expect(panel).toContainText(say('order:price.weekendSupplement', { percent: 30 }));
  await expect(panel).toContainText(amountText(weekend.price?.weekendSupplement ?? 0));
  await expect(panel).toContainText(amountText(weekend.price?.total ?? 0));

  // A duplicate order has a remark with a link to the check in progress, and is still possible.
  await openFor(page, say, worker);
  await fillIncapacity(page, say, { period: [TODAY, END], exit: 'yes', location: 'House', timing: 'Immediate' });
  const duplicate = panel.getByRole('listitem').filter({ hasText: say('enums:orderFlag.duplicateOpen') });
  await expect(duplicate.getByRole('link')).toHaveAttribute('href', ordered ?? '');
  await expect(panel).toContainText(say('order:forecast.reason.firstFree'));
  await expect(panel).toContainText(say('order:price.house'));
  const opened = context.waitForEvent('page');
  await duplicate.getByRole('link').click();
  const other = await opened;
  await expect(other.getByRole('heading', { level: 1 })).toContainText(worker.employeeLastName);
  await other.close();
  await expect(send(page, say)).toBeEnabled();
});

test('an order that a rule refuses cannot be sent, and the panel says why', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, HR, 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const worker = await hire(page, 'Odo', 'Blocked');
  await openFor(page, say, worker);
  await fillIncapacity(page, say, {
    period: [addDays(TODAY, -9), addDays(TODAY, -2)],
    exit: 'yes',
    location: 'Office',
    timing: 'Immediate',
  });
  const ended = sentenceWith(say('enums:orderFlag.periodEnded', { endDate: '…' }));
  const panel = panelOf(page, say);
  await expect(panel.getByText(say('order:forecast.blocked'))).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: ended }).getByRole('img')).toHaveAccessibleName(
    say('order:forecast.severity.blocks'),
  );
  await expect(send(page, say)).toBeDisabled();

  // A certificate can have one open check.
  const certificateId = await declare(page, worker, { startDate: TODAY, endDate: END });
  const order = async () => {
    await page.goto(`/checks/new?certificateId=${certificateId}`);
    await startFresh(page, say);
    await page.getByRole('button', { name: `${say('order:summary.change')}: ${say('order:steps.worker')}` }).click();
    await fieldOf(page, say('checkFields:phoneNumber')).fill('0470 12 34 56');
    await next(page, say);
    await page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }).check();
    await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
  };
  await order();
  await expect(panel.getByText(say('order:forecast.noRemarks'))).toBeVisible();
  await send(page, say).click();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  await order();
  const launched = panel.getByRole('listitem').filter({ hasText: say('enums:orderFlag.certificateLaunched') });
  await expect(launched.getByRole('link', { name: say('order:forecast.openCheck') })).toBeVisible();
  await expect(send(page, say)).toBeDisabled();
});

test('a user without access to prices orders with all other parts of the panel, and sees no amount', async ({ page }) => {
  const say = sayIn('en');
  await enter(page, person('hr.basic.3'), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFor(page, say, await hire(page, 'Rik', 'Unpriced'));
  const main = page.getByRole('main');
  await expect(panelOf(page, say).getByText(say('order:price.hidden'))).toBeVisible();
  const { price, proposedDay, proposed } = await forecastOf(page, say, {
    period: [TODAY, END],
    exit: 'yes',
    location: 'House',
    timing: 'Optimized',
  });
  expect(price).toBeNull();
  // A home visit is not announced: the panel only shows its day.
  expect(proposed).toBeNull();
  await expect(panelOf(page, say)).toContainText(formatWeekday(proposedDay ?? '', 'en'));
  await expect(main).toContainText(say('order:location.HouseHintPlain'));
  await expect(main).not.toContainText(/€/);
  await send(page, say).click();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  await expect(main).not.toContainText(/€/);
});
