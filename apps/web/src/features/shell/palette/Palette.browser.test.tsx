import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL } from '../../../lib/session/storage.ts';
import { check, plannedCheck, report } from '../../../test/fixtures/checks.ts';
import { dashboard } from '../../../test/fixtures/dashboard.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { employee } from '../../../test/fixtures/people.ts';
import { takePageLoads } from '../../../test/navigation.ts';
import { COMPANY, person } from '../../../test/people.ts';
import { type AppOptions, renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { ChecksDocument } from '../../checks/checks.gql.ts';
import { DashboardDocument } from '../../dashboard/dashboard.gql.ts';
import { EmployeeCostCentresDocument, EmployeeDocument, EmployeesDocument } from '../../employees/employees.gql.ts';
import { MissionsDocument } from '../../missions/missions.gql.ts';
import { OpenOffersDocument } from '../../missions/offers.gql.ts';
import { SearchEverythingDocument, type SearchEverythingQuery } from './palette.gql.ts';

/** The search over everything: what it does with answers, failures and the focus. */

const NORE = employee({ employeeFirstName: 'Nore', employeeLastName: 'Vlaeminckx' });
const ODIEL = employee({ employeeFirstName: 'Odiel', employeeLastName: 'Laatkomers' });

type Found = SearchEverythingQuery['searchEverything'];
const found = (...employees: NonNullable<Found['employees']>): SearchEverythingQuery => ({
  searchEverything: { employees, checks: [], reports: [], certificates: [], doctors: [], companies: [] },
});

const dialog = page.getByRole('dialog');
const field = dialog.getByRole('combobox');
const options = dialog.getByRole('option');

async function open(address: string, options: AppOptions = {}) {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({ checks: pageOf([plannedCheck()]) }));
  server.graphql(EmployeesDocument, () => ({ employees: pageOf([NORE]) }));
  server.graphql(EmployeeDocument, () => ({ employee: NORE }));
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  withSuperiors(server, []);
  server.graphql(SearchEverythingDocument, ({ text }) =>
    found(...[NORE, ODIEL].filter(({ employeeLastName }) => employeeLastName.toLowerCase().includes(text.toLowerCase()))),
  );
  const app = await renderApp(address, { ...options, server });
  const button = page.getByRole('button', { name: app.say('shell:search') });
  return { ...app, button };
}

/** The option that Enter would choose. */
async function expectActive(label: string): Promise<void> {
  const active = dialog.getByRole('option', { selected: true });
  await expect.element(active).toMatchTextContent(label);
  await expect.element(field).toHaveAttribute('aria-activedescendant', active.element().id);
}

test('Escape gives the focus back; what was chosen is offered again, and signing out forgets it', async () => {
  const { button, say, address, server } = await open('/employees');
  await userEvent.click(button);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();

  await userEvent.click(button);
  await userEvent.fill(field, 'vlaeminckx');
  await userEvent.click(options.filter({ hasText: 'Vlaeminckx' }));
  await expect.poll(address).toContain(`edit=${NORE.id}`);
  expect(localStorage.getItem(LOCAL.recent)).toContain(NORE.id);
  await userEvent.click(dialog.getByRole('button', { name: say('common:close'), exact: true }));

  await userEvent.click(button);
  await expect
    .element(page.getByRole('group', { name: say('palette:group.recent') }).getByRole('option'))
    .toMatchTextContent('Nore Vlaeminckx');
  await userEvent.fill(field, say('palette:action.dark'));
  await userEvent.keyboard('{Enter}');
  await expect.element(document.documentElement).toHaveClass('dark');
  server.rest('POST', '/auth/sign-out', () => undefined);
  await userEvent.click(button);
  await userEvent.fill(field, say('palette:action.logOut'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(takePageLoads).toMatchObject([{ to: '/' }]);
  expect(localStorage.getItem(LOCAL.recent)).toBeNull();
});

test('one company after the other: the palette shows and switches', async () => {
  const one = person('employerAdmin');
  const [first] = one.viewer.companies;
  if (!first) throw new Error('An administrator has a company.');
  const second = { ...first, id: '11111111-1111-4111-8111-222222222222', name: 'Brouwerij De Linde' };
  const both = person('employerAdmin', { companies: [first, second] });
  const { button, say } = await open('/checks', { as: both });
  await userEvent.click(button);
  await userEvent.fill(field, say('palette:action.company', { company: '' }).trim());
  await expect.element(options).toHaveLength(1);
  await expect.element(options).toMatchTextContent('Brouwerij De Linde');
  expect(localStorage.getItem(LOCAL.companyId)).not.toBe(second.id);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => localStorage.getItem(LOCAL.companyId)).toBe(second.id);
  expect(COMPANY.id).toBe(first.id);
});

test('another company begins at its own first page', async () => {
  const one = person('employerAdmin');
  const [first] = one.viewer.companies;
  if (!first) throw new Error('An administrator has a company.');
  const second = { ...first, id: '11111111-1111-4111-8111-222222222222', name: 'Brouwerij De Linde' };
  const { button, say, address } = await open('/checks?status=["Planning"]&after=Y3Vyc29y', {
    as: person('employerAdmin', { companies: [first, second] }),
  });
  expect(address()).toContain('after=');
  await userEvent.click(button);
  await userEvent.fill(field, say('palette:action.company', { company: '' }).trim());
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => localStorage.getItem(LOCAL.companyId)).toBe(second.id);
  await expect.poll(address).not.toContain('after=');
  expect(address()).toContain('status=');
});

