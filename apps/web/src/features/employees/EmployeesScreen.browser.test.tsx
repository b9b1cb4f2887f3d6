import { dayOf } from '@checkwell/domain/clock';
import { personFilePath } from '@checkwell/domain/person/person-file';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf } from '../../test/fields.ts';
import { costCentre } from '../../test/fixtures/companies.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { type EmployeeFixture, employee, superior } from '../../test/fixtures/people.ts';
import { takeDownloads } from '../../test/navigation.ts';
import { renderApp } from '../../test/render.tsx';
import { sendTwice } from '../../test/send-twice.ts';
import { fakeServer, file, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';
import {
  CreateEmployeeDocument,
  EmployeeCostCentresDocument,
  EmployeeDocument,
  EmployeeErasureDocument,
  EmployeesDocument,
  EraseEmployeeDocument,
  SetEmployeeDepartureDocument,
  SetEmployeesSuperiorDocument,
  UpdateEmployeeDocument,
} from './employees.gql.ts';

const SOFIE = superior();

/** The company's employees, and what its screens ask for besides. */
function serverWith(...employees: EmployeeFixture[]) {
  const server = fakeServer();
  server.graphql(EmployeesDocument, () => ({ employees: pageOf(employees) }));
  withSuperiors(server, [SOFIE]);
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: [] }));
  return server;
}

test('what is typed about a new employee stays while the network fails, and is added at the next try', async () => {
  const server = serverWith();
  const { say } = await renderApp('/employees?add=true', { server });
  const drawer = page.getByRole('dialog');
  const field = (name: 'employeeFirstName' | 'employeeLastName' | 'employeeMatricule' | 'employeeAddress' | 'employeePhoneNumber') =>
    fieldOf(drawer, say(`employeeFields:${name}`));
  await userEvent.selectOptions(fieldOf(drawer, say('employeeFields:employeeGender')), 'Female');
  await userEvent.selectOptions(fieldOf(drawer, say('employeeFields:employeeLanguage')), 'NL');
  const { input } = await sendTwice({
    server,
    say,
    document: CreateEmployeeDocument,
    answer: () => ({ createEmployee: employee() }),
    submit: drawer.getByRole('button', { name: say('employees:form.add') }),
    typed: [
      [field('employeeFirstName'), 'Ine'],
      [field('employeeLastName'), 'Added'],
      [field('employeeMatricule'), 'E-77'],
      [field('employeeAddress'), 'Kerkstraat 12, 9000 Gent'],
      [field('employeePhoneNumber'), '0470 99 88 77'],
    ],
  });
  expect(input).toMatchObject({
    employeeFirstName: 'Ine',
    employeeLastName: 'Added',
    employeeMatricule: 'E-77',
    employeeAddress: 'Kerkstraat 12, 9000 Gent',
    employeePhoneNumber: '+32470998877',
    employeeGender: 'Female',
    employeeLanguage: 'NL',
  });
  await expect.element(drawer).not.toBeInTheDocument();
});

test('no name in the list is told as the page that is shown, and the entry of the menu is', async () => {
  const { say } = await renderApp('/employees', { server: serverWith(employee()) });
  const name = page.getByRole('table').getByRole('link', { name: 'Jan Janssens' });
  await expect.element(name).toBeVisible();
  await expect.element(name).not.toHaveAttribute('aria-current');
  const menu = page.getByRole('navigation', { name: say('shell:navigation') });
  await expect.element(menu.getByRole('link', { name: say('shell:nav.employees') })).toHaveAttribute('aria-current', 'page');
});

