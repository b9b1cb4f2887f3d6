import { EMPLOYMENT_CONTRACTS_ADDRESS } from '@checkwell/domain/law/dated';
import { formatsIn } from '@checkwell/messages/formats';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CheckDocument } from '../../features/checks/check.gql.ts';
import { MissionDocument } from '../../features/missions/missions.gql.ts';
import { PlanningCheckDocument } from '../../features/planning/planning.gql.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { check, plannedCheck, report } from '../../test/fixtures/checks.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import type { ShownDeadline } from './Deadlines.tsx';

const SOURCE = { act: 'employmentContracts', article: 'art. 31, § 5', address: EMPLOYMENT_CONTRACTS_ADDRESS } as const;
const arbitration: ShownDeadline = {
  code: 'arbitration',
  reader: 'employer',
  params: [{ name: 'until', value: '2026-11-27' }],
  lastDay: '2026-11-27',
  isOver: false,
  source: SOURCE,
};
const pay: ShownDeadline = {
  code: 'guaranteedPay',
  reader: 'employer',
  params: [
    { name: 'from', value: '2026-11-02' },
    { name: 'until', value: '2026-12-01' },
    { name: 'days', value: '30' },
  ],
  lastDay: '2026-12-01',
  isOver: true,
  source: { ...SOURCE, article: 'art. 52, 70' },
};
const long = (day: string) => formatsIn('en').dateLong(day);

test('an employer sees each deadline with its last day, and the article of the law after "Why?"', async () => {
  const shown = check({ status: 'Archived', checkOccurence: 'Yes', deadlines: [arbitration, pay] });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check: shown }));
  const { say } = await renderApp(`/checks/${shown.id}`, { server, width: 390 });
  const card = page.getByRole('region', { name: say('deadlines:title') });
  const items = card.getByRole('listitem');
  await expect.element(items).toHaveLength(2);
  await expect.element(items.nth(0)).toMatchTextContent(say('deadlines:employer.arbitration', { until: long('2026-11-27') }));
  await expect.element(items.nth(0)).toMatchTextContent(say('deadlines:until', { date: formatsIn('en').weekday('2026-11-27') }));
  await expect.element(items.nth(1)).toMatchTextContent(say('deadlines:over', { date: formatsIn('en').date('2026-12-01') }));
  const link = items.nth(0).getByRole('link');
  await expect.element(link).not.toBeInTheDocument();
  items.nth(0).getByText(say('deadlines:why')).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(link).toBeVisible();
  await expect.element(link).toHaveAttribute('href', SOURCE.address);
  await expect.element(link).toMatchTextContent(SOURCE.article);
  await expectAccessibleInBothModes();
});

test('a report shows arbitration only among the next steps', async () => {
  const shown = report({ earlyReturn: true, newIncapacityEndDate: '2026-11-08', deadlines: [arbitration, pay] });
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check: shown }));
  const { say } = await renderApp(`/reports/${shown.id}`, { server });
  await expect.element(page.getByRole('region', { name: say('deadlines:title') }).getByRole('listitem')).toHaveLength(1);
});

test('without deadlines there is no card', async () => {
  const shown = check();
  const server = fakeServer();
  server.graphql(CheckDocument, () => ({ check: shown }));
  const { say } = await renderApp(`/checks/${shown.id}`, { server });
  await expect.element(page.getByRole('region', { name: say('checks:detail.check'), exact: true })).toBeVisible();
  await expect.element(page.getByRole('region', { name: say('deadlines:title') })).not.toBeInTheDocument();
});

test('a planner sees the hours at home with their legal basis, and a doctor the own deadline', async () => {
  const params = { from: '09:30', to: '13:30', start: '2026-11-02', end: '2026-11-04', basis: 'WorkRules' };
  const stayAtHome: ShownDeadline = {
    code: 'stayAtHome',
    reader: 'planner',
    params: Object.entries(params).map(([name, value]) => ({ name, value })),
    lastDay: '2026-11-04',
    isOver: false,
    source: { ...SOURCE, article: 'art. 31, § 3' },
  };
  const planned = check({ status: 'Reception', deadlines: [stayAtHome] });
  const server = fakeServer();
  server.graphql(PlanningCheckDocument, () => ({ check: planned }));
  const { say } = await renderApp(`/planning/${planned.id}`, { server, as: 'planner' });
  const values = { ...params, start: long(params.start), end: long(params.end), basis: say('enums:availabilityBasis.WorkRules') };
  await expect.element(page.getByText(say('deadlines:planner.stayAtHome', values))).toBeVisible();

  const mission = plannedCheck({
    deadlines: [{ code: 'findings', reader: 'doctor', params: [], lastDay: null, isOver: false, source: SOURCE }],
  });
  const doctors = fakeServer();
  doctors.graphql(MissionDocument, () => ({ check: mission }));
  await renderApp(`/missions/${mission.id}`, { server: doctors, as: 'doctor', width: 390 });
  await expect.element(page.getByText(say('deadlines:doctor.findings'))).toBeVisible();
});
