import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf, fillTime, groupOf } from '../../../test/fields.ts';
import { type CompanyFixture, company, costCentre } from '../../../test/fixtures/companies.ts';
import { type AppOptions, renderApp } from '../../../test/render.tsx';
import { sendTwice } from '../../../test/send-twice.ts';
import { fakeServer, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import {
  CompanyDocument,
  type CostCentreRowFragment,
  CostCentresDocument,
  CreateCostCentreDocument,
  type InvoiceRowFragment,
  InvoicesDocument,
  UpdateCompanyDocument,
  UpdateCostCentreDocument,
  UpdateWorkRulesDocument,
} from './company.gql.ts';

async function openCompany({ invoices = [], ...options }: AppOptions & { readonly invoices?: InvoiceRowFragment[] } = {}) {
  const server = fakeServer();
  let stored: CompanyFixture = company();
  const centres: CostCentreRowFragment[] = [];
  server.graphql(CompanyDocument, () => ({ company: stored }));
  server.graphql(CostCentresDocument, () => ({ costCentres: [...centres] }));
  server.graphql(InvoicesDocument, () => ({ invoices }));
  /** What a change answers once it is stored. */
  const store = (changes: Partial<CompanyFixture>): CompanyFixture => {
    stored = { ...stored, ...changes, version: stored.version + 1 };
    return stored;
  };
  const { say, address, history, reload } = await renderApp('/settings/company', { server, ...options });
  const card = (title: Parameters<typeof say>[0]) => page.getByRole('region', { name: say(title) });
  return { server, say, address, history, reload, store, centres, card };
}

test('what is typed about the company stays while the network fails, and is saved at the next try', async () => {
  const { server, say, store, card } = await openCompany();
  const details = card('settings:company.details');
  const phone = fieldOf(details, say('companyFields:invoicingPhoneNumber'));
  const { id, version, input } = await sendTwice({
    server,
    say,
    document: UpdateCompanyDocument,
    answer: () => ({ updateCompany: store({ companyAddress: 'Korenmarkt 7, 9000 Gent', invoicingPhoneNumber: '+3291234567' }) }),
    submit: details.getByRole('button', { name: say('common:save') }),
    typed: [
      [fieldOf(details, say('companyFields:companyAddress')), 'Korenmarkt 7, 9000 Gent'],
      [phone, '09 123 45 67'],
    ],
  });
  expect({ id, version, input }).toMatchObject({
    id: company().id,
    version: 1,
    input: { companyAddress: 'Korenmarkt 7, 9000 Gent', invoicingPhoneNumber: '+3291234567' },
  });
  await expect.element(phone).toHaveValue('+32 9 123 45 67');
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();
});

test('data for invoices say what is wrong at the field, survive a colleague’s change, and ask before they are left', async () => {
  const { server, say, address, history, reload, store, card } = await openCompany();
  withSuperiors(server, []);
  const details = card('settings:company.details');
  const save = details.getByRole('button', { name: say('common:save') });
  const number = fieldOf(details, say('companyFields:companyNumber'));
  const place = fieldOf(details, say('companyFields:companyAddress'));
  const email = fieldOf(details, say('companyFields:invoicingEmail'));
  await userEvent.fill(number, 'BE12345');
  await userEvent.fill(place, '');
  await userEvent.fill(email, 'no address');
  await userEvent.click(save);
  await expectFieldError(number, say('validation:vatFormat'));
  await expectFieldError(place, say('validation:addressRequired'));
  await expectFieldError(email, say('validation:emailFormat'));
  expect(server.calls(UpdateCompanyDocument)).toEqual([]);
  // The price is the contract's.
  await expect.element(details).toMatchTextContent(say('settings:company.checkPriceHint'));
  await expect.element(fieldOf(details, say('companyFields:checkPrice'))).not.toBeInTheDocument();

  await userEvent.fill(number, company().companyNumber);
  await userEvent.fill(place, 'Vrijdagmarkt 3, 9000 Gent');
  await userEvent.fill(email, '');
  store({ companyAddress: 'Veldstraat 1, 9000 Gent', invoicingFirstName: 'Greta' });
  server.graphql(UpdateCompanyDocument, () => refusal('entity.changedMeanwhile'));
  await userEvent.click(save);
  await expect.element(details.getByRole('alert')).toMatchTextContent(say('settings:changed.title'));
  await expect.element(details.getByRole('alert')).toMatchTextContent('Veldstraat 1, 9000 Gent');
  await expect.element(place).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  await expect.element(fieldOf(details, say('companyFields:invoicingFirstName'))).toHaveValue('Greta');
  const field = say('companyFields:companyAddress');
  await userEvent.click(details.getByRole('button', { name: say('common:conflict.takeField', { field }) }));
  await expect.element(place).toHaveValue('Veldstraat 1, 9000 Gent');

  // A reload loses nothing that was typed.
  await userEvent.fill(place, 'Vrijdagmarkt 3, 9000 Gent');
  await reload();
  await expect.element(place).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  const away = page.getByRole('link', { name: say('settings:tab.superiors'), exact: true });
  await userEvent.click(away);
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(say('common:leave.text'));
  await userEvent.click(question.getByRole('button', { name: say('common:leave.stay') }));
  await expect.element(place).toHaveValue('Vrijdagmarkt 3, 9000 Gent');
  await userEvent.click(away);
  await userEvent.click(question.getByRole('button', { name: say('common:leave.confirm') }));
  await expect.poll(address).toBe('/settings/superiors');
  history.back();
  await expect.element(place).toHaveValue('Veldstraat 1, 9000 Gent');
});

test('what is typed about absences and cost centres stays while the network fails, and is saved at the next try', async () => {
  const { server, say, store, centres, card } = await openCompany();
  const rules = card('settings:workRules.title');
  const term = fieldOf(rules, say('settings:workRules.certificateTermDays'));
  const saved = await sendTwice({
    server,
    say,
    document: UpdateWorkRulesDocument,
    answer: () => ({ updateWorkRules: store({ certificateTermDays: 3 }) }),
    submit: rules.getByRole('button', { name: say('common:save') }),
    typed: [[term, '3']],
  });
  expect(saved.input.certificateTermDays).toBe(3);
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();

  const part = card('settings:costCentres.title');
  await userEvent.click(part.getByRole('button', { name: say('settings:costCentres.add') }));
  const dialog = page.getByRole('dialog');
  await sendTwice({
    server,
    say,
    document: CreateCostCentreDocument,
    answer: ({ input }) => {
      const made = costCentre({ ...input, employeeCount: 0 });
      centres.push(made);
      return { createCostCentre: made };
    },
    submit: dialog.getByRole('button', { name: say('settings:costCentres.add') }),
    typed: [
      [fieldOf(dialog, say('settings:costCentres.code')), 'KEPT-1'],
      [fieldOf(dialog, say('settings:costCentres.name')), 'Kept through it all'],
    ],
  });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(part.getByRole('row').filter({ hasText: 'KEPT-1' })).toBeVisible();
  await expect.element(term).toHaveValue('3');
});

test('rules about absences are beside the law, and say where they go beyond it', async () => {
  const { server, say, store, card } = await openCompany();
  const rules = card('settings:workRules.title');
  const save = rules.getByRole('button', { name: say('common:save') });
  // Each rule names the law that holds without it.
  await expect.element(rules.getByRole('link', { name: /art\. 31, § 2$/ })).toHaveAttribute('href', expect.stringMatching(/^https?:/));
  await expect.element(rules.getByRole('link', { name: /art\. 31, § 2\/1/ })).toBeVisible();
  await expect.element(rules.getByRole('link', { name: /art\. 31, § 3/ })).toBeVisible();

  const optOut = rules.getByRole('checkbox', { name: say('settings:workRules.noCertificateOptOut') });
  const term = fieldOf(rules, say('settings:workRules.certificateTermDays'));
  const duty = rules.getByRole('checkbox', { name: say('settings:workRules.availabilityDuty') });
  await userEvent.fill(fieldOf(rules, say('companyFields:staffCount')), '200');
  await userEvent.click(optOut);
  await userEvent.fill(term, '31');
  // Left by the keyboard: its fault moves what is below.
  await userEvent.keyboard('{Tab}');
  await userEvent.click(duty);
  await userEvent.click(save);
  await expectFieldError(optOut, say('validation:optOutSize'));
  await expectFieldError(term, say('validation:certificateTermRange', { max: 30 }));
  const days = fieldOf(rules, say('settings:workRules.availabilityDays'));
  const basis = fieldOf(rules, say('settings:workRules.availabilityBasis'));
  await expectFieldError(days, say('validation:availabilityDaysRange', { max: 366 }));
  await expectFieldError(basis, say('validation:required'));

  await userEvent.click(optOut);
  await userEvent.fill(term, '3');
  await userEvent.fill(days, '5');
  await userEvent.selectOptions(basis, 'WorkRules');
  await fillTime(page, say('settings:workRules.availabilityFrom'), '09:00');
  await fillTime(page, say('settings:workRules.availabilityTo'), '15:00');
  await userEvent.click(save);
  await expectFieldError(
    groupOf(rules, say('settings:workRules.availabilityTo')),
    say('validation:availabilityWindow', { longestHours: 4, earliest: '07:00', latest: '20:00' }),
  );
  expect(server.calls(UpdateWorkRulesDocument)).toEqual([]);

  await fillTime(page, say('settings:workRules.availabilityTo'), '13:00');
  server.graphql(UpdateWorkRulesDocument, ({ input }) => ({ updateWorkRules: store(input as Partial<CompanyFixture>) }));
  await userEvent.click(save);
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();
  const rule = { staffCount: 200, noCertificateOptOut: false, certificateTermDays: 3 };
  const hours = { availabilityDays: 5, availabilityFrom: '09:00', availabilityTo: '13:00', availabilityBasis: 'WorkRules' };
  expect(server.calls(UpdateWorkRulesDocument).at(-1)?.input).toEqual({ ...rule, ...hours });
  await userEvent.click(duty);
  await userEvent.click(save);
  await expect.poll(() => server.calls(UpdateWorkRulesDocument)).toHaveLength(2);
  const none = { availabilityDays: null, availabilityFrom: null, availabilityTo: null, availabilityBasis: null };
  expect(server.calls(UpdateWorkRulesDocument).at(-1)).toMatchObject({ version: 2, input: { ...rule, ...none } });
});

test.each([1280, 390])('whoever may not change the company reads it, %i pixels wide', async (width) => {
  const { say, card } = await openCompany({ as: 'employerBasic', width });
  await expect.element(page.getByText(say('settings:company.readOnly'))).toBeVisible();
  await expect.element(card('settings:workRules.title').getByText(say('settings:workRules.none'))).toBeVisible();
  await expect.element(page.getByText(say('settings:costCentres.empty'))).toBeVisible();
  await expect.element(page.getByText(say('settings:invoices.title'), { exact: true })).not.toBeInTheDocument();
  expect(page.getByRole('main').getByRole('button').elements()).toEqual([]);
  expect(page.getByRole('main').getByRole('textbox').elements()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('an invoice that is credited in part still says by when the rest is due', async () => {
  const invoice: InvoiceRowFragment = {
    id: 'invoice-1',
    companyId: company().id,
    kind: 'Invoice',
    number: '2026-0007',
    issueDate: '2026-03-01',
    month: '2026-02-01',
    dueDate: '2026-03-31',
    totalCents: 12_100,
    netCents: 10_000,
    creditedCents: 6050,
    monthIsFree: false,
    mailedTo: 'invoices@example.be',
    corrects: null,
    lines: [],
  };
  const whole = { ...invoice, id: 'invoice-2', number: '2026-0008', creditedCents: 12_100 };
  const { say, card } = await openCompany({ invoices: [invoice, whole] });
  const row = (number: string) => card('settings:invoices.title').getByRole('row').filter({ hasText: number });
  await expect.element(row('2026-0007').getByText(say('settings:invoices.creditedPartly'), { exact: true })).toBeVisible();
  await expect.element(row('2026-0007')).toMatchTextContent(/31\sMar\s2026/);
  await expect.element(row('2026-0008').getByText(say('settings:invoices.credited'), { exact: true })).toBeVisible();
  await expect.element(row('2026-0008')).not.toMatchTextContent(/31\sMar\s2026/);
});

test('cost centres are added, changed, taken out of use and put back', async () => {
  const { server, say, centres, card } = await openCompany();
  const part = card('settings:costCentres.title');
  await expect.element(part.getByText(say('settings:costCentres.empty'))).toBeVisible();
  const dialog = page.getByRole('dialog');
  const code = fieldOf(dialog, say('settings:costCentres.code'));
  const name = fieldOf(dialog, say('settings:costCentres.name'));
  const add = part.getByRole('button', { name: say('settings:costCentres.add') });
  const submit = dialog.getByRole('button', { name: say('settings:costCentres.add') });
  const row = part.getByRole('row').filter({ hasText: 'LOG-1' });
  const act = async (action: string) => {
    await userEvent.click(row.getByRole('button', { name: say('common:actionsFor', { name: 'LOG-1' }) }));
    await userEvent.click(page.getByRole('menuitem', { name: action }));
  };
  await userEvent.click(add);
  await userEvent.click(submit);
  await expectFieldError(code, say('validation:required'));
  await expectFieldError(name, say('validation:required'));
  server.graphql(CreateCostCentreDocument, ({ input }) => {
    const made = costCentre({ ...input, employeeCount: 0 });
    centres.push(made);
    return { createCostCentre: made };
  });
  await userEvent.fill(code, 'LOG-1');
  await userEvent.fill(name, 'Logistics Ghent');
  await userEvent.click(submit);
  await expect.element(row).toMatchTextContent(say('settings:costCentres.active'));

  server.graphql(CreateCostCentreDocument, () => refusal('request.invalid', { issues: [{ path: 'code', message: 'codeTaken' }] }));
  await userEvent.click(add);
  await userEvent.fill(code, 'log-1');
  await userEvent.fill(name, 'Twice');
  await userEvent.click(submit);
  await expectFieldError(code, say('validation:codeTaken'));
  await userEvent.click(dialog.getByRole('button', { name: say('common:cancel') }));

  server.graphql(UpdateCostCentreDocument, ({ version, input }) => {
    const [old] = centres.splice(0);
    const changed = costCentre({ ...old, ...input, version: version + 1 });
    centres.push(changed);
    return { updateCostCentre: changed };
  });
  await act(say('common:edit'));
  await userEvent.fill(name, 'Logistics Antwerp');
  await userEvent.click(dialog.getByRole('button', { name: say('common:save') }));
  await expect.element(row).toMatchTextContent('Logistics Antwerp');

  await act(say('settings:costCentres.deactivate'));
  const question = page.getByRole('alertdialog');
  await expect.element(question).toMatchTextContent(say('settings:costCentres.deactivateText', { count: 0 }));
  await userEvent.click(question.getByRole('button', { name: say('settings:costCentres.deactivate') }));
  await expect.element(row).toMatchTextContent(say('settings:costCentres.inactive'));
  await act(say('settings:costCentres.activate'));
  await expect.element(row.getByText(say('settings:costCentres.active'), { exact: true })).toBeVisible();
  expect(server.calls(UpdateCostCentreDocument).map(({ version, input }) => [version, input.name, input.active])).toEqual([
    [1, 'Logistics Antwerp', true],
    [2, 'Logistics Antwerp', false],
    [3, 'Logistics Antwerp', true],
  ]);
});