test('an answer that comes late changes nothing, and a failure can be tried again', async () => {
  const { button, say, server } = await open('/employees');
  await userEvent.click(button);
  const { promise, resolve } = Promise.withResolvers<void>();
  const late: boolean[] = [];
  server.graphql(SearchEverythingDocument, async ({ text }) => {
    if (text !== 'laatkomers') return found(NORE);
    await promise;
    late.push(true);
    return found(ODIEL);
  });
  await userEvent.fill(field, 'laatkomers');
  await expect.poll(() => server.calls(SearchEverythingDocument).map(({ text }) => text)).toEqual(['laatkomers']);
  await expect.element(dialog.getByRole('status')).toHaveTextContent(say('palette:searching'));
  await expect.element(field).toHaveAttribute('aria-busy', 'true');
  await userEvent.fill(field, 'vlaeminckx');
  await expectActive('Vlaeminckx');
  resolve();
  await expect.poll(() => late).toEqual([true]);
  await expectActive('Vlaeminckx');
  await expect.element(options.filter({ hasText: 'Laatkomers' })).not.toBeInTheDocument();

  server.graphql(SearchEverythingDocument, () => offline());
  await userEvent.fill(field, 'kaput');
  const failure = dialog.getByRole('alert');
  await expect.element(failure).toMatchTextContent(say('palette:failed'));
  server.graphql(SearchEverythingDocument, () => found());
  await userEvent.click(failure.getByRole('button', { name: say('common:retry') }));
  await expect.element(failure).not.toBeInTheDocument();
  await expect.element(page.getByText(say('palette:none', { text: 'kaput' })).first()).toBeVisible();
});

test('a Telecheck that is found is no examination at the doctor', async () => {
  const { button, say, server } = await open('/employees');
  const { searchEverything } = found();
  const telecheck = report({ checkLocation: 'Telecheck', checkOccurence: 'Yes' });
  server.graphql(SearchEverythingDocument, () => ({ searchEverything: { ...searchEverything, reports: [telecheck] } }));
  await userEvent.click(button);
  await userEvent.fill(field, 'xyz');
  await expect.element(options.filter({ hasText: say('enums:videoOccurence.Yes') })).toBeVisible();
});

test('a doctor finds missions', async () => {
  const { button, say } = await open('/missions', { as: 'doctor' });
  await userEvent.click(button);
  await expect.element(field).toHaveAccessibleName(say('palette:placeholder.doctor'));
  await expect.element(options.filter({ hasText: say('shell:nav.missions') }).first()).toBeVisible();
  await expect.element(options.filter({ hasText: say('palette:action.newCertificate') })).not.toBeInTheDocument();
});

test('on a phone the search is a button in the header', async () => {
  const { say, address } = await open('/checks', { width: 390 });
  await userEvent.click(page.getByRole('banner').getByRole('button', { name: say('shell:search') }));
  await userEvent.fill(field, 'vlaeminckx');
  await userEvent.click(options.filter({ hasText: 'Vlaeminckx' }));
  await expect.poll(address).toContain(`edit=${NORE.id}`);
});
