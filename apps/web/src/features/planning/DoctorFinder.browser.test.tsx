import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { check, plannedCheck } from '../../test/fixtures/checks.ts';
import { candidate, doctor } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { CheckMomentsDocument, DoctorCandidatesDocument, PlanningCheckDocument } from './planning.gql.ts';

const maes = doctor({ doctorFullName: 'Dirk Maes' });
const near = doctor({ doctorFullName: 'Nele Nabij' });

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
  server.graphql(DoctorCandidatesDocument, () => ({
    doctorCandidates: [
      candidate({ doctor: maes, freeSlots: ['2026-11-05T07:00:00.000Z'], reasons: ['earliest'] }),
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
