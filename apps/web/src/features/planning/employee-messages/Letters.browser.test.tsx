import { dayOf, instantAt } from '@checkwell/domain/clock';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { expectDay, expectFieldError, fillDay, groupOf } from '../../../test/fields.ts';
import { type CheckFixture, employeeMessage, plannedCheck, report } from '../../../test/fixtures/checks.ts';
import { newId } from '../../../test/fixtures/list.ts';
import { type AppOptions, renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { PlanningCheckDocument, RecordLetterDocument, WithdrawEmployeeMessageDocument } from '../planning.gql.ts';

/** The planner's page of a check at a doctor's, whose employee no message can reach. */
async function opened(look: AppOptions = {}, employeeTold: 'NotTold' | 'InTime' = 'NotTold') {
  const server = fakeServer();
  let check = plannedCheck({ checkLocation: 'Office', employeeTold });
  const told = employeeMessage({ channel: null, appointmentStart: check.appointmentStart ?? '', createdAt: check.creationDate });
  check = { ...check, employeeMessages: [told] };
  server.graphql(PlanningCheckDocument, () => ({ check }));
  const change = (changes: Partial<CheckFixture>): CheckFixture => {
    check = { ...check, version: check.version + 1, ...changes };
    return check;
  };
  const { say } = await renderApp(`/planning/${check.id}`, { as: 'planner', server, ...look });
  await expect.element(page.getByText(say(`checks:told.${employeeTold}`))).toBeVisible();
  return { server, say, check, employeeMessage: told, change, open: page.getByRole('button', { name: say('planning:letter.open') }) };
}

test('a letter that was posted is recorded with its day, and taken back when the post returns it', async () => {
  const { server, say, check, employeeMessage, change, open } = await opened();
  await open.click();
  const dialog = page.getByRole('dialog', { name: say('planning:letter.title') });
  await fillDay(dialog, say('planning:letter.at'), '2026-10-31');
  const save = dialog.getByRole('button', { name: say('planning:letter.save') });
  await save.click();
  await expectFieldError(groupOf(dialog, say('planning:letter.at')), say('validation:postedEarly'));
  expect(server.calls(RecordLetterDocument)).toEqual([]);

  const posted = dayOf(new Date());
  const letter = { ...employeeMessage, id: newId(), channel: 'letter', sentAt: instantAt(posted, '00:00').toISOString() } as const;
  server.graphql(RecordLetterDocument, () => ({
    recordLetter: change({ employeeTold: 'InTime', employeeMessages: [employeeMessage, letter] }),
  }));
  await fillDay(dialog, say('planning:letter.at'), posted);
  await save.click();
  await expect.element(page.getByText(say('checks:told.InTime'))).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
  expect(server.calls(RecordLetterDocument)).toEqual([{ id: check.id, version: check.version, input: { postedOn: posted } }]);

  server.graphql(WithdrawEmployeeMessageDocument, () => ({
    withdrawEmployeeMessage: change({
      employeeTold: 'NotTold',
      employeeMessages: [employeeMessage, { ...letter, withdrawnAt: letter.sentAt }],
    }),
  }));
  await page.getByRole('button', { name: /^Take back the letter/ }).click();
  await expect.element(page.getByText(say('checks:told.NotTold'))).toBeVisible();
});

test('who was told in time in another way needs no letter', async () => {
  const { say, open } = await opened({}, 'InTime');
  await expect.element(page.getByRole('button', { name: say('planning:call.open') })).toBeVisible();
  await expect.element(open).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: say('planning:letter.download') })).not.toBeInTheDocument();
});

test('a decision that no message told the employee of is told by letter, too', async () => {
  const server = fakeServer();
  const told = employeeMessage({ news: 'Ruled', channel: null, createdAt: '2026-11-10T08:00:00.000Z' });
  let check = report({ checkLocation: 'Office', employeeTold: 'InTime', employeeMessages: [employeeMessage({ decides: true }), told] });
  server.graphql(PlanningCheckDocument, () => ({ check }));
  const { say } = await renderApp(`/planning/${check.id}`, { as: 'planner', server });
  await expect.element(page.getByText(say('planning:decision.untold'))).toBeVisible();
  await page.getByRole('button', { name: say('planning:letter.open') }).click();
  const dialog = page.getByRole('dialog', { name: say('planning:decision.letter') });
  const posted = dayOf(new Date());
  const letter = { ...told, id: newId(), channel: 'letter', sentAt: instantAt(posted, '00:00').toISOString() } as const;
  server.graphql(RecordLetterDocument, () => {
    check = { ...check, employeeMessages: [...check.employeeMessages, letter] };
    return { recordLetter: check };
  });
  await fillDay(dialog, say('planning:letter.at'), posted);
  await dialog.getByRole('button', { name: say('planning:letter.save') }).click();
  await expect.element(page.getByText(say('planning:decision.untold'))).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Take back the letter/ })).toBeVisible();
  await expectAccessibleInBothModes();
});

test.each(['en', 'fr', 'nl'] as const)('the form fits a phone in %s', async (language) => {
  const { say, open } = await opened({ language, width: 390 });
  await open.click();
  const dialog = page.getByRole('dialog', { name: say('planning:letter.title') });
  await expect.element(groupOf(dialog, say('planning:letter.at'))).toBeVisible();
  await expectAccessibleInBothModes();
});

test('the day of a letter stays typed when a message reaches the employee meanwhile, which takes the letter off the page', async () => {
  const { server, say, check, employeeMessage, change, open } = await opened();
  await open.click();
  const dialog = page.getByRole('dialog', { name: say('planning:letter.title') });
  const posted = dayOf(new Date(check.creationDate));
  await fillDay(dialog, say('planning:letter.at'), posted);
  change({ employeeTold: 'InTime', employeeMessages: [{ ...employeeMessage, channel: 'sms' }] });
  server.notify('check', { companyId: check.companyId, id: check.id, version: check.version + 1 });
  await expect.element(page.getByText(say('checks:told.InTime'))).toBeInTheDocument();
  await expectDay(dialog, say('planning:letter.at'), posted);
});
