import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { painted } from '../../../lib/browser/painted.ts';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { expectFieldError, focus, groupOf } from '../../../test/fields.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { check, plannedCheck, report } from '../../../test/fixtures/checks.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { superior } from '../../../test/fixtures/people.ts';
import { person } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, refusal } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { CertificatesDocument } from '../../certificates/certificates.gql.ts';
import { CheckDocument } from '../check.gql.ts';
import { ChecksDocument, ReportsDocument } from '../checks.gql.ts';

const rows = page.getByRole('table').getByRole('link');

test('a list stays to be seen, and its search to be typed into, while the next rows are under way', async () => {
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
  await expect.poll(address).toMatch(/sort=workerFullName.*desc=true/);
});

test('whoever follows a link right after a press on a header gets there, and its address has no order', async () => {
  const server = fakeServer();
  const one = check();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([one]) }));
  server.graphql(CheckDocument, () => refusal('entity.notFound'));
  const { say, address } = await renderApp('/checks', { server });
  const sort = page.getByRole('columnheader', { name: say('checks:column.worker') }).getByRole('button');
  await expect.element(rows.first()).toBeVisible();
  // Both before the next frame.
  for (const pressed of [sort, rows.first()]) (pressed.element() as HTMLElement).click();
  await expect.poll(address).toContain(one.id);
  await painted();
  await expect.element(page.getByText(say('errors:entity.notFound'))).toBeVisible();
  expect(address()).toBe(`/checks/${one.id}`);
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
  await expect.poll(address).toContain('sort=workerFullName');
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
    ['/reports', 'checkFields:checkDate'],
    ['/certificates', 'certificates:filter.period'],
  ] as const) {
    const { say } = await renderApp(`${path}?${wrong}`, { server });
    const filter = page.getByRole('button', { name: say(label) }).and(page.css('[aria-haspopup]'));
    await expectFieldError(filter, say('validation:endBeforeStart'));
    await expect.element(page.getByRole('table')).not.toBeInTheDocument();
  }

  const { say } = await renderApp(`/checks?${wrong}`, { server });
  await userEvent.click(page.getByRole('button', { name: say('common:clear'), exact: true }));
  await expect.element(rows).toBeVisible();
  await expect.element(page.getByText(say('validation:endBeforeStart'))).not.toBeInTheDocument();

  // Days alone mean days on the dashboard too.
  await renderApp(`/dashboard?${wrong}`, { server });
  await expectFieldError(groupOf(page, say('dashboard:filter.to')), say('validation:endBeforeStart'));
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

test('a check opens with the name of its row, keeps the focus there when it arrives, and hides it when it is refused', async () => {
  const server = fakeServer();
  const shown = check();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([shown]) }));
  server.graphql(CheckDocument, () => ({ check: shown }));
  const { say } = await renderApp('/checks', { server });
  await expect.element(rows).toBeVisible();
  const release = server.hold(CheckDocument);
  await userEvent.click(rows);
  const heading = page.getByRole('heading', { level: 1, name: shown.workerFullName });
  await expect.element(heading).toHaveFocus();
  const facts = page.getByRole('heading', { name: say('checks:detail.worker') });
  await expect.element(facts).not.toBeInTheDocument();
  release();
  await expect.element(facts).toBeVisible();
  await expect.element(heading).toHaveFocus();

  server.graphql(CheckDocument, () => refusal('entity.notFound'));
  const other = check({ workerFullName: 'An Aerts' });
  server.graphql(ChecksDocument, () => ({ checks: pageOf([other]) }));
  await renderApp('/checks', { server });
  await userEvent.click(rows);
  await expect.element(page.getByText(say('errors:entity.notFound'))).toBeVisible();
  await expect.element(page.getByText(other.workerFullName)).not.toBeInTheDocument();
});

test('five checks are on the screen of a phone', async () => {
  const server = fakeServer();
  const six = Array.from({ length: 6 }, () => plannedCheck({ workerFullName: 'Marie-Christine Vandenbroucke' }));
  server.graphql(ChecksDocument, () => ({ checks: pageOf(six) }));
  await renderApp('/checks', { server, width: 390, language: 'fr' });
  await expect.element(rows.first()).toBeVisible();
  const bar = page.getByRole('navigation').last().element().getBoundingClientRect().top;
  const whole = page
    .css('[data-list-row]')
    .elements()
    .filter((row) => row.getBoundingClientRect().bottom <= bar);
  expect(whole.length).toBeGreaterThanOrEqual(5);
});

