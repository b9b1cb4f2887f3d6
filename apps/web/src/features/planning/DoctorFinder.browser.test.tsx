import { addDays, instantAt } from '@checkwell/domain/clock';
import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { clock, today } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { check, plannedCheck } from '../../test/fixtures/checks.ts';
import { candidate, doctor } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { ExhaustedSearchesDocument } from './board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from './board/held-results.gql.ts';
import { NotToldDocument } from './board/not-told.gql.ts';
import { OtherAddressDocument } from './board/other-address.gql.ts';
import { WaitingCommentsDocument } from './board/waiting-comments.gql.ts';
import { AskDoctorDocument, CheckOffersDocument, StartDoctorSearchDocument } from './offers.gql.ts';
import { CheckMomentsDocument, DoctorCandidatesDocument, PlanningBoardDocument, PlanningCheckDocument } from './planning.gql.ts';

const maes = doctor({ doctorFullName: 'Dirk Maes' });
const near = doctor({ doctorFullName: 'Nele Nabij' });

const NOBODY_ASKED = { searchState: null, nextWaveAt: null, offers: [] };

function plannerServer(mission: ReturnType<typeof check>) {
  const server = fakeServer();
  server.graphql(PlanningCheckDocument, () => ({ check: mission }));
  server.graphql(CheckMomentsDocument, () => ({
    checkMoments: {
      days: [{ day: '2026-11-05', doctors: 2 }],
      proposed: '2026-11-05T12:00:00.000Z',
      proposedDoctor: near,
      reason: 'mostSuitable' as const,
    },
  }));
  server.graphql(CheckOffersDocument, () => ({ checkOffers: NOBODY_ASKED }));
  server.graphql(DoctorCandidatesDocument, () => ({
    doctorCandidates: [
      candidate({ doctor: maes, freeSlots: ['2026-11-05T07:00:00.000Z'], reasons: ['earliest', 'freeSlots'], missionsThatDay: 0 }),
      candidate({ doctor: near, isBest: true, freeSlots: ['2026-11-05T12:00:00.000Z'], reasons: ['nearest'] }),
    ],
  }));
  return server;
}
const cards = page.getByRole('list').getByRole('listitem');

test('the proposal, the best choice and its button say the same appointment', async () => {
  const mission = check({ status: 'Planning', availableActions: ['schedule'], nextActor: 'provider' });
  const { say } = await renderApp(`/planning/${mission.id}`, { server: plannerServer(mission), as: 'planner' });
  const moment = 'Thu 5 Nov, 13:00';
  await expect.element(page.getByText(say('planning:find.proposalWith', { moment, doctor: 'Nele Nabij' }))).toBeVisible();
  const best = cards.filter({ hasText: say('planning:find.best') }).last();
  await expect.element(best).toMatchTextContent(/Nele Nabij.*13:00/);
  await expect.element(page.getByText(say('planning:find.best'))).toHaveLength(1);
  await expect.element(page.getByText(say('planning:reason.earliest'), { exact: true })).toBeVisible();
  // That there is time the times show; that there is no mission needs no number.
  await expect.element(page.getByText(say('planning:reason.freeSlots'))).not.toBeInTheDocument();
  await expect.element(page.getByText(say('planning:find.missions', { count: 0 }))).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});

test('the doctor who has the appointment is marked when it is moved', async () => {
  const mission = plannedCheck({ doctorId: maes.id, availableActions: ['reschedule'], nextActor: 'doctor' });
  const { say } = await renderApp(`/planning/${mission.id}`, { server: plannerServer(mission), as: 'planner', width: 390 });
  const booked = say('planning:find.booked', { moment: 'Thu 5 Nov, 10:00' });
  await expect.element(page.getByText(booked)).toHaveLength(1);
  await expect.element(cards.filter({ hasText: booked }).last()).toMatchTextContent(/Dirk Maes/);
  // On a phone the doctors come before what is known of the order.
  const top = (locator: Locator) => locator.element().getBoundingClientRect().top;
  const facts = page.getByRole('heading', { name: say('planning:detail.worker'), exact: true });
  expect(top(page.getByRole('list', { name: say('planning:find.title') }))).toBeLessThan(top(facts));
});

