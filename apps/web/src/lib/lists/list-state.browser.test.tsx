import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CertificateDocument, CertificateHistoryDocument, CertificatesDocument } from '../../features/certificates/certificates.gql.ts';
import { CheckDocument } from '../../features/checks/check.gql.ts';
import { ChecksDocument, ReportsDocument } from '../../features/checks/checks.gql.ts';
import { DoneMissionsDocument, MissionDocument } from '../../features/missions/missions.gql.ts';
import { ExhaustedSearchesDocument } from '../../features/planning/board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from '../../features/planning/board/held-results.gql.ts';
import { NotToldDocument } from '../../features/planning/board/not-told.gql.ts';
import { OtherAddressDocument } from '../../features/planning/board/other-address.gql.ts';
import { WaitingCommentsDocument } from '../../features/planning/board/waiting-comments.gql.ts';
import {
  CheckMomentsDocument,
  DoctorCandidatesDocument,
  PlanningBoardDocument,
  PlanningCheckDocument,
} from '../../features/planning/planning.gql.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { check, report } from '../../test/fixtures/checks.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import type { SentenceKey } from '../../test/say-with.ts';
import { fakeServer } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';

/** Lists with one row or two pages, and the record of each row. */
function listServer() {
  const server = fakeServer();
  const [first, second] = [report(), report()];
  const one = check();
  const oneCertificate = certificate();
  withSuperiors(server, [superior()]);
  server.graphql(ChecksDocument, () => ({ checks: pageOf([one]) }));
  server.graphql(CheckDocument, ({ id }) => ({ check: [one, first, second].find((known) => known.id === id) ?? one }));
  server.graphql(ReportsDocument, ({ after }) => ({
    reports: after
      ? pageOf([second], { totalCount: 2 })
      : pageOf([first], { totalCount: 2, pageInfo: { endCursor: 'next', hasNextPage: true } }),
  }));
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([oneCertificate]) }));
  server.graphql(CertificateDocument, () => ({ certificate: oneCertificate }));
  server.graphql(CertificateHistoryDocument, () => ({ certificates: pageOf([oneCertificate]) }));
  server.graphql(PlanningBoardDocument, () => ({ checks: pageOf([one]) }));
  server.graphql(WaitingCommentsDocument, () => ({ reports: pageOf([]) }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: pageOf([]) }));
  server.graphql(NotToldDocument, () => ({ checks: pageOf([]) }));
  server.graphql(HeldResultsDocument, () => ({ checks: pageOf([]) }));
  server.graphql(OtherAddressDocument, () => ({ checks: pageOf([]) }));
  server.graphql(PlanningCheckDocument, () => ({ check: one }));
  server.graphql(CheckMomentsDocument, () => ({ checkMoments: { days: [], proposed: null, proposedDoctor: null, reason: null } }));
  server.graphql(DoctorCandidatesDocument, () => ({ doctorCandidates: [] }));
  server.graphql(DoneMissionsDocument, () => ({ reports: pageOf([first]) }));
  server.graphql(MissionDocument, () => ({ check: first }));
  return { server, first, second };
}

const firstRow = page.getByRole('table').getByRole('link').first();

/** Opens the first record of a list, reloads its page, and returns with its link. */
async function openAndReturn(
  { address, reload, say }: Awaited<ReturnType<typeof renderApp>>,
  back: SentenceKey,
  row = firstRow,
): Promise<void> {
  const left = address();
  await userEvent.click(row);
  await expect.poll(address).toMatch(/\/[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await reload();
  await userEvent.click(page.getByRole('main').getByRole('link', { name: say(back), exact: true }));
  await expect.poll(address).toBe(left);
}

test.each<[string, AppOptions['as'], string, SentenceKey]>([
  ['checks', 'employerAdmin', '/checks?checkTiming=Optimized&sort=workerFullName&desc=true', 'checks:detail.back'],
  ['reports', 'employerAdmin', '/reports?checkOccurence=%5B%22Yes%22%2C%22YesPatientHome%22%5D&q=a', 'reports:detail.back'],
  ['certificates', 'employerAdmin', '/certificates?sort=endDate', 'certificates:list.title'],
  ['planning', 'planner', '/planning?tab=planned&checkTiming=Optimized', 'planning:detail.back'],
])('the link back keeps the filters and the order of the list: %s', async (_, as, path, back) => {
  const { server } = listServer();
  await openAndReturn(await renderApp(path, { as: as ?? 'employerAdmin', server }), back);
});

test('the link back returns to the second page of the reports, from which the first one can be opened', async () => {
  const { server, first, second } = listServer();
  const app = await renderApp('/reports', { server });
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${first.id}`);
  await userEvent.click(page.getByRole('button', { name: app.say('common:pager.next') }));
  await expect.poll(app.address).toContain('after=');
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${second.id}`);
  await openAndReturn(app, 'reports:detail.back');
  await userEvent.click(page.getByRole('button', { name: app.say('common:pager.previous') }));
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${first.id}`);
});

test('a second click on "Next" while the page is loading has no effect: one click on "Previous" returns', async () => {
  const { server, first, second } = listServer();
  const app = await renderApp('/reports', { server });
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${first.id}`);
  const next = page.getByRole('button', { name: app.say('common:pager.next') });
  const release = server.hold(ReportsDocument);
  await userEvent.click(next);
  await expect.poll(app.address).toContain('after=');
  await userEvent.click(next);
  release();
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${second.id}`);
  await userEvent.click(page.getByRole('button', { name: app.say('common:pager.previous') }));
  await expect.element(firstRow).toHaveAttribute('href', `/reports/${first.id}`);
});

test('the link back returns to the completed missions', async () => {
  const { server } = listServer();
  const app = await renderApp('/missions/done', { server, as: 'doctor', width: 390 });
  const mission = page.getByRole('main').getByRole('link', { name: /Jan Janssens/ });
  await openAndReturn(app, 'missions:list.title', mission);
});
