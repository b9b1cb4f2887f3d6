import { addDays, dayOf } from '@checkwell/domain/clock';
import { DOCUMENT, INTERFACE_LANGUAGES, type InterfaceLanguage } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { pdf, png } from '../apps/server/src/test/files.ts';
import { askGraphql, countChecks } from './support/api.ts';
import { chooseFound, expectFault, expectFocusOnFirstFault, fieldOf, fillDay, fillTime, groupOf, sentenceWith } from './support/fields.ts';
import { expectIncapacityFaults, expectWorkerFaults } from './support/order-faults.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { type Say, type WordKey, wordsIn } from './support/words.ts';

/** What people fill in wrongly, what fails on the way, and that nothing typed is lost (specification, sections 5 and 8). */

/** Companies of their own: the whole journeys count the checks of the others. */
const HR = { en: 'hr.admin.3', fr: 'hr.admin.4', nl: 'hr.admin.5' } as const satisfies Record<InterfaceLanguage, string>;
const today = () => dayOf(new Date());

async function openOrder(page: Page, language: InterfaceLanguage): Promise<Say> {
  const say = wordsIn(language);
  await enter(page, person(HR[language]), language, '/checks/new');
  await expect(page.getByRole('heading', { name: say('order:worker.title') })).toBeVisible();
  return say;
}

const next = (page: Page, say: Say) => page.getByRole('button', { name: say('common:continue') });

/** A new worker with everything that is asked for. */
async function fillWorker(page: Page, say: Say, lastName: string): Promise<void> {
  await fieldOf(page, say('order:field.workerFirstName')).fill('Noor');
  await fieldOf(page, say('order:field.workerLastName')).fill(lastName);
  await fieldOf(page, say('order:field.workerGender')).selectOption('Female');
  await fieldOf(page, say('order:field.workerLanguage')).selectOption('NL');
  await fieldOf(page, say('order:field.workerAddress')).fill('Bondgenotenlaan 1, 3000 Leuven');
  await fieldOf(page, say('order:field.workerPhoneNumber')).fill('016 22 33 44');
}

async function toIncapacity(page: Page, say: Say, lastName: string): Promise<void> {
  await page.getByRole('button', { name: say('order:worker.addButton') }).click();
  await fillWorker(page, say, lastName);
  await next(page, say).click();
  await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
}

async function fillIncapacity(page: Page, say: Say): Promise<void> {
  await fillDay(page, say('order:field.startDate'), today());
  await fillDay(page, say('order:field.endDate'), addDays(today(), 6));
  await fieldOf(page, say('order:field.incapacityType')).selectOption('Illness');
  await fieldOf(page, say('order:field.certificateType')).selectOption('FirstCertificate');
  await groupOf(page, say('order:field.authorizedExit')).getByLabel(say('order:exit.yes')).check();
  await page.getByRole('radio', { name: say('enums:checkLocation.Office') }).check();
  await page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }).check();
}

