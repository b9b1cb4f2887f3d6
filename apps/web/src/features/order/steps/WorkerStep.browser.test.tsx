import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectFieldError, fieldOf, focus } from '../../../test/fields.ts';
import { company } from '../../../test/fixtures/companies.ts';
import { employee } from '../../../test/fixtures/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { OrderCompanyDocument, OrderEmployeesDocument } from '../order.gql.ts';

test('a combo box opens when it is typed into, pressed or asked by an arrow key, not when it gets the focus', async () => {
  const server = fakeServer();
  // The same one at each search, as of a server: what is marked in the list stays so when the next answer comes.
  const found = { employees: { nodes: [employee()] } };
  server.graphql(OrderEmployeesDocument, () => found);
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  const { say } = await renderApp('/checks/new', { server });
  const box = page.getByRole('combobox', { name: say('order:worker.search') });
  const options = page.getByRole('option');
  await focus(box);
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');

  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.click(box);
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.type(box, 'a');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');

  // Sent without an answer, the field has the focus, and nothing lies over its fault and the way out below.
  await userEvent.clear(box);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: say('common:continue') }));
  await expectFieldError(box, say('validation:employeeRequired'));
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(page.getByRole('button', { name: say('order:worker.addButton') }));
  await expect.element(fieldOf(page, say('checkFields:workerFirstName'))).toBeVisible();
});