test('a time that leaves no two hours to tell the employee says what it means; no visit at home does', async () => {
  const proposed = (moment: string) => {
    const server = plannerServer(check());
    // The session takes the hour that is set below for the time that has passed.
    server.rest('POST', '/auth/session/refresh', () => ({}));
    server.graphql(CheckMomentsDocument, () => ({
      checkMoments: { days: [], proposed: moment, proposedDoctor: near, reason: 'firstFree' as const },
    }));
    return server;
  };
  const open = async (server: ReturnType<typeof plannerServer>, checkLocation: 'Office' | 'House') => {
    const mission = check({ status: 'Planning', checkLocation, availableActions: ['schedule'], nextActor: 'provider' });
    server.graphql(PlanningCheckDocument, () => ({ check: mission }));
    const { say } = await renderApp(`/planning/${mission.id}`, { server, as: 'planner' });
    await page
      .getByRole('button', { name: say('planning:find.other'), exact: true })
      .first()
      .click();
    await expect.element(page.getByRole('button', { name: say('planning:find.book') })).toBeVisible();
    return page.getByText(say('planning:find.soon', { notice: '120 min' }));
  };
  // Late in the evening the day has no time left that could be proposed.
  vi.spyOn(clock, 'now').mockReturnValue(instantAt(today(), '12:05'));
  const now = () => instantAt(today(), '12:20').toISOString();
  const soon = await open(proposed(now()), 'Office');
  await expect.element(soon).toBeVisible();
  await expectAccessibleInBothModes();
  await expect.element(await open(proposed(now()), 'House')).not.toBeInTheDocument();
  const inThreeDays = instantAt(addDays(today(), 3), '09:00').toISOString();
  await expect.element(await open(proposed(inThreeDays), 'Office')).not.toBeInTheDocument();
  // In the last minutes of a day no time of it is left, so none is filled in: 00:00 would be over.
  vi.spyOn(clock, 'now').mockReturnValue(instantAt(today(), '23:50'));
  await expect.element(await open(proposed(instantAt(today(), '23:55').toISOString()), 'House')).not.toBeInTheDocument();
});

const asked = (state: 'Open' | 'Proposed' | 'Declined' | 'Withdrawn', values: object = {}) => ({
  id: state,
  state,
  appointmentStart: '2026-11-05T12:00:00.000Z',
  appointmentEnd: '2026-11-05T12:20:00.000Z',
  fee: 72_50,
  sentAt: '2026-11-04T09:00:00.000Z',
  answerableUntil: '2026-11-05T09:00:00.000Z',
  declineReason: null,
  comment: '',
  proposedStart: null,
  textFailure: null,
  doctor: near,
  ...values,
});

test('a planner asks one doctor by message, or doctors in turn, and reads what they say', async () => {
  const mission = check({ status: 'Planning', availableActions: ['schedule'], nextActor: 'provider' });
  const server = plannerServer(mission);
  // Not too late to ask.
  const start = instantAt(addDays(today(), 2), '13:00').toISOString();
  server.graphql(DoctorCandidatesDocument, () => ({
    doctorCandidates: [candidate({ doctor: near, isBest: true, freeSlots: [start] })],
  }));
  const questions: unknown[] = [];
  server.graphql(AskDoctorDocument, ({ input }) => {
    questions.push(input);
    server.graphql(CheckOffersDocument, () => ({ checkOffers: { ...NOBODY_ASKED, offers: [asked('Open')] } }));
    return { askDoctor: { ...NOBODY_ASKED, offers: [asked('Open')] } };
  });
  const { say } = await renderApp(`/planning/${mission.id}`, { server, as: 'planner' });
  await expect.element(page.getByText(say('offers:card.none'))).toBeVisible();
  await page.getByRole('button', { name: say('offers:card.askLabel', { doctor: 'Nele Nabij', time: '13:00' }) }).click();
  const list = page.getByRole('list', { name: say('offers:card.title') });
  await expect.element(list).toMatchTextContent(/Nele Nabij/);
  await expect.element(list).toMatchTextContent(new RegExp(say('offers:state.Open')));
  expect(questions).toEqual([{ doctorId: near.id, appointmentStart: start, appointmentMinutes: 20 }]);
  const running = {
    searchState: 'Running' as const,
    nextWaveAt: '2026-11-04T10:00:00.000Z',
    offers: [
      asked('Proposed', { proposedStart: '2026-11-06T09:00:00.000Z' }),
      asked('Declined', { declineReason: 'TooFar', doctor: maes }),
    ],
  };
  server.graphql(StartDoctorSearchDocument, () => {
    server.graphql(CheckOffersDocument, () => ({ checkOffers: running }));
    return { startDoctorSearch: running };
  });
  await page.getByRole('button', { name: say('offers:card.start') }).click();
  await expect.element(page.getByRole('button', { name: say('offers:card.stop') })).toBeVisible();
  await expect.element(list).toMatchTextContent(new RegExp(say('offers:reason.TooFar')));
  await expect.element(page.getByRole('button', { name: say('offers:card.agree', { moment: 'Fri 6 Nov, 10:00' }) })).toBeVisible();
  await expectAccessibleInBothModes();
});