test('whoever leaves does so at the next try, when the network failed', async () => {
  const someone = employee();
  const server = serverWith(someone);
  const { say } = await renderApp('/employees', { server });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Jan Janssens' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('employees:departure.action') }));
  const dialog = page.getByRole('dialog');
  const sent = await sendTwice({
    server,
    say,
    document: SetEmployeeDepartureDocument,
    answer: ({ leftAt }) => ({ setEmployeeDeparture: employee({ ...someone, leftAt: leftAt ?? null }) }),
    submit: dialog.getByRole('button', { name: say('common:save') }),
    typed: [],
  });
  expect(sent).toEqual({ id: someone.id, version: 1, leftAt: dayOf(new Date()) });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('administrators take the copy of the data of an employee, at the next try when the network failed; nobody else is offered it', async () => {
  const someone = employee();
  const server = serverWith(someone);
  const path = personFilePath(someone.id);
  server.rest('GET', path, () => refusal('server.overloaded'));
  const { say } = await renderApp('/employees', { server });
  const menu = () => userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Jan Janssens' }) }));
  await menu();
  await userEvent.click(page.getByRole('menuitem', { name: say('employees:personFile.action') }));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(say('employees:personFile.leftOut'))).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: say('common:download') }));
  await expect.element(page.getByText(say('errors:server.overloaded'))).toBeVisible();
  server.rest('GET', path, () => file('PK', 'checkwell-data.zip', 'application/zip'));
  await userEvent.click(dialog.getByRole('button', { name: say('common:download') }));
  await expect.poll(takeDownloads).toMatchObject([{ name: 'checkwell-data.zip' }]);
  await renderApp('/employees', { server, as: 'employerBasic' });
  await menu();
  await expect.element(page.getByRole('menuitem', { name: say('employees:departure.action') })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: say('employees:personFile.action') })).not.toBeInTheDocument();
});

const FACTS = { runningChecks: 0, checks: 3, heldChecks: 0, certificates: 1, employeeStays: false };

/** The dialog that erases somebody. */
async function eraseDialog(facts: typeof FACTS) {
  const someone = employee();
  const server = serverWith(someone);
  server.graphql(EmployeeErasureDocument, () => ({ employeeErasure: facts }));
  const { say } = await renderApp('/employees', { server });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Jan Janssens' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('employees:erasure.action') }));
  const dialog = page.getByRole('dialog');
  return { someone, server, say, dialog, erase: dialog.getByRole('button', { name: say('employees:erasure.erase') }) };
}

test('who erases an employee reads what goes and what stays, keeps the reason when it fails, and reads it again afterwards', async () => {
  const { someone, server, say, dialog, erase } = await eraseDialog({ ...FACTS, heldChecks: 2, employeeStays: true });
  const items = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  await expect
    .poll(items)
    .toEqual([
      say('employees:erasure.checks', { count: 3 }),
      say('employees:erasure.certificates', { count: 1 }),
      say('employees:erasure.held', { count: 2 }),
      say('employees:erasure.figures'),
      say('employees:erasure.invoices'),
      say('employees:erasure.accessLog'),
      say('employees:erasure.backups'),
    ]);
  const reason = fieldOf(dialog, say('employees:erasure.reason'));
  await userEvent.click(erase);
  await expect.element(dialog.getByText(say('validation:reasonRequired'))).toBeVisible();
  await userEvent.fill(reason, 'Asked by letter');
  server.graphql(EraseEmployeeDocument, () => refusal('employee.checkRunning'));
  await userEvent.click(erase);
  await expect.element(page.getByText(say('errors:employee.checkRunning'))).toBeVisible();
  await expect.element(reason).toHaveValue('Asked by letter');
  server.graphql(EraseEmployeeDocument, () => ({ eraseEmployee: { ...FACTS, heldChecks: 2, employeeStays: true } }));
  await userEvent.click(erase);
  await expect.element(dialog.getByText(say('employees:erasure.donePartly', { name: 'Jan Janssens' }))).toBeVisible();
  await expect.element(dialog.getByText(say('employees:erasure.held', { count: 2 }))).toBeVisible();
  await expect.element(erase).not.toBeInTheDocument();
  expect(server.calls(EraseEmployeeDocument).at(-1)).toEqual({ id: someone.id, reason: 'Asked by letter' });
});

