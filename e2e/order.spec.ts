import { addDays, type CalendarDay, dayOf, isoWeekday } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { Locator, Page } from '@playwright/test';
import { atIssuerIn } from './support/certified-issuer.ts';
import { expectFault, fieldOf, fillDay, groupOf, sentenceWith } from './support/fields.ts';
import { setFeatureFor } from './support/flags.ts';
import { enter, person } from './support/people.ts';
import { declare, type Hired, hire } from './support/register.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** New check: what the stepper asks, and what it says about the order before it is sent (specification, sections 2 and 5). */

/** Companies whose checks no other journey counts. */
const HR = { en: 'hr.admin.3', fr: 'hr.admin.4', nl: 'hr.admin.5' } as const satisfies Record<InterfaceLanguage, string>;
/** One day for the whole journey, wherever midnight falls. */
const TODAY = dayOf(new Date());
/** Two weeks hold a working day of every doctor. */
const END = addDays(TODAY, 13);

const next = (page: Page, say: Say) => page.getByRole('button', { name: say('common:continue') }).click();
const send = (page: Page, say: Say) => page.getByRole('button', { name: say('order:summary.send') });
const panelOf = (page: Page, say: Say) => page.getByRole('region', { name: say('order:forecast.title') });

/** Beside the steps; the sidebar of the shell is another one. */
const asideOf = (page: Page) => page.getByRole('main').getByRole('complementary');

/** The empty first step, whatever an earlier order left in this tab. */
async function startFresh(page: Page, say: Say): Promise<void> {
  await page
    .getByRole('button', { name: say('order:draft.restart') })
    .or(fieldOf(page, say('order:field.phoneNumber')))
    .click();
}

/** The stepper at its second step, for somebody whom the company hired a moment ago. */
async function openFor(page: Page, say: Say, { id }: Pick<Hired, 'id'>, phoneNumber = '0470 12 34 56'): Promise<void> {
  await page.goto(`/checks/new?employeeId=${id}`);
  await startFresh(page, say);
  await fieldOf(page, say('order:field.workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('order:field.phoneNumber')).fill(phoneNumber);
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
  await fillDay(page, say('order:field.startDate'), period[0]);
  await fillDay(page, say('order:field.endDate'), period[1]);
  await fieldOf(page, say('order:field.incapacityType')).selectOption('Illness');
  await fieldOf(page, say('order:field.certificateType')).selectOption('FirstCertificate');
  await groupOf(page, say('order:field.authorizedExit'))
    .getByLabel(say(`order:exit.${exit}`))
    .check();
  await page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) }).check();
  await page.getByRole('radio', { name: say(`enums:checkTiming.${timing}`) }).check();
}

interface ForecastAnswer {
  readonly data: {
    readonly orderForecast: {
      readonly earliest: string | null;
      readonly proposed: string | null;
      readonly doctors: number;
      readonly price: { readonly total: number; readonly weekendSupplement: number };
    };
  };
}
const isForecast = (body: string | null) => body?.includes('"OrderForecast"') ?? false;

/** What the server answers to the forecast that `act` gives rise to. */
async function forecastOf(page: Page, act: () => Promise<void>): Promise<ForecastAnswer['data']['orderForecast']> {
  const coming = page.waitForResponse((response) => isForecast(response.request().postData()) && response.ok());
  await act();
  const answer: ForecastAnswer = await (await coming).json();
  return answer.data.orderForecast;
}

/** Euro cents with the mark that the language sets before the cents; no amount here reaches a thousand. */
const money = (cents: number): RegExp => new RegExp(`(?<!\\d)${Math.floor(cents / 100)}[.,]${String(cents % 100).padStart(2, '0')}(?!\\d)`);

/** Day and hour of an instant in Belgium, as digits that every language shows. */
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

