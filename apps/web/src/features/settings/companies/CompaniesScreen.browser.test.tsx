import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { report } from '../../../test/fixtures/checks.ts';
import { company } from '../../../test/fixtures/companies.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { CompanyDocument, InvoicesDocument } from '../company/company.gql.ts';
import { ClientChecksDocument, ClientsDocument, ClientsWithoutAddressDocument, ClientUsersDocument } from './companies.gql.ts';

function serverWith(nodes: readonly ReturnType<typeof company>[]) {
  const server = fakeServer();
  server.graphql(ClientsDocument, () => ({ companies: pageOf(nodes) }));
  server.graphql(ClientsWithoutAddressDocument, () => ({ companies: { totalCount: 0, totalCountCapped: false } }));
  return server;
}

test('a list of companies that does not come is asked for again', async () => {
  const server = serverWith([]);
  server.graphql(ClientsDocument, () => offline());
  const { say } = await renderApp('/companies', { server, as: 'planner' });
  await expect.element(page.getByText(say('common:failed.title'))).toBeVisible();
  server.graphql(ClientsDocument, () => ({ companies: pageOf([company({ name: 'Brouwerij De Linde' })]) }));
  await userEvent.click(page.getByRole('button', { name: say('common:retry') }));
  await expect.element(page.getByRole('table').getByRole('link', { name: 'Brouwerij De Linde' })).toBeVisible();
});

test('the list of companies is for the team of the provider alone', async () => {
  const server = serverWith([company()]);
  const { say } = await renderApp('/companies', { server, width: 390 });
  await expect.element(page.getByText(say('shell:noAccess.title'))).toBeVisible();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();
});

test('among the reports of a client, a Telecheck is an examination by video', async () => {
  const server = fakeServer();
  const client = company();
  const none = { nodes: [], totalCount: 0, totalCountCapped: false };
  const telecheck = report({ checkLocation: 'Telecheck', checkOccurence: 'Yes' });
  server.graphql(CompanyDocument, () => ({ company: client }));
  server.graphql(ClientUsersDocument, () => ({ users: none }));
  server.graphql(InvoicesDocument, () => ({ invoices: [] }));
  server.graphql(ClientChecksDocument, () => ({ checks: none, reports: { ...none, nodes: [telecheck], totalCount: 1 } }));
  const { say } = await renderApp(`/companies/${client.id}`, { server, as: 'planner' });
  await expect.element(page.getByRole('cell').filter({ hasText: say('enums:videoOccurence.Yes') })).toBeVisible();
});
