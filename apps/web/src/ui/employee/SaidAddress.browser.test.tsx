import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { MissionDocument } from '../../features/missions/missions.gql.ts';
import { PlanningCheckDocument, ReviewSaidAddressDocument } from '../../features/planning/planning.gql.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { plannedCheck } from '../../test/fixtures/checks.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import type { ShownAddress } from './SaidAddress.tsx';

const said: ShownAddress = {
  address: 'Zeedijk 5, 8400 Oostende',
  bell: 'Janssens',
  doorCode: '12B4',
  saidAt: '2026-11-03T08:00:00.000Z',
  otherPlace: true,
  reviewedAt: null,
};

test('a planner sees another address of the employee, and marks it as handled', async () => {
  const server = fakeServer();
  let check = plannedCheck({ saidAddress: said });
  server.graphql(PlanningCheckDocument, () => ({ check }));
  server.graphql(ReviewSaidAddressDocument, () => {
    check = { ...check, saidAddress: { ...said, reviewedAt: '2026-11-03T09:00:00.000Z' } };
    return { reviewSaidAddress: check };
  });
  const { say } = await renderApp(`/planning/${check.id}`, { server, as: 'planner', width: 390 });
  const card = page.getByRole('region', { name: say('saidAddress:title') });
  await expect.element(card).toMatchTextContent(/Zeedijk 5.*Janssens.*12B4/s);
  await expect.element(card.getByText(say('saidAddress:other'))).toBeVisible();
  await expectAccessibleInBothModes();
  await card.getByRole('button', { name: say('saidAddress:review') }).click();
  await expect.element(card.getByText(say('saidAddress:other'))).not.toBeInTheDocument();
  await expect.element(card).toMatchTextContent(/dealt with the other address/);
  expect(server.calls(ReviewSaidAddressDocument)).toEqual([{ id: check.id, saidAt: said.saidAt }]);
});

test('a doctor sees the address, and that the mission has not changed', async () => {
  const server = fakeServer();
  const check = plannedCheck({ saidAddress: said, checkLocation: 'House' });
  server.graphql(MissionDocument, () => ({ check }));
  const { say } = await renderApp(`/missions/${check.id}`, { server, as: 'doctor', width: 390 });
  const card = page.getByRole('region', { name: say('saidAddress:title') });
  await expect.element(card).toMatchTextContent(/12B4/);
  await expect.element(card.getByText(say('saidAddress:doctor'))).toBeVisible();
  await expect.element(card.getByRole('button')).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
});
