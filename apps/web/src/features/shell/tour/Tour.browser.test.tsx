import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LOCAL } from '../../../lib/session/storage.ts';
import '../../../test/fields.ts';
import { check } from '../../../test/fixtures/checks.ts';
import { dashboard } from '../../../test/fixtures/dashboard.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { renderApp, STRICT } from '../../../test/render.tsx';
import type { Say } from '../../../test/say.ts';
import { fakeServer } from '../../../test/server.ts';
import { DashboardDocument } from '../../dashboard/dashboard.gql.ts';
import { ExhaustedSearchesDocument } from '../../planning/board/exhausted-searches.gql.ts';
import { HeldResultsDocument } from '../../planning/board/held-results.gql.ts';
import { NotToldDocument } from '../../planning/board/not-told.gql.ts';
import { OtherAddressDocument } from '../../planning/board/other-address.gql.ts';
import { WaitingCommentsDocument } from '../../planning/board/waiting-comments.gql.ts';
import { PlanningBoardDocument } from '../../planning/planning.gql.ts';

/** The tour of the first day: offered once, on the first screen; can be left at each stop, and taken again. */

const STOPS = ['create', 'checks', 'certificates', 'reports', 'search', 'settings'] as const;
const offer = (say: Say) => page.getByRole('region', { name: say('shell:tour.label') });
const card = page.getByRole('dialog');

/** The first screen of an employer who was never here. */
async function arrive(width = 1280) {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  const app = await renderApp('/dashboard', { server, width });
  localStorage.removeItem(LOCAL.tour);
  await app.reload();
  await expect.element(offer(app.say)).toBeVisible();
  return app;
}

/** The card is inside the window, and does not lie over what it shows. */
function expectShown(): void {
  const [spot, box] = [card.css('[aria-hidden=true]').first().element(), card.getByRole('heading').element().parentElement].map((part) =>
    part?.getBoundingClientRect(),
  );
  if (!spot || !box) throw new Error('The tour is not on the screen.');
  expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(innerWidth);
  expect(box.bottom).toBeLessThanOrEqual(innerHeight);
  const apart = box.left >= spot.right || spot.left >= box.right || box.top >= spot.bottom || spot.top >= box.bottom;
  expect(apart, 'the card lies beside what it shows').toBe(true);
}

test.each([1280, 390])('the tour goes from stop to stop by keyboard, once, %i pixels wide', async (width) => {
  const { say, reload } = await arrive(width);
  // React's strict mode closes the dialog and opens it again, which takes the focus; builds open it once.
  const reopened = STRICT && new Promise((resolve) => document.addEventListener('close', resolve, { capture: true, once: true }));
  await userEvent.click(offer(say).getByRole('button', { name: say('shell:tour.start') }));
  await reopened;
  const press = async (name: string): Promise<void> => {
    (await card.getByRole('button', { name }).findElement()).focus();
    await userEvent.keyboard('{Enter}');
  };
  for (const [index, stop] of STOPS.entries()) {
    await expect.element(card).toHaveAccessibleName(say(`tour:stop.${stop}.title`));
    await expect.element(card.getByRole('heading')).toHaveFocus();
    await expect.element(card).toMatchTextContent(say('tour:step', { number: index + 1, total: STOPS.length }));
    // The spot glides to its place.
    for (const animation of document.getAnimations()) animation.finish();
    expectShown();
    if (index === 1) {
      await press(say('common:back'));
      await expect.element(card).toHaveAccessibleName(say('tour:stop.create.title'));
      await press(say('common:next'));
      await expect.element(card).toHaveAccessibleName(say('tour:stop.checks.title'));
    }
    await press(index === STOPS.length - 1 ? say('tour:finish') : say('common:next'));
  }
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(offer(say)).not.toBeInTheDocument();
  await reload();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(offer(say)).not.toBeInTheDocument();
});

test('it is left by Escape at any stop, and taken again from the menu of the account', async () => {
  const { say } = await arrive();
  await userEvent.click(offer(say).getByRole('button', { name: say('shell:tour.start') }));
  await userEvent.click(card.getByRole('button', { name: say('common:next') }));
  await userEvent.keyboard('{Escape}');
  await expect.element(card).not.toBeInTheDocument();
  await expect.element(offer(say)).not.toBeInTheDocument();
  await userEvent.click(
    page
      .getByRole('complementary')
      .getByRole('button')
      .filter({ hasText: say('shell:role.employerAdmin') }),
  );
  await userEvent.click(page.getByRole('menuitem', { name: say('shell:user.tour') }));
  await expect.element(card).toHaveAccessibleName(say('tour:stop.create.title'));
  await userEvent.click(card.getByRole('button', { name: say('tour:skip') }));
  await expect.element(card).not.toBeInTheDocument();
});

test('refused at once, it is not offered again, and the heading has the focus', async () => {
  const { say, reload } = await arrive();
  await userEvent.click(offer(say).getByRole('button', { name: say('shell:tour.no') }));
  await expect.element(offer(say)).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  await reload();
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(offer(say)).not.toBeInTheDocument();
});

test('it is for employers: a planner is offered none', async () => {
  const server = fakeServer();
  server.graphql(PlanningBoardDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(WaitingCommentsDocument, () => ({ reports: pageOf([]) }));
  server.graphql(ExhaustedSearchesDocument, () => ({ checks: pageOf([]) }));
  server.graphql(NotToldDocument, () => ({ checks: pageOf([]) }));
  server.graphql(HeldResultsDocument, () => ({ checks: pageOf([]) }));
  server.graphql(OtherAddressDocument, () => ({ checks: pageOf([]) }));
  const { say, reload } = await renderApp('/planning', { server, as: 'planner' });
  localStorage.removeItem(LOCAL.tour);
  await reload();
  await expect.element(page.getByText('Jan Janssens')).toBeVisible();
  await expect.element(offer(say)).not.toBeInTheDocument();
});
