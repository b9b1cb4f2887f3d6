import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { expectFieldError, fillTime } from '../../../test/fields.ts';
import { type CheckFixture, plannedCheck } from '../../../test/fixtures/checks.ts';
import { renderApp } from '../../../test/render.tsx';
import { sendTwice } from '../../../test/send-twice.ts';
import { fakeServer } from '../../../test/server.ts';
import { ConfirmResultDocument, MissionDocument, ReviseResultDocument } from '../missions.gql.ts';

const HELD = {
  findings: ['examinationShort', 'medicalTerms'],
  question: 'Really one minute?',
  checkOccurence: 'Yes',
  examinedFrom: '2026-11-05T09:00:00.000Z',
  examinedTo: '2026-11-05T09:01:00.000Z',
  newIncapacityEndDate: null,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  checkPlausibility: 'Unknown',
} as const;

async function opened() {
  const server = fakeServer();
  let stored = plannedCheck({
    checkLocation: 'Office',
    employeeTold: 'InTime',
    resultDueAt: '2026-11-05T09:11:00.000Z',
    resultHeldAt: '2026-11-05T09:11:00.000Z',
    resultAskedAt: '2026-11-05T09:20:00.000Z',
    heldResult: HELD as unknown as CheckFixture['heldResult'], // what doctors ask of it
    availableActions: ['recordResult', 'confirmResult', 'reviseResult'],
  });
  const mission = stored;
  server.graphql(MissionDocument, () => ({ check: stored }));
  const { say } = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  const store = (next: Partial<CheckFixture>) => {
    stored = { ...stored, ...next, version: stored.version + 1 };
    return stored;
  };
  return { server, say, mission, store };
}

test('a doctor reads the question about a result, and confirms it with an answer', async () => {
  const { server, say, mission, store } = await opened();
  const card = page.getByRole('region', { name: say('missions:held.askedTitle') });
  await expect.element(card).toMatchTextContent('Really one minute?');
  await expect.element(card).toMatchTextContent(say('enums:qualityRule.examinationShort'));
  await expect.element(page.getByRole('button', { name: say('missions:waiting.takeBack') })).not.toBeInTheDocument();
  await expectAccessibleInBothModes();
  await userEvent.click(card.getByRole('button', { name: say('missions:held.confirm') }));
  const answer = card.getByLabelText(say('missions:held.answer'));
  const submit = card.getByRole('button', { name: say('missions:held.send') });
  await userEvent.click(submit);
  await expectFieldError(answer, say('validation:required'));
  const sent = await sendTwice({
    server,
    say,
    document: ConfirmResultDocument,
    answer: () => ({ confirmResult: store({ resultAskedAt: null, availableActions: ['reviseResult'] }) }),
    submit,
    typed: [[answer, 'The door was closed.']],
  });
  expect(sent).toEqual({ id: mission.id, version: mission.version, answer: 'The door was closed.' });
  await expect.element(page.getByRole('region', { name: say('missions:held.title') })).toBeVisible();
  await expect.element(page.getByText('Really one minute?')).not.toBeInTheDocument();
});

test('or corrects it from what was sent', async () => {
  const { server, say, mission, store } = await opened();
  await userEvent.click(page.getByRole('button', { name: say('missions:held.correct') }));
  await expect.element(page.getByText(say('missions:held.hint'))).toBeVisible();
  await expect.element(page.getByRole('radio', { name: say('enums:checkOccurence.Yes') })).toBeChecked();
  await userEvent.click(page.getByRole('radio', { name: say('enums:correctionReason.Mistyped') }));
  await userEvent.click(page.getByRole('checkbox', { name: say('missions:correct.findings') }));
  await fillTime(page, say('missions:result.to'), '10:12');
  const sent = await sendTwice({
    server,
    say,
    document: ReviseResultDocument,
    answer: () => ({
      reviseResult: store({ heldResult: null, resultHeldAt: null, resultDueAt: null, status: 'Archived', availableActions: [] }),
    }),
    submit: page.getByRole('button', { name: say('missions:held.sendCorrection') }),
    typed: [[page.getByLabelText(say('missions:correct.explanation')), 'A slip.']],
  });
  expect(sent).toMatchObject({ id: mission.id, version: mission.version, input: { examinedTo: '2026-11-05T09:12:00.000Z' } });
});