test('an employee with a check that runs is not erased', async () => {
  const { say, dialog, erase } = await eraseDialog({ ...FACTS, runningChecks: 1 });
  await expect.element(dialog.getByText(say('employees:erasure.running', { count: 1 }))).toBeVisible();
  await expect.element(erase).toBeDisabled();
  await expect
    .element(dialog.getByRole('link', { name: say('employees:erasure.toChecks') }))
    .toHaveAttribute('href', expect.stringContaining('/checks?q='));
});

test('what somebody else saved meanwhile is not overwritten, and what was typed stays', async () => {
  const mine = employee();
  const server = serverWith(mine);
  server.graphql(EmployeeDocument, () => ({ employee: mine }));
  const { say } = await renderApp(`/employees?edit=${mine.id}`, { server });
  const drawer = page.getByRole('dialog');
  const work = fieldOf(drawer, say('employeeFields:function'));
  const address = fieldOf(drawer, say('employeeFields:employeeAddress'));
  const save = drawer.getByRole('button', { name: say('common:save') });
  await userEvent.fill(work, 'Brewer');

  const theirs = { ...mine, employeeAddress: 'Markt 2, 8000 Brugge', version: 2 };
  server.graphql(EmployeeDocument, () => ({ employee: theirs }));
  server.graphql(UpdateEmployeeDocument, () => refusal('entity.changedMeanwhile'));
  await userEvent.click(save);
  await expect.element(drawer.getByText(say('common:conflict.employee'))).toBeVisible();
  await expect.element(address).toHaveValue('Markt 2, 8000 Brugge');
  await expect.element(work).toHaveValue('Brewer');

  server.graphql(UpdateEmployeeDocument, ({ input }) => ({ updateEmployee: { ...theirs, function: input.function, version: 3 } }));
  await userEvent.click(save);
  await expect.element(drawer).not.toBeInTheDocument();
  expect(server.calls(UpdateEmployeeDocument).map(({ version }) => version)).toEqual([1, 2]);
  expect(server.calls(UpdateEmployeeDocument).at(-1)?.input).toMatchObject({ employeeAddress: 'Markt 2, 8000 Brugge', function: 'Brewer' });
});

