import { addDays, dayOf, isoWeekday } from '@checkwell/domain/clock';
import { CERTIFICATE_TERM_WORKING_DAYS, NO_CERTIFICATE_DAYS } from '@checkwell/domain/law/absence-rules';
import { isWorkingDay } from '@checkwell/domain/law/working-days';
import { formatDateRange } from '@checkwell/messages/formats';
import type { Page } from '@playwright/test';
import { askGraphql } from './support/api.ts';
import { chooseFound, expectFault, fieldOf, fillDay, firstFound, groupOf, sentenceWith } from './support/fields.ts';
import { pdfOf, pictureOf } from './support/papers.ts';
import { enter, person } from './support/people.ts';
import { declare, hire, store } from './support/register.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { type Say, wordsIn } from './support/words.ts';

/** Certificates are entered, judged, changed and read (specification, sections 2, 3, 5 and 8; domain.md 2.3 and 4.4). */

const TODAY = dayOf(new Date());
const ADMIN = person('hr.admin.6');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const remarks = (page: Page, say: Say) => page.getByRole('region', { name: say('certificates:advice.title') });
const typeOf = (page: Page, say: Say) => fieldOf(page, say('certificates:field.certifType'));

/** Leaves nothing compulsory open but the period, the document and the worker. */
async function fillRest(page: Page, say: Say): Promise<void> {
  await fieldOf(page, say('certificates:field.incapacityReason')).selectOption({ label: say('enums:incapacityType.Illness') });
  await groupOf(page, say('certificates:field.authorizedExit')).getByLabel(say('common:yes')).check();
}

async function openNew(page: Page, language: 'en' | 'fr' | 'nl'): Promise<void> {
  await enter(page, ADMIN, language, '/certificates/new');
  await expect(page.getByRole('heading', { level: 1, name: wordsIn(language)('certificates:form.new') })).toBeVisible();
}