for (const language of INTERFACE_LANGUAGES) {
  const issuer = atIssuerIn('nl', language);
  test(`before an order is sent, one panel says price, moment and what stands out, in ${language}`, issuer, async ({ page, context }) => {
    test.slow();
    const say = wordsIn(language);
    await enter(page, person(HR[language]), language, '/checks');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const worker = await hire(page, 'Mira', 'Panel');
    await openFor(page, say, worker, '');

    // Beside the steps there is the price at once, and the moment as soon as nothing is missing.
    const aside = asideOf(page);
    await expect(aside.getByText(say('order:price.total'))).toBeVisible();
    await expect(aside.getByText(say('order:forecast.moment'))).toHaveCount(0);
    const known = await forecastOf(page, () =>
      fillIncapacity(page, say, { period: [TODAY, END], exit: 'no', location: 'Office', timing: 'Optimized' }),
    );
    expect(known.proposed).not.toBeNull();
    expect(known.doctors).toBeGreaterThan(0);
    await expect(aside).toContainText(momentOf(known.proposed ?? ''));
    await expect(aside).toContainText(momentOf(known.earliest ?? ''));
    await expect(aside).toContainText(money(known.price.total));
    await expectAccessible(page);
    await next(page, say);
    await next(page, say);

    const panel = panelOf(page, say);
    await expect(panel).toContainText(say('order:forecast.lead'));
    await expect(panel.getByRole('region', { name: say('order:forecast.moment') })).toContainText(momentOf(known.proposed ?? ''));
    await expect(panel).toContainText(say('order:forecast.reason.mostSuitable'));
    await expect(panel).toContainText(say('order:forecast.doctors', { count: known.doctors }));
    await expect(panel.getByRole('region', { name: say('order:price.title') })).toContainText(money(known.price.total));
    await expect(panel).toContainText(sentenceWith(say('order:price.cancel', { accepted: 25, late: 50, hours: 4 })));

    // No certificate, no leave to go out, no GSM number: each is said, with the law where it says so, and nothing is refused.
    const remarks = panel.getByRole('listitem');
    await expect(remarks).toHaveCount(3);
    const remark = (code: 'noCertificate' | 'exitNotAuthorized' | 'withoutGsm'): Locator =>
      remarks.filter({ hasText: say(`enums:orderFlag.${code}`) });
    await expect(remark('noCertificate').getByRole('img', { name: say('order:forecast.severity.attention') })).toBeVisible();
    await expect(remark('noCertificate').getByRole('link')).toHaveAttribute('href', 'https://ordomedic.be/fr/faq/medecine-de-controle');
    await expect(remark('noCertificate').getByRole('link')).toContainText('art. 31');
    await expect(remark('exitNotAuthorized')).toBeVisible();
    await expect(remark('withoutGsm').getByRole('img', { name: say('order:forecast.severity.info') })).toBeVisible();
    await expectAccessibleInBothModes(page);
    await send(page, say).click();
    await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
    const ordered = await page.getByRole('link', { name: say('order:success.follow') }).getAttribute('href');

    // On a Saturday the visit costs more, and says how much more.
    const saturday = addDays(TODAY, 7 + ((13 - isoWeekday(TODAY)) % 7));
    await openFor(page, say, worker);
    const weekend = await forecastOf(page, () =>
      fillIncapacity(page, say, { period: [saturday, saturday], exit: 'yes', location: 'House', timing: 'Immediate' }),
    );
    expect(weekend.price.weekendSupplement).toBeGreaterThan(0);
    await expect(aside).toContainText(say('order:price.house'));
    await expect(aside).toContainText(say('order:price.weekendSupplement', { percent: 30 }));
    await expect(aside).toContainText(money(weekend.price.weekendSupplement));
    await expect(aside).toContainText(money(weekend.price.total));

    // The same again: the check in progress is a link away, and the order stays as it is.
    await openFor(page, say, worker);
    await fillIncapacity(page, say, { period: [TODAY, END], exit: 'yes', location: 'House', timing: 'Immediate' });
    await next(page, say);
    await next(page, say);
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

  test(`a check that the rule refuses is not sent, and the panel says why, in ${language}`, async ({ page }) => {
    const say = wordsIn(language);
    await enter(page, person(HR[language]), language, '/checks');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const worker = await hire(page, 'Odo', 'Blocked');
    await openFor(page, say, worker);
    await fillIncapacity(page, say, {
      period: [addDays(TODAY, -9), addDays(TODAY, -2)],
      exit: 'yes',
      location: 'Office',
      timing: 'Immediate',
    });
    // Already beside the step where it can be mended.
    const ended = sentenceWith(say('enums:orderFlag.periodEnded', { endDate: '…' }));
    await expect(asideOf(page).getByText(ended)).toBeVisible();
    await next(page, say);
    await next(page, say);
    const panel = panelOf(page, say);
    await expect(panel.getByText(say('order:forecast.blocked'))).toBeVisible();
    await expect(panel.getByRole('listitem').filter({ hasText: ended }).getByRole('img')).toHaveAccessibleName(
      say('order:forecast.severity.blocks'),
    );
    await expect(send(page, say)).toBeDisabled();
    await expectAccessible(page);

    // A certificate carries one check at a time.
    const certificateId = await declare(page, worker, { startDate: TODAY, endDate: END });
    const order = async () => {
      await page.goto(`/checks/new?certificateId=${certificateId}`);
      await startFresh(page, say);
      await fieldOf(page, say('order:field.phoneNumber')).fill('0470 12 34 56');
      await next(page, say);
      await page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }).check();
      await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
      await next(page, say);
      await next(page, say);
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
}

test('a period too short for an optimised check, and a kind that nobody may control, are said before sending', async ({ page }) => {
  const say = wordsIn('en');
  await enter(page, person(HR.en), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFor(page, say, await hire(page, 'Kim', 'Short'));
  await fillIncapacity(page, say, { period: [TODAY, addDays(TODAY, 2)], exit: 'yes', location: 'Office', timing: 'Optimized' });
  const kind = fieldOf(page, say('order:field.incapacityType'));
  await kind.selectOption('MaternityLeave');
  await expectFault(kind, say('enums:notCheckable.leave'));
  await next(page, say);
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await kind.selectOption('Illness');
  await next(page, say);
  await next(page, say);
  const short = panelOf(page, say)
    .getByRole('listitem')
    .filter({ hasText: say('enums:orderFlag.shortPeriod') });
  await expect(short.getByRole('img', { name: say('order:forecast.severity.info') })).toBeVisible();
  await expect(send(page, say)).toBeEnabled();
});

test('a forecast that fails or comes late is in nobody’s way', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/);
  const say = wordsIn('en');
  await enter(page, person(HR.en), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const worker = await hire(page, 'Ilse', 'Late');
  await openFor(page, say, worker);

  // While the answer is awaited the panel keeps its room.
  const waiting: (() => void)[] = [];
  let mode: 'hold' | 'fail' | 'pass' = 'hold';
  await page.route('**/graphql', async (route) => {
    if (!isForecast(route.request().postData()) || mode === 'pass') return route.continue();
    if (mode === 'fail') return route.abort();
    await new Promise<void>((resolve) => waiting.push(resolve));
    return route.continue().catch(() => undefined);
  });
  await fillIncapacity(page, say, { period: [TODAY, END], exit: 'yes', location: 'Office', timing: 'Immediate' });
  const aside = asideOf(page);
  await expect(aside.getByText(say('order:forecast.loading'))).toBeAttached();
  await expect.poll(() => waiting.length).toBeGreaterThan(0);

  // Another place before the answer is there: what was asked first is not shown, however late it comes.
  await page.getByRole('radio', { name: say('enums:checkLocation.House') }).check();
  await expect.poll(() => waiting.length).toBeGreaterThan(1);
  for (const go of waiting.splice(0)) go();
  await expect(aside.getByText(say('order:price.house'))).toBeVisible();
  await expect(aside.getByText(say('order:forecast.proposed'))).toBeVisible();

  mode = 'fail';
  await page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }).check();
  await next(page, say);
  await next(page, say);
  const panel = panelOf(page, say);
  await expect(panel.getByText(say('order:forecast.failed'))).toBeVisible();
  // What is known without the forecast is there: the price of a weekday.
  await expect(panel.getByText(say('order:price.total'))).toBeVisible();
  await expect(panel.getByText(sentenceWith(say('order:price.weekend', { percent: 30 })))).toBeVisible();
  await expectAccessible(page);
  mode = 'pass';
  await panel.getByRole('button', { name: say('common:retry') }).click();
  await expect(panel.getByText(say('order:forecast.proposed'))).toBeVisible();
  await expect(panel.getByText(say('order:forecast.failed'))).toHaveCount(0);

  // The answer comes to a page that does not move.
  mode = 'hold';
  await page.reload();
  await page.getByRole('button', { name: say('order:draft.continue') }).click();
  await expect.poll(() => waiting.length).toBeGreaterThan(0);
  const below = page.getByRole('region', { name: say('order:summary.worker') });
  const place = () => below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
  const expected = await place();
  mode = 'pass';
  for (const go of waiting.splice(0)) go();
  await expect(panel.getByRole('listitem').first()).toBeVisible();
  expect(await place()).toBe(expected);

  mode = 'fail';
  await page.reload();
  await page.getByRole('button', { name: say('order:draft.continue') }).click();
  await expect(panel.getByText(say('order:forecast.failed'))).toBeVisible();
  await send(page, say).click();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
});

test('the specification’s own sentences stand at the fields, in Dutch as it gives them', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person(HR.nl), 'nl', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const worker = await hire(page, 'Wim', 'Zinnen');
  await page.goto(`/checks/new?employeeId=${worker.id}`);
  await startFresh(page, say);
  // The optional number bears the name that the specification gives it.
  await fieldOf(page, 'GSM-nummer').fill('');
  await next(page, say);
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await next(page, say);
  await expectFault(groupOf(page, say('order:field.endDate')), 'Gelieve een einddatum te selecteren');
  await expectFault(groupOf(page, say('order:field.typeCheck')), 'Gelieve een type check te selecteren');
  await fillDay(page, say('order:field.startDate'), TODAY);
  await fillDay(page, say('order:field.endDate'), addDays(TODAY, -1));
  await expectFault(groupOf(page, say('order:field.endDate')), 'De einddatum moet later zijn dan de startdatum');
});

