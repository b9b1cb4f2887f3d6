import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { mail } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { MailDocument, MailsDocument, SendAgainDocument } from './mailbox.gql.ts';

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

test('a text message is among the mails; without its text the list names what it is', async () => {
  const server = fakeServer();
  const sms = { channel: 'Sms', recipient: '+32470123456', htmlUrl: null } as const;
  const shown = mail({ ...sms, subject: 'Afspraak morgen', plainText: 'Afspraak morgen' });
  server.graphql(MailsDocument, () => ({ mails: pageOf([shown, mail({ ...sms, subject: '', state: 'delivered' }), mail()]) }));
  server.graphql(MailDocument, () => ({ mail: shown }));
  const { say } = await renderApp('/mailbox', { server, as: 'planner' });
  const rows = page.getByRole('row').filter({ hasText: '+32 470 12 34 56' });
  await expect.element(rows.nth(1).getByText(say('mailbox:state.delivered'))).toBeVisible();
  await expect.element(rows.nth(1).getByRole('link', { name: say('mailbox:channel.Sms') })).toBeVisible();
  await userEvent.click(rows.nth(0).getByRole('link', { name: 'Afspraak morgen' }));
  await expect.element(page.getByRole('heading', { level: 1, name: say('mailbox:sms') })).toBeVisible();
  await expect.element(page.getByText('Afspraak morgen')).toBeVisible();
});

test('a mail is as high as it is: nothing scrolls within the page', async () => {
  const server = fakeServer();
  const html = '<!doctype html><html><body style="margin:0"><div style="height:1234px">Hallo</div></body></html>';
  server.graphql(MailDocument, () => ({
    mail: mail({ subject: 'Hallo', htmlUrl: URL.createObjectURL(new Blob([html], { type: 'text/html' })) }),
  }));
  await renderApp('/mailbox/1', { server, as: 'planner' });
  await expect.poll(() => page.getByTitle('Hallo').element().clientHeight).toBe(1234);
});

const refused = (changes: Parameters<typeof mail>[0] = {}) =>
  mail({ state: 'failed', failure: 'wrongAddress', failedAt: '2026-11-02T08:16:00.000Z', attempts: 1, sendAgain: 'Possible', ...changes });

test('what failed says why and how often; those that can be are sent again together, after a question', async () => {
  const server = fakeServer();
  const [first, second] = [
    refused({ subject: 'Controle gepland' }),
    refused({ channel: 'Effect', template: 'oneShotRefund', subject: '' }),
  ];
  const expired = refused({ subject: 'Uw link', sendAgain: 'Expired' });
  server.graphql(MailsDocument, () => ({ mails: pageOf([first, second, expired]) }));
  server.graphql(SendAgainDocument, () => ({ sendAgain: { sent: 1, skipped: 1 } }));
  const { say } = await renderApp('/mailbox?state=failed', { server, as: 'planner' });
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect.element(row('Controle gepland').getByText(say('enums:messageFailure.wrongAddress'))).toBeVisible();
  await expect.element(row('Controle gepland').getByText(say('mailbox:attempts', { count: 1 }))).toBeVisible();
  await expect.element(row('Uw link').getByRole('checkbox')).not.toBeInTheDocument();
  await userEvent.click(row('Controle gepland').getByRole('checkbox'));
  await userEvent.click(row(say('mailbox:effect.oneShotRefund')).getByRole('checkbox'));
  await userEvent.click(page.getByRole('button', { name: say('mailbox:again.several', { count: 2 }) }));
  const dialog = page.getByRole('alertdialog', { name: say('mailbox:again.title', { count: 2 }) });
  await expect.element(dialog).toBeVisible();
  await expectAccessibleInBothModes();
  const asked = server.calls(MailsDocument).length;
  await userEvent.click(dialog.getByRole('button', { name: say('mailbox:again.action') }));
  await expect.element(page.getByText(say('mailbox:again.sent', { count: 1 }))).toBeVisible();
  await expect.element(page.getByText(say('mailbox:again.skipped', { count: 1 }))).toBeVisible();
  expect(server.calls(SendAgainDocument)).toEqual([{ ids: [first.id, second.id] }]);
  await expect.poll(() => server.calls(MailsDocument).length).toBeGreaterThan(asked);
  await expect.element(page.getByRole('button', { name: say('mailbox:again.several', { count: 2 }) })).not.toBeInTheDocument();
});

