import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboard } from '../../test/fixtures/dashboard.ts';
import { COMPANY } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { sendTwice } from '../../test/send-twice.ts';
import { fakeServer } from '../../test/server.ts';
import { DashboardDocument, SendDashboardDocument } from './dashboard.gql.ts';

test('a report by mail is sent at the next try, when the network failed', async () => {
  const server = fakeServer();
  server.graphql(DashboardDocument, () => dashboard());
  const { say } = await renderApp('/dashboard', { server });
  await userEvent.click(page.getByRole('button', { name: say('dashboard:action.send') }));
  const dialog = page.getByRole('dialog');
  const { input } = await sendTwice({
    server,
    say,
    document: SendDashboardDocument,
    answer: () => ({ sendDashboard: 1 }),
    submit: dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true }),
    typed: [],
  });
  expect(input).toMatchObject({ companyId: COMPANY.id, recipients: ['hanne.desmet@example.com'] });
  await expect.element(page.getByText(say('dashboard:send.sent'))).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});
