import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../../../test/fields.ts';
import { newId } from '../../../test/fixtures/list.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, offline } from '../../../test/server.ts';
import { ImportEmployeesDocument } from '../employees.gql.ts';

test('the import is taken up again where it stopped, and the keyboard alone goes through', async () => {
  const server = fakeServer();
  server.graphql(ImportEmployeesDocument, ({ rows }) =>
    server.calls(ImportEmployeesDocument).length === 2
      ? offline()
      : { importEmployees: [rows].flat().map(() => ({ status: 'created' as const, employeeId: newId(), changes: [], issues: [] })) },
  );
  const { say } = await renderApp('/employees/import', { server });
  const rows = Array.from({ length: 450 }, (_, index) => `K-${index};Janssens;Sam;X;EN;Kerkstraat 1, 9000 Gent;0470 11 22 33`);
  const text = `Employee number;Last name;First name;Gender;Language;Address;GSM\n${rows.join('\n')}`;
  const chooser = page.getByLabelText(say('employees:import.file.choose')).and(page.css('input'));
  await userEvent.upload(chooser, new File([text], 'export.csv', { type: 'text/csv' }));
  await expect.element(page.getByText(say('employees:import.file.rows', { count: 450 }))).toBeVisible();
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await expect.element(button).toBeEnabled();
    await focus(button);
    await userEvent.keyboard('{Enter}');
  };
  await press(say('employees:import.next'));
  await press(say('employees:import.toPreview'));
  await expect.element(page.getByText(say('employees:import.preview.failed'))).toBeVisible();
  await press(say('employees:import.resume'));
  await press(say('employees:import.apply', { count: 450 }));
  await expect.element(page.getByText(say('employees:import.result.done'))).toBeVisible();
  await expect.element(page.getByText(say('employees:import.result.sums', { created: '450', changed: '0' }))).toBeVisible();

  const numbersOf = (dryRun: boolean) =>
    server
      .calls(ImportEmployeesDocument)
      .filter((call) => call.dryRun === dryRun)
      .map((call) => [call.rows].flat().map(({ employeeMatricule }) => employeeMatricule));
  const [first, lost, ...others] = numbersOf(true);
  // What had an answer is not sent again; what had none is.
  expect(others[0]).toEqual(lost);
  expect(new Set([first, ...others].flat()).size).toBe(450);
  expect([first, ...others].flat()).toHaveLength(450);
  expect(numbersOf(false).flat()).toHaveLength(450);
});
