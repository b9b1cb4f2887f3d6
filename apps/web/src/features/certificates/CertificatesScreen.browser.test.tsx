import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
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
  ['employerAdmin', 'common:searchPerson.withNiss'],
  ['employerBasic', 'common:searchPerson.label'],
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
  await expect.element(rows.getByText(say('enums:certificateSource.provider'))).toBeVisible();
  await expect.element(rows.getByText(say('certificateFields:outsideIncapacityPeriod'))).toBeVisible();
  const kind = page.getByRole('combobox', { name: say('certificateFields:certifType') });
  if (width === 390) {
    await expect.element(kind).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: new RegExp(`^${say('common:filters')}`) }));
  }
  await expect.element(kind).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

const HEADERS = [
  ['employeeFields:employee', 'employeeLastName'],
  ['certificates:column.end', 'endDate'],
  ['certificateFields:createdAt', 'createdAt'],
  ['certificateFields:certifType', 'certifType'],
  // The second line of the employees' column.
  ['certificates:column.superior', 'superior'],
] as const;

test('certificates are searched, filtered and sorted, and the address keeps it', async () => {
  const server = fakeServer();
  const lead = superior();
  withSuperiors(server, [lead]);
  server.graphql(CertificatesDocument, ({ filter }) => ({ certificates: pageOf(filter?.search === 'zzz' ? [] : [certificate()]) }));
  const { say, address, reload } = await renderApp('/certificates', { server });
  await expect.element(rows).toBeVisible();
  /** What the list on the screen was asked for, without what was left open. */
  const asked = () => {
    const { filter, sort } = server.calls(CertificatesDocument).at(-1) ?? {};
    const { companyId: _, ...chosen } = filter ?? {};
    return {
      ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== null)),
      sort: `${sort?.field} ${sort?.direction}`,
    };
  };
  const newest = 'startDate desc';
  expect(asked()).toEqual({ sort: newest });

  const search = page.getByRole('searchbox');
  await userEvent.fill(search, 'zzz');
  await expect.poll(asked).toEqual({ search: 'zzz', sort: newest });
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
  expect(address()).toContain('q=zzz');
  await userEvent.click(page.getByRole('button', { name: say('common:clearAll') }));
  await expect.poll(address).toBe('/certificates');
  await expect.element(search).toHaveValue('');

  for (const [label, field, value] of [
    ['certificateFields:certifType', 'certifType', 'Prolongation'],
    ['certificateFields:entryType', 'entryType', 'ABSENCE_DECLARATION'],
    ['certificates:column.incapacityReason', 'incapacityReason', 'WorkAccident'],
    ['employeeFields:superiorFullName', 'superiorId', lead.id],
  ] as const) {
    const choice = page.getByRole('combobox', { name: say(label) });
    await userEvent.selectOptions(choice, value);
    await expect.poll(asked).toEqual({ [field]: value, sort: newest });
    if (field !== 'superiorId') await userEvent.selectOptions(choice, '');
  }
  await userEvent.click(page.getByRole('checkbox', { name: say('certificates:filter.active') }));
  const both = { superiorId: lead.id, activeOn: today(), sort: newest };
  await expect.poll(asked).toEqual(both);
  // As a link it shows the same to a colleague.
  const calls = server.calls(CertificatesDocument).length;
  await reload();
  await expect.element(page.getByRole('checkbox', { name: say('certificates:filter.active') })).toBeChecked();
  await expect.poll(() => server.calls(CertificatesDocument).length).toBeGreaterThan(calls);
  expect(asked()).toEqual(both);
  await userEvent.click(page.getByRole('button', { name: say('common:clearAll') }));
  await userEvent.click(page.getByRole('button', { name: say('certificates:filter.period') }));
  await userEvent.click(page.getByRole('button', { name: say('common:period.month') }));
  await expect.poll(asked).toEqual({ from: `${today().slice(0, 8)}01`, to: today(), sort: newest });
  await userEvent.click(page.getByRole('button', { name: say('common:clearAll') }));

  for (const [header, field] of HEADERS) {
    const head = page.getByRole('columnheader', { name: say(header) });
    const button = head.getByRole('button', { name: say(header), exact: true });
    for (const [direction, name] of [
      ['asc', 'ascending'],
      ['desc', 'descending'],
    ] as const) {
      await userEvent.click(button);
      await expect.element(head).toHaveAttribute('aria-sort', name);
      await expect.poll(asked).toEqual({ sort: `${field} ${direction}` });
    }
  }
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

test('what can be ordered no longer is neither counted nor ordered, though it was ticked', async () => {
  const server = serverOfLists();
  const orderable = (): ReturnType<typeof certificate> => {
    const own = certificate();
    return { ...own, relaunchCheckUrl: `/checks/new?certificateId=${own.id}` };
  };
  const [first, second] = [orderable(), orderable()];
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([first, second]) }));
  const { say } = await renderApp('/certificates', { server });
  const ordering = (number: number) => page.getByRole('link', { name: say('certificates:list.orderSelected', { number }) });
  for (const index of [0, 1]) await userEvent.click(rows.nth(index).getByRole('checkbox'));
  await expect.element(ordering(2)).toBeVisible();
  const launched = { ...first, isCheckRequestLaunched: true, relaunchCheckUrl: null };
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([launched, second]) }));
  server.notify('certificate', { companyId: first.companyId, id: first.id, version: 2 });
  await expect.element(ordering(1)).toBeVisible();
  await expect.element(rows.nth(0).getByRole('checkbox')).not.toBeInTheDocument();
  const target = decodeURIComponent(ordering(1).element().getAttribute('href') ?? '');
  expect(target).toContain(second.id);
  expect(target).not.toContain(first.id);
});