for (const language of ['en', 'fr', 'nl'] as const) {
  const say = wordsIn(language);

  test(`in ${language}, a certificate asks for what the specification wants, at the field, and is created with its document`, async ({
    page,
  }) => {
    await openNew(page, language);
    const create = button(page, say('certificates:form.create'));
    await create.click();
    await expectFault(page.getByRole('combobox', { name: say('certificates:field.employee') }), say('validation:employeeRequired'));
    await expectFault(page.getByRole('combobox', { name: say('certificates:field.superior') }), say('validation:superiorRequired'));
    for (const [field, message] of [
      ['startDate', 'startDateRequired'],
      ['endDate', 'endDateRequired'],
    ] as const)
      await expectFault(groupOf(page, say(`certificates:field.${field}`)), say(`validation:${message}`));
    for (const [field, message] of [
      ['entryType', 'entryTypeRequired'],
      ['authorizedExit', 'authorizedExitRequired'],
    ] as const)
      await expectFault(groupOf(page, say(`certificates:field.${field}`)), say(`validation:${message}`));
    await expectFault(fieldOf(page, say('certificates:field.incapacityReason')), say('validation:incapacityTypeRequired'));
    await expectFault(typeOf(page, say), say('validation:certificateTypeRequired'));
    await expect(page.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') })).toBeFocused();

    await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
    const drop = fieldOf(page, say('certificates:field.document'));
    await expectFault(drop, say('validation:certificateRequired'));
    await page.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') }).check();
    await expect(page.getByText(say('validation:certificateRequired'))).toHaveCount(0);
    await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
    await drop.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no certificate') });
    await expect(page.getByText(sentenceWith(say('common:file.wrongType', { name: 'notes.txt', types: '…' })))).toBeVisible();
    await expectAccessibleInBothModes(page);

    // The worker is added with the certificate, under the rule of employees.
    await button(page, say('certificates:form.addWorker')).click();
    for (const [field, message] of [
      ['employeeFirstName', 'firstNameRequired'],
      ['employeeLastName', 'lastNameRequired'],
      ['employeePhoneNumber', 'phoneRequired'],
      ['employeeGender', 'genderRequired'],
      ['employeeAddress', 'addressRequired'],
    ] as const) {
      await create.click();
      await expectFault(fieldOf(page, say(`certificates:field.${field}`)), say(`validation:${message}`));
    }
    await fieldOf(page, say('certificates:field.employeeFirstName')).fill('Nour');
    await fieldOf(page, say('certificates:field.employeeLastName')).fill(`Lambrecht ${language}`);
    await fieldOf(page, say('certificates:field.employeeAddress')).fill('Kerkstraat 1, 9000 Gent');
    await fieldOf(page, say('certificates:field.employeePhoneNumber')).fill('12');
    await create.click();
    await expectFault(fieldOf(page, say('certificates:field.employeePhoneNumber')), say('validation:phoneFormat'));
    await fieldOf(page, say('certificates:field.employeePhoneNumber')).fill('0470 11 22 33');
    await fieldOf(page, say('certificates:field.employeeGender')).selectOption({ label: say('enums:gender.Female') });
    await fieldOf(page, say('certificates:field.employeeLanguage')).selectOption({ label: say('enums:workerLanguage.NL') });
    await page.getByRole('combobox', { name: say('certificates:field.superior') }).fill('');
    await page.getByRole('combobox', { name: say('certificates:field.superior') }).press('ArrowDown');
    await firstFound(page, say).click();
    await fillDay(page, say('certificates:field.startDate'), TODAY);
    await fillDay(page, say('certificates:field.endDate'), addDays(TODAY, -1));
    await create.click();
    await expectFault(groupOf(page, say('certificates:field.endDate')), say('validation:endBeforeStart'));
    await fillDay(page, say('certificates:field.endDate'), addDays(TODAY, 4));
    await fillRest(page, say);
    await drop.setInputFiles(await pdfOf(page, [`Certificate in ${language}`]));
    await expect(page.getByText(say('common:file.done'))).toBeVisible();
    await expect(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
    await typeOf(page, say).selectOption({ label: say('enums:certifType.FirstCertificate') });
    await expectAccessibleInBothModes(page);
    await create.dblclick();
    await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: `Nour Lambrecht ${language}` })).toBeVisible();
    // An impatient double click makes one certificate, and one worker.
    const { data } = await askGraphql<Record<'certificates' | 'employees', { totalCount: number }>>(
      page,
      'query Made($search: String) { certificates(filter: { search: $search }) { totalCount } employees(filter: { search: $search }) { totalCount } }',
      { search: `Nour Lambrecht ${language}` },
    );
    expect(data).toEqual({ certificates: { totalCount: 1 }, employees: { totalCount: 1 } });
    await expect(page.getByText('+32 470 11 22 33')).toBeVisible();
    await expect(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
    await expectAccessibleInBothModes(page);
  });

  test(`in ${language}, the fitting type is chosen ahead, said why, and taken by one click; remarks follow the typing`, async ({
    page,
  }) => {
    await openNew(page, language);
    const worker = await hire(page, 'Ilse', `Vandewalle-${language}`);
    const before = { startDate: addDays(TODAY, -12), endDate: addDays(TODAY, -3) };
    const documentId = await store(page, worker.companyId, await pdfOf(page, [`Earlier, ${language}`]));
    await declare(page, worker, { ...before, documentId });
    await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
    await chooseFound(page, say('certificates:field.employee'), worker.employeeLastName);
    await fillDay(page, say('certificates:field.startDate'), addDays(TODAY, -2));
    await fillDay(page, say('certificates:field.endDate'), addDays(TODAY, 5));
    await fillRest(page, say);
    const type = typeOf(page, say);
    await expect(type).toHaveValue('Prolongation');
    await expect(type).toHaveAccessibleDescription(sentenceWith(say('enums:certifTypeReason.followsPrevious', { end: '…' })));

    await type.selectOption({ label: say('enums:certifType.Relapse') });
    await expect(page.getByText(say('certificates:advice.suggestion', { type: say('enums:certifType.Prolongation') }))).toBeVisible();
    // What somebody chose stays chosen, whatever else changes.
    await fillDay(page, say('certificates:field.endDate'), addDays(TODAY, 6));
    await expect(type).toHaveValue('Relapse');
    await expectAccessibleInBothModes(page);
    await button(page, say('certificates:advice.use')).click();
    await expect(type).toHaveValue('Prolongation');

    // The days that both certificates cover, with the way to the other one.
    await fillDay(page, say('certificates:field.startDate'), addDays(TODAY, -5));
    const shared = formatDateRange(addDays(TODAY, -5), addDays(TODAY, -3), language);
    await expect(remarks(page, say)).toContainText(say('enums:certificateRemark.overlap', { period: shared }));
    await expect(remarks(page, say).getByRole('link', { name: say('certificates:advice.open') })).toBeVisible();
    await fillDay(page, say('certificates:field.startDate'), addDays(TODAY, 1));
    const open = formatDateRange(addDays(TODAY, -2), TODAY, language);
    await expect(remarks(page, say)).toContainText(say('enums:certificateRemark.gapBefore', { period: open }));
    await expect(remarks(page, say)).not.toContainText(say('enums:certificateRemark.overlap', { period: shared }));

    // Nothing of it keeps the certificate from being saved.
    await fieldOf(page, say('certificates:field.document')).setInputFiles(await pdfOf(page, [`Later, ${language}`]));
    await expect(page.getByText(say('common:file.done'))).toBeVisible();
    await button(page, say('certificates:form.create')).click();
    await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
    await expect(remarks(page, say)).toContainText(say('enums:certificateRemark.gapBefore', { period: open }));
    const history = page.getByRole('list', { name: say('certificates:detail.history') }).getByRole('listitem');
    await expect(history).toHaveCount(2);
    await history.last().getByRole('link').click();
    await expect(page.getByText(formatDateRange(before.startDate, before.endDate, language)).first()).toBeVisible();
    await expect(remarks(page, say)).toContainText(say('enums:certificateRemark.gapAfter', { period: open }));
  });

  test(`in ${language}, days without certificate are counted by calendar year, with where the law says so`, async ({ page }) => {
    await openNew(page, language);
    const worker = await hire(page, 'Bo', `Sermeus-${language}`);
    const year = TODAY.slice(0, 4);
    const rule = NO_CERTIFICATE_DAYS.find(({ from, until }) => (from ?? '') <= TODAY && (until === null || TODAY <= until));
    const quota = rule?.value.daysPerYear ?? 0;
    const days = Array.from({ length: quota }, (_, index) => `${year}-01-${String(5 + index * 7).padStart(2, '0')}`);
    for (const day of days) await declare(page, worker, { startDate: day, endDate: day, certifType: 'NoCertif' });
    await declare(page, worker, { startDate: `${Number(year) - 1}-12-31`, endDate: `${Number(year) - 1}-12-31`, certifType: 'NoCertif' });

    await page.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') }).check();
    await chooseFound(page, say('certificates:field.employee'), worker.employeeLastName);
    await fillDay(page, say('certificates:field.startDate'), TODAY);
    await fillDay(page, say('certificates:field.endDate'), TODAY);
    await fillRest(page, say);
    await expect(remarks(page, say)).toContainText(say('certificates:advice.used', { year, used: quota, quota }));
    await expect(typeOf(page, say)).not.toHaveValue('NoCertif');
    await typeOf(page, say).selectOption({ label: say('enums:certifType.NoCertif') });
    await expect(remarks(page, say)).toContainText(say('enums:certificateRemark.quotaExceeded', { year, used: quota, quota }));
    const source = remarks(page, say).getByRole('listitem').filter({ hasText: year }).getByRole('link');
    await expect(source).toHaveAttribute('href', rule?.source.address ?? '');
    await expect(source).toContainText(say('enums:lawAct.employmentContracts'));
    await expectAccessibleInBothModes(page);
    await button(page, say('certificates:form.create')).click();
    await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
  });
}