test('rows are compact for whoever chooses so, each for themselves', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([plannedCheck(), plannedCheck()]) }));
  const heightOf = () => page.css('[data-list-row]').first().element().getBoundingClientRect().height;
  const { say, reload } = await renderApp('/checks', { server });
  await expect.element(rows.first()).toBeVisible();
  expect(heightOf()).toBeGreaterThan(40);
  const { firstName, lastName } = person('employerAdmin').profile;
  await userEvent.click(page.getByRole('button', { name: `${firstName} ${lastName}` }));
  await userEvent.click(page.getByRole('menuitemradio', { name: say('shell:density.compact') }));
  await expect.poll(heightOf).toBe(36);
  await reload();
  await expect.element(rows.first()).toBeVisible();
  expect(heightOf()).toBe(36);

  server.graphql(ReportsDocument, () => ({ reports: pageOf([report()]) }));
  await renderApp('/reports', { server, as: 'planner' });
  await expect.element(rows.first()).toBeVisible();
  expect(heightOf()).toBeGreaterThan(40);
});

test('J and K go through the rows, Enter opens one, and a search takes the letters', async () => {
  const server = fakeServer();
  const [first, second] = [check({ workerFullName: 'An Aerts' }), check({ workerFullName: 'Bo Bas' })];
  server.graphql(ChecksDocument, () => ({ checks: pageOf([first, second]) }));
  server.graphql(CheckDocument, ({ id }) => ({ check: id === first.id ? first : second }));
  const { address } = await renderApp('/checks', { server });
  await expect.element(rows.first()).toBeVisible();
  // The keys come once the screen is shown: the first press may be too early.
  await expect
    .poll(async () => {
      await userEvent.keyboard('k');
      return rows.first().element() === document.activeElement;
    })
    .toBe(true);
  await userEvent.keyboard('j');
  await expect.element(rows.last()).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(rows.last()).toHaveFocus();
  await userEvent.keyboard('k');
  await expect.element(rows.first()).toHaveFocus();
  const search = page.getByRole('searchbox');
  await focus(search);
  await userEvent.keyboard('jk');
  await expect.element(search).toHaveValue('jk');
  await userEvent.keyboard('{Control>}a{/Control}{Delete}');
  await expect.poll(address).not.toContain('q=');
  await focus(rows.last());
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`/checks/${second.id}`);
});

test('every filter in force is a chip that takes it away', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say, address } = await renderApp('/checks?checkTiming=Immediate&checkLocation=House&status=%5B%22Planning%22%5D', { server });
  await expect.element(rows.first()).toBeVisible();
  const chip = (name: string) => page.getByRole('button', { name: say('common:removeFilter', { name }) });
  const [timing, location] = [chip(say('enums:checkTiming.Immediate')), chip(say('enums:checkLocation.House'))];
  await expect.element(chip(say('enums:checkStatus.Planning'))).toBeVisible();
  await userEvent.click(timing);
  await expect.poll(address).not.toContain('checkTiming=');
  await expect.element(location).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: say('common:clearAll') }));
  await expect.poll(address).toBe('/checks');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test.each([1280, 390])('the last chip gives the focus to the search, at %d pixels', async (width) => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say, address } = await renderApp('/checks?checkLocation=House', { server, width });
  await userEvent.click(page.getByRole('button', { name: say('common:removeFilter', { name: say('enums:checkLocation.House') }) }));
  await expect.poll(address).toBe('/checks');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
});

test('filters, sort and search are in the address, and a link shows what its sender saw', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say, address, reload } = await renderApp('/checks', { server });
  await expect.element(rows.first()).toBeVisible();
  // The head of the column bears the same word.
  await userEvent.click(page.getByRole('button', { name: say('checks:filter.status') }).first());
  await userEvent.click(page.getByLabelText(say('enums:checkStatus.WaitingForCheck'), { exact: true }));
  await userEvent.keyboard('{Escape}');
  await userEvent.selectOptions(page.getByRole('combobox', { name: say('checkFields:checkLocation') }), 'Office');
  await userEvent.fill(page.getByRole('searchbox'), 'jan');
  const header = page.getByRole('columnheader', { name: say('checks:column.worker') });
  await userEvent.click(header.getByRole('button'));
  const asked = () => {
    const { filter, sort } = server.calls(ChecksDocument).at(-1) ?? {};
    return [filter?.status, filter?.checkLocation, filter?.search, sort];
  };
  const chosen = [['WaitingForCheck'], 'Office', 'jan', { field: 'workerFullName', direction: 'asc' }];
  await expect.poll(asked).toEqual(chosen);
  const search = new URLSearchParams(address().split('?')[1]);
  expect(Object.fromEntries(search)).toEqual({
    status: '["WaitingForCheck"]',
    checkLocation: 'Office',
    q: 'jan',
    sort: 'workerFullName',
  });
  const calls = server.calls(ChecksDocument).length;
  await reload();
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => server.calls(ChecksDocument).length).toBeGreaterThan(calls);
  expect(asked()).toEqual(chosen);
});
