import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf, groupOf, sentenceWith } from '../../../test/fields.ts';
import { newId, pageOf } from '../../../test/fixtures/list.ts';
import { user } from '../../../test/fixtures/people.ts';
import { COMPANY } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { USER_REQUIRED } from '../../../test/required-fields.ts';
import { fakeServer, refusal } from '../../../test/server.ts';
import { CreateUserDocument, DeleteUserDocument, UsersDocument } from '../settings.gql.ts';

const broken = () => new Response('x', { status: 500 });

async function openUsers() {
  const server = fakeServer();
  server.graphql(UsersDocument, () => ({ users: pageOf([user()]) }));
  const { say } = await renderApp('/settings/users', { server });
  const act = async (action: string) => {
    await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Lies Baert' }) }));
    await userEvent.click(page.getByRole('menuitem', { name: action }));
  };
  const openDialog = async () => {
    await userEvent.click(page.getByRole('button', { name: say('settings:users.add'), exact: true }));
    const dialog = page.getByRole('dialog');
    return { dialog, submit: dialog.getByRole('button', { name: say('settings:users.add') }) };
  };
  return { server, say, act, openDialog };
}

test('a failure to delete a user is the sentence of the catalogue, and the user stays', async () => {
  const { server, say, act } = await openUsers();
  server.graphql(DeleteUserDocument, broken);
  await act(say('common:delete'));
  const question = page.getByRole('alertdialog');
  // What it means is said before.
  await expect.element(question).toMatchTextContent(sentenceWith(say('settings:users.deleteText', { name: '…', company: '…' })));
  await userEvent.click(question.getByRole('button', { name: say('settings:users.delete') }));
  await expect.element(question.getByText(say('common:genericError'))).toBeVisible();
  await userEvent.click(question.getByRole('button', { name: say('common:cancel') }));
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('row').filter({ hasText: 'lies.baert' })).toBeVisible();
});

test('what a new user needs is asked for at the field, and a failure to add one loses nothing', async () => {
  const { server, say, openDialog } = await openUsers();
  const { dialog, submit } = await openDialog();
  const email = fieldOf(dialog, say('personFields:email'));
  const phone = fieldOf(dialog, say('personFields:phoneNumber'));
  await userEvent.click(submit);
  for (const [label, sentence] of USER_REQUIRED.fields) await expectFieldError(fieldOf(dialog, say(label)), say(sentence));
  for (const [label, sentence] of USER_REQUIRED.groups) await expectFieldError(groupOf(dialog, say(label)), say(sentence));
  await expect.element(fieldOf(dialog, say('personFields:firstName'))).toHaveFocus();
  await userEvent.fill(email, 'noor@nowhere');
  await userEvent.fill(phone, 'call me');
  await userEvent.click(submit);
  await expectFieldError(email, say('validation:emailFormat'));
  await expectFieldError(phone, say('validation:phoneFormat'));
  expect(server.calls(CreateUserDocument)).toEqual([]);

  await userEvent.fill(fieldOf(dialog, say('personFields:firstName')), 'Nele');
  await userEvent.fill(fieldOf(dialog, say('personFields:lastName')), 'De Clercq');
  await userEvent.fill(email, 'nele@example.com');
  await userEvent.fill(phone, '0470 11 22 33');
  await userEvent.click(dialog.getByRole('radio', { name: say('enums:accesType.basic') }));
  await userEvent.click(dialog.getByLabelText(say('enums:interfaceLanguage.nl')));
  server.graphql(CreateUserDocument, broken);
  await userEvent.click(submit);
  await expect.element(dialog.getByText(say('common:genericError'))).toBeVisible();
  await expect.element(email).toHaveValue('nele@example.com');

  const issues = [{ path: 'email', message: 'validation:emailTaken' }];
  server.graphql(CreateUserDocument, () => refusal('request.invalid', { issues }));
  await userEvent.click(submit);
  await expectFieldError(email, say('validation:emailTaken'));
  server.graphql(CreateUserDocument, ({ input }) => ({ createUser: user({ ...input, isInvited: true }) }));
  await userEvent.click(submit);
  await expect.element(page.getByText(say('settings:users.addedText', { email: 'nele@example.com' }))).toBeVisible();
  const input = { firstName: 'Nele', lastName: 'De Clercq', email: 'nele@example.com', phoneNumber: '+32470112233' };
  expect(server.calls(CreateUserDocument).at(-1)?.input).toEqual({ ...input, accesType: 'basic', languages: ['nl'] });
});

test('what is typed about a user stays when a live change takes the user off the page', async () => {
  const server = fakeServer();
  const lost = user({ hasSecondStep: true });
  server.graphql(UsersDocument, () => ({ users: pageOf([lost]) }));
  const { say } = await renderApp('/settings/users', { server });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Lies Baert' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('settings:users.removeSecondStep.action') }));
  const reason = page.getByRole('dialog').getByLabelText(say('settings:users.removeSecondStep.reason'));
  await userEvent.fill(reason, 'Called back');
  server.graphql(UsersDocument, () => ({ users: pageOf([user({ id: newId(), firstName: 'Nele', lastName: 'Wauters' })]) }));
  server.notify('user', { companyId: COMPANY.id });
  await expect.element(page.getByRole('row').filter({ hasText: 'Wauters' })).toBeInTheDocument();
  await expect.element(reason).toHaveValue('Called back');
});

test('who lost the second step is helped by somebody who says why and proves their own', async () => {
  const server = fakeServer();
  const lost = user({ hasSecondStep: true });
  const path = `/auth/people/${lost.id}/second-step/remove`;
  server.graphql(UsersDocument, () => ({ users: pageOf([lost]) }));
  const { say } = await renderApp('/settings/users', { server, width: 390 });
  await expect.element(page.getByText(say('settings:users.removeSecondStep.badge'))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Lies Baert' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('settings:users.removeSecondStep.action') }));
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('settings:users.removeSecondStep.action') });
  const reason = dialog.getByLabelText(say('settings:users.removeSecondStep.reason'));
  const code = dialog.getByLabelText(say('settings:users.removeSecondStep.code'));
  await userEvent.click(submit);
  await expectFieldError(reason, say('validation:reasonRequired'));
  expect(server.restCalls('POST', path)).toEqual([]);

  server.rest('POST', path, () => refusal('auth.proofNeeded'));
  await userEvent.fill(reason, 'Called back on the number in the staff list');
  await expect.element(code).not.toBeInTheDocument();
  await userEvent.click(submit);
  await expectFieldError(code, say('errors:auth.proofNeeded'));
  await expect.element(code).toHaveFocus();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  server.rest('POST', path, () => refusal('auth.codeInvalid'));
  await userEvent.fill(code, '000000');
  await userEvent.click(submit);
  await expectFieldError(code, say('errors:auth.codeInvalid'));
  await expect.element(reason).toHaveValue('Called back on the number in the staff list');

  server.rest('POST', path, () => undefined);
  server.graphql(UsersDocument, () => ({ users: pageOf([{ ...lost, hasSecondStep: false }]) }));
  await userEvent.fill(code, '123456');
  await userEvent.click(submit);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(say('settings:users.removeSecondStep.done')).first()).toBeVisible();
  await expect.element(page.getByText(say('settings:users.removeSecondStep.badge'), { exact: true })).not.toBeInTheDocument();
  const body = { reason: 'Called back on the number in the staff list' };
  expect(server.restCalls('POST', path).map((call) => call.body)).toEqual([body, { ...body, code: '000000' }, { ...body, code: '123456' }]);
});