for (const language of INTERFACE_LANGUAGES) {
  test.describe(`in ${language}`, () => {
    test('each field of a new check says what it misses, as the server would', async ({ page }) => {
      const say = await openOrder(page, language);
      await next(page, say).click();
      const worker = page.getByRole('combobox', { name: say('order:worker.search') });
      await expectFault(worker, say('validation:employeeRequired'));
      // The field with the fault has the focus; its list does not lie over the fault and the button below.
      await expect(worker).toBeFocused();
      await expect(worker).toHaveAttribute('aria-expanded', 'false');
      await page.getByRole('button', { name: say('order:worker.addButton') }).click();
      await next(page, say).click();
      await expectWorkerFaults(page, say);
      await expect(fieldOf(page, say('order:field.workerFirstName'))).toBeFocused();
      await expectAccessible(page);
      for (const [path, message] of await faultsOfServer(page)) {
        await expectFault(fieldOf(page, say(`order:field.${path}` as WordKey)), say(`validation:${message}` as WordKey));
      }
      await fieldOf(page, say('order:field.workerPhoneNumber')).fill('12');
      await fieldOf(page, say('order:field.phoneNumber')).fill('016 22 33 44');
      await next(page, say).click();
      await expectFault(fieldOf(page, say('order:field.workerPhoneNumber')), say('validation:phoneFormat'));
      await expectFault(fieldOf(page, say('order:field.phoneNumber')), say('validation:gsmFormat'));
      await fieldOf(page, say('order:field.phoneNumber')).fill('');
      await fillWorker(page, say, 'Fields');
      await next(page, say).click();

      await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
      await next(page, say).click();
      await expectIncapacityFaults(page, say);
      await expectFocusOnFirstFault(page);
      await expect(groupOf(page, say('order:field.startDate')).getByRole('spinbutton').first()).toBeFocused();
      await expectAccessible(page);
      await fillDay(page, say('order:field.startDate'), today());
      await fillDay(page, say('order:field.endDate'), addDays(today(), -1));
      await expectFault(groupOf(page, say('order:field.endDate')), say('validation:endNotAfterStart'));
      await fieldOf(page, say('order:field.incapacityType')).selectOption('MaternityLeave');
      await expectFault(fieldOf(page, say('order:field.incapacityType')), say('enums:notCheckable.leave'));
    });

    test('without a GSM number nobody is checked at home or by video', async ({ page }) => {
      const say = await openOrder(page, language);
      await toIncapacity(page, say, 'Mobile');
      const home = page.getByRole('radio', { name: say('enums:checkLocation.House') });
      const video = page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') });
      for (const choice of [home, video]) {
        await expect(choice).toBeDisabled();
        await expect(choice).toHaveAccessibleDescription(say('validation:gsmNeeded'));
      }
      await page.getByRole('button', { name: say('common:back') }).click();
      await fieldOf(page, say('order:field.phoneNumber')).fill('0470 12 34 56');
      await next(page, say).click();
      await video.check();
      // The number goes again, and with it what depended on it.
      await page.getByRole('button', { name: say('common:back') }).click();
      await fieldOf(page, say('order:field.phoneNumber')).fill('');
      await next(page, say).click();
      await expect(video).toBeDisabled();
      await expect(video).not.toBeChecked();
    });

    test('a file that is no certificate is refused with the reason', async ({ page, expectedFaults }) => {
      // The server refuses one of them, and the browser writes a line about it.
      expectedFaults.push(/415 \(Unsupported Media Type\)/);
      const say = await openOrder(page, language);
      await toIncapacity(page, say, 'Upload');
      const upload = fieldOf(page, say('order:field.certificate'));
      const stored = page.getByText(say('common:file.done'));
      await upload.setInputFiles({ name: 'letter.docx', mimeType: 'application/msword', buffer: Buffer.from('no') });
      await expect(page.getByText(sentenceWith(say('common:file.wrongType', { name: 'letter.docx', types: '…' })))).toBeVisible();
      const large = Buffer.concat([pdf(), Buffer.alloc(DOCUMENT.maxBytes)]);
      await upload.setInputFiles({ name: 'large.pdf', mimeType: 'application/pdf', buffer: large });
      await expect(page.getByText(sentenceWith(say('common:file.tooLarge', { name: 'large.pdf', size: '…' })))).toBeVisible();
      await upload.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
      await expect(page.getByText(say('common:file.empty', { name: 'empty.pdf' }))).toBeVisible();
      // Name and type lie; the server looks inside.
      await upload.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>hello</html>') });
      await expect(page.getByText(say('errors:document.typeRefused'))).toBeVisible();
      await expect(stored).toHaveCount(0);
      // Nobody goes on in the belief that the doctor gets it.
      await fillIncapacity(page, say);
      await next(page, say).click();
      await expectFault(upload, say('common:file.notAdded'));
      await expectAccessible(page);
      await upload.setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: png() });
      await expect(stored).toBeVisible();
      await expect(page.getByText('photo.png')).toBeVisible();
      await next(page, say).click();
      await expect(page.getByRole('heading', { name: say('order:comments.title') })).toBeVisible();
    });

    test('each field of a certificate says what it misses', async ({ page }) => {
      const say = wordsIn(language);
      await enter(page, person(HR[language]), language, '/certificates/new');
      const save = page.getByRole('button', { name: say('certificates:form.create') });
      await save.click();
      await expectFault(page.getByRole('combobox', { name: say('certificates:field.employee') }), say('validation:employeeRequired'));
      for (const [name, fault] of [
        ['superior', 'superiorRequired'],
        ['incapacityReason', 'incapacityTypeRequired'],
        ['certifType', 'certificateTypeRequired'],
      ] as const) {
        await expectFault(fieldOf(page, say(`certificates:field.${name}`)), say(`validation:${fault}`));
      }
      for (const [name, fault] of [
        ['startDate', 'startDateRequired'],
        ['endDate', 'endDateRequired'],
        ['authorizedExit', 'authorizedExitRequired'],
        ['entryType', 'entryTypeRequired'],
      ] as const) {
        await expectFault(groupOf(page, say(`certificates:field.${name}`)), say(`validation:${fault}`));
      }
      await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
      await fillDay(page, say('certificates:field.startDate'), today());
      await fillDay(page, say('certificates:field.endDate'), addDays(today(), -1));
      await expectFault(groupOf(page, say('certificates:field.endDate')), say('validation:endBeforeStart'));
      await fillDay(page, say('certificates:field.endDate'), today());
      await chooseEmployee(page, say);
      // The employee's own superior, unless somebody else is chosen.
      await expect(fieldOf(page, say('certificates:field.superior'))).not.toHaveValue('');
      await fieldOf(page, say('certificates:field.incapacityReason')).selectOption('Illness');
      await fieldOf(page, say('certificates:field.certifType')).selectOption('FirstCertificate');
      await groupOf(page, say('certificates:field.authorizedExit')).getByLabel(say('common:yes')).check();
      await save.click();
      await expectFault(fieldOf(page, say('certificates:field.document')), say('validation:certificateRequired'));
      await expectAccessible(page);
      // A declared absence has no document.
      await page.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') }).check();
      await save.click();
      await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
    });

    test('each field of a new user says what it misses', async ({ page }) => {
      const say = wordsIn(language);
      await enter(page, person(HR[language]), language, '/settings/users');
      await page.getByRole('button', { name: say('settings:users.add') }).click();
      const dialog = page.getByRole('dialog');
      const add = dialog.getByRole('button', { name: say('settings:users.add') });
      await add.click();
      for (const [label, fault] of [
        ['settings:profile.firstName', 'firstNameRequired'],
        ['settings:profile.lastName', 'lastNameRequired'],
        ['settings:users.column.email', 'emailRequired'],
        ['settings:users.column.phoneNumber', 'phoneRequired'],
      ] as const) {
        await expectFault(fieldOf(dialog, say(label)), say(`validation:${fault}`));
      }
      await expectFault(groupOf(dialog, say('settings:users.column.accesType')), say('validation:accessTypeRequired'));
      await expectFault(groupOf(dialog, say('settings:users.column.languages')), say('validation:languageRequired'));
      await fieldOf(dialog, say('settings:users.column.email')).fill('noor@nowhere');
      await fieldOf(dialog, say('settings:users.column.phoneNumber')).fill('call me');
      await add.click();
      await expectFault(fieldOf(dialog, say('settings:users.column.email')), say('validation:emailFormat'));
      await expectFault(fieldOf(dialog, say('settings:users.column.phoneNumber')), say('validation:phoneFormat'));
      await expectAccessible(page);
    });

    test("the dashboard's dates say what they miss", async ({ page }) => {
      const say = wordsIn(language);
      await enter(page, person(HR[language]), language, '/dashboard');
      await page.getByRole('radio', { name: say('dashboard:filter.dates') }).click();
      // Nobody is scolded for a field that has just appeared.
      const start = groupOf(page, say('dashboard:filter.from'));
      await expect(start).toBeVisible();
      await expect(page.locator('[data-wrong]')).toHaveCount(0);
      await start.getByRole('spinbutton').last().focus();
      await groupOf(page, say('dashboard:filter.to')).getByRole('spinbutton').first().focus();
      await expectFault(start, say('validation:filterStartRequired'));
      await expectAccessible(page);
      await page.goto(`/dashboard?period=dates&from=${today()}&to=${addDays(today(), -1)}`);
      await expectFault(groupOf(page, say('dashboard:filter.to')), say('validation:endBeforeStart'));
    });
  });
}

