import type { Metric } from '@checkwell/domain/dashboard/definitions';
import { formatsIn } from '@checkwell/messages/formats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fillDay, firstFound, focus, groupOf } from '../../test/fields.ts';
import { dashboard } from '../../test/fixtures/dashboard.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
import { person } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import type { Say } from '../../test/say.ts';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import { DashboardDocument, DashboardRowsDocument } from './dashboard.gql.ts';

/** Leads to the checks that a figure counts. */
const tile = (say: Say, metric: Metric) =>
  page.getByRole('link', { name: say('dashboard:tile.rows', { name: say(`dashboard:metric.${metric}.name`) }) });

test('a choice that is taken back leaves the focus in its field', async () => {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  withSuperiors(server, [superior()]);
  const { say, address } = await renderApp('/dashboard', { server });
  const box = page.getByRole('combobox', { name: say('dashboard:filter.superior') });
  await userEvent.click(box);
  await userEvent.click(firstFound(say));
  await expect.poll(address).toContain('superiorId=');
  await userEvent.click(page.getByRole('button', { name: say('common:combobox.clear') }));
  await expect.poll(address).not.toContain('superiorId=');
  await expect.element(box).toHaveFocus();
});

test('the days of the dashboard say what they miss, and nobody is scolded for a field that has just appeared', async () => {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  const { say } = await renderApp('/dashboard', { server });
  await userEvent.click(page.getByRole('radio', { name: say('dashboard:filter.dates') }));
  const start = groupOf(page, say('dashboard:filter.from'));
  await expect.element(start).toBeVisible();
  await expect.element(page.css('[data-wrong]')).not.toBeInTheDocument();
  await focus(start.getByRole('spinbutton').last());
  await focus(groupOf(page, say('dashboard:filter.to')).getByRole('spinbutton').first());
  await expectFieldError(start, say('validation:filterStartRequired'));
});

test.each([
  [1280, 'employerAdmin', 'nl'],
  [390, 'employerAdmin', 'nl'],
  // Below the heading stands what the figures are about: two lines with the period, which is known before they are.
  [390, 'employerBasic', 'en'],
] as const)('nothing moves when the figures arrive, in a window of %i pixels (%s, %s)', async (width, as, language) => {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  const release = server.hold(DashboardDocument);
  const { say } = await renderApp('/dashboard', { server, width, as, language });
  const below = page.getByRole('radio', { name: say('dashboard:filter.week') });
  await expect.element(below).toBeVisible();
  const top = () => below.element().getBoundingClientRect().top;
  const before = top();
  release();
  // The sentence on this month is there; the figures of the fixture are an administrator's.
  await expect.poll(() => document.querySelector('main section .animate-shimmer')?.closest('p')).toBeFalsy();
  expect(top()).toBe(before);
});

test('the filters are in the address, and are what the figures are asked for by', async () => {
  const server = fakeServer();
  const lead = superior();
  const { figures } = dashboard().dashboard;
  // A week has other figures than the rest.
  server.graphql(DashboardDocument, ({ filter }) =>
    dashboard({
      figures: figures.map((figure) => ({ ...figure, value: filter.period === 'week' ? 7 : 12 })),
      superiorFullName: filter.superiorId ? lead.superiorFullName : null,
    }),
  );
  withSuperiors(server, [lead]);
  const { say, address, reload } = await renderApp('/dashboard', { server });
  const asked = () => {
    const { period, from, to, superiorId } = server.calls(DashboardDocument).at(-1)?.filter ?? {};
    return { period, from, to, superiorId };
  };
  const open = { period: 'all', from: null, to: null, superiorId: null };
  const choose = (name: 'today' | 'week' | 'month' | 'dates' | 'all') =>
    userEvent.click(page.getByRole('radio', { name: say(`dashboard:filter.${name}`) }));
  const ordered = page.css('dl > div').filter({ has: tile(say, 'orderedChecks') });
  for (const period of ['month', 'today', 'week'] as const) {
    await choose(period);
    await expect.poll(asked).toEqual({ ...open, period });
    expect(address()).toBe(`/dashboard?period=${period}`);
    await expect.element(ordered.getByRole('definition').first()).toMatchTextContent(period === 'week' ? '7' : '12');
  }
  // Days of one's own, typed digit by digit.
  const days = { from: '2026-02-03', to: '2026-10-21' };
  await choose('dates');
  await fillDay(page, say('dashboard:filter.from'), days.from);
  await fillDay(page, say('dashboard:filter.to'), days.to);
  await expect.poll(asked).toEqual({ ...open, period: 'dates', ...days });
  expect(address()).toBe('/dashboard?period=dates&from=2026-02-03&to=2026-10-21');

  await choose('all');
  // Those figures are known already: they may come without being asked for.
  await expect.poll(address).toBe('/dashboard');
  const box = page.getByRole('combobox', { name: say('dashboard:filter.superior') });
  await userEvent.click(box);
  await userEvent.click(firstFound(say));
  await expect.poll(asked).toEqual({ ...open, superiorId: lead.id });
  // As a link it shows the same.
  await reload();
  await expect.element(box).toHaveValue(lead.superiorFullName);
  expect(asked()).toEqual({ ...open, superiorId: lead.id });
});

