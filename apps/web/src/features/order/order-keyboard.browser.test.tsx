import { addDays } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { fieldOf, groupOf } from '../../test/fields.ts';
import { forecast } from '../../test/fixtures/checks.ts';
import { company } from '../../test/fixtures/companies.ts';
import { newId } from '../../test/fixtures/list.ts';
import { employee } from '../../test/fixtures/people.ts';
import { press, tabTo } from '../../test/input/keyboard.ts';
import { type AppOptions, renderApp } from '../../test/render.tsx';
import type { Say } from '../../test/say.ts';
import { fakeServer } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import {
  OrderCheckDocument,
  OrderCompanyDocument,
  OrderEmployeesDocument,
  OrderForecastDocument,
  OrderRunningCertificatesDocument,
} from './order.gql.ts';

/**
 * A whole order by the keyboard alone, every control found by its role and name; on the way the focus is never lost and never under a bar.
 * Also at 400 %: a window of 1280 × 1024 has 320 × 256 left then (WCAG 1.4.10, 2.4.11).
 */

async function openOrder(options: AppOptions) {
  const server = fakeServer();
  withSuperiors(server, []);
  // The same one at each search, as of a server: what is marked in the list stays so when the next answer comes.
  const found = { employees: { nodes: [employee()] } };
  server.graphql(OrderEmployeesDocument, () => found);
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [] } }));
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  server.graphql(OrderForecastDocument, () => forecast());
  server.graphql(OrderCheckDocument, () => ({
    orderCheck: { id: newId(), status: 'Reception', workerFullName: 'Jan Janssens', checkTiming: 'Immediate', checkLocation: 'Office' },
  }));
  return { ...(await renderApp('/checks/new', { server, ...options })), server };
}

/** Types a day where the focus is in its first part; ends in the last one. */
const typeDay = (day: string) => press(day.split('-').reverse().join(''));

/** The first letters of a line lead a native list to it. */
async function choose(list: Locator, words: string): Promise<void> {
  await tabTo(list);
  await press(words);
}

async function orderByKeyboard(say: Say): Promise<void> {
  const search = page.getByRole('combobox', { name: say('order:worker.search') });
  await expect.element(search).toHaveFocus();
  await press('jan');
  await expect.element(page.getByRole('option').filter({ hasText: 'Janssens' })).toBeVisible();
  await press('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('group', { name: 'Jan Janssens' })).toHaveFocus();
  await tabTo(page.getByRole('button', { name: say('common:continue') }));
  await press('{Enter}');
  await expect.element(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await expect.element(page.getByRole('region', { name: say('order:steps.incapacity') })).toHaveFocus();

  await tabTo(groupOf(page, say('checkFields:startDate')).getByRole('spinbutton').first());
  await typeDay(today());
  await tabTo(groupOf(page, say('checkFields:endDate')).getByRole('spinbutton').first());
  await typeDay(addDays(today(), 3));
  await choose(fieldOf(page, say('checkFields:incapacityType')), say('enums:incapacityType.Illness'));
  await expect.element(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue('Illness');
  await choose(fieldOf(page, say('checkFields:certificateType')), say('enums:certifType.FirstCertificate'));
  await expect.element(fieldOf(page, say('checkFields:certificateType'))).toHaveValue('FirstCertificate');
  await tabTo(groupOf(page, say('order:exit.question')).getByRole('radio').first());
  await press(' ');
  await tabTo(page.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await press(' ');
  await tabTo(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
  await press(' ');
  await tabTo(page.getByRole('button', { name: say('order:summary.send') }));
  await press('{Enter}');
  await expect.element(page.getByRole('heading', { name: say('order:success.title') })).toHaveFocus();
}

test.each(INTERFACE_LANGUAGES)('an order is placed by the keyboard alone, in %s', async (language) => {
  const { say, server } = await openOrder({ language });
  await orderByKeyboard(say);
  expect(server.calls(OrderCheckDocument)).toMatchObject([
    {
      input: {
        startDate: today(),
        incapacityType: 'Illness',
        certificateType: 'FirstCertificate',
        locationCheck: 'Office',
        typeCheck: 'Immediate',
      },
    },
  ]);
});

test.each([
  [320, 256],
  [390, 844],
])('nothing that has the focus lies under a bar, at %i by %i', async (width, height) => {
  const { say } = await openOrder({ width, height });
  await orderByKeyboard(say);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
