import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError } from '../../../test/fields.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { teamMember } from '../../../test/fixtures/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { TeamDocument } from './team.gql.ts';

test('whoever helps one of the team says why, in words', async () => {
  const server = fakeServer();
  const member = teamMember();
  server.graphql(TeamDocument, () => ({ teamMembers: pageOf([member]) }));
  const { say } = await renderApp('/team', { server, as: 'planner' });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Petra Lambert' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('settings:users.removeSecondStep.action') }));
  const dialog = page.getByRole('dialog');
  await userEvent.click(dialog.getByRole('button', { name: say('settings:users.removeSecondStep.action') }));
  await expectFieldError(dialog.getByLabelText(say('settings:users.removeSecondStep.reason')), say('validation:reasonRequired'));
  expect(server.restCalls('POST', `/auth/people/${member.id}/second-step/remove`)).toEqual([]);
});
