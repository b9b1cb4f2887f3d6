import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import {
  EmployeeCostCentresDocument,
  EmployeeDocument,
  EmployeesDocument,
  UpdateEmployeeDocument,
} from '../../features/employees/employees.gql.ts';
import { ClientsDocument, ClientsWithoutAddressDocument } from '../../features/settings/companies/companies.gql.ts';
import { fieldOf } from '../../test/fields.ts';
import { company } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { employee } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, offline } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';

/** Dialogs: initial focus, alignment of fields, toasts that do not cover their buttons, and the focus afterwards. */

const starting = (text: string): RegExp => new RegExp(`^${text.trim()}`);
const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

test('a dialog opened by a URL focuses its first field, and aligns fields whose labels have different heights', async () => {
  const server = fakeServer();
  server.graphql(ClientsDocument, () => ({ companies: pageOf([company()]) }));
  server.graphql(ClientsWithoutAddressDocument, () => ({ companies: { totalCount: 0, totalCountCapped: false } }));
  const { say } = await renderApp('/companies?add=true', { server, as: 'planner', language: 'fr' });
  const dialog = page.getByRole('dialog');
  await expect.element(fieldOf(dialog, say('companyFields:name'))).toHaveFocus();
  const labels = [say('companyFields:language'), say('companyFields:checkPrice'), say('companyFields:staffCount')];
  const heights = labels.map((label) => boxOf(dialog.css('label').filter({ hasText: label })).height);
  expect(Math.max(...heights), 'one label takes two lines').toBeGreaterThan(Math.min(...heights));
  const tops = labels.map((label) => boxOf(fieldOf(dialog, label)).y);
  // A field with a unit has its border around both.
  const border = 1;
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(border);
});

test.each([1280, 390])('a toast does not cover the buttons of a drawer, at a width of %i', async (width) => {
  const server = fakeServer();
  const worker = employee();
  server.graphql(EmployeesDocument, () => ({ employees: pageOf([worker]) }));
  server.graphql(EmployeeDocument, () => ({ employee: worker }));
  withSuperiors(server, []);
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  server.graphql(UpdateEmployeeDocument, () => offline());
  const { say } = await renderApp(`/employees?edit=${worker.id}`, { server, width, height: 800 });
  const drawer = page.getByRole('dialog');
  await userEvent.fill(fieldOf(drawer, say('employeeFields:function')), 'Baker');
  await userEvent.click(drawer.getByRole('button', { name: say('common:save') }));
  const toast = page
    .css('.toast-host')
    .getByRole('alert')
    .filter({ hasText: say('common:failed.offlineTitle') });
  await expect.element(toast).toBeVisible();
  // A toast stays open while the window has no focus.
  dispatchEvent(new Event('blur'));
  for (const name of ['close', 'cancel', 'save'] as const) {
    const button = boxOf(drawer.getByRole('button', { name: say(`common:${name}`), exact: true }).first());
    // Polls, because the toast moves in from the edge over the buttons.
    await expect
      .poll(
        () => {
          const { left, right, top, bottom } = boxOf(toast);
          return button.left >= right || left >= button.right || button.top >= bottom || top >= button.bottom;
        },
        { message: name },
      )
      .toBe(true);
  }
  // Clicks while the toast is still there.
  await userEvent.click(drawer.getByRole('button', { name: say('common:cancel'), exact: true }));
  await expect.element(drawer).not.toBeInTheDocument();
});

test('a menu stays within the window when it becomes as small as with a zoom of 400 %', async () => {
  const server = fakeServer();
  const workers = Array.from({ length: 8 }, () => employee());
  server.graphql(EmployeesDocument, () => ({ employees: pageOf(workers) }));
  withSuperiors(server, []);
  const { say } = await renderApp('/employees', { server, width: 390, height: 800 });
  const buttons = page.getByRole('table').getByRole('button', { name: starting(say('common:actionsFor', { name: '' })) });
  await userEvent.click(buttons.nth(4));
  const menu = page.getByRole('menu');
  await expect.element(menu).toBeVisible();
  await page.viewport(320, 256);
  await expect.poll(() => boxOf(menu).bottom).toBeLessThanOrEqual(256);
  expect(boxOf(menu).top).toBeGreaterThanOrEqual(0);
  await userEvent.keyboard('{End}');
  const last = boxOf(menu.getByRole('menuitem').last());
  expect(last.bottom, 'the last entry is scrolled to').toBeLessThanOrEqual(boxOf(menu).bottom);
});

test('closing an overlay returns the focus to the button that opened it', async () => {
  const server = fakeServer();
  server.graphql(EmployeesDocument, () => ({ employees: pageOf([employee()]) }));
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  withSuperiors(server, []);
  const { say } = await renderApp('/employees', { server });
  const openers = [
    page.getByRole('button', { name: starting(say('common:actionsFor', { name: '' })) }),
    page.getByRole('button', { name: say('common:download'), exact: true }),
    page.getByRole('button', { name: starting(say('lists:views.label')) }),
    page.getByRole('button', { name: say('employees:form.add'), exact: true }),
  ];
  // Toasts are overlays of every page.
  const layer = () => document.querySelector(':modal, :popover-open:not(.toast-host)');
  for (const opener of openers) {
    await userEvent.click(opener.first());
    await expect.poll(layer).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await expect.poll(layer).toBeNull();
    await expect.element(opener.first()).toHaveFocus();
  }
});