test('what can be sent again no longer is neither counted nor sent, though it was ticked', async () => {
  const server = fakeServer();
  const [first, second] = [refused({ subject: 'Controle gepland' }), refused({ subject: 'Uw link' })];
  server.graphql(MailsDocument, () => ({ mails: pageOf([first, second]) }));
  server.graphql(SendAgainDocument, () => ({ sendAgain: { sent: 1, skipped: 0 } }));
  const { say } = await renderApp('/mailbox?state=failed', { server, as: 'planner' });
  const tick = (text: string) => page.getByRole('row').filter({ hasText: text }).getByRole('checkbox');
  const again = (count: number) => page.getByRole('button', { name: say('mailbox:again.several', { count }) });
  await userEvent.click(tick('Controle gepland'));
  await userEvent.click(tick('Uw link'));
  await expect.element(again(2)).toBeVisible();
  server.graphql(MailsDocument, () => ({ mails: pageOf([first, { ...second, sendAgain: 'Expired' as const }]) }));
  await userEvent.click(page.getByRole('button', { name: say('mailbox:refresh') }));
  await expect.element(tick('Uw link')).not.toBeInTheDocument();
  await userEvent.click(again(1));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: say('mailbox:again.action') }));
  await expect.poll(() => server.calls(SendAgainDocument)).toEqual([{ ids: [first.id] }]);
});

test('the page of a mail says each state that it came to: this one arrived and came back', async () => {
  const server = fakeServer();
  const at = (minute: string) => `2026-11-02T08:${minute}:00.000Z`;
  const events = [
    { state: 'sent', code: '', at: at('16') },
    { state: 'delivered', code: '', at: at('17') },
    { state: 'failed', code: '5.1.1', at: at('20') },
  ] as const;
  server.graphql(MailDocument, () => ({ mail: refused({ sentAt: at('16'), events }) }));
  const { say } = await renderApp('/mailbox/1', { server, as: 'planner' });
  const lines = page.getByRole('region', { name: say('mailbox:events') }).getByRole('listitem');
  await expect.element(lines).toHaveLength(3);
  await expect.element(lines.nth(1)).toMatchTextContent(say('mailbox:state.delivered'));
  await expect.element(lines.nth(2)).toMatchTextContent(say('mailbox:state.returned'));
  await expect.element(lines.nth(2)).toMatchTextContent('5.1.1');
});

test('the page of a message says what to do, and sends it again; one whose moment is over is not', async () => {
  const server = fakeServer();
  const shown = refused({ htmlUrl: null, plainText: null, error: '550 5.1.1 User unknown' });
  server.graphql(MailDocument, () => ({ mail: shown }));
  server.graphql(SendAgainDocument, () => refusal('database.unavailable', { status: 503 }));
  const { say } = await renderApp(`/mailbox/${shown.id}`, { server, as: 'planner', language: 'fr', width: 390 });
  await expect.element(page.getByText(say('mailbox:againNext.wrongAddress'))).toBeVisible();
  await expect.element(page.getByText('550 5.1.1 User unknown')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('mailbox:again.action') }));
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('mailbox:again.action') });
  await userEvent.click(confirm);
  // The dialog stays, with the reason.
  await expect.element(page.getByText(say('errors:database.unavailable'))).toBeVisible();
  server.graphql(SendAgainDocument, () => ({ sendAgain: { sent: 1, skipped: 0 } }));
  server.graphql(MailDocument, () => ({ mail: { ...shown, sendAgain: 'Expired' as const } }));
  await userEvent.click(confirm);
  await expect.element(page.getByText(say('mailbox:again.Expired'))).toBeVisible();
  await expect.element(page.getByRole('button', { name: say('mailbox:again.action') })).not.toBeInTheDocument();
});
