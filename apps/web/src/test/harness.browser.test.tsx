import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { takeLoggedErrors } from '../../../server/src/test/logged-errors.ts';
import { ChecksDocument } from '../features/checks/checks.gql.ts';
import { MissionsDocument } from '../features/missions/missions.gql.ts';
import { OpenOffersDocument } from '../features/missions/offers.gql.ts';
import { ExhaustedSearchesDocument } from '../features/planning/board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from '../features/planning/board/held-results.gql.ts';
import { NotToldDocument } from '../features/planning/board/not-told.gql.ts';
import { OtherAddressDocument } from '../features/planning/board/other-address.gql.ts';
import { WaitingCommentsDocument } from '../features/planning/board/waiting-comments.gql.ts';
import { PlanningBoardDocument } from '../features/planning/planning.gql.ts';
import { graphql } from '../lib/api/graphql.ts';
import { http, saveFile } from '../lib/api/http.ts';
import { notify } from '../lib/browser/toast.ts';
import { session } from '../lib/session/session.ts';
import { check, plannedCheck } from './fixtures/checks.ts';
import { pageOf } from './fixtures/list.ts';
import { takeDownloads, takePageLoads } from './navigation.ts';
import { renderApp } from './render.tsx';
import { fakeServer, file, notJson, offline, refusal } from './server.ts';

/** What every component test relies on. */

test('each role finds its first screen, and a visitor the sign-in', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(PlanningBoardDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(WaitingCommentsDocument, () => ({ reports: pageOf([]) }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: pageOf([]) }));
  server.graphql(NotToldDocument, () => ({ checks: pageOf([]) }));
  server.graphql(HeldResultsDocument, () => ({ checks: pageOf([]) }));
  server.graphql(OtherAddressDocument, () => ({ checks: pageOf([]) }));
  server.graphql(OpenOffersDocument, () => ({ openOffers: [] }));
  server.graphql(MissionsDocument, () => ({ checks: pageOf([plannedCheck()]) }));
  for (const [as, address] of [
    ['employerBasic', '/checks'],
    ['planner', '/planning'],
    ['doctor', '/missions'],
  ] as const) {
    await renderApp(address, { as, server });
    await expect.element(page.getByText('Jan Janssens').first()).toBeVisible();
  }
  const { say, address } = await renderApp('/checks', { as: 'visitor' });
  await expect.element(page.getByLabelText(say('auth:signIn.email'))).toBeVisible();
  expect(address()).toBe('/');
});

test('whoever may not open a screen reads so', async () => {
  const server = fakeServer();
  server.graphql(OpenOffersDocument, () => refusal('access.forbidden'));
  server.graphql(MissionsDocument, () => refusal('access.forbidden'));
  const { say } = await renderApp('/missions', { as: 'employerBasic', server });
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(say('shell:noAccess.title'));
});

test('an answer that does not fit the schema, and a call that nobody foresaw, are named', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check({ status: 'Nonsense' as 'Planning' })]) }));
  await renderApp('/', { as: 'visitor', server });
  await expect(graphql(ChecksDocument, {})).rejects.toThrow();
  expect(server.takeErrors()).toEqual([
    expect.stringMatching(/checks\.nodes\.0\.status: Enum "CheckStatus" cannot represent value: "Nonsense"/),
  ]);
  await expect(http.delete('/v1/api/nothing')).rejects.toThrow();
  expect(server.takeErrors()).toEqual([
    "The screen called DELETE /v1/api/nothing: the test needs server.rest('DELETE', '/v1/api/nothing', …).",
  ]);
});

