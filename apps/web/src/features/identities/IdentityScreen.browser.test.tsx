import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../../test/fixtures/list.ts';
import { type SignUpFixture, signUp } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { RefuseSignUpDocument, SignUpDetailDocument, SignUpFiguresDocument, SignUpsDocument } from './identities.gql.ts';

const FIGURES = { waiting: 0, oldestMinutes: null, decided: 0, medianMinutes: null, withinPromise: 0, promiseMinutes: 15 };

test('a request that is refused needs a reason, and tells it', async () => {
  const server = fakeServer();
  let asked: SignUpFixture = signUp();
  server.graphql(SignUpDetailDocument, () => ({ signUp: asked }));
  server.graphql(RefuseSignUpDocument, ({ input }) => {
    asked = {
      ...asked,
      state: 'Refused',
      refusalReason: input.reason,
      decidedAt: '2026-11-02T08:25:00.000Z',
      decidedBy: 'Petra Lambert',
      version: 2,
    };
    return { refuseSignUp: asked };
  });
  const { say } = await renderApp(`/identities/${asked.id}`, { server, as: 'planner' });
  await expect.element(page.getByText(say('identities:hint.noCompany'))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('identities:refuse') }));
  const dialog = page.getByRole('dialog');
  const refuse = dialog.getByRole('button', { name: say('identities:refuse') });
  await userEvent.click(refuse);
  await expect.element(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  expect(server.calls(RefuseSignUpDocument)).toEqual([]);
  await userEvent.click(dialog.getByRole('radio', { name: say('enums:signUpRefusal.NotConfirmed') }));
  await userEvent.click(refuse);
  const outcome = say('identities:outcome.Refused', { reason: say('enums:signUpRefusal.NotConfirmed') });
  await expect.element(page.getByText(outcome)).toBeVisible();
  expect(server.calls(RefuseSignUpDocument)).toEqual([{ id: asked.id, version: 1, input: { reason: 'NotConfirmed' } }]);
});

test('the queue says when it is empty, when it fails, and is there at the next try', async () => {
  const server = fakeServer();
  server.graphql(SignUpFiguresDocument, () => ({ signUpFigures: FIGURES }));
  server.graphql(SignUpsDocument, () => ({ signUps: pageOf([]) }));
  const { say, address } = await renderApp('/identities?state=Confirmed&q=nobody', { server, as: 'planner' });
  await expect.element(page.getByText(say('common:empty.filtered'))).toBeVisible();
  expect(server.calls(SignUpsDocument).at(-1)?.filter).toEqual({ state: 'Confirmed', search: 'nobody' });
  server.graphql(SignUpsDocument, () => new Response('', { status: 503 }));
  await userEvent.click(page.getByRole('button', { name: say('common:clearAll') }).first());
  const retry = page.getByRole('button', { name: say('common:retry') });
  await expect.element(retry).toBeVisible();
  expect(address()).toBe('/identities?state=Confirmed');
  server.graphql(SignUpsDocument, () => ({ signUps: pageOf([signUp({ state: 'Confirmed', confirmedCompanyName: 'Bakkerij Peeters' })]) }));
  await userEvent.click(retry);
  await expect.element(page.getByRole('row').filter({ hasText: 'Nora Vermeulen' })).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();
});

test('nobody but the team has the queue', async () => {
  const server = fakeServer();
  server.graphql(SignUpsDocument, () => refusal('access.forbidden'));
  server.graphql(SignUpFiguresDocument, () => refusal('access.forbidden'));
  const { say } = await renderApp('/identities', { server, width: 390 });
  await expect.element(page.getByRole('heading', { level: 1, name: say('shell:noAccess.title') })).toBeVisible();
});
