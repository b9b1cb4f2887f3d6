import { addDays } from '@checkwell/domain/clock';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError } from '../../test/fields.ts';
import { attemptAt, type CheckFixture, plannedCheck } from '../../test/fixtures/checks.ts';
import { pictureOf } from '../../test/fixtures/papers.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { CardSlotsDocument, MissionDocument, RecordAttemptDocument } from './missions.gql.ts';

const VISIT = '2026-11-24T09:00:00.000Z';
const SLOT = '2026-11-24T13:20:00.000Z';

/** Opens a visit of a doctor who has arrived, on their phone. */
async function atTheDoor(changes: Partial<CheckFixture> = {}, slots: readonly string[] = [SLOT, '2026-11-25T07:00:00.000Z']) {
  const server = fakeServer();
  const mission = plannedCheck({
    checkLocation: 'House',
    authorizedExit: true,
    employeeTold: null,
    appointmentStart: VISIT,
    arrivedAt: '2026-11-24T09:01:00.000Z',
    availableActions: ['recordAttempt', 'leaveCard', 'recordResult', 'markNonOperable', 'reportProblem'],
    incapacityStartDate: addDays(today(), -3),
    incapacityEndDate: addDays(today(), 7),
    ...changes,
  });
  let stored: CheckFixture = mission;
  server.graphql(MissionDocument, () => ({ check: stored }));
  if (mission.authorizedExit) server.graphql(CardSlotsDocument, () => ({ cardSlots: slots }));
  server.graphql(RecordAttemptDocument, ({ input: { cardStart, attemptedAt, appointmentStart, bell } }) => {
    stored = {
      ...stored,
      ...(cardStart ? { checkLocation: 'Office', appointmentStart: cardStart } : {}),
      attempts: [
        {
          ...attemptAt(appointmentStart),
          attemptedAt,
          bell,
          cardStart: cardStart ?? null,
        },
      ],
    };
    return { recordAttempt: stored };
  });
  const app = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  const open = page.getByRole('button', { name: app.say('missions:attempt.open') });
  await userEvent.click(open);
  const save = page.getByRole('button', { name: app.say('missions:attempt.save') });
  await expect.element(save).toBeVisible();
  return { ...app, server, mission, save, bell: page.getByLabelText(app.say('missions:attempt.bell')) };
}

test('a card with an appointment is left in a few taps, with its photograph and the position', async () => {
  const asked = vi
    .spyOn(navigator.geolocation, 'getCurrentPosition')
    .mockImplementation((found) => found({ coords: { latitude: 50.8, longitude: 4.3, accuracy: 11.6 } } as GeolocationPosition));
  const { say, server, mission, save, bell } = await atTheDoor();
  server.rest('POST', '/v1/api/companies/*/documents', () => ({
    id: 'p1',
    fileName: 'card.png',
    mediaType: 'image/png',
    byteSize: 10,
    url: '/v1/api/companies/c/documents/p1',
  }));
  await expectAccessibleInBothModes();
  expect(asked, 'nobody pressed the button yet').not.toHaveBeenCalled();
  await userEvent.fill(bell, 'Peeters, 2nd floor');
  await userEvent.click(page.getByRole('button', { name: say('missions:attempt.positionAdd') }));
  await expect.element(page.getByText(say('missions:attempt.positionAdded', { metres: '12' }))).toBeVisible();
  await userEvent.upload(page.getByLabelText(say('missions:attempt.photo')), await pictureOf('card.png'));
  await expect.element(page.getByText('card.png')).toBeVisible();
  await userEvent.click(page.getByRole('radio').first());
  await userEvent.click(save);
  await expect.element(page.getByText(say('missions:attempt.savedCard'))).toBeVisible();
  expect(server.calls(RecordAttemptDocument)).toMatchObject([
    {
      id: mission.id,
      version: mission.version,
      input: {
        appointmentStart: VISIT,
        bell: 'Peeters, 2nd floor',
        position: { latitude: 50.8, longitude: 4.3, accuracyMetres: 12 },
        photoId: 'p1',
        cardStart: SLOT,
      },
    },
  ]);
  await expect.element(page.getByRole('heading', { name: say('checks:attempts.title') })).toBeVisible();
});