test('answers fail in every way, and are held back', async () => {
  const { server } = await renderApp('/', { as: 'visitor' });
  const ask = () => graphql(ChecksDocument, {});
  server.graphql(ChecksDocument, () => refusal('entity.notFound'));
  await expect(ask()).rejects.toMatchObject({ code: 'entity.notFound', status: 200 });
  server.graphql(ChecksDocument, () => offline());
  await expect(ask()).rejects.toMatchObject({ code: 'web.offline' });
  server.graphql(ChecksDocument, () => notJson());
  await expect(ask()).rejects.toMatchObject({ status: 502 });
  server.rest('PUT', '/v1/api/things/*', () => refusal('request.tooMany'));
  await expect(http.put('/v1/api/things/7', {})).rejects.toMatchObject({ code: 'request.tooMany', status: 429 });

  server.rest('PUT', '/v1/api/things/*', ({ parameters, body }) => ({ id: parameters[0], body }));
  const release = server.holdRest('PUT', '/v1/api/things/*');
  const answers: unknown[] = [];
  const put = http.put('/v1/api/things/7', { a: 1 }).then((answer) => answers.push(answer));
  await expect.poll(() => server.restCalls('PUT', '/v1/api/things/*')).toHaveLength(2);
  expect(answers).toEqual([]);
  release();
  await put;
  expect(answers).toEqual([{ id: '7', body: { a: 1 } }]);
});

test('files are sent with progress, and taken', async () => {
  const { server } = await renderApp('/', { as: 'visitor' });
  server.rest('POST', '/v1/api/files', async ({ body, url }) => ({ size: (body as Blob).size, name: url.searchParams.get('fileName') }));
  const shares: number[] = [];
  const sent = await http.upload('/v1/api/files', new Blob(['abc']), {
    query: { fileName: 'a.txt' },
    headers: { 'Content-Type': 'text/plain' },
    onProgress: (share) => shares.push(share),
  });
  expect(sent).toEqual({ size: 3, name: 'a.txt' });
  expect(shares.at(-1)).toBe(1);

  server.rest('GET', '/v1/api/files/1', () => file('a;b', 'liste é.csv', 'text/csv'));
  await saveFile('/v1/api/files/1', { fallbackName: 'x' });
  const [download] = takeDownloads();
  expect(download?.name).toBe('liste é.csv');
  expect(await (await fetch(download?.url ?? '')).text()).toBe('a;b');
});

test('a change that the live stream tells is asked for', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  const { say } = await renderApp('/checks', { server });
  await expect.element(page.getByText(say('shell:live.live')).first()).toBeInTheDocument();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check({ workerFullName: 'An Aerts' })]) }));
  server.notify('check', { companyId: null, id: 'x', version: 2 });
  await expect.element(page.getByText('An Aerts')).toBeVisible();
});

test('a sign-out leaves the page, and the next test begins as somebody else', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(PlanningBoardDocument, () => ({ checks: pageOf([]) }));
  server.graphql(WaitingCommentsDocument, () => ({ reports: pageOf([]) }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: pageOf([]) }));
  server.graphql(NotToldDocument, () => ({ checks: pageOf([]) }));
  server.graphql(HeldResultsDocument, () => ({ checks: pageOf([]) }));
  server.graphql(OtherAddressDocument, () => ({ checks: pageOf([]) }));
  server.rest('POST', '/auth/sign-out', () => undefined);
  await renderApp('/checks', { server });
  await session.signOut();
  await expect.poll(takePageLoads).toEqual([{ to: '/', kind: 'push' }]);
  expect(document.body.hidden).toBe(true);

  const { say } = await renderApp('/planning', { server, as: 'planner', language: 'nl', dark: true, width: 390 });
  expect(document.body.hidden).toBe(false);
  expect(document.documentElement).toHaveClass('dark');
  expect(innerWidth).toBe(390);
  await expect.element(page.getByRole('heading', { name: say('planning:board.title') })).toBeVisible();
});

test('a toast, a logged warning', async () => {
  await renderApp('/', { as: 'visitor' });
  notify('success', 'Saved once');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Saved once');
  console.warn('expected');
  expect(takeLoggedErrors()).toEqual(['expected']);
});

test('nothing of the test before is on the page', async () => {
  await renderApp('/', { as: 'visitor' });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(localStorage.getItem('session')).toBeNull();
  await userEvent.keyboard('{Escape}');
});