const say = wordsIn('en');

test('what is typed survives a reload, a failed request and a server that cannot say why', async ({ page, expectedFaults }) => {
  expectedFaults.push(/500 \(Internal Server Error\)/, /ERR_FAILED/, /Failed to load resource/);
  await openNew(page, 'en');
  const worker = await hire(page, 'Remi', 'Crombez');
  await fieldOf(page, say('certificates:field.document')).setInputFiles(await pdfOf(page, ['Kept']));
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  // Who adds a document has one.
  await expect(page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') })).toBeChecked();
  await chooseFound(page, say('certificates:field.employee'), worker.employeeLastName);
  await fillDay(page, say('certificates:field.startDate'), TODAY);
  await fillDay(page, say('certificates:field.endDate'), TODAY);
  await fillRest(page, say);
  await fieldOf(page, say('certificates:field.doctorName')).fill('Dr. Maes');
  await expect(typeOf(page, say)).toHaveValue('FirstCertificate');

  const isCreation = (request: { postData(): string | null }) => request.postData()?.includes('mutation CreateCertificate') ?? false;
  // The answer gets lost, not the request: the certificate is made, and nobody here knows.
  await page.route('**/graphql', (route) => (isCreation(route.request()) ? route.fetch().then(() => route.abort()) : route.fallback()));
  await button(page, say('certificates:form.create')).click();
  await expect(page.getByText(say('common:failed.offlineTitle'), { exact: false }).first()).toBeVisible();
  await page.unroute('**/graphql');
  await page.route('**/graphql', (route) =>
    isCreation(route.request())
      ? route.fulfill({
          json: { data: null, errors: [{ message: 'x', extensions: { code: 'server.unexpected', params: {}, issues: [], traceId: 't' } }] },
        })
      : route.fallback(),
  );
  await button(page, say('certificates:form.create')).click();
  await expect(page.getByText(say('certificates:form.notCreated'), { exact: true })).toBeVisible();
  await page.unroute('**/graphql');

  await page.reload();
  await expect(page.getByText(say('certificates:form.restored'))).toBeVisible();
  await expect(page.getByRole('combobox', { name: say('certificates:field.employee') })).toHaveValue(/Crombez/);
  await expect(page.getByRole('combobox', { name: say('certificates:field.superior') })).not.toHaveValue('');
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Maes');
  await expect(page.getByText('certificate.pdf').first()).toBeVisible();
  await expectAccessible(page);
  await button(page, say('certificates:form.create')).click();
  await expect(page.getByText(say('certificates:form.created'))).toBeVisible();
  await expect(page.getByText('Dr. Maes')).toBeVisible();
  const { data: made } = await askGraphql<{ certificates: { totalCount: number } }>(
    page,
    'query ($search: String) { certificates(filter: { search: $search }) { totalCount } }',
    { search: `E-${worker.employeeLastName}` },
  );
  expect(made?.certificates.totalCount).toBe(1);
  await page.goto('/certificates/new');
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('');
  await expect(page.getByText(say('certificates:form.restored'))).toHaveCount(0);
});

test('an upload is cancelled, tried again, and refused with the reason', async ({ page, expectedFaults }) => {
  expectedFaults.push(/Failed to load resource/, /ERR_FAILED/);
  await openNew(page, 'en');
  const drop = fieldOf(page, say('certificates:field.document'));
  const paper = await pdfOf(page, ['On its way']);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/documents?*', async (route) => {
    await held;
    await route.abort();
  });
  await drop.setInputFiles(paper);
  await expect(page.getByRole('progressbar')).toBeVisible();
  // What is not there yet is not saved, and not left out without a word.
  await button(page, say('certificates:form.create')).click();
  await expectFault(drop, say('common:file.stillUploading'));
  await button(page, say('common:file.cancel', { name: paper.name })).click();
  await expect(page.getByText(paper.name)).toHaveCount(0);
  await expect(page.getByText(say('common:file.stillUploading'))).toHaveCount(0);
  await drop.setInputFiles(paper);
  release();
  await button(page, say('common:file.retry', { name: paper.name })).waitFor();
  await button(page, say('certificates:form.create')).click();
  await expectFault(drop, say('common:file.notAdded'));
  await expectAccessible(page);
  await page.unroute('**/documents?*');
  await button(page, say('common:file.retry', { name: paper.name })).click();
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  await button(page, say('common:file.remove', { name: paper.name })).click();
  await drop.setInputFiles({ name: 'damaged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 cut short') });
  await expect(page.getByText(say('errors:document.unreadable'))).toBeVisible();
});

