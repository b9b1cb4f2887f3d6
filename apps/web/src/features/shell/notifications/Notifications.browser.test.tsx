import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothModes } from '../../../test/accessibility.ts';
import { check } from '../../../test/fixtures/checks.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, refusal } from '../../../test/server.ts';
import { CheckDocument } from '../../checks/check.gql.ts';
import { ChecksDocument } from '../../checks/checks.gql.ts';
import {
  type NotificationLineFragment,
  NotificationsDocument,
  ReadNotificationsDocument,
  UnreadNotificationsDocument,
} from './notifications.gql.ts';

const AT = '2026-11-04T08:00:00.000Z';
const line = (changes: Partial<NotificationLineFragment> = {}): NotificationLineFragment => ({
  id: 'n-1',
  kind: 'AppointmentMade',
  at: AT,
  readAt: null,
  checkId: 'c-1',
  companyName: 'Alfa',
  workerFullName: 'Noor Peeters',
  isOver: false,
  ...changes,
});

/** The list of checks, with what its reader is told. */
async function openWith(lines: readonly NotificationLineFragment[], options: Parameters<typeof renderApp>[1] = {}) {
  const server = fakeServer();
  let stored = lines;
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(NotificationsDocument, () => ({ notifications: [...stored] }));
  server.graphql(UnreadNotificationsDocument, () => ({ notifications: [...stored] }));
  server.graphql(ReadNotificationsDocument, ({ ids }) => {
    stored = stored.map((each) => (ids.includes(each.id) ? { ...each, readAt: AT } : each));
    return { readNotifications: [...stored] };
  });
  const app = await renderApp('/checks', { server, ...options });
  const bell = (unread = 0) =>
    page.getByRole('button', {
      name:
        unread > 0 ? `${app.say('shell:notifications')}, ${app.say('shell:unread', { count: unread })}` : app.say('shell:notifications'),
      exact: true,
    });
  const open = () => userEvent.click(bell().first());
  return { ...app, bell, open, add: (...more: readonly NotificationLineFragment[]) => (stored = [...more, ...stored]) };
}

test('what is new is marked as such, counts as read from then on, and leads to its check', async () => {
  const { say, server, open, address } = await openWith([line(), line({ id: 'n-2', kind: 'OrderReceived', readAt: AT })], { width: 390 });
  await open();
  const dialog = page.getByRole('dialog', { name: say('notifications:title') });
  const links = dialog.getByRole('link');
  await expect.element(links).toHaveLength(2);
  await expect.element(links.first()).toMatchTextContent(say('notifications:kind.AppointmentMade'));
  await expect.poll(() => server.calls(ReadNotificationsDocument)).toEqual([{ ids: ['n-1'] }]);
  // It stays marked while the list is open.
  await expect.element(links.first()).toMatchTextContent(say('notifications:new'));
  await expect.element(links.last()).not.toMatchTextContent(say('notifications:new'));
  await expectAccessibleInBothModes();
  server.graphql(CheckDocument, () => ({ check: check({ id: 'c-1' }) }));
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await open();
  await userEvent.click(dialog.getByRole('link').first());
  await expect.element(dialog).not.toBeInTheDocument();
  expect(address()).toBe('/checks/c-1');
});

test('the bell counts what is new, also what comes while one looks at something else', async () => {
  const { say, server, bell, add } = await openWith([line()]);
  // The count comes once the first screen has everything of its own.
  await expect.element(bell(1).first(), { timeout: 10_000 }).toBeVisible();
  add(line({ id: 'n-3', kind: 'ResultAvailable', isOver: true }));
  server.notify('notification', { companyId: null, id: 'c-1', version: 0 });
  await expect.element(bell(2).first()).toBeVisible();
  await userEvent.click(bell(2).first());
  await expect.element(page.getByRole('dialog').getByRole('link').first()).toHaveAttribute('href', '/reports/c-1');
  await expect.element(page.getByRole('button', { name: say('shell:notifications'), exact: true }).first()).toBeInTheDocument();
});

test('an empty list says what will be there, one that cannot be had says so and comes at another try', async () => {
  const { say, server, open } = await openWith([]);
  server.graphql(NotificationsDocument, () => refusal('database.unavailable'));
  await open();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  server.graphql(NotificationsDocument, () => ({ notifications: [] }));
  await userEvent.click(dialog.getByRole('button', { name: say('common:retry') }));
  await expect.element(dialog.getByText(say('notifications:emptyText'))).toBeVisible();
});
