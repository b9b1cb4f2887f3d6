import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mail } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { MailDocument, MailsDocument } from './mailbox.gql.ts';

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

test('a text message stands among the mails; without its text the list names what it is', async () => {
  const server = fakeServer();
  const sms = { channel: 'Sms', recipient: '+32470123456', htmlUrl: null } as const;
  const shown = mail({ ...sms, subject: 'Afspraak morgen', plainText: 'Afspraak morgen' });
  server.graphql(MailsDocument, () => ({ mails: pageOf([shown, mail({ ...sms, subject: '', state: 'delivered' }), mail()]) }));
  server.graphql(MailDocument, () => ({ mail: shown }));
  const { say } = await renderApp('/mailbox', { server, as: 'planner' });
  const rows = page.getByRole('row').filter({ hasText: '+32470123456' });
  await expect.element(rows.nth(1).getByText(say('mailbox:state.delivered'))).toBeVisible();
  await expect.element(rows.nth(1).getByRole('link', { name: say('mailbox:channel.Sms') })).toBeVisible();
  await userEvent.click(rows.nth(0).getByRole('link', { name: 'Afspraak morgen' }));
  await expect.element(page.getByRole('heading', { level: 1, name: say('mailbox:sms') })).toBeVisible();
  await expect.element(page.getByText('Afspraak morgen')).toBeVisible();
});