test('one company, the other, or all of them', async () => {
  const one = person('employerAdmin');
  const [first] = one.viewer.companies;
  if (!first) throw new Error('An administrator has a company.');
  const second = { ...first, id: '11111111-1111-4111-8111-222222222222', name: 'Brouwerij De Linde' };
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  const { say } = await renderApp('/dashboard', { server, as: person('employerAdmin', { companies: [first, second] }) });
  const box = page.getByRole('combobox', { name: say('dashboard:filter.company') });
  const asked = () => server.calls(DashboardDocument).map(({ filter }) => filter.companyId);
  await expect.poll(asked).toEqual([first.id]);
  await userEvent.selectOptions(box, second.id);
  await expect.poll(asked).toEqual([first.id, second.id]);
  await userEvent.selectOptions(box, 'all');
  await expect.poll(asked).toEqual([first.id, second.id, null]);
});

test('a dashboard that does not come is asked for again', async () => {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => offline());
  const { say } = await renderApp('/dashboard', { server });
  const retry = page.getByRole('button', { name: say('common:retry') });
  await expect.element(retry).toBeVisible();
  server.graphql(DashboardDocument, () => dashboard());
  await userEvent.click(retry);
  await expect.element(tile(say, 'completedChecks')).toBeVisible();
});

test('who is no administrator gets every figure that the server sends, and none of prices', async () => {
  const server = fakeServer();
  const { dashboard: all } = dashboard();
  server.graphql(DashboardDocument, () => dashboard({ figures: all.figures.filter(({ metric }) => metric !== 'costPerSavedDay') }));
  server.graphql(DashboardRowsDocument, () => refusal('access.forbidden'));
  const { say } = await renderApp('/dashboard', { server, as: 'employerBasic' });
  await expect.element(tile(say, 'noShowRate')).toBeVisible();
  await expect.element(tile(say, 'costPerSavedDay')).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).not.toMatchTextContent('€');
  // The link of an administrator to the checks behind it.
  await renderApp('/dashboard/costPerSavedDay', { server, as: 'employerBasic' });
  await expect.element(page.getByText(say('errors:access.forbidden'))).toBeVisible();
  await expect.element(page.getByRole('cell')).not.toBeInTheDocument();
});

test('a chart goes by the keyboard, appears as a table too, and opens the checks of a bar', async () => {
  const server = fakeServer();
  const month = { confirmed: 3, earlyReturn: 1, noShow: 1, earlyReturnDays: 4, noShowDays: 2, ordered: 5, operational: 5, doctorFound: 5 };
  server.graphql(DashboardDocument, () =>
    dashboard({
      period: { from: '2026-09-01', to: '2026-11-30' },
      months: ['2026-09', '2026-10', '2026-11'].map((name) => ({ ...month, month: name })),
    }),
  );
  server.graphql(DashboardRowsDocument, () => ({ dashboardRows: pageOf([]) }));
  const { say, address } = await renderApp('/dashboard', { server });
  const name = say('dashboard:chart.months.title');
  const bars = page.getByRole('group', { name: `${name}. ${say('dashboard:chart.keys')}` }).getByRole('link');
  await focus(bars.first());
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(bars.nth(1)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(bars.last()).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: say('dashboard:chart.asTable', { name }) }));
  const rows = page.getByRole('table', { name }).getByRole('rowheader').getByRole('link');
  await expect.element(rows.last()).toBeVisible();
  // The same checks, for whoever a column is too narrow for.
  const last = rows.last().element();
  expect(last.getBoundingClientRect().height).toBeGreaterThanOrEqual(24);
  const sameAddress = last.getAttribute('href');
  await userEvent.click(page.getByRole('button', { name: say('dashboard:chart.asChart', { name }) }));
  expect(bars.last().element().getAttribute('href')).toBe(sameAddress);
  await focus(bars.last());
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toMatch(/^\/dashboard\/completedChecks\?.*from=/);
});

test('it opens with this month against the month before, before any filter, and says which months are not whole', async () => {
  const server = fakeServer();
  const month = {
    confirmed: 3,
    earlyReturn: 1,
    noShow: 1,
    earlyReturnDays: 4,
    noShowDays: 2,
    ordered: 5,
    operational: 100,
    doctorFound: 90,
  };
  server.graphql(DashboardDocument, () =>
    dashboard({
      period: { from: '2026-09-10', to: null },
      months: ['2026-09', '2026-10'].map((name) => ({ ...month, month: name })),
    }),
  );
  const { say } = await renderApp('/dashboard', { server });
  const { period } = dashboard().dashboard.thisMonth.before;
  const opening = page.getByRole('region', { name: say('common:period.month') });
  await expect.element(opening).toMatchTextContent('12 checks completed, with an impact on 12');
  await expect.element(opening).toMatchTextContent(formatsIn('en').dateRange(period.from, period.to));
  for (const metric of ['completedChecks', 'impactDays', 'costPerSavedDay'] as const)
    await expect.element(opening.getByText(say(`dashboard:metric.${metric}.name`), { exact: true })).toBeVisible();
  await expect.element(opening).toMatchTextContent('+20%');
  const filters = page.getByRole('radio', { name: say('common:period.month') });
  expect(opening.element().getBoundingClientRect().bottom).toBeLessThan(filters.element().getBoundingClientRect().top);
  expect(opening.element().getBoundingClientRect().bottom).toBeLessThan(innerHeight / 2);

  // September began on the 10th here, and the axis is cut.
  const success = page.getByRole('region', { name: say('dashboard:chart.success.title') });
  const [first, second] = ['2026-09-01', '2026-10-01'].map((day) => formatsIn('en').month(day));
  await expect.element(success.getByRole('link', { name: say('dashboard:chart.partial', { month: first ?? '' }) })).toBeInTheDocument();
  await expect.element(success.getByRole('link', { name: `${second}: ` })).toBeInTheDocument();
  await expect.element(success).toMatchTextContent(say('dashboard:chart.partialNote'));
  await expect.element(success).toMatchTextContent(say('dashboard:chart.axisFrom', { share: '80%' }));
});
