import { addDays, dayOf, instantAt } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { expectFieldError, expectFocusOnFirstError, fieldOf, fillDay, fillTime, groupOf } from '../../../test/fields.ts';
import { type CheckFixture, employeeMessage, plannedCheck } from '../../../test/fixtures/checks.ts';
import { newId } from '../../../test/fixtures/list.ts';
import { type AppOptions, renderApp } from '../../../test/render.tsx';
import { sendTwice } from '../../../test/send-twice.ts';
import { fakeServer } from '../../../test/server.ts';
import { PlanningCheckDocument, RecordCallDocument, WithdrawEmployeeMessageDocument } from '../planning.gql.ts';

type EmployeeMessage = CheckFixture['employeeMessages'][number];

/** A text message about the appointment that did not arrive. */
const failedMessage = (check: CheckFixture): EmployeeMessage =>
  employeeMessage({
    appointmentStart: check.appointmentStart ?? '',
    createdAt: check.creationDate,
    sentAt: check.creationDate,
    failedAt: check.creationDate,
    phoneNumber: '+32470111222',
  });

/** The planner's page of a check at a doctor's, whose employee is not told. */
async function opened(look: AppOptions = {}) {
  const server = fakeServer();
  let check = plannedCheck({ checkLocation: 'Office', employeeTold: 'NotTold' });
  check = { ...check, employeeMessages: [failedMessage(check)] };
  server.graphql(PlanningCheckDocument, () => ({ check }));
  const change = (changes: Partial<CheckFixture>): CheckFixture => {
    check = { ...check, version: check.version + 1, ...changes };
    return check;
  };
  const { say } = await renderApp(`/planning/${check.id}`, { as: 'planner', server, ...look });
  await expect.element(page.getByText(say('checks:told.NotTold'))).toBeVisible();
  const call: EmployeeMessage = {
    ...failedMessage(check),
    id: newId(),
    channel: 'phone',
    failedAt: null,
    sentAt: '2026-11-03T08:00:00.000Z',
    createdAt: '2026-11-03T08:01:00.000Z',
    reached: 'employee',
    actorName: 'Petra Planner',
  };
  return { server, say, check, change, call, open: page.getByRole('button', { name: say('planning:call.open') }) };
}

test('the history says that a result was corrected, by whom and why', async () => {
  const server = fakeServer();
  const line = { at: '2026-11-03T08:00:00.000Z', fromStatus: 'Archived', toStatus: 'Archived', actorKind: 'doctor', notes: [] } as const;
  const archived = plannedCheck({ status: 'Archived', availableActions: [] });
  const corrected = {
    ...line,
    id: newId(),
    action: 'correctResult',
    actorName: 'Dora Doctor',
    reason: 'I chose the wrong day.',
    detailsErased: false,
    version: 9,
    findings: ['examinationShort'],
    correctionReason: 'Mistyped',
    formerResult: null,
  } as const;
  server.graphql(PlanningCheckDocument, () => ({ check: { ...archived, events: [corrected] } }));
  const { say } = await renderApp(`/planning/${archived.id}`, { as: 'planner', server });
  const history = page.getByRole('list', { name: say('planning:detail.history') });
  await expect.element(history.getByText(say('checks:event.correctResult'))).toBeVisible();
  await expect.element(history.getByText(say('enums:qualityRule.examinationShort'))).toBeVisible();
  await expect.element(history.getByText(say('checks:eventBy.doctor', { name: 'Dora Doctor' }))).toBeVisible();
  await expect.element(history.getByText(`${say('enums:correctionReason.Mistyped')} · I chose the wrong day.`)).toBeVisible();
});

