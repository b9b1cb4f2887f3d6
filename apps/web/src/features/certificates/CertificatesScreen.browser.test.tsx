import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { certificate } from '../../test/fixtures/certificates.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import { CertificatesDocument } from './certificates.gql.ts';

function serverOfLists() {
  const server = fakeServer();
  withSuperiors(server, []);
  return server;
}
const rows = page.getByRole('row').filter({ has: page.getByRole('cell') });

test.each([
  ['employerAdmin', 'certificates:list.searchNiss'],
  ['employerBasic', 'certificates:list.search'],
] as const)('the search names the national number to those who may search by it: %s', async (as, label) => {
  const server = serverOfLists();
  server.graphql(CertificatesDocument, ({ filter }) => ({ certificates: pageOf(filter?.search ? [] : [certificate()]) }));
  const { say } = await renderApp('/certificates', { server, as });
  const search = page.getByRole('searchbox', { name: say(label), exact: true });
  await expect.element(rows).toBeVisible();
  await userEvent.fill(search, '85.07.30-033.28');
  await expect.poll(() => server.calls(CertificatesDocument).at(-1)?.filter?.search).toBe('85.07.30-033.28');
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
});

test.each([1280, 390])('what the provider brought in and what lies outside its period is marked, %i pixels wide', async (width) => {
  const server = serverOfLists();
  const marked = certificate({ uploadedByProvider: true, outsideIncapacityPeriod: true });
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([marked]) }));
  const { say } = await renderApp('/certificates', { server, width });
  await expect.element(rows.getByText(say('certificates:marker.provider'))).toBeVisible();
  await expect.element(rows.getByText(say('certificates:marker.outside'))).toBeVisible();
  const kind = page.getByRole('combobox', { name: say('certificates:column.certifType') });
  if (width === 390) {
    await expect.element(kind).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: new RegExp(`^${say('common:filters')}`) }));
  }
  await expect.element(kind).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('a list that cannot be had says so, and is there at the next try', async () => {
  const server = serverOfLists();
  server.graphql(CertificatesDocument, () => refusal('database.unavailable'));
  const { say } = await renderApp('/certificates', { server });
  const main = page.getByRole('main');
  const retry = main.getByRole('button', { name: say('common:retry') });
  await expect.element(main.getByText(say('errors:database.unavailable'))).toBeVisible();
  server.graphql(CertificatesDocument, ({ filter }) => ({ certificates: pageOf(filter?.search ? [] : [certificate(), certificate()]) }));
  await userEvent.click(retry);
  await expect.element(rows).toHaveLength(2);

  // Without a connection a search leaves what was there to be read, and says so.
  server.graphql(CertificatesDocument, () => offline());
  await userEvent.fill(page.getByRole('searchbox'), 'zzz');
  const stale = main.getByRole('alert').filter({ hasText: say('common:table.stale') });
  await expect.element(stale.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  expect(rows.elements()).toHaveLength(2);
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([]) }));
  await userEvent.click(retry);
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
});
