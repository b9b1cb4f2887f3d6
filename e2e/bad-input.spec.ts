import { addDays, dayOf } from '@checkwell/domain/clock';
import { DOCUMENT, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { pdf } from '../apps/server/src/test/files.ts';
import { fieldOf, fillDay } from './support/fields.ts';
import { enter, person } from './support/people.ts';
import { expect, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** What goes wrong while a check is ordered, and that nothing typed is lost (specification, section 5). */

const HR = { en: 'admin', fr: 'rh', nl: 'hr.admin.1' } as const satisfies Record<InterfaceLanguage, string>;

async function openOrder(page: Page, language: InterfaceLanguage): Promise<void> {
  await enter(page, person(HR[language]), language, '/checks/new');
  await expect(page.getByRole('heading', { name: wordsIn(language)('order:worker.title') })).toBeVisible();
}

/** A new worker with everything that is asked for; without a GSM number unless one is given. */
async function fillWorker(page: Page, language: InterfaceLanguage, lastName: string, gsm = ''): Promise<void> {
  const say = wordsIn(language);
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fieldOf(page, say('order:field.workerFirstName')).fill('Noor');
  await fieldOf(page, say('order:field.workerLastName')).fill(lastName);
  await fieldOf(page, say('order:field.workerGender')).selectOption('Female');
  await fieldOf(page, say('order:field.workerLanguage')).selectOption('NL');
  await fieldOf(page, say('order:field.workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('order:field.workerPhoneNumber')).fill('016 22 33 44');
  if (gsm) await fieldOf(page, say('order:field.phoneNumber')).fill(gsm);
}

async function fillIncapacity(page: Page, language: InterfaceLanguage): Promise<void> {
  const say = wordsIn(language);
  const today = dayOf(new Date());
  await fillDay(page, say('order:field.startDate'), today);
  await fillDay(page, say('order:field.endDate'), addDays(today, 6));
  await fieldOf(page, say('order:field.incapacityType')).selectOption('Illness');
  await fieldOf(page, say('order:field.certificateType')).selectOption('FirstCertificate');
  await page
    .getByRole('group', { name: say('order:field.authorizedExit') })
    .getByLabel(say('order:exit.yes'))
    .check();
  await page.getByRole('radio', { name: say('enums:checkLocation.Office') }).check();
  await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
}

for (const language of INTERFACE_LANGUAGES) {
  test(`every missing field has its sentence, in ${language}`, async ({ page }) => {
    const say = wordsIn(language);
    await openOrder(page, language);
    const next = page.getByRole('button', { name: say('order:next') });
    await next.click();
    await expect(page.getByText(say('validation:employeeRequired'))).toBeVisible();
    // The search has the focus, and its list lies over the page.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: say('order:worker.addButton') }).click();
    await next.click();
    for (const key of [
      'firstNameRequired',
      'lastNameRequired',
      'genderRequired',
      'languageRequired',
      'addressRequired',
      'phoneRequired',
    ] as const)
      await expect(page.getByText(say(`validation:${key}`)).first(), key).toBeVisible();
    await expect(fieldOf(page, say('order:field.workerFirstName'))).toHaveAttribute('aria-invalid', 'true');
    await expect(fieldOf(page, say('order:field.workerFirstName'))).toBeFocused();
    await fieldOf(page, say('order:field.workerPhoneNumber')).fill('12');
    await next.click();
    await expect(page.getByText(say('validation:phoneFormat')).first()).toBeVisible();
    await fillWorkerAgain(page, language);
    await next.click();

    await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
    await next.click();
    for (const key of [
      'startDateRequired',
      'endDateRequired',
      'incapacityTypeRequired',
      'certificateTypeRequired',
      'authorizedExitRequired',
      'checkLocationRequired',
      'checkTypeRequired',
    ] as const)
      await expect(page.getByText(say(`validation:${key}`)).first(), key).toBeVisible();
    const today = dayOf(new Date());
    await fillDay(page, say('order:field.startDate'), today);
    await fillDay(page, say('order:field.endDate'), addDays(today, -1));
    await next.click();
    await expect(page.getByText(say('validation:endNotAfterStart'))).toBeVisible();

    // No GSM number was entered, so a telecheck and a visit at home cannot be chosen.
    for (const location of ['House', 'Telecheck'] as const)
      await expect(page.getByRole('radio', { name: say(`enums:checkLocation.${location}`) })).toBeDisabled();
    await expect(page.getByText(say('order:location.needGsm')).first()).toBeVisible();
  });

  test(`a file that is no certificate is refused with the reason, in ${language}`, async ({ page, expectedFaults }) => {
    expectedFaults.push(/415 \(Unsupported/);
    const say = wordsIn(language);
    await openOrder(page, language);
    await fillWorker(page, language, `Upload ${language}`);
    await page.getByRole('button', { name: say('order:next') }).click();
    const upload = fieldOf(page, say('order:field.certificate'));
    await upload.setInputFiles({ name: 'certificate.docx', mimeType: 'application/msword', buffer: Buffer.from('no') });
    await expect(page.getByText('certificate.docx').first()).toBeVisible();
    await expect(page.getByText(say('common:file.done'))).toHaveCount(0);
    await upload.setInputFiles({
      name: 'large.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.concat([pdf(), Buffer.alloc(DOCUMENT.maxBytes)]),
    });
    await expect(page.getByText('large.pdf').first()).toBeVisible();
    await expect(page.getByText(say('common:file.done'))).toHaveCount(0);
    // Its name and type lie; the server looks inside.
    await upload.setInputFiles({ name: 'fake.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>hello</html>') });
    await expect(page.getByText(say('errors:document.typeRefused')).first()).toBeVisible();
    await upload.setInputFiles({ name: 'real.pdf', mimeType: 'application/pdf', buffer: pdf() });
    await expect(page.getByText(say('common:file.done'))).toBeVisible();
  });
}

async function fillWorkerAgain(page: Page, language: InterfaceLanguage): Promise<void> {
  const say = wordsIn(language);
  await fieldOf(page, say('order:field.workerFirstName')).fill('Noor');
  await fieldOf(page, say('order:field.workerLastName')).fill('Fields');
  await fieldOf(page, say('order:field.workerGender')).selectOption('Female');
  await fieldOf(page, say('order:field.workerLanguage')).selectOption('NL');
  await fieldOf(page, say('order:field.workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('order:field.workerPhoneNumber')).fill('016 22 33 44');
}

test('a reload offers the order back, a failed request keeps it, and two clicks order once', async ({ page, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/);
  const say = wordsIn('en');
  const lastName = `Once ${Date.now()}`;
  await openOrder(page, 'en');
  await fillWorker(page, 'en', lastName, '0470 12 34 56');
  await page.getByRole('button', { name: say('order:next') }).click();
  await fillIncapacity(page, 'en');
  await page.getByRole('button', { name: say('order:next') }).click();
  await fieldOf(page, say('order:field.providerComment')).fill('Second bell');

  await page.reload();
  await page.getByRole('button', { name: say('order:draft.continue') }).click();
  await expect(fieldOf(page, say('order:field.providerComment'))).toHaveValue('Second bell');
  await page.getByRole('button', { name: say('order:next') }).click();
  await expect(page.getByText(lastName).first()).toBeVisible();

  // The network fails while the order is sent: everything stays, and the next try goes through.
  const send = page.getByRole('button', { name: say('order:summary.send') });
  const lost = (url: URL) => url.pathname === '/graphql';
  await page.route(lost, (route) => (route.request().postData()?.includes('mutation OrderCheck') ? route.abort() : route.fallback()));
  await send.click();
  await expect(send).toBeEnabled();
  await expect(page.getByText('Second bell')).toBeVisible();
  await page.unroute(lost);
  await send.dblclick();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();

  await page.goto(`/checks?q=${encodeURIComponent(lastName)}`);
  await expect(page.getByRole('row').filter({ hasText: lastName })).toHaveCount(1);
});
