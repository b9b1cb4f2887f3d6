import { TEXT } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectDay, fieldOf, focus, groupOf } from '../../test/fields.ts';
import { forecast } from '../../test/fixtures/checks.ts';
import { company } from '../../test/fixtures/companies.ts';
import { employee } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';
import {
  OrderCheckDocument,
  OrderCompanyDocument,
  OrderEmployeeByIdDocument,
  OrderEmployeesDocument,
  OrderForecastDocument,
  OrderRunningCertificatesDocument,
} from './order.gql.ts';

async function openOrder(address: 'employee' | 'empty') {
  const worker = employee();
  const server = fakeServer();
  server.graphql(OrderEmployeesDocument, () => ({ employees: { nodes: [worker] } }));
  server.graphql(OrderEmployeeByIdDocument, () => ({ employee: worker }));
  server.graphql(OrderRunningCertificatesDocument, () => ({ certificates: { nodes: [] } }));
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  server.graphql(OrderForecastDocument, () => forecast());
  const app = await renderApp(address === 'empty' ? '/checks/new' : `/checks/new?employeeId=${worker.id}`, { server });
  return { ...app, server };
}

test('a comment that is pasted too long stays whole, says by how much, and is not sent', async () => {
  const { say, server } = await openOrder('employee');
  const comment = fieldOf(page, say('checkFields:doctorComment'));
  const long = 'a'.repeat(TEXT.comment + 12);
  await userEvent.fill(comment, long);
  await expect.element(comment).toHaveValue(long);
  await expect.element(comment).toHaveAccessibleDescription(new RegExp(say('common:characters.over', { count: 12 })));
  await userEvent.click(page.getByRole('button', { name: say('order:summary.send') }));
  await expect.element(comment).toHaveAttribute('aria-invalid', 'true');
  await expect.element(comment).toHaveValue(long);
  expect(server.calls(OrderCheckDocument)).toHaveLength(0);
  await userEvent.fill(comment, 'a'.repeat(TEXT.comment - 1));
  await expect.element(page.getByText(say('common:characters.left', { count: 1 }))).toBeVisible();
});

test('a day that its month does not have is not replaced without a word', async () => {
  const { say } = await openOrder('employee');
  const start = groupOf(page, say('checkFields:startDate'));
  await focus(start.getByRole('spinbutton').first());
  await userEvent.keyboard('29022027');
  const note = page.getByText(say('common:date.corrected', { day: 29 }));
  await expect.element(note).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('heading', { level: 2, name: say('order:incapacity.title') }));
  await expectDay(page, say('checkFields:startDate'), '2027-02-28');
  await expect.element(note).toBeVisible();
  // Somebody who writes the 28th has no need of it.
  await focus(start.getByRole('spinbutton').first());
  await userEvent.keyboard('27');
  await expect.element(note).not.toBeInTheDocument();
});

test('the focus stays with what was chosen by keyboard', async () => {
  const { say } = await openOrder('empty');
  const box = page.getByRole('combobox', { name: say('order:worker.search') });
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('Jan');
  await expect.element(page.getByRole('option').filter({ hasText: 'Jan Janssens' }).first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('group', { name: 'Jan Janssens' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: say('order:worker.change') }));
  await expect.element(box).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: say('order:worker.addButton') }));
  await expect.element(fieldOf(page, say('checkFields:workerFirstName'))).toHaveFocus();
});