test('a document is dropped on its place; on a phone the camera takes it, and the picture is looked at closely', async ({
  page,
  newBrowser,
}) => {
  await openNew(page, 'en');
  const paper = await pdfOf(page, ['Dropped']);
  const dropped = await page.evaluateHandle(
    ({ name, mimeType, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], name, { type: mimeType }));
      return transfer;
    },
    { name: paper.name, mimeType: paper.mimeType, bytes: [...paper.buffer] },
  );
  const drop = fieldOf(page, say('certificates:field.document'));
  // Of the whole place, not of the button in it.
  for (const event of ['dragover', 'drop']) await drop.locator('..').dispatchEvent(event, { dataTransfer: dropped });
  await expect(page.getByText(say('common:file.done'))).toBeVisible();
  await expect(page.getByRole('img', { name: paper.name })).toBeVisible();

  const phone = await newBrowser('phone');
  await openNew(phone, 'fr');
  const french = wordsIn('fr');
  const camera = phone.waitForEvent('filechooser');
  await phone
    .locator('button')
    .filter({ hasText: french('common:file.takePhoto') })
    .tap();
  const chooser = await camera;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles(await pictureOf(page, 'Photographed'));
  await expect(phone.getByText(french('common:file.done'))).toBeVisible();
  const picture = phone.getByRole('img', { name: 'photo.png' });
  await expect(picture).toBeVisible();
  const width = async () => (await picture.boundingBox())?.width ?? 0;
  const fitted = await width();
  await phone.getByRole('button', { name: french('common:preview.zoomIn') }).tap();
  await expect.poll(width).toBeGreaterThan(fitted * 1.2);
  await phone.getByRole('button', { name: french('common:preview.fit') }).tap();
  await expect.poll(width).toBeCloseTo(fitted, 0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('somebody else’s change is followed where nothing was typed; each difference is settled, and nothing typed is lost', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/Failed to load resource/);
  await openNew(page, 'en');
  const worker = await hire(page, 'Kato', 'Huybrechts');
  const period = { startDate: TODAY, endDate: addDays(TODAY, 4) };
  const id = await declare(page, worker, period);
  await page.goto(`/certificates/${id}?edit=true`);
  await fieldOf(page, say('certificates:field.doctorName')).fill('Dr. Typed');
  const input = {
    employeeId: worker.id,
    superiorId: worker.superiorId,
    incapacityReason: 'SurgicalIntervention',
    entryType: 'ABSENCE_DECLARATION',
    certifType: 'FirstCertificate',
    authorizedExit: false,
    doctorName: 'Dr. Other',
    ...period,
  };
  // Past the live updates, as when they do not come through.
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('query Certificate(') ? route.abort() : route.fallback(),
  );
  const changed = await askGraphql(
    page,
    'mutation ($id: ID!, $input: CertificateInput!) { updateCertificate(id: $id, version: 1, input: $input) { version } }',
    { id, input },
  );
  expect(changed.errors).toBeUndefined();
  await page.unroute('**/graphql');
  await button(page, say('common:save')).click();
  const conflict = page.getByRole('alert').filter({ hasText: say('certificates:form.conflictTitle') });
  await expect(conflict).toBeVisible();
  await expect(conflict).toContainText(
    say('certificates:form.conflictTheirs', { field: say('certificates:field.doctorName'), value: 'Dr. Other' }),
  );
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Typed');
  await expect(fieldOf(page, say('certificates:field.incapacityReason'))).toHaveValue('SurgicalIntervention');
  await expect(groupOf(page, say('certificates:field.authorizedExit')).getByLabel(say('common:no'))).toBeChecked();
  await expectAccessibleInBothModes(page);
  await page.reload();
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Typed');
  await button(page, say('common:save')).click();
  await expect(page.getByText(say('certificates:form.saved'))).toBeVisible();
  await expect(page.getByText('Dr. Typed')).toBeVisible();
  await expect(page.getByText(say('certificates:form.conflictTitle'))).toHaveCount(0);
});

