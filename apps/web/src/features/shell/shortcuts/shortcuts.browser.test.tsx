import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../../../test/fields.ts';
import { certificate } from '../../../test/fixtures/certificates.ts';
import { check, report } from '../../../test/fixtures/checks.ts';
import { company } from '../../../test/fixtures/companies.ts';
import { pageOf } from '../../../test/fixtures/list.ts';
import { employee } from '../../../test/fixtures/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { withSuperiors } from '../../../test/superiors.ts';
import { CertificatesDocument } from '../../certificates/certificates.gql.ts';
import { ChecksDocument, ReportsDocument } from '../../checks/checks.gql.ts';
import { EmployeesDocument } from '../../employees/employees.gql.ts';
import { OrderCompanyDocument } from '../../order/order.gql.ts';

test('single keys lead to the screens, wait while one types, and can be switched off', async () => {
  const server = fakeServer();
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([certificate()]) }));
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(ReportsDocument, () => ({ reports: pageOf([report()]) }));
  server.graphql(EmployeesDocument, () => ({ employees: pageOf([employee()]) }));
  withSuperiors(server, []);
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  const { say, address, reload } = await renderApp('/certificates', { server });
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const list = page.getByRole('dialog', { name: say('palette:shortcuts.title') });
  const menu = page
    .getByRole('complementary')
    .getByRole('button')
    .filter({ hasText: say('shell:role.employerAdmin') });
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();

  // The keys come once the screen is shown: the first press may be too early.
  const press = (keys: string, dialog: typeof list) =>
    expect
      .poll(async () => {
        await userEvent.keyboard(keys);
        return dialog.query();
      })
      .not.toBeNull();
  await press('?', list);
  await expect.element(list).toMatchTextContent(say('palette:shortcuts.goTo', { screen: say('shell:nav.reports') }));
  // Under a dialog nothing answers.
  await userEvent.keyboard('n');
  await expect.element(list).toBeVisible();
  expect(address()).toBe('/certificates');
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();

  for (const [letter, title] of [
    ['c', 'checks:list.title'],
    ['r', 'reports:list.title'],
    ['e', 'employees:list.title'],
  ] as const) {
    await userEvent.keyboard(`g${letter}`);
    await expect.element(heading(say(title))).toBeVisible();
  }
  await userEvent.keyboard('/');
  const search = page.getByRole('main').getByRole('searchbox');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('n?gc');
  await expect.element(search).toHaveValue('n?gc');
  await expect.poll(address).toMatch(/^\/employees\?.*q=n/);
  await focus(heading(say('employees:list.title')));
  await userEvent.keyboard('n');
  await expect.poll(address).toMatch(/^\/checks\/new/);

  await userEvent.click(menu);
  await userEvent.click(page.getByRole('menuitem', { name: say('shell:user.shortcuts') }));
  await userEvent.click(list.getByRole('checkbox', { name: say('palette:shortcuts.enabled') }));
  await userEvent.keyboard('{Escape}');
  await expect.element(list).not.toBeInTheDocument();
  await reload();
  const there = address();
  const palette = page.getByRole('dialog', { name: say('palette:title') });
  const searchKeys = '{Control>}k{/Control}';
  await press(searchKeys, palette);
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  // What has a modifier still answers; by then the others would have, too.
  await userEvent.keyboard('?gc');
  await press(searchKeys, palette);
  await expect.element(list).not.toBeInTheDocument();
  expect(address()).toBe(there);
});
