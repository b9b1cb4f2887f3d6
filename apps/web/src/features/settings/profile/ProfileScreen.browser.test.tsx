import { NOTIFICATION_KINDS } from '@checkwell/domain/people/notifications';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf } from '../../../test/fields.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { MutedNotificationsDocument, SetMutedNotificationsDocument } from '../settings.gql.ts';

async function openProfile() {
  const server = fakeServer();
  server.graphql(MutedNotificationsDocument, () => ({ mutedNotifications: [] }));
  server.rest('GET', '/auth/sessions', () => []);
  server.rest('GET', '/auth/protection', () => ({ password: true, totp: null, passkeys: [], recoveryCodes: 0, microsoft: null }));
  return renderApp('/settings/profile', { server });
}

test('each kind of e-mail about checks can be switched off, one by one', async () => {
  const { server, say } = await openProfile();
  const card = page.getByRole('region', { name: say('settings:notifications.title') });
  const ordered = card.getByRole('switch', { name: say('enums:notificationKind.OrderReceived') });
  const result = card.getByRole('switch', { name: say('enums:notificationKind.ResultAvailable') });
  await expect.element(card.getByRole('switch')).toHaveLength(NOTIFICATION_KINDS.length);
  for (const one of card.getByRole('switch').elements()) expect(one).toBeChecked();

  // It fails: what is stored is shown again.
  server.graphql(SetMutedNotificationsDocument, () => offline());
  const release = server.hold(SetMutedNotificationsDocument);
  await userEvent.click(ordered);
  await expect.element(ordered).not.toBeChecked();
  release();
  await expect.element(page.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect.element(ordered).toBeChecked();

  server.graphql(SetMutedNotificationsDocument, ({ kinds }) => ({ setMutedNotifications: [kinds].flat() }));
  await userEvent.click(ordered);
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();
  await expect.element(ordered).not.toBeChecked();
  await expect.element(result).toBeChecked();
  await userEvent.click(result);
  await expect.element(result).not.toBeChecked();
  await expect.poll(() => server.calls(SetMutedNotificationsDocument)).toHaveLength(3);
  await userEvent.click(ordered);
  await expect.element(ordered).toBeChecked();
  await expect
    .poll(() => server.calls(SetMutedNotificationsDocument).map(({ kinds }) => kinds))
    .toEqual([['OrderReceived'], ['OrderReceived'], ['OrderReceived', 'ResultAvailable'], ['ResultAvailable']]);
});

test('that the network is gone is said even where nothing was said before, and what was typed stays', async () => {
  const { server, say } = await openProfile();
  const name = fieldOf(page, say('settings:profile.firstName'));
  await userEvent.fill(name, 'Offline');
  server.rest('PUT', '/v1/api/profiles', () => offline());
  await userEvent.click(page.getByRole('button', { name: say('common:save') }).first());
  await expect.element(page.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect.element(name).toHaveValue('Offline');
});
