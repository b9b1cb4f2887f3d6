import {
  DAILY_MAIL,
  type Delivery,
  deliveryOf,
  kindsOf,
  type NotificationKind,
  type NotificationReader,
} from '@checkwell/domain/people/notifications';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { fieldOf } from '../../../test/fields.ts';
import type { Persona } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { ChooseNotificationDocument, NotificationChoicesDocument } from '../settings.gql.ts';

const choicesOf = (reader: NotificationReader, chosen: Readonly<Partial<Record<NotificationKind, Delivery>>> = {}) =>
  kindsOf(reader).map((kind) => ({ kind, delivery: deliveryOf(kind, chosen[kind] ?? null) }));

async function openProfile(as: Persona = 'employerAdmin') {
  const server = fakeServer();
  server.graphql(NotificationChoicesDocument, () => (as === 'doctor' ? offline() : { notificationChoices: choicesOf('employer') }));
  server.rest('GET', '/auth/sessions', () => []);
  server.rest('GET', '/auth/protection', () => ({ password: true, totp: null, passkeys: [], recoveryCodes: 0, microsoft: null }));
  return renderApp('/settings/profile', { server, as });
}

test('each kind of message comes as its reader chooses; what may not wait is named without a choice', async () => {
  const { server, say } = await openProfile();
  const card = page.getByRole('region', { name: say('settings:notifications.title') });
  const selectOf = (kind: NotificationKind) => card.getByLabelText(say(`enums:notificationKind.${kind}`), { exact: true });
  await expect.element(card.getByRole('combobox')).toHaveLength(kindsOf('employer').length);
  await expect.element(selectOf('OrderReceived').getByRole('option')).toHaveLength(3);
  await expect.element(selectOf('ProblemNeedsEmployer').getByRole('option')).toHaveLength(2);

  // It fails: what is stored is shown again.
  server.graphql(ChooseNotificationDocument, () => offline());
  const release = server.hold(ChooseNotificationDocument);
  await userEvent.selectOptions(selectOf('OrderReceived'), 'Daily');
  await expect.element(selectOf('OrderReceived')).toHaveValue('Daily');
  release();
  await expect.element(page.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect.element(selectOf('OrderReceived')).toHaveValue('AtOnce');

  server.graphql(ChooseNotificationDocument, ({ kind, delivery }) => ({ chooseNotification: choicesOf('employer', { [kind]: delivery }) }));
  await userEvent.selectOptions(selectOf('OrderReceived'), 'InApp');
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();
  await expect.element(selectOf('OrderReceived')).toHaveValue('InApp');
  await expect.element(selectOf('ResultAvailable')).toHaveValue('AtOnce');
  expect(server.calls(ChooseNotificationDocument).at(-1)).toMatchObject({ kind: 'OrderReceived', delivery: 'InApp' });
});

test('a doctor has choices of their own; one list that cannot be had says so and comes at another try', async () => {
  const { server, say } = await openProfile('doctor');
  const card = page.getByRole('region', { name: say('settings:notifications.title') });
  await expect.element(card.getByRole('alert')).toBeVisible();
  server.graphql(NotificationChoicesDocument, () => ({ notificationChoices: choicesOf('doctor') }));
  await userEvent.click(card.getByRole('button', { name: say('common:retry') }));
  await expect
    .element(card.getByText(say('settings:notifications.soon', { hours: DAILY_MAIL.noticeHours }), { exact: false }))
    .toBeVisible();
  await expect.element(card.getByText(say('settings:notifications.always'))).toHaveLength(4);
  expect(server.calls(NotificationChoicesDocument).at(-1)).toEqual({ companyId: null });
  await expectAccessibleInBothModes();

  // Of an offer the mail comes always; a text message beside it is the doctor's choice.
  const offers = card.getByLabelText(say('enums:notificationKind.MissionOffered'), { exact: true });
  await expect.element(offers).toHaveValue('SmsImmediate');
  await expect.element(offers.getByRole('option')).toHaveLength(3);
  server.graphql(ChooseNotificationDocument, ({ kind, delivery }) => ({ chooseNotification: choicesOf('doctor', { [kind]: delivery }) }));
  await userEvent.selectOptions(offers, 'SmsAlways');
  await expect.element(page.getByText(say('common:saved')).first()).toBeVisible();
  await expect.element(offers).toHaveValue('SmsAlways');
  expect(server.calls(ChooseNotificationDocument).at(-1)).toEqual({ companyId: null, kind: 'MissionOffered', delivery: 'SmsAlways' });
});

test('that the network is gone is said even where nothing was said before, and what was typed stays', async () => {
  const { server, say } = await openProfile();
  const name = fieldOf(page, say('personFields:firstName'));
  await userEvent.fill(name, 'Offline');
  server.rest('PUT', '/v1/api/profiles', () => offline());
  await userEvent.click(page.getByRole('button', { name: say('common:save') }).first());
  await expect.element(page.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect.element(name).toHaveValue('Offline');
});

test.each([0, 1])('who removes the authenticator app and has %i passkeys reads that they are kept only if there are any', async (count) => {
  const server = fakeServer();
  const moment = '2026-10-01T08:00:00.000Z';
  server.graphql(NotificationChoicesDocument, () => ({ notificationChoices: choicesOf('employer') }));
  server.rest('GET', '/auth/sessions', () => []);
  server.rest('GET', '/auth/protection', () => ({
    totpSince: moment,
    passkeys: Array.from({ length: count }, (_, id) => ({ id: `${id}`, name: 'Work laptop', createdAt: moment, lastUsedAt: null })),
    recoveryCodesLeft: 8,
    required: false,
    hasPassword: true,
    freshUntil: null,
    microsoftOffered: false,
    microsoftSince: null,
  }));
  const { say } = await renderApp('/settings/profile', { server });
  await userEvent.click(page.getByRole('button', { name: say('protection:totp.remove'), exact: true }).first());
  const dialog = page.getByRole('dialog', { name: say('protection:totp.removeTitle') });
  await expect.element(dialog.getByText(say('protection:totp.removeText'))).toBeVisible();
  const kept = dialog.getByText(say('protection:totp.passkeysStay'));
  await expect.element(kept).toHaveLength(count);
});