async function chooseEmployee(page: Page, say: Say): Promise<void> {
  const { data } = await askGraphql<{ employees: { nodes: { employeeMatricule: string }[] } }>(
    page,
    'query First($companyId: ID) { employees(filter: { companyId: $companyId }, first: 1) { nodes { employeeMatricule } } }',
    { companyId: await page.evaluate(() => localStorage.getItem('companyId')) },
  );
  await chooseFound(page, say('certificates:field.employee'), data?.employees.nodes[0]?.employeeMatricule ?? '');
}

/** What the server says of an order whose texts are empty: field and key of the sentence. */
async function faultsOfServer(page: Page): Promise<readonly (readonly [path: string, message: string])[]> {
  const { errors } = await askGraphql(
    page,
    'mutation Empty($input: OrderInput!, $key: String!) { orderCheck(input: $input, idempotencyKey: $key) { id } }',
    {
      key: crypto.randomUUID(),
      input: {
        companyId: await page.evaluate(() => localStorage.getItem('companyId')),
        employeeId: null,
        workerFirstName: '',
        workerLastName: '',
        workerAddress: '',
        workerPhoneNumber: '',
        workerGender: 'Female',
        workerLanguage: 'NL',
        employeeMatricule: '',
        superiorId: null,
        phoneNumber: '',
        startDate: today(),
        endDate: today(),
        incapacityType: 'Illness',
        certificateType: 'FirstCertificate',
        authorizedExit: true,
        locationCheck: 'Office',
        typeCheck: 'Immediate',
        providerComment: '',
        doctorComment: '',
      },
    },
  );
  const issues = errors?.[0]?.extensions?.issues ?? [];
  expect(issues.map(({ path }) => path).toSorted()).toEqual(['workerAddress', 'workerFirstName', 'workerLastName', 'workerPhoneNumber']);
  return issues.map(({ path, message }) => [path, message.replace('validation:', '')] as const);
}

