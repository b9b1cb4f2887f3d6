import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { company } from '../../../test/fixtures/companies.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { ClientsDocument, ClientsWithoutAddressDocument } from './companies.gql.ts';

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