test('the list of a superior can be sent as a link, and works on a phone in the dark', async () => {
  const server = serverWith(employee({ superiorId: SOFIE.id, superior: SOFIE }));
  const open = (address: string) => renderApp(address, { server, width: 390, dark: true });
  const { say, address } = await open('/employees');
  const filters = page.getByRole('button', { name: new RegExp(`^${say('common:filters')}`) });
  const filter = page.getByRole('combobox', { name: say('employeeFields:superiorFullName') });
  await userEvent.click(filters);
  await userEvent.selectOptions(filter, 'Sofie Wouters');
  await expect.poll(address).toContain(`superiorId=${SOFIE.id}`);
  await expect.poll(() => server.calls(EmployeesDocument).at(-1)?.filter?.superiorId).toBe(SOFIE.id);

  // Whoever is sent the link sees the same.
  await open(address());
  await expect.element(filters).toMatchTextContent(/1/);
  expect(server.calls(EmployeesDocument).at(-1)?.filter?.superiorId).toBe(SOFIE.id);
  await userEvent.click(filters);
  await expect.element(filter).toHaveValue(SOFIE.id);
  await expect.element(page.getByRole('row').filter({ hasText: 'Sofie Wouters' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('several are given another superior at once, and who was not changed is named with the reason', async () => {
  const [jan, ann, eva] = [
    employee(),
    employee({ employeeFirstName: 'Ann', employeeLastName: 'Peeters' }),
    employee({ employeeFirstName: 'Eva', employeeLastName: 'Maes', version: 4 }),
  ];
  const server = serverWith(jan, ann, eva);
  const { say } = await renderApp('/employees', { server });
  const tick = (name: string) => page.getByRole('checkbox', { name: say('common:table.selectRow', { name }) });
  // Pressed just beside what is drawn: 24 pixels answer (WCAG 2.5.8).
  await userEvent.click(tick('Jan Janssens'), { position: { x: -3, y: -3 } });
  await expect.element(tick('Jan Janssens')).toBeChecked();
  await userEvent.keyboard('{Shift>}');
  await userEvent.click(tick('Eva Maes'));
  await userEvent.keyboard('{/Shift}');
  await userEvent.click(tick('Ann Peeters'));
  await userEvent.click(page.getByRole('button', { name: say('employees:list.changeSuperior', { number: 2 }) }));
  const dialog = page.getByRole('dialog', { name: say('employees:superiorOf.title', { count: 2 }) });
  const save = dialog.getByRole('button', { name: say('common:save') });

  // Without a superior nothing is sent.
  await userEvent.click(save);
  await expect.element(dialog.getByText(say('validation:superiorRequired'))).toBeVisible();
  expect(server.calls(SetEmployeesSuperiorDocument)).toHaveLength(0);

  const choose = async () => {
    await userEvent.fill(page.getByRole('dialog').getByRole('combobox'), 'Sofie');
    await userEvent.click(page.getByRole('listbox').getByRole('option', { name: /Sofie Wouters/ }));
  };
  await choose();
  const sent = await sendTwice({
    server,
    say,
    document: SetEmployeesSuperiorDocument,
    answer: () => {
      server.graphql(EmployeesDocument, () => ({ employees: pageOf([jan, ann, { ...eva, version: 5 }]) }));
      return { setEmployeesSuperior: { changed: [jan.id], refused: [{ employeeId: eva.id, code: 'entity.changedMeanwhile' }] } };
    },
    submit: save,
    typed: [],
  });
  expect(sent.superiorId).toBe(SOFIE.id);
  expect(sent.employees).toEqual([
    { id: jan.id, version: 1 },
    { id: eva.id, version: 4 },
  ]);
  await expect.element(dialog.getByText(say('employees:superiorOf.changed', { count: 1, name: 'Sofie Wouters' }))).toBeVisible();
  const refused = dialog.getByRole('alert');
  await expect.element(refused).toMatchTextContent(new RegExp(`Eva Maes.*${say('errors:entity.changedMeanwhile')}`));

  // Whoever stays as they are stays ticked, and is sent in the version that the list has by now.
  await userEvent.click(dialog.getByRole('button', { name: say('common:close') }).last());
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(tick('Jan Janssens')).not.toBeChecked();
  await expect.element(tick('Eva Maes')).toBeChecked();
  server.graphql(SetEmployeesSuperiorDocument, () => ({ setEmployeesSuperior: { changed: [eva.id], refused: [] } }));
  await userEvent.click(page.getByRole('button', { name: say('employees:list.changeSuperior', { number: 1 }) }));
  await choose();
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: say('common:save') }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByText(say('employees:superiorOf.changed', { count: 1, name: 'Sofie Wouters' }))).toBeVisible();
  expect(server.calls(SetEmployeesSuperiorDocument).at(-1)?.employees).toEqual([{ id: eva.id, version: 5 }]);
});

test('cost centres in use are proposed for an employee; another name can be typed all the same', async () => {
  const server = serverWith();
  const centres = [costCentre({ code: 'LOG-1' }), costCentre({ code: 'OLD-1', active: false })];
  server.graphql(EmployeeCostCentresDocument, () => ({ costCentres: centres }));
  const { say } = await renderApp('/employees?add=true', { server });
  const department = fieldOf(page.getByRole('dialog'), say('employeeFields:subEmployee'));
  await expect.element(department).toHaveAccessibleDescription(say('employees:hint.subEmployee'));
  const input = department.element();
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no field for the cost centre.');
  expect([...(input.list?.options ?? [])].map(({ value }) => value)).toEqual(['LOG-1']);
  await userEvent.fill(department, 'Night shift');
  await expect.element(department).toHaveValue('Night shift');
});
