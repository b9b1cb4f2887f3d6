import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dashboard } from '../../test/fixtures/dashboard.ts';
import { superior } from '../../test/fixtures/people.ts';
import { COMPANY } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { sendTwice } from '../../test/send-twice.ts';
import { fakeServer } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
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

test('whose checks a report counts is seen before it is sent, and can be all of the company', async () => {
  const server = fakeServer();
  const lead = superior();
  server.graphql(DashboardDocument, () => dashboard({ superiorFullName: lead.superiorFullName }));
  server.graphql(SendDashboardDocument, () => ({ sendDashboard: 1 }));
  withSuperiors(server, [lead]);
  const { say } = await renderApp(`/dashboard?superiorId=${lead.id}`, { server });
  const open = () => userEvent.click(page.getByRole('button', { name: say('dashboard:action.send') }));
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('combobox', { name: say('dashboard:filter.superior') });
  const submit = dialog.getByRole('button', { name: say('dashboard:send.submit'), exact: true });
  await expect.element(page.getByRole('combobox', { name: say('dashboard:filter.superior') })).toHaveValue(lead.superiorFullName);
  await open();
  await expect.element(box).toHaveValue(lead.superiorFullName);
  await userEvent.click(submit);
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await userEvent.click(dialog.getByRole('button', { name: say('common:combobox.clear') }));
  await userEvent.click(submit);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.calls(SendDashboardDocument).map(({ input }) => input.superiorId)).toEqual([lead.id, null]);
});
