import { addDays, dayOf } from '@checkwell/domain/clock';
import type { Page } from '@playwright/test';
import { countChecks } from '../support/api.ts';
import { fieldOf, fillDay, groupOf } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** What fails on the way of an order, and that nothing typed is lost (specification, section 8). */

/** A company of its own: other tests count the checks of theirs. */
const HR = person('hr.admin.3');
const say = sayIn('en');
const today = () => dayOf(new Date());

async function openOrder(page: Page): Promise<void> {
  await enter(page, HR, 'en', '/checks/new');
  await expect(page.getByRole('heading', { name: say('order:worker.title') })).toBeVisible();
}

const next = (page: Page) => page.getByRole('button', { name: say('common:continue') });

/** A new worker with everything that is asked for. */
async function fillWorker(page: Page, lastName: string): Promise<void> {
  await fieldOf(page, say('checkFields:workerFirstName')).fill('Noor');
  await fieldOf(page, say('checkFields:workerLastName')).fill(lastName);
  await fieldOf(page, say('checkFields:workerGender')).selectOption('Female');
  await fieldOf(page, say('checkFields:workerLanguage')).selectOption('NL');
  await fieldOf(page, say('checkFields:workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('checkFields:workerPhoneNumber')).fill('016 22 33 44');
}

async function toIncapacity(page: Page, lastName: string): Promise<void> {
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fillWorker(page, lastName);
  await next(page).click();
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
}

async function fillIncapacity(page: Page): Promise<void> {
  await fillDay(page, say('checkFields:startDate'), today());
  await fillDay(page, say('checkFields:endDate'), addDays(today(), 6));
  await fieldOf(page, say('checkFields:incapacityType')).selectOption('Illness');
  await fieldOf(page, say('checkFields:certificateType')).selectOption('FirstCertificate');
  await groupOf(page, say('order:exit.question')).getByLabel(say('order:exit.yes')).check();
  await page.getByRole('radio', { name: say('enums:checkLocation.Office') }).check();
  await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
}

test('a reload offers an order back, failures keep it, and it is ordered once however often it is sent', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /500 \(Internal Server Error\)/);
  const lastName = `Once ${crypto.randomUUID().slice(0, 8)}`;
  await openOrder(page);
  await toIncapacity(page, lastName);
  await fillIncapacity(page);
  await fieldOf(page, say('checkFields:providerComment')).fill('Second bell');

  await page.reload();
  await expect(page.getByText(say('order:draft.text', { name: `Noor ${lastName}` }))).toBeVisible();
  await page.getByRole('button', { name: say('common:draft.continue') }).click();
  await expect(fieldOf(page, say('checkFields:providerComment'))).toHaveValue('Second bell');
  await expect(page.getByText(lastName).first()).toBeVisible();

  const send = page.getByRole('button', { name: say('order:summary.send') });
  const kept = async () => {
    await expect(page.getByText(say('order:failed.kept'))).toBeVisible();
    await expect(fieldOf(page, say('checkFields:providerComment'))).toHaveValue('Second bell');
    await expect(send).toBeEnabled();
  };
  const whenOrdering = (answer: Parameters<Page['route']>[1]) =>
    page.route('**/graphql', (route, request) =>
      request.postData()?.includes('mutation OrderCheck') ? answer(route, request) : route.fallback(),
    );

  await whenOrdering((route) => route.abort());
  await send.click();
  await kept();
  await page.unrouteAll({ behavior: 'wait' });

  await whenOrdering((route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }));
  await send.click();
  await kept();
  expect(await countChecks(page, lastName)).toBe(0);
  await page.unrouteAll({ behavior: 'wait' });

  // The order arrives, its answer does not: nobody can tell this from the first failure, and sends it again.
  await whenOrdering(async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send.click();
  await kept();
  expect(await countChecks(page, lastName)).toBe(1);
  await page.unrouteAll({ behavior: 'wait' });

  await send.dblclick();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  expect(await countChecks(page, lastName)).toBe(1);
  // What is sent is no draft any more.
  await page.goto('/checks/new');
  await expect(page.getByRole('heading', { name: say('order:worker.title') })).toBeVisible();
});
