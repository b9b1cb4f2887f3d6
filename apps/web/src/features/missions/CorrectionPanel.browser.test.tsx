import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clock } from '../../lib/browser/time.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, fillTime, groupOf } from '../../test/fields.ts';
import { type CheckFixture, report } from '../../test/fixtures/checks.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline, refusal } from '../../test/server.ts';
import { CorrectResultDocument, MissionDocument } from './missions.gql.ts';

/** A result of ten to fourteen past, which its doctor may correct. */
async function openOver(changes: Partial<CheckFixture> = {}) {
  const server = fakeServer();
  const mission = report({
    checkLocation: 'Office',
    employeeTold: 'InTime',
    examinedFrom: '2026-11-05T09:00:00.000Z',
    examinedTo: '2026-11-05T09:14:00.000Z',
    archivedAt: clock.now().toISOString(),
    availableActions: ['correctResult'],
    ...changes,
  });
  let stored = mission;
  server.graphql(MissionDocument, () => ({ check: stored }));
  const app = await renderApp(`/missions/${mission.id}`, { server, as: 'doctor', width: 390 });
  const correct = page.getByRole('button', { name: app.say('missions:correct.open') });
  return { ...app, server, mission, correct, store: (check: CheckFixture) => (stored = check) };
}

test('a result is corrected from what it says, with a reason, and goes out once although the network broke', async () => {
  const { say, server, mission, correct, store } = await openOver();
  await userEvent.click(correct);
  const heading = page.getByRole('heading', { level: 1 });
  await expect.element(page.getByRole('radio', { name: say('enums:checkOccurence.Yes') })).toBeChecked();
  await expect.element(groupOf(page, say('missions:result.from'))).toMatchTextContent(/10:00/);
  await expectAccessibleInBothModes();

  const send = page.getByRole('button', { name: say('missions:correct.send') });
  await userEvent.click(send);
  await expectFieldError(groupOf(page, say('missions:correct.reason')), say('validation:correctionReasonRequired'));
  const findings = page.getByRole('checkbox', { name: say('missions:correct.findings') });
  await expectFieldError(findings, say('validation:findingsRequired'));

  await userEvent.click(page.getByRole('radio', { name: say('enums:correctionReason.Mistyped') }));
  await userEvent.click(findings);
  await fillTime(page, say('missions:result.to'), '10:20');
  await userEvent.click(page.getByRole('checkbox', { name: say('missions:result.disagreement') }));
  const corrected = { ...mission, version: mission.version + 1, workerDisagreement: true, examinedTo: '2026-11-05T09:20:00.000Z' };
  await userEvent.fill(page.getByLabelText(say('missions:correct.explanation')), 'The clock was wrong.');
  server.graphql(CorrectResultDocument, () => offline());
  await userEvent.click(send);
  await expect.element(page.getByRole('heading', { name: say('missions:outbox.reportTitle') })).toBeVisible();
  await expect.element(heading).toHaveFocus();
  server.graphql(CorrectResultDocument, () => {
    store(corrected);
    return { correctResult: corrected };
  });
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText(/Everything is sent/)).toBeVisible();
  const [first, sent, ...more] = server.calls(CorrectResultDocument);
  expect(sent, 'the same once more, under the same key').toEqual(first);
  expect(more).toEqual([]);
  expect(sent).toMatchObject({
    id: mission.id,
    version: mission.version,
    input: {
      checkOccurence: 'Yes',
      examinedFrom: '2026-11-05T09:00:00.000Z',
      examinedTo: '2026-11-05T09:20:00.000Z',
      workerDisagreement: true,
      correctionReason: 'Mistyped',
      explanation: 'The clock was wrong.',
      findingsHandedOver: true,
    },
  });
  await expect.element(page.getByText(say('missions:outcome.disagreement'))).toBeVisible();
  // What was sent is no draft any more.
  await userEvent.click(correct);
  await expect.element(page.getByLabelText(say('missions:correct.explanation'))).toHaveValue('');
});

test('that nothing was corrected is said, and the form stays', async () => {
  const { say, server, correct } = await openOver();
  server.graphql(CorrectResultDocument, () => refusal('check.nothingCorrected'));
  await userEvent.click(correct);
  await userEvent.click(page.getByRole('radio', { name: say('enums:correctionReason.LearnedLater') }));
  await userEvent.click(page.getByRole('checkbox', { name: say('missions:correct.findings') }));
  await userEvent.click(page.getByRole('button', { name: say('missions:correct.send') }));
  await expect.element(page.getByText(say('errors:check.nothingCorrected'))).toBeVisible();
  await expect.element(page.getByRole('radio', { name: say('enums:correctionReason.LearnedLater') })).toBeChecked();
});

test('a no-show before the appointment began is at its time', async () => {
  const { say, correct } = await openOver({ appointmentStart: '2026-11-05T09:30:00.000Z' });
  await userEvent.click(correct);
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkOccurence.NoShow') }));
  await userEvent.click(page.getByRole('radio', { name: say('enums:correctionReason.Misunderstood') }));
  await userEvent.click(page.getByRole('button', { name: say('missions:correct.send') }));
  await expectFieldError(groupOf(page, say('missions:result.to')), say('validation:noShowBeforeAppointment'));
});

test('a day later there is nothing to correct', async () => {
  const { say, correct } = await openOver({ archivedAt: new Date(clock.now().getTime() - 24 * 3_600_000).toISOString() });
  await expect.element(page.getByRole('heading', { name: say('missions:outcome.title') })).toBeVisible();
  await expect.element(correct).not.toBeInTheDocument();
});

test('what was typed of a correction is kept until its time is over, and no longer', async () => {
  const { say, server, mission, correct, store } = await openOver();
  const explanation = page.getByLabelText(say('missions:correct.explanation'));
  const isKept = () => Object.values(sessionStorage).some((kept) => String(kept).includes('Lumbago'));
  await userEvent.click(correct);
  await userEvent.fill(explanation, 'Lumbago');
  await userEvent.click(page.getByRole('button', { name: say('common:back'), exact: true }));
  await userEvent.click(correct);
  await expect.element(explanation).toHaveValue('Lumbago');
  expect(isKept()).toBe(true);
  const past = { ...mission, version: mission.version + 1, archivedAt: new Date(clock.now().getTime() - 24 * 3_600_000).toISOString() };
  store(past);
  server.notify('check', { companyId: past.companyId, id: past.id, version: past.version });
  await expect.element(page.getByRole('heading', { name: say('missions:outcome.title') })).toBeVisible();
  await expect.poll(isKept).toBe(false);
});
