import type { NewSuperior } from '@checkwell/domain/identity/superior';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CertificateEmployeesDocument } from '../../features/certificates/certificates.gql.ts';
import { EmployeeCostCentresDocument, EmployeesDocument } from '../../features/employees/employees.gql.ts';
import { OrderCompanyDocument } from '../../features/order/order.gql.ts';
import { expectFieldError, fieldOf } from '../../test/fields.ts';
import { company } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
import { COMPANY } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';

/** A superior can be created from the form that needs one, with the call of the specification (section 7). */

const SUPERIORS = '/v1/api/superiors';
const SOFIE = superior();
const NELE = superior({ firstName: 'Nele', lastName: 'De Smet', superiorFullName: 'Nele De Smet', email: 'nele.desmet@example.com' });

/** A company with one superior, in which Nele can be created. */
function serverOf() {
  const server = fakeServer();
  withSuperiors(server, [SOFIE]);
  server.rest('POST', SUPERIORS, () => {
    withSuperiors(server, [SOFIE, NELE]);
    return { ...NELE, companyId: COMPANY.id };
  });
  return server;
}

test('a superior is created during an order and selected: errors are shown at the fields, and the order keeps its input', async () => {
  const server = serverOf();
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  const { say } = await renderApp('/checks/new', { server });
  await userEvent.click(page.getByRole('button', { name: say('order:worker.addButton') }));
  await userEvent.fill(fieldOf(page, say('checkFields:workerLastName')), 'Peeters');
  const box = page.getByRole('combobox', { name: say('checkFields:superiorFullName') });
  await userEvent.click(page.getByRole('button', { name: say('common:superior.new') }));

  const dialog = page.getByRole('dialog', { name: say('common:superior.new') });
  const submit = dialog.getByRole('button', { name: say('settings:superiors.add') });
  await userEvent.fill(fieldOf(dialog, say('personFields:firstName')), 'Nele');
  await userEvent.click(submit);
  await expectFieldError(fieldOf(dialog, say('personFields:email')), say('validation:emailRequired'));
  await expectFieldError(fieldOf(dialog, say('personFields:language')), say('validation:languageRequired'));
  await userEvent.fill(fieldOf(dialog, say('personFields:email')), 'Nele.DeSmet@example.com');
  await userEvent.selectOptions(fieldOf(dialog, say('personFields:language')), 'nl');
  server.rest('POST', SUPERIORS, () => refusal('superior.duplicateEmail', { issues: [{ path: 'email', message: 'emailTaken' }] }));
  await userEvent.click(submit);
  await expectFieldError(fieldOf(dialog, say('personFields:email')), say('validation:emailTaken'));
  server.rest('POST', SUPERIORS, () => ({ ...NELE, companyId: COMPANY.id }));
  await userEvent.keyboard('{Enter}');

  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(box).toHaveValue('Nele De Smet');
  await expect.element(box).toHaveFocus();
  const created = server.restCalls('POST', SUPERIORS).at(-1);
  expect(created?.body as NewSuperior).toMatchObject({
    companyId: COMPANY.id,
    email: 'nele.desmet@example.com',
    firstName: 'Nele',
    language: 'nl',
  });
  // The step below the dialog is unchanged, and was not submitted with it.
  await expect.element(fieldOf(page, say('checkFields:workerLastName'))).toHaveValue('Peeters');
  await expect.element(page.getByText(say('validation:addressRequired'))).not.toBeInTheDocument();
});

test('Escape closes only the upper of two dialogs, and the focus returns to the lower one', async () => {
  const server = serverOf();
  server.graphql(EmployeesDocument, () => ({ employees: pageOf([]) }));
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  const { say } = await renderApp('/employees?add=true', { server });
  const drawer = page.getByRole('dialog', { name: say('employees:form.add') });
  await userEvent.fill(fieldOf(drawer, say('employeeFields:employeeFirstName')), 'Ine');
  const box = drawer.getByRole('combobox', { name: say('employeeFields:superiorFullName') });
  const open = () => userEvent.click(drawer.getByRole('button', { name: say('common:superior.new') }));
  const dialog = page.getByRole('dialog', { name: say('common:superior.new') });
  await open();
  await expect.element(fieldOf(dialog, say('personFields:firstName'))).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(box).toHaveFocus();
  await expect.element(fieldOf(drawer, say('employeeFields:employeeFirstName'))).toHaveValue('Ine');

  // Only the upper dialog, which has unsaved input, asks for confirmation.
  await open();
  await userEvent.fill(fieldOf(dialog, say('personFields:email')), 'nele');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: say('common:leave.confirm') }));
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await userEvent.fill(fieldOf(dialog, say('personFields:email')), 'nele.desmet@example.com');
  await userEvent.selectOptions(fieldOf(dialog, say('personFields:language')), 'nl');
  await userEvent.click(dialog.getByRole('button', { name: say('settings:superiors.add') }));
  await expect.element(box).toHaveValue('Nele De Smet');
  await expect.element(drawer).toBeVisible();
});

test('the first superior of a company is created from the certificate; a user without that right is told whom to ask', async () => {
  const server = serverOf();
  withSuperiors(server, []);
  server.graphql(CertificateEmployeesDocument, () => ({ employees: { nodes: [] } }));
  const { say } = await renderApp('/certificates/new', { server });
  await userEvent.click(page.getByRole('button', { name: say('common:superior.new') }));
  const dialog = page.getByRole('dialog', { name: say('common:superior.new') });
  await userEvent.fill(fieldOf(dialog, say('personFields:email')), 'nele.desmet@example.com');
  await userEvent.selectOptions(fieldOf(dialog, say('personFields:language')), 'nl');
  await userEvent.click(dialog.getByRole('button', { name: say('settings:superiors.add') }));
  await expect.element(fieldOf(page, say('employeeFields:superiorFullName'))).toHaveValue('Nele De Smet');
  await expect.element(page.getByText(say('common:noSuperiors.title'))).not.toBeInTheDocument();

  const other = fakeServer();
  withSuperiors(other, []);
  await renderApp('/certificates/new', { server: other, as: 'employerBasic' });
  await expect.element(page.getByText(say('common:noSuperiors.ask'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('common:superior.new') })).not.toBeInTheDocument();
});