test('a change that the server cannot explain is said in the specification’s words', async ({ page }) => {
  await openNew(page, 'en');
  const worker = await hire(page, 'Lotte', 'Goossens-Peel');
  const id = await declare(page, worker, { startDate: TODAY, endDate: TODAY });
  await page.goto(`/certificates/${id}`);
  await page.getByRole('link', { name: say('common:edit') }).click();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation UpdateCertificate')
      ? route.fulfill({
          json: { data: null, errors: [{ message: 'x', extensions: { code: 'server.unexpected', params: {}, issues: [], traceId: 't' } }] },
        })
      : route.fallback(),
  );
  await fieldOf(page, say('certificates:field.doctorName')).fill('Dr. Once More');
  await button(page, say('common:save')).click();
  await expect(page.getByText(say('certificates:form.notModified'), { exact: true })).toBeVisible();
  await expect(fieldOf(page, say('certificates:field.doctorName'))).toHaveValue('Dr. Once More');
  await page.unroute('**/graphql');

  // The worker's own details are changed in place, and saved with it.
  await button(page, say('certificates:form.editWorker')).click();
  await fieldOf(page, say('certificates:field.employeeAddress')).fill('Meir 1, 2000 Antwerpen');
  await expectAccessible(page);
  await button(page, say('common:save')).click();
  await expect(page.getByText(say('certificates:form.saved'))).toBeVisible();
  await expect(page.getByText('Meir 1, 2000 Antwerpen')).toBeVisible();
});

