import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mail } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { MailsDocument } from './mailbox.gql.ts';

test('a mailbox that cannot be had says so, and is there at the next try', async () => {
  const server = fakeServer();
  server.graphql(MailsDocument, () => refusal('database.unavailable', { status: 503 }));
  const { say } = await renderApp('/mailbox', { server, as: 'planner' });
  const retry = page.getByRole('button', { name: say('common:retry') });
  await expect.element(retry).toBeVisible();
  server.graphql(MailsDocument, () => ({ mails: pageOf([mail({ subject: 'Controle besteld' })]) }));
  await userEvent.click(retry);
  await expect.element(page.getByRole('row').filter({ hasText: 'Controle besteld' })).toBeVisible();
});

test('the mailbox is for the team of the provider alone', async () => {
  const server = fakeServer();
  server.graphql(MailsDocument, () => refusal('access.forbidden'));
  const { say } = await renderApp('/mailbox', { server, width: 390 });
  await expect.element(page.getByRole('heading', { level: 1, name: say('shell:noAccess.title') })).toBeVisible();
  await expect.element(page.getByRole('link', { name: say('shell:nav.mailbox') })).not.toBeInTheDocument();
});