test('a photograph that is on its way when the panel is closed is sent no further', async () => {
  const { say, server, bell } = await atTheDoor();
  const path = '/v1/api/companies/*/documents';
  server.rest('POST', path, () => offline());
  const release = server.holdRest('POST', path);
  const aborted = vi.spyOn(XMLHttpRequest.prototype, 'abort');
  await userEvent.upload(page.getByLabelText(say('missions:attempt.photo')), await pictureOf('card.png'));
  await expect.poll(() => server.restCalls('POST', path)).toHaveLength(1);
  expect(aborted).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: say('common:back'), exact: true }));
  await expect.element(bell).not.toBeInTheDocument();
  await expect.poll(() => aborted.mock.calls).toHaveLength(1);
  release();
});

test('what is missing is at its field, and a phone without position is no obstacle', async () => {
  vi.spyOn(navigator.geolocation, 'getCurrentPosition').mockImplementation((_found, failed) => failed?.({} as GeolocationPositionError));
  const { say, server, save, bell } = await atTheDoor();
  await userEvent.click(save);
  await expectFieldError(bell, say('validation:bellRequired'));
  await userEvent.fill(bell, 'Peeters');
  await userEvent.click(page.getByRole('button', { name: say('missions:attempt.positionAdd') }));
  await expect.element(page.getByText(say('missions:attempt.positionFailed'))).toBeVisible();
  await userEvent.click(save);
  const question = page.getByRole('radiogroup').or(page.getByRole('group', { name: say('missions:attempt.cardQuestion') }));
  await expectFieldError(question, say('validation:required'));
  await userEvent.click(page.getByRole('radio', { name: say('missions:attempt.cardNone') }));
  await userEvent.click(save);
  await expect.element(page.getByText(say('missions:attempt.saved'))).toBeVisible();
  expect(server.calls(RecordAttemptDocument)).toMatchObject([{ input: { position: null, photoId: null, cardStart: null } }]);
});

test('a moment that somebody took meanwhile is said at the choice, and nothing typed is lost', async () => {
  const { say, server, save, bell } = await atTheDoor();
  server.graphql(RecordAttemptDocument, () =>
    refusal('request.invalid', { issues: [{ path: 'cardStart', message: 'cardMomentTaken', params: {} }] }),
  );
  await userEvent.fill(bell, 'Peeters');
  await userEvent.click(page.getByRole('radio').first());
  await userEvent.click(save);
  await expect.element(page.getByText(say('validation:cardMomentTaken'))).toBeVisible();
  await expect.element(bell).toHaveValue('Peeters');
});

test.each([
  ['may not leave home', { authorizedExit: false }, [], 'attempt.exitNotAuthorized'],
  ['finds no moment in time', {}, [], 'attempt.cardNotPossible'],
] as const)('where the employee %s, the form says so instead of offering a card', async (_, changes, slots, key) => {
  const { say } = await atTheDoor(changes, slots);
  await expect.element(page.getByText(say(`missions:${key}`))).toBeVisible();
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument();
});

test('a no-show of a visit asks for its attempt, and then offers no no-show of somebody who may leave home', async () => {
  const { say, bell, save } = await atTheDoor();
  await userEvent.click(page.getByRole('button', { name: say('common:back') }).last());
  await userEvent.click(page.getByRole('button', { name: say('missions:detail.report') }));
  await expect.element(page.getByText(say('validation:noShowNoAttempt'))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('missions:attempt.open') }));
  await userEvent.fill(bell, 'Peeters');
  await userEvent.click(page.getByRole('radio', { name: say('missions:attempt.cardNone') }));
  await userEvent.click(save);
  await userEvent.click(page.getByRole('button', { name: say('missions:detail.report') }));
  await expect.element(page.getByText(say('validation:noShowNoCard'))).toBeVisible();
  await expect.element(page.getByRole('radio', { name: say('enums:checkOccurence.NoShow') })).not.toBeInTheDocument();
});