test('a PDF and a turned picture are read in the page, by mouse, by keyboard, on a phone', async ({ page, newBrowser }) => {
  await openNew(page, 'en');
  const worker = await hire(page, 'Sien', 'Ooms');
  const pdf = await store(page, worker.companyId, await pdfOf(page, ['First sheet', 'Second sheet', 'Third sheet']));
  const id = await declare(page, worker, { startDate: TODAY, endDate: addDays(TODAY, 3), documentId: pdf });
  await page.goto(`/certificates/${id}`);
  const sheet = (number: number) =>
    page.getByRole('img', { name: `certificate.pdf, ${say('common:preview.page', { page: number, pages: 3 })}` });
  await expect(sheet(1)).toBeVisible();
  await expect(page.getByText('First sheet')).toBeAttached();
  await expectInk(page);
  await page.getByRole('button', { name: say('common:preview.nextPage') }).click();
  await expect(sheet(2)).toBeVisible();
  await expect(page.getByText('Second sheet')).toBeAttached();
  await expectAccessibleInBothModes(page);

  const area = page.getByRole('group', { name: say('common:preview.area', { name: 'certificate.pdf' }) });
  await area.focus();
  await page.keyboard.press('PageDown');
  await expect(sheet(3)).toBeVisible();
  const upright = await sizeOf(page);
  await page.keyboard.press('r');
  await expect.poll(async () => (await sizeOf(page)).width > (await sizeOf(page)).height).toBe(true);
  await page.keyboard.press('r');
  await expect.poll(() => sizeOf(page)).toEqual(upright);
  await page.keyboard.press('+');
  await expect.poll(async () => (await sizeOf(page)).width).toBeGreaterThan(upright.width * 1.2);
  await page.keyboard.press('0');
  await expect.poll(() => sizeOf(page)).toEqual(upright);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: say('common:preview.download') }).click();
  expect((await download).suggestedFilename()).toBe('certificate.pdf');

  const photo = await store(page, worker.companyId, await pictureOf(page, 'Taken sideways'));
  const other = await declare(page, worker, { startDate: addDays(TODAY, 10), endDate: addDays(TODAY, 12), documentId: photo });
  const phone = await newBrowser('phone');
  await enter(phone, ADMIN, 'fr', `/certificates/${other}`);
  const words = wordsIn('fr');
  const picture = phone.getByRole('img', { name: 'photo.png' });
  await expect(picture).toBeVisible();
  await phone.getByRole('button', { name: words('common:preview.rotate') }).click();
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan((await picture.boundingBox())?.width ?? 0);
  await expectAccessibleInBothModes(phone);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a document that cannot be shown says so and can still be downloaded; one that does not come is asked for again', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/Failed to load resource/, /ERR_FAILED/);
  await openNew(page, 'en');
  const worker = await hire(page, 'Wout', 'Aelbrecht');
  const pdf = await store(page, worker.companyId, await pdfOf(page, ['Fine']));
  const id = await declare(page, worker, { startDate: TODAY, endDate: TODAY, documentId: pdf });
  await page.route('**/documents/*', (route) => route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.7 nothing of a PDF' }));
  await page.goto(`/certificates/${id}`);
  await expect(page.getByText(say('common:preview.broken'))).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: say('common:preview.download') })
    .last()
    .click();
  await download;
  await page.unroute('**/documents/*');
  await page.route('**/documents/*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(say('common:failed.offlineTitle'), { exact: false }).first()).toBeVisible();
  await page.unroute('**/documents/*');
  await button(page, say('common:retry')).click();
  await expect(page.getByRole('img', { name: 'certificate.pdf' })).toBeVisible();
});

