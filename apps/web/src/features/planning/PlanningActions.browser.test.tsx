import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf } from '../../test/fields.ts';
import { plannedCheck } from '../../test/fixtures/checks.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import { DeleteCheckDocument, PlanningCheckDocument } from './planning.gql.ts';

test('a reason of spaces is no reason to delete a check', async () => {
  const server = fakeServer();
  const check = plannedCheck({ availableActions: ['delete'] });
  server.graphql(PlanningCheckDocument, () => ({ check }));
  const { say } = await renderApp(`/planning/${check.id}`, { server, as: 'planner' });
  await userEvent.click(page.getByRole('button', { name: say('common:moreActions') }));
  await userEvent.click(page.getByRole('menuitem', { name: say('planning:action.delete') }));
  const dialog = page.getByRole('dialog');
  const reason = fieldOf(dialog, say('planning:action.reason'));
  await userEvent.fill(reason, '  ');
  await userEvent.click(dialog.getByRole('button', { name: say('planning:action.confirm') }));
  await expectFieldError(reason, say('validation:reasonRequired'));
  expect(server.calls(DeleteCheckDocument)).toEqual([]);
});