test('what is wrong with a report stands on its field', async ({ page }) => {
  const say = wordsIn('en');
  await enter(page, person('doctor'), 'en', '/missions');
  await page.getByRole('region').getByRole('link').last().click();
  await page.getByRole('button', { name: say('missions:detail.report') }).click();
  await page.getByRole('button', { name: say('missions:result.send') }).click();
  await expectFault(page.getByRole('checkbox', { name: say('missions:result.independence') }), say('validation:declarationRequired'));
  await expectFocusOnFirstFault(page);
  await page.getByRole('radio', { name: say('enums:checkOccurence.NoShow') }).check();
  await fillTime(page, say('missions:result.from'), '10:30');
  await fillTime(page, say('missions:result.to'), '10:00');
  await page.getByRole('button', { name: say('missions:result.send') }).click();
  await expectFault(groupOf(page, say('missions:result.to')), say('validation:examinationOrder'));
  await expectFault(page.getByRole('checkbox', { name: say('missions:result.independence') }), say('validation:declarationRequired'));
});

test('a reload offers an order back, failures keep it, and it is ordered once however often it is sent', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/ERR_FAILED/, /500 \(Internal Server Error\)/);
  const lastName = `Once ${crypto.randomUUID().slice(0, 8)}`;
  const say = await openOrder(page, 'en');
  await toIncapacity(page, say, lastName);
  await fillIncapacity(page, say);
  await next(page, say).click();
  await fieldOf(page, say('order:field.providerComment')).fill('Second bell');

  await page.reload();
  await expect(page.getByText(say('order:draft.text', { name: `Noor ${lastName}` }))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: say('order:draft.continue') }).click();
  await expect(fieldOf(page, say('order:field.providerComment'))).toHaveValue('Second bell');
  await next(page, say).click();
  await expect(page.getByText(lastName).first()).toBeVisible();

  const send = page.getByRole('button', { name: say('order:summary.send') });
  const kept = async () => {
    await expect(page.getByText(say('order:failed.kept'))).toBeVisible();
    await expect(page.getByText('Second bell')).toBeVisible();
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

test('a reload of the certificate form keeps what was typed, and shows whom it is about', async ({ page }) => {
  const say = wordsIn('nl');
  await enter(page, person(HR.nl), 'nl', '/certificates/new');
  const employee = page.getByRole('combobox', { name: say('certificates:field.employee') });
  await chooseEmployee(page, say);
  const name = await employee.inputValue();
  expect(name).not.toBe('');
  await fieldOf(page, say('certificates:field.doctorName')).fill('Dr. Ameel');
  await fillDay(page, say('certificates:field.startDate'), today());
  await fieldOf(page, say('certificates:field.document')).setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: pdf() });
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  await page.reload();
  await expect(page.getByText(say('certificates:form.restored'))).toBeVisible();
  await expect(employee).toHaveValue(name);
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Ameel');
  // The file was stored already: it stands on the screen again, and the certificate has it.
  await expect(page.getByText('a.pdf').first()).toBeVisible();
  await expect(page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') })).toBeChecked();
  await page.getByRole('button', { name: say('common:file.remove', { name: 'a.pdf' }) }).click();
  await page.getByRole('button', { name: say('certificates:form.create') }).click();
  await expectFault(fieldOf(page, say('certificates:field.document')), say('validation:certificateRequired'));
});

test('a double click orders one check', async ({ page }) => {
  const lastName = `Twice ${crypto.randomUUID().slice(0, 8)}`;
  const say = await openOrder(page, 'en');
  await toIncapacity(page, say, lastName);
  await fillIncapacity(page, say);
  await next(page, say).click();
  await next(page, say).click();
  await page.getByRole('button', { name: say('order:summary.send') }).dblclick();
  await expect(page.getByRole('heading', { name: say('order:success.title') })).toBeVisible();
  expect(await countChecks(page, lastName)).toBe(1);
});