test('whose text message did not arrive is said with the doctors who are called, as long as their answer is awaited', async () => {
  const mission = check({ status: 'Planning', availableActions: ['schedule'], nextActor: 'provider' });
  const server = plannerServer(mission);
  const offers = [
    asked('Open', { textFailure: 'wrongNumber' }),
    asked('Open', { textFailure: 'expired', id: 'late', doctor: maes }),
    asked('Declined', { textFailure: 'blocked', id: 'declined', declineReason: 'TooFar', doctor: maes }),
  ];
  server.graphql(CheckOffersDocument, () => ({ checkOffers: { ...NOBODY_ASKED, offers } }));
  const { say } = await renderApp(`/planning/${mission.id}`, { server, as: 'planner', width: 390 });
  const failed = say('offers:card.textFailure', { reason: say('enums:messageFailure.wrongNumber') });
  await expect.element(page.getByRole('list', { name: say('offers:card.title') }).getByText(failed)).toBeVisible();
  await expect.element(page.getByText(say('enums:messageFailure.blocked'), { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByText(say('enums:messageFailure.expired'), { exact: false })).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});

test('when nobody is left to ask, the page says so', async () => {
  const mission = check({ status: 'Planning', availableActions: ['schedule'], nextActor: 'provider' });
  const server = plannerServer(mission);
  server.graphql(CheckOffersDocument, () => ({ checkOffers: { ...NOBODY_ASKED, searchState: 'Exhausted' as const } }));
  const { say } = await renderApp(`/planning/${mission.id}`, { server, as: 'planner', width: 390 });
  await expect.element(page.getByText(say('offers:card.exhausted'))).toBeVisible();
});

test.each([
  ['can still accept, while one is asked', 'Open', 'stopped'],
  ['can no longer accept, when a changed order withdrew what they were asked', 'Withdrawn', 'ended'],
] as const)('of a search that goes no further, the page says that doctors %s', async (_, state, key) => {
  const mission = check({ status: 'Planning', availableActions: ['schedule'], nextActor: 'provider' });
  const server = plannerServer(mission);
  const offers = [asked('Declined', { declineReason: 'TooFar', doctor: maes }), asked(state)];
  server.graphql(CheckOffersDocument, () => ({ checkOffers: { ...NOBODY_ASKED, searchState: 'Stopped' as const, offers } }));
  const { say } = await renderApp(`/planning/${mission.id}`, { server, as: 'planner', width: 390 });
  await expect.element(page.getByText(say(`offers:card.${key}`))).toBeVisible();
});

test('the board says for which checks no doctor is left to ask, and leads to them', async () => {
  const server = fakeServer();
  const exhausted = check({ status: 'Planning', doctorSearch: 'Exhausted', workerFullName: 'Nobody Found' });
  const running = check({ status: 'Planning', doctorSearch: 'Running', workerFullName: 'Still Asked' });
  server.graphql(WaitingCommentsDocument, () => ({ reports: { totalCount: 0, totalCountCapped: false } }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: { totalCount: 1, totalCountCapped: false } }));
  server.graphql(NotToldDocument, () => ({ checks: { totalCount: 2, totalCountCapped: false } }));
  server.graphql(HeldResultsDocument, () => ({ checks: { totalCount: 2, totalCountCapped: false } }));
  server.graphql(OtherAddressDocument, () => ({ checks: { totalCount: 2, totalCountCapped: false } }));
  const asked: unknown[] = [];
  server.graphql(PlanningBoardDocument, ({ filter }) => {
    asked.push(filter?.doctorSearch);
    const nodes = filter?.doctorSearch === 'Exhausted' ? [exhausted] : [running, exhausted];
    return { checks: { nodes, pageInfo: { endCursor: null, hasNextPage: false }, totalCount: nodes.length, totalCountCapped: false } };
  });
  const { say } = await renderApp('/planning', { server, as: 'planner' });
  const table = page.getByRole('table');
  await expect
    .element(table.getByRole('row', { name: /Still Asked/ }))
    .toMatchTextContent(new RegExp(say('planning:doctorSearch.Running')));
  await expect
    .element(table.getByRole('row', { name: /Nobody Found/ }))
    .toMatchTextContent(new RegExp(say('planning:doctorSearch.Exhausted')));
  await expect
    .element(page.getByRole('link', { name: say('planning:board.notToldCount', { count: 2 }) }))
    .toHaveAttribute('href', expect.stringContaining('employeeNotTold=true'));
  await expect
    .element(page.getByRole('link', { name: say('planning:board.otherAddressCount', { count: 2 }) }))
    .toHaveAttribute('href', expect.stringContaining('otherAddress=true'));
  await page.getByRole('link', { name: say('planning:board.exhausted', { count: 1 }) }).click();
  await expect.element(table.getByRole('row', { name: /Still Asked/ })).not.toBeInTheDocument();
  expect(asked).toEqual([null, 'Exhausted']);
  await expectAccessibleInBothModes();
});
