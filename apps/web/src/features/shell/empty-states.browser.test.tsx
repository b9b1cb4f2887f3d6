import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { check, report } from '../../test/fixtures/checks.ts';
import { company, mail } from '../../test/fixtures/companies.ts';
import { dashboard } from '../../test/fixtures/dashboard.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { doctor, user } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import type { SentenceKey } from '../../test/say-with.ts';
import { fakeServer } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import { CertificatesDocument } from '../certificates/certificates.gql.ts';
import { ChecksDocument, ReportsDocument } from '../checks/checks.gql.ts';
import { DashboardDocument } from '../dashboard/dashboard.gql.ts';
import { EmployeeCostCentresDocument, EmployeesDocument } from '../employees/employees.gql.ts';
import { MailsDocument } from '../mailbox/mailbox.gql.ts';
import { OrderCompanyDocument } from '../order/order.gql.ts';
import { ExhaustedSearchesDocument } from '../planning/board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from '../planning/board/held-results.gql.ts';
import { NotToldDocument } from '../planning/board/not-told.gql.ts';
import { OtherAddressDocument } from '../planning/board/other-address.gql.ts';
import { WaitingCommentsDocument } from '../planning/board/waiting-comments.gql.ts';
import { DoctorsDocument, PlanningBoardDocument } from '../planning/planning.gql.ts';
import { CompanyDocument, CostCentresDocument, InvoicesDocument } from '../settings/company/company.gql.ts';
import { UsersDocument } from '../settings/settings.gql.ts';

/** Lists without entries: each says the next step and leads there. */

const nothing = pageOf<never>([]);

/** A company that has just begun: its founder, and nothing else. */
function newCompany() {
  const server = fakeServer();
  const { dashboard: figures } = dashboard();
  server.graphql(DashboardDocument, () => dashboard({ figures: figures.figures.map((figure) => ({ ...figure, n: 0 })) }));
  server.graphql(ChecksDocument, () => ({ checks: nothing }));
  server.graphql(ReportsDocument, () => ({ reports: nothing }));
  server.graphql(CertificatesDocument, () => ({ certificates: nothing }));
  server.graphql(EmployeesDocument, () => ({ employees: nothing }));
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  withSuperiors(server, []);
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  return server;
}

/** Presses what leads on from a sentence: it is under it, and not in the head of the page or among the filters. */
async function followFrom(sentence: string, step: string): Promise<void> {
  const main = page.getByRole('main');
  const text = main.getByText(sentence, { exact: true });
  await expect.element(text).toBeVisible();
  const name = { name: step, exact: true };
  const way = main.getByRole('link', name).or(main.getByRole('button', name)).last();
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  expect(text.element().compareDocumentPosition(way.element())).toBe(DOCUMENT_POSITION_FOLLOWING);
  await userEvent.click(way);
}

test.each<[path: string, sentence: SentenceKey, step: SentenceKey, target: RegExp]>([
  ['/dashboard', 'dashboard:empty', 'dashboard:emptyAction', /^\/checks\/new/],
  ['/checks', 'checks:list.empty', 'shell:nav.createCheck', /^\/checks\/new/],
  ['/reports', 'reports:list.empty', 'reports:list.toChecks', /^\/checks$/],
  ['/certificates', 'certificates:list.empty', 'certificates:list.create', /^\/certificates\/new/],
  ['/employees', 'employees:list.empty', 'employees:form.add', /^\/employees\?add=true/],
  ['/employees', 'employees:list.empty', 'employees:list.import', /^\/employees\/import/],
])('a new company is led from %s on: %s, %s', async (path, sentence, step, target) => {
  const { say, address } = await renderApp(path, { server: newCompany() });
  await followFrom(say(sentence), say(step));
  await expect.poll(address).toMatch(target);
});

test('a new company has no invoices', async () => {
  const server = fakeServer();
  server.graphql(CompanyDocument, () => ({ company: company() }));
  server.graphql(CostCentresDocument, () => ({ costCentres: [] }));
  server.graphql(InvoicesDocument, () => ({ invoices: [] }));
  const { say } = await renderApp('/settings/company', { server });
  await expect.element(page.getByText(say('settings:invoices.empty'), { exact: true })).toBeVisible();
});

test('a search for users in which nobody is found has a way out', async () => {
  const server = fakeServer();
  server.graphql(UsersDocument, ({ filter }) => ({ users: filter.search ? nothing : pageOf([user()]) }));
  const { say, address } = await renderApp('/settings/users?q=nobody', { server });
  await followFrom(say('common:empty.filtered'), say('common:clearAll'));
  await expect.element(page.getByRole('row').filter({ hasText: user().email })).toBeVisible();
  expect(address()).not.toContain('q=');
});

test.each(['/planning', '/doctors', '/reports', '/mailbox'])('a planner finds a way out where nothing is found: %s', async (path) => {
  const server = fakeServer();
  server.graphql(PlanningBoardDocument, ({ filter }) => ({ checks: filter?.search ? nothing : pageOf([check()]) }));
  server.graphql(WaitingCommentsDocument, () => ({ reports: nothing }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: nothing }));
  server.graphql(NotToldDocument, () => ({ checks: nothing }));
  server.graphql(HeldResultsDocument, () => ({ checks: nothing }));
  server.graphql(OtherAddressDocument, () => ({ checks: nothing }));
  server.graphql(DoctorsDocument, ({ filter }) => ({ doctors: filter?.search ? nothing : pageOf([doctor()]) }));
  server.graphql(ReportsDocument, ({ filter }) => ({ reports: filter?.search ? nothing : pageOf([report()]) }));
  server.graphql(MailsDocument, ({ search }) => ({ mails: search ? nothing : pageOf([mail()]) }));
  const { say, address } = await renderApp(`${path}?q=zzzzzzzz`, { server, as: 'planner' });
  await followFrom(say('common:empty.filtered'), say('common:clearAll'));
  await expect.element(page.getByText(say('common:empty.filtered'))).not.toBeInTheDocument();
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  expect(address()).not.toContain('q=');
});

test('a filtered list in which nothing is found has one way out, not two', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, ({ filter }) => ({ checks: filter?.checkTiming ? nothing : pageOf([check()]) }));
  const { say } = await renderApp('/checks?checkTiming=Immediate', { server });
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
  const out = page.getByRole('button', { name: say('common:clearAll') });
  await expect.element(out).toHaveLength(1);
  await userEvent.click(out);
  await expect.element(page.getByText(say('common:empty.filtered'))).not.toBeInTheDocument();
});