test('a call that is recorded says who answered and when, and survives a network that is down', async () => {
  const { server, say, check, change, call, open } = await opened();
  await open.click();
  const dialog = page.getByRole('dialog', { name: say('planning:call.title') });
  const save = dialog.getByRole('button', { name: say('planning:call.save') });
  const number = fieldOf(dialog, say('planning:call.number'));
  await expect.element(number).toHaveValue(check.phoneNumber);

  await save.click();
  await expectFieldError(groupOf(dialog, say('planning:call.reached')), say('validation:reachedRequired'));
  await expectFocusOnFirstError();
  expect(server.calls(RecordCallDocument)).toEqual([]);

  const yesterday = addDays(dayOf(new Date()), -1);
  await fillDay(dialog, say('planning:call.at'), yesterday);
  await fillTime(dialog, say('planning:call.time'), '10:15');
  await dialog.getByRole('radio', { name: say('planning:reached.employee') }).click();
  const sent = await sendTwice({
    server,
    say,
    document: RecordCallDocument,
    answer: () => ({ recordCall: change({ employeeTold: 'InTime', employeeMessages: [...check.employeeMessages, call] }) }),
    submit: save,
    typed: [[number, '+32499887766']],
  });
  expect(sent).toEqual({
    id: check.id,
    version: check.version,
    input: { calledAt: instantAt(yesterday, '10:15').toISOString(), reached: 'employee', phoneNumber: '+32499887766' },
  });
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(say('checks:told.InTime'))).toBeVisible();
});

test('a call that was still to come, or was before the order, is refused beside its moment', async () => {
  const { server, say, open } = await opened();
  await open.click();
  const dialog = page.getByRole('dialog', { name: say('planning:call.title') });
  await dialog.getByRole('radio', { name: say('planning:reached.voicemail') }).click();
  const moment = groupOf(dialog, say('planning:call.time'));
  for (const [day, fieldError] of [
    [addDays(dayOf(new Date()), 1), 'validation:toldMomentFuture'],
    ['2026-11-01', 'validation:toldMomentEarly'],
  ] as const) {
    await fillDay(dialog, say('planning:call.at'), day);
    await dialog.getByRole('button', { name: say('planning:call.save') }).click();
    await expectFieldError(moment, say(fieldError));
  }
  expect(server.calls(RecordCallDocument)).toEqual([]);
});

test('a call that was recorded by mistake is taken back', async () => {
  const { server, say, check, change, call } = await opened();
  server.graphql(RecordCallDocument, () => ({
    recordCall: change({ employeeTold: 'InTime', employeeMessages: [...check.employeeMessages, call] }),
  }));
  server.graphql(WithdrawEmployeeMessageDocument, () => ({
    withdrawEmployeeMessage: change({
      employeeTold: 'NotTold',
      employeeMessages: [...check.employeeMessages, { ...call, withdrawnAt: '2026-11-03T08:05:00.000Z' }],
    }),
  }));
  await page.getByRole('button', { name: say('planning:call.open') }).click();
  const dialog = page.getByRole('dialog', { name: say('planning:call.title') });
  await dialog.getByRole('radio', { name: say('planning:reached.employee') }).click();
  await dialog.getByRole('button', { name: say('planning:call.save') }).click();
  const back = page.getByRole('button', { name: /^Take back the call/ });
  await back.click();
  await expect
    .poll(() => server.calls(WithdrawEmployeeMessageDocument))
    .toEqual([{ id: check.id, version: check.version + 1, employeeMessageId: call.id }]);
  await expect.element(back).not.toBeInTheDocument();
  await expect.element(page.getByText(say('checks:told.NotTold'))).toBeVisible();
});

test.each(['en', 'fr', 'nl'] as const)('the dialog fits a phone in %s, and Escape gives the focus back', async (language) => {
  const { say, open } = await opened({ language, width: 390 });
  await open.click();
  await expect.element(page.getByRole('dialog', { name: say('planning:call.title') })).toBeVisible();
  await expectAccessibleInBothModes();
  await userEvent.keyboard('{Escape}');
  await expect.element(open).toHaveFocus();
});

test('what is typed of a call stays when the check is stopped meanwhile, which takes the appointment off the page', async () => {
  const { server, say, check, change, open } = await opened();
  await open.click();
  const number = fieldOf(page.getByRole('dialog', { name: say('planning:call.title') }), say('planning:call.number'));
  await userEvent.fill(number, '+32499887766');
  const reason = 'AddressUnclear';
  change({
    status: 'ModificationProblem',
    employeeTold: null,
    problemReason: reason,
    problemOwner: 'employer',
    availableActions: ['cancel'],
  });
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version + 1 });
  await expect.element(page.getByText(say(`enums:problemReason.${reason}`))).toBeInTheDocument();
  await expect.element(number).toHaveValue('+32499887766');
});