test('home and Telecheck wait for a GSM number, in the specification’s own sentence', async ({ page }) => {
  const say = wordsIn('en');
  await enter(page, person(HR.en), 'en', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFor(page, say, await hire(page, 'Gia', 'Mobile'), '');
  await expect(page.getByRole('radio', { name: say('enums:checkLocation.Office') })).toBeEnabled();
  for (const location of ['House', 'Telecheck'] as const) {
    const choice = page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) });
    await expect(choice).toBeDisabled();
    await expect(choice).toHaveAccessibleDescription('Please go back and enter your GSM number to select this option.');
  }
  await page.getByRole('button', { name: say('common:back') }).click();
  await fieldOf(page, say('order:field.phoneNumber')).fill('0470 12 34 56');
  await next(page, say);
  for (const location of ['House', 'Telecheck'] as const) {
    await page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) }).check();
  }
});

test('Telecheck is offered only where the feature is on, and a form that is open hears of it', async ({ page, newBrowser }) => {
  const say = wordsIn('fr');
  await enter(page, person(HR.fr), 'fr', '/checks');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await openFor(page, say, await hire(page, 'Flore', 'Distance'));
  const telecheck = page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') });
  await expect(telecheck).toBeEnabled();
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const planner = await newBrowser();
  await enter(planner, person('planner'), 'en', '/flags');
  await expect(planner.getByRole('row').nth(1)).toBeVisible();
  await setFeatureFor(planner, 'telecheck', companyId, false);
  await expect(telecheck).toHaveCount(0);
  await expect(page.getByRole('radio', { name: say('enums:checkLocation.Office') })).toBeEnabled();
  await setFeatureFor(planner, 'telecheck', companyId, true);
  await expect(telecheck).toBeEnabled();
});
