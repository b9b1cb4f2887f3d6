import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf } from '../../../test/fields.ts';
import { apiToken } from '../../../test/fixtures/companies.ts';
import { renderApp } from '../../../test/render.tsx';
import { sendTwice } from '../../../test/send-twice.ts';
import { fakeServer } from '../../../test/server.ts';
import { ApiTokensDocument, CreateApiTokenDocument } from './tokens.gql.ts';

test('what is typed about a new token stays while the network fails, and the token is shown at the next try', async () => {
  const server = fakeServer();
  server.graphql(ApiTokensDocument, () => ({ apiTokens: [] }));
  const { say } = await renderApp('/settings/api-tokens', { server });
  await userEvent.click(page.getByRole('button', { name: say('settings:tokens.create') }));
  const dialog = page.getByRole('dialog');
  const basic = dialog.getByRole('radio', { name: say('enums:accesType.basic') });
  await userEvent.click(basic);
  const sent = await sendTwice({
    server,
    say,
    document: CreateApiTokenDocument,
    answer: () => ({ createApiToken: { token: 'cwk_secret', apiToken: apiToken() } }),
    submit: dialog.getByRole('button', { name: say('settings:tokens.create') }),
    typed: [[fieldOf(dialog, say('settings:tokens.column.name')), 'Payroll, kept']],
  });
  expect(sent.input).toEqual({ name: 'Payroll, kept', accesType: 'basic', expiresInDays: 90 });
  await expect.element(fieldOf(dialog, say('settings:tokens.token'))).toHaveValue('cwk_secret');
});

test('tokens are for administrators: nobody else has the tab, or the screen by its address', async () => {
  const { say } = await renderApp('/settings/api-tokens', { as: 'employerBasic' });
  await expect.element(page.getByText(say('shell:noAccess.title'))).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('settings:tab.profile'), exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('settings:tab.tokens'), exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: say('settings:tokens.create') })).not.toBeInTheDocument();
});
