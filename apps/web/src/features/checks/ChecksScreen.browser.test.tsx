import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFault, focus, groupOf } from '../../test/fields.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { check, plannedCheck } from '../../test/fixtures/checks.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import { CertificatesDocument } from '../certificates/certificates.gql.ts';
import { ChecksDocument } from './checks.gql.ts';

const rows = page.getByRole('table').getByRole('link');

test('a list stays to be seen, and its search to be typed into, while the next rows are on their way', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, ({ filter }) => ({ checks: pageOf(filter?.search ? [] : [check()]) }));
  const { say, address } = await renderApp('/checks', { server });
  await expect.element(rows).toBeVisible();
  const release = server.hold(ChecksDocument);
  const search = page.getByRole('searchbox');
  await userEvent.type(search, 'zzzz');
  await expect.poll(address).toContain('q=zzzz');
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  await expect.element(rows).toBeVisible();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('y');
  await expect.element(search).toHaveValue('zzzzy');
  release();
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await expect.element(search).toHaveFocus();
});

test('the second of two quick clicks on a header turns what the first asked for', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say, address } = await renderApp('/checks', { server });
  const header = page.getByRole('columnheader', { name: say('checks:column.worker') });
  await userEvent.dblClick(header.getByRole('button'));
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
  expect(address()).toMatch(/sort=workerFullName.*desc=true/);
});

test('a list that the server was too busy for comes at another try', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () =>
    server.calls(ChecksDocument).length === 1 ? refusal('database.unavailable') : { checks: pageOf([check()]) },
  );
  const { say } = await renderApp('/checks', { server });
  await expect.element(rows).toBeVisible();
  expect(server.calls(ChecksDocument)).toHaveLength(2);
  await expect.element(page.getByText(say('errors:database.unavailable'))).not.toBeInTheDocument();
});

test('a list shows the day of a visit of which the server tells no more', async () => {
  const server = fakeServer();
  const visit = plannedCheck({ appointmentStart: null, appointmentEnd: null, checkTime: null });
  server.graphql(ChecksDocument, () => ({ checks: pageOf([visit, plannedCheck({ checkLocation: 'Office' })]) }));
  await renderApp('/checks', { server });
  await expect.element(page.getByText('Thu 5 Nov', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Thu 5 Nov, 10:00', { exact: true })).toBeVisible();
});

test('a list that the server stays too busy for says so after four tries', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => refusal('database.unavailable'));
  const { say } = await renderApp('/checks', { server });
  await expect.element(page.getByText(say('errors:database.unavailable'))).toBeVisible();
  expect(server.calls(ChecksDocument), 'by the route, by the screen, and twice more').toHaveLength(4);
  await expectAccessibleInBothModes();
});

test('on a phone the list is sorted by a choice above the cards', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check(), check({ workerFullName: 'An Aerts' })]) }));
  const { say, address } = await renderApp('/checks', { server, width: 390, language: 'fr' });
  await expect.element(rows.first()).toBeVisible();
  const by = page.getByLabelText(say('common:table.sortBy'), { exact: true });
  await expect.element(by).toHaveValue('creationDate');
  // The headers are only read out there: nobody could see the focus on them.
  await expect.element(page.getByRole('columnheader').getByRole('button')).not.toBeInTheDocument();
  await expectAccessibleInBothModes();

  await userEvent.selectOptions(by, say('checks:column.worker'));
  const header = page.getByRole('columnheader', { name: say('checks:column.worker') });
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  expect(address()).toContain('sort=workerFullName');
  await expect.element(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
  const reverse = page.getByRole('button', { name: say('common:table.toDescending') });
  await focus(reverse);
  await userEvent.keyboard('{Enter}');
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
  await expect.element(page.getByRole('button', { name: say('common:table.toAscending') })).toHaveFocus();
  await expect.poll(() => server.calls(ChecksDocument).at(-1)?.sort).toEqual({ field: 'workerFullName', direction: 'desc' });
});

test('an address whose days contradict each other says so at the filter, and a page that is lost is the first', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, ({ after }) =>
    after ? refusal('request.invalid', { issues: [{ path: 'after', message: 'invalidChoice' }] }) : { checks: pageOf([check()]) },
  );
  withSuperiors(server, []);
  const wrong = 'from=2026-12-01&to=2026-01-01';
  for (const [path, label] of [
    ['/checks', 'checks:filter.period'],
    ['/reports', 'reports:filter.period'],
    ['/certificates', 'certificates:filter.period'],
  ] as const) {
    const { say } = await renderApp(`${path}?${wrong}`, { server });
    const filter = page.getByRole('button', { name: say(label) }).and(page.css('[aria-haspopup]'));
    await expectFault(filter, say('validation:endBeforeStart'));
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  }

  const { say } = await renderApp(`/checks?${wrong}`, { server });
  await userEvent.click(page.getByRole('button', { name: say('common:clear'), exact: true }));
  await expect.element(rows).toBeVisible();
  await expect.element(page.getByText(say('validation:endBeforeStart'))).not.toBeInTheDocument();

  // Days alone mean days on the dashboard too.
  await renderApp(`/dashboard?${wrong}`, { server });
  await expectFault(groupOf(page, say('dashboard:filter.to')), say('validation:endBeforeStart'));
  await renderApp(`/dashboard/completedChecks?${wrong}`, { server });
  await expect.element(page.getByText(say('validation:endBeforeStart'))).toBeVisible();
  expect(server.calls(ChecksDocument), 'nothing was asked while the days contradicted each other').toHaveLength(1);

  const { address } = await renderApp('/checks?after=zzz', { server });
  await expect.poll(address).toBe('/checks');
  await expect.element(rows).toBeVisible();
});

test.each([640, 768, 1024, 1280])(
  'at a width of %i no list scrolls sideways, squeezes its first column or hides rows under its head',
  async (width) => {
    const server = fakeServer();
    const workerFullName = 'Marie-Antoinette Van den Broeck-De Keersmaecker';
    server.graphql(ChecksDocument, () => ({
      checks: pageOf([
        check(),
        plannedCheck({ workerFullName, doctorFullName: 'Bartholomeus Vanwalleghem', status: 'ModificationProblem' }),
      ]),
    }));
    server.graphql(CertificatesDocument, () => ({
      certificates: pageOf([
        certificate(),
        certificate({
          employeeFirstName: 'Marie-Antoinette',
          employeeLastName: 'Van den Broeck-De Keersmaecker',
          uploadedByProvider: true,
          outsideIncapacityPeriod: true,
        }),
      ]),
    }));
    withSuperiors(server, [superior()]);
    for (const path of ['/checks', '/certificates']) {
      await renderApp(path, { server, width, height: 900, language: 'fr' });
      await expect.element(rows.first()).toBeVisible();
      const table = page.getByRole('table').element();
      const box = table.parentElement;
      const [head, body] = ['thead', 'tbody'].map((name) => table.querySelector(name)?.getBoundingClientRect());
      expect((box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0), path).toBeLessThanOrEqual(0);
      for (const link of rows.elements()) expect(link.getBoundingClientRect().height, path).toBeLessThan(70);
      // Above cards the head is there for assistive technology alone.
      const cell = table.querySelector('th')?.getBoundingClientRect();
      if ((head?.width ?? 0) > 1) expect((cell?.bottom ?? 0) - (body?.top ?? 0), path).toBeLessThan(2);
    }
  },
);