test('a medical certificate without an image leads to no check until there is one', async ({ page }) => {
  await openNew(page, 'en');
  // Of the demo: a few came from the payroll system ahead of their image.
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const listed = await askGraphql<{
    certificates: {
      nodes: { id: string; relaunchCheckUrl: string | null; isCheckRequestLaunched: boolean; document: { id: string } | null }[];
    };
  }>(
    page,
    'query ($filter: CertificateFilter) { certificates(filter: $filter, first: 100) { nodes { id relaunchCheckUrl isCheckRequestLaunched document { id } } } }',
    { filter: { companyId, entryType: 'MEDICAL_CERTIFICATE', activeOn: TODAY } },
  );
  const bare = listed.data?.certificates.nodes.find(
    ({ relaunchCheckUrl, isCheckRequestLaunched, document }) => relaunchCheckUrl && !isCheckRequestLaunched && document === null,
  );
  expect(bare).toBeDefined();
  await page.goto(`/certificates/${bare?.id}`);
  await expect(page.getByText(say('certificates:detail.imageRequired'))).toBeVisible();
  await expectAccessibleInBothModes(page);
  await button(page, say('certificates:list.launch')).click();
  await expect(page).toHaveURL(new RegExp(`/certificates/${bare?.id}`));
  await fieldOf(page, say('certificates:detail.imageAdd')).setInputFiles(await pictureOf(page, 'The certificate'));
  await expect(page.getByText(say('certificates:detail.imageAdded'))).toBeVisible();
  await expect(page.getByRole('img', { name: 'photo.png' })).toBeVisible();
  // The notice lies over the button, for as long as the pointer rests on it.
  await page.mouse.move(10, 700);
  await page.getByRole('link', { name: say('certificates:list.launch') }).click();
  await expect(page).toHaveURL(/\/checks\/new\?certificateId=/);
});

test('a certificate is late, or still due, by the term of the law', async ({ page }) => {
  const term = CERTIFICATE_TERM_WORKING_DAYS[0]?.value ?? 0;
  await openNew(page, 'en');
  const worker = await hire(page, 'Fien', 'Delrue');
  let start = TODAY;
  for (let left = term + 1; left > 0; ) {
    start = addDays(start, -1);
    if (isWorkingDay(addDays(start, 1))) left -= 1;
  }
  await page.getByRole('radio', { name: say('enums:entryType.MEDICAL_CERTIFICATE') }).check();
  await chooseFound(page, say('certificates:field.employee'), worker.employeeLastName);
  await fillDay(page, say('certificates:field.startDate'), start);
  await fillDay(page, say('certificates:field.endDate'), addDays(TODAY, 6 + isoWeekday(TODAY)));
  await expect(remarks(page, say)).toContainText(
    sentenceWith(say('enums:certificateRemark.certificateLate', { deadline: '…', days: term })),
  );
  await page.getByRole('radio', { name: say('enums:entryType.ABSENCE_DECLARATION') }).check();
  await expect(remarks(page, say)).toContainText(
    sentenceWith(say('enums:certificateRemark.certificateOverdue', { deadline: '…', days: term })),
  );
  await fillDay(page, say('certificates:field.startDate'), TODAY);
  await expect(remarks(page, say)).toContainText(
    sentenceWith(say('enums:certificateRemark.certificateDue', { deadline: '…', days: term })),
  );
});

/** Something is drawn on the sheet. */
async function expectInk(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.locator('canvas').evaluate((canvas) => {
        const { data } = (canvas as HTMLCanvasElement)
          .getContext('2d')
          ?.getImageData(0, 0, (canvas as HTMLCanvasElement).width, (canvas as HTMLCanvasElement).height) ?? { data: [] };
        return [...data].some((value, index) => index % 4 !== 3 && value < 128);
      }),
    )
    .toBe(true);
}

async function sizeOf(page: Page): Promise<{ readonly width: number; readonly height: number }> {
  const box = await page.locator('canvas').boundingBox();
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
}
