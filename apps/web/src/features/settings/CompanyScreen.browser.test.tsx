import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFault, fieldOf, fillTime, groupOf } from '../../test/fields.ts';
import { type CompanyFixture, company, costCentre } from '../../test/fixtures/companies.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import { sendTwice } from '../../test/send-twice.ts';
import { fakeServer } from '../../test/server.ts';
import {
  CompanyDocument,
  type CostCentreRowFragment,
  CostCentresDocument,
  CreateCostCentreDocument,
  InvoicesDocument,
  UpdateCompanyDocument,
  UpdateWorkRulesDocument,
} from './company.gql.ts';

async function openCompany(options: AppOptions = {}) {
  const server = fakeServer();
  let stored: CompanyFixture = company();
  const centres: CostCentreRowFragment[] = [];
  server.graphql(CompanyDocument, () => ({ company: stored }));
  server.graphql(CostCentresDocument, () => ({ costCentres: [...centres] }));
  server.graphql(InvoicesDocument, () => ({ invoices: [] }));
  /** What a change answers once it is stored. */
  const store = (changes: Partial<CompanyFixture>): CompanyFixture => {
    stored = { ...stored, ...changes, version: stored.version + 1 };
    return stored;
  };
  const { say } = await renderApp('/settings/company', { server, ...options });
  const card = (title: Parameters<typeof say>[0]) => page.getByRole('region', { name: say(title) });
  return { server, say, store, centres, card };
}

test('what is typed about the company stays while the network fails, and is saved at the next try', async () => {
  const { server, say, store, card } = await openCompany();
  const details = card('settings:company.details');
  const phone = fieldOf(details, say('settings:company.invoicingPhoneNumber'));
  const { id, version, input } = await sendTwice({
    server,
    say,
    document: UpdateCompanyDocument,
    answer: () => ({ updateCompany: store({ companyAddress: 'Korenmarkt 7, 9000 Gent', invoicingPhoneNumber: '+3291234567' }) }),
    submit: details.getByRole('button', { name: say('common:save') }),
    typed: [
      [fieldOf(details, say('settings:company.companyAddress')), 'Korenmarkt 7, 9000 Gent'],
      [phone, '09 123 45 67'],
    ],
  });
  expect({ id, version, input }).toMatchObject({
    id: company().id,
    version: 1,
    input: { companyAddress: 'Korenmarkt 7, 9000 Gent', invoicingPhoneNumber: '+3291234567' },
  });
  await expect.element(phone).toHaveValue('+32 9 123 45 67');
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

test('rules about absences stand beside the law, and say where they go beyond it', async () => {
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
  await userEvent.fill(fieldOf(rules, say('settings:workRules.staffCount')), '200');
  await userEvent.click(optOut);
  await userEvent.fill(term, '31');
  // Left by the keyboard: its fault moves what stands below.
  await userEvent.keyboard('{Tab}');
  await userEvent.click(duty);
  await userEvent.click(save);
  await expectFault(optOut, say('validation:optOutSize'));
  await expectFault(term, say('validation:certificateTermRange', { max: 30 }));
  const days = fieldOf(rules, say('settings:workRules.availabilityDays'));
  const basis = fieldOf(rules, say('settings:workRules.availabilityBasis'));
  await expectFault(days, say('validation:availabilityDaysRange', { max: 366 }));
  await expectFault(basis, say('validation:required'));

  await userEvent.click(optOut);
  await userEvent.fill(term, '3');
  await userEvent.fill(days, '5');
  await userEvent.selectOptions(basis, 'WorkRules');
  await fillTime(page, say('settings:workRules.availabilityFrom'), '09:00');
  await fillTime(page, say('settings:workRules.availabilityTo'), '15:00');
  await userEvent.click(save);
  await expectFault(
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
