import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '../../lib/session/session.ts';
import { fieldOf } from '../../test/fields.ts';
import { employee } from '../../test/fixtures/people.ts';
import { COMPANY, OTHER_COMPANY, ofTwoCompanies } from '../../test/people.ts';
import { type App, renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { OrderCompanyDocument, OrderEmployeeByIdDocument, OrderEmployeesDocument, OrderRunningCertificatesDocument } from './order.gql.ts';

const COMPANIES = [COMPANY, OTHER_COMPANY];

/** The order page of somebody who works for two companies. */
async function openOrder(address = '/checks/new') {
  const server = fakeServer();
  const known = employee({ employeeFirstName: 'Jan', employeeLastName: 'Janssens' });
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [] } }));
  server.graphql(OrderEmployeesDocument, () => ({ employees: { nodes: [] } }));
  server.graphql(OrderEmployeeByIdDocument, () => ({ employee: known }));
  server.graphql(OrderCompanyDocument, ({ id }) => ({
    company: { id, name: COMPANIES.find((company) => company.id === id)?.name ?? '', checkPrice: 15_000 },
  }));
  const app = await renderApp(address.replace('{employee}', known.id), { server, as: ofTwoCompanies() });
  return { ...app, known };
}

const chooseCompany = async ({ say }: App, name: string): Promise<void> => {
  await userEvent.click(page.getByRole('button', { name: new RegExp(say('shell:company.switch')) }));
  await userEvent.click(page.getByRole('menuitemradio', { name }));
};

/** Adds a worker by hand, and leaves the form half filled in. */
async function fillInHalf({ say }: App, firstName: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: say('order:worker.addButton') }));
  await userEvent.fill(fieldOf(page, say('checkFields:workerFirstName')), firstName);
}

const question = ({ say }: App) => page.getByRole('alertdialog', { name: say('order:leave.title') });
const answer = (app: App, label: string) => userEvent.click(question(app).getByRole('button', { name: label }));
const heading = ({ say }: App, { name }: { readonly name: string }) =>
  page.getByRole('main').getByText(say('order:forCompany', { company: name }));

test('an order that was begun for one company is offered there only, and leaving it for another company asks', async () => {
  const app = await openOrder();
  const { say } = app;
  const offer = page.getByText(say('common:draft.title'));
  await fillInHalf(app, 'Emma');

  await chooseCompany(app, OTHER_COMPANY.name);
  await answer(app, say('common:leave.stay'));
  await expect.element(fieldOf(page, say('checkFields:workerFirstName'))).toHaveValue('Emma');
  await expect.element(heading(app, COMPANY)).toBeVisible();

  await chooseCompany(app, OTHER_COMPANY.name);
  await answer(app, say('order:leave.confirm'));
  await expect.element(heading(app, OTHER_COMPANY)).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('order:worker.addButton') })).toBeVisible();
  await expect.element(offer).not.toBeInTheDocument();

  // Nothing was typed here: nothing is asked.
  await chooseCompany(app, COMPANY.name);
  await expect.element(heading(app, COMPANY)).toBeVisible();
  await expect.element(offer).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  await expect.element(fieldOf(page, say('checkFields:workerFirstName'))).toHaveValue('Emma');
});

test('each company keeps an order of its own', async () => {
  const app = await openOrder();
  const { say } = app;
  await fillInHalf(app, 'Emma');
  await chooseCompany(app, OTHER_COMPANY.name);
  await answer(app, say('order:leave.confirm'));
  await expect.element(heading(app, OTHER_COMPANY)).toBeVisible();
  await fillInHalf(app, 'Louis');
  await chooseCompany(app, COMPANY.name);
  await answer(app, say('order:leave.confirm'));
  await expect.element(page.getByText(say('order:draft.text', { name: 'Emma' }))).toBeVisible();
  await chooseCompany(app, OTHER_COMPANY.name);
  await expect.element(page.getByText(say('order:draft.text', { name: 'Louis' }))).toBeVisible();
});

test('another company chosen while the order of an employee is open begins an empty order', async () => {
  const app = await openOrder('/checks/new?employeeId={employee}');
  await expect.element(page.getByText('Jan Janssens')).toBeVisible();
  await chooseCompany(app, OTHER_COMPANY.name);
  await expect.element(heading(app, OTHER_COMPANY)).toBeVisible();
  await expect.poll(app.address).toBe('/checks/new');
  await expect.element(page.getByText('Jan Janssens')).not.toBeInTheDocument();
});

test('an order of an employee of another company is one of that company, on every part of the screen', async () => {
  const app = await openOrder('/checks/new?employeeId={employee}');
  const { say } = app;
  await expect.element(page.getByText('Jan Janssens')).toBeVisible();
  // As when another tab chooses the company.
  session.setCompanyId(OTHER_COMPANY.id);
  const back = page.getByRole('button', { name: say('order:otherCompany.switch', { company: COMPANY.name }) });
  await expect.element(back).toBeVisible();
  await expect.element(page.getByText('Jan Janssens')).not.toBeInTheDocument();
  await userEvent.click(back);
  await expect.element(heading(app, COMPANY)).toBeVisible();
  await expect.element(page.getByText('Jan Janssens')).toBeVisible();
});
