import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CertificatesDocument } from '../../features/certificates/certificates.gql.ts';
import { ChecksDocument } from '../../features/checks/checks.gql.ts';
import {
  CreateListViewDocument,
  DeleteListViewDocument,
  type ListViewFieldsFragment,
  ListViewsDocument,
  UpdateListViewDocument,
} from '../../lib/lists/list-views.gql.ts';
import { expectAccessibleInBothModes } from '../../test/accessibility.ts';
import { expectFieldError, focus } from '../../test/fields.ts';
import { certificate } from '../../test/fixtures/certificates.ts';
import { check } from '../../test/fixtures/checks.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { superior } from '../../test/fixtures/people.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer, refusal } from '../../test/server.ts';
import { withSuperiors } from '../../test/superiors.ts';

const LATE: ListViewFieldsFragment = {
  id: '55555555-5555-4555-8555-555555555551',
  name: 'Late',
  shown: '{"checkTiming":"Immediate","sort":"status","hide":["period"]}',
  incomplete: false,
  isDefault: false,
};
const HOME = { ...LATE, id: '55555555-5555-4555-8555-555555555552', name: 'At home', shown: '{"checkLocation":"House","hide":[]}' };

/** A server with checks, which stores views as the real one does. */
function serverWith(...saved: ListViewFieldsFragment[]) {
  const server = fakeServer();
  const stored = [...saved];
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check(), check()]) }));
  server.graphql(ListViewsDocument, () => ({ listViews: [...stored] }));
  server.graphql(CreateListViewDocument, ({ input: { name, shown, isDefault } }) => {
    const created = { ...LATE, id: '55555555-5555-4555-8555-555555555559', name, shown, isDefault };
    stored.push(created);
    return { createListView: created };
  });
  server.graphql(UpdateListViewDocument, ({ id, input }) => {
    const at = stored.findIndex((view) => view.id === id);
    const before = stored[at];
    if (!before) return refusal('entity.notFound');
    const { name, shown, isDefault } = input;
    const after = { ...before, name: name ?? before.name, shown: shown ?? before.shown, isDefault: isDefault ?? before.isDefault };
    stored[at] = after;
    return { updateListView: after };
  });
  server.graphql(DeleteListViewDocument, ({ id }) => {
    stored.splice(
      stored.findIndex((view) => view.id === id),
      1,
    );
    return { deleteListView: id };
  });
  return { server, stored };
}

const rows = page.getByRole('table').getByRole('link');
const head = (name: string) => page.getByRole('columnheader', { name });
const item = (name: string) => page.getByRole('menu').getByText(name, { exact: true });

test('columns are chosen by keyboard, a hidden one makes room for another, and the choice is kept after a reload', async () => {
  const { server } = serverWith();
  const { say, address, reload } = await renderApp('/checks', { server });
  await expect.element(rows.first()).toBeVisible();
  const [period, superiorOf] = [say('checks:column.period'), say('checks:column.superior')];
  await expect.element(head(superiorOf)).not.toBeInTheDocument();
  const button = page.getByRole('button', { name: say('lists:columns.label') });
  await focus(button);
  await userEvent.keyboard('{Enter}');
  const box = (name: string) => page.getByRole('dialog').getByRole('checkbox', { name });
  await expect.element(box(say('checks:column.status'))).toHaveFocus();
  await expect.element(box(say('checks:column.worker'))).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab} ');
  await expect.element(box(period)).not.toBeChecked();
  await expect.element(head(period)).not.toBeInTheDocument();
  await expect.element(head(superiorOf)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  expect(address()).toBe('/checks');
  await reload();
  await expect.element(rows.first()).toBeVisible();
  await expect.element(head(period)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: say('lists:columns.label') }));
  await userEvent.click(page.getByRole('button', { name: say('lists:columns.all') }));
  await expect.element(head(period)).toBeVisible();
});

test('the current filters and columns are saved as a view; an error keeps the input', async () => {
  const { server, stored } = serverWith();
  const { say, address } = await renderApp('/checks?checkTiming=Immediate&q=Peeters', { server });
  await expect.element(rows.first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('lists:views.label') }));
  await userEvent.click(item(say('lists:views.save')));
  const name = page.getByRole('textbox', { name: say('lists:form.name') });
  await expect.element(name).toHaveFocus();
  // When a tablet is turned, the button moves to the filters, and the dialog stays open.
  await page.viewport(390, 844);
  await expect.element(name).toBeVisible();
  await page.viewport(1280, 800);
  const save = page.getByRole('dialog').getByRole('button', { name: say('common:save') });
  await userEvent.click(save);
  await expectFieldError(name, say('validation:required'));

  server.graphql(CreateListViewDocument, () => refusal('request.invalid', { issues: [{ path: 'name', message: 'viewNameTaken' }] }));
  await userEvent.type(name, 'Late');
  await userEvent.click(page.getByRole('checkbox', { name: say('lists:form.opens') }));
  await userEvent.click(save);
  await expectFieldError(name, say('validation:viewNameTaken'));
  server.graphql(CreateListViewDocument, () => refusal('database.unavailable'));
  await userEvent.click(save);
  await expect.element(page.getByText(say('errors:database.unavailable'))).toBeVisible();
  await expect.element(name).toHaveValue('Late');
  await expect.element(page.getByRole('checkbox', { name: say('lists:form.opens') })).toBeChecked();

  server.graphql(CreateListViewDocument, ({ input }) => {
    const created = { ...LATE, name: input.name, shown: input.shown, isDefault: input.isDefault };
    stored.push(created);
    return { createListView: created };
  });
  await userEvent.click(save);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(JSON.parse(stored[0]?.shown ?? '')).toEqual({ checkTiming: 'Immediate', hide: [] });
  await expect.element(page.getByRole('button', { name: 'Late' })).toBeVisible();
  expect(address(), 'the URL is unchanged').toContain('q=Peeters');
});

test('a view sets filters, order and columns in the URL, and the whole list can be chosen again', async () => {
  const { server } = serverWith(HOME, { ...LATE, incomplete: true });
  const { say, address } = await renderApp('/checks?q=Peeters', { server });
  await expect.element(rows.first()).toBeVisible();
  const button = page.getByRole('button', { name: say('lists:views.label') });
  await focus(button);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item(say('lists:views.incomplete'))).toBeVisible();
  await userEvent.keyboard('l{Enter}');
  await expect.poll(() => decodeURIComponent(address())).toBe('/checks?checkTiming=Immediate&sort=status&hide=["period"]');
  await expect.element(head(say('checks:column.period'))).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Late' }));
  await expect.element(page.getByRole('menuitemradio', { name: /^Late/ })).toHaveAttribute('aria-checked', 'true');
  await userEvent.click(item(say('lists:views.whole')));
  await expect.poll(address).toBe('/checks');
  await expect.element(head(say('checks:column.period'))).toBeVisible();
});

test('the default view applies to a URL without parameters only, and cleared filters stay cleared', async () => {
  const { server } = serverWith(HOME, { ...LATE, isDefault: true });
  const { say, address, reload } = await renderApp('/checks', { server });
  await expect.poll(address).toContain('checkTiming=Immediate');
  await expect.element(rows.first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Late' }));
  await userEvent.click(item(say('lists:views.whole')));
  await expect.poll(address).toBe('/checks?all=true');
  await reload();
  await expect.element(rows.first()).toBeVisible();
  expect(address()).toBe('/checks?all=true');

  await renderApp('/checks?checkLocation=House', { server });
  await expect.element(rows.first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('common:removeFilter', { name: say('enums:checkLocation.House') }) }));
  await expect.poll(address).toBe('/checks?all=true');
});

test('views are renamed, replaced, made the default and deleted', async () => {
  const { server, stored } = serverWith(LATE);
  const { say } = await renderApp('/checks?checkLocation=House', { server });
  await expect.element(rows.first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('lists:views.label') }));
  await userEvent.click(item(say('lists:views.manage')));
  const act = async (name: string, action: string) => {
    await userEvent.click(page.getByRole('button', { name: say('lists:manage.actions', { name }) }));
    await userEvent.click(item(action));
  };
  await act('Late', say('lists:form.rename'));
  const name = page.getByRole('textbox', { name: say('lists:form.name') });
  await userEvent.fill(name, 'Overdue');
  await userEvent.click(page.getByRole('button', { name: say('lists:form.rename') }));
  await expect.element(page.getByRole('dialog').getByText('Overdue')).toBeVisible();
  await act('Overdue', say('lists:manage.replace'));
  await expect.poll(() => stored[0]?.shown).toBe('{"checkLocation":"House","hide":[]}');
  await act('Overdue', say('lists:manage.setDefault'));
  await expect.element(page.getByRole('dialog').getByText(say('lists:views.opens'))).toBeVisible();
  await expectAccessibleInBothModes();

  // Deleted in another tab.
  const deleted = stored.splice(0);
  await act('Overdue', say('lists:manage.unsetDefault'));
  await expect.element(page.getByText(say('errors:entity.notFound'))).toBeVisible();
  await expect.element(page.getByText(say('lists:views.empty'))).toBeVisible();
  stored.push(...deleted);
  await userEvent.keyboard('{Escape}');
  await renderApp('/checks?checkLocation=House', { server });
  await userEvent.click(page.getByRole('button', { name: 'Overdue' }));
  await userEvent.click(item(say('lists:views.manage')));
  await act('Overdue', say('common:delete'));
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: say('common:delete') }));
  await expect.element(page.getByText(say('lists:views.empty'))).toBeVisible();
  expect(stored).toEqual([]);
});

test('a list is shown without its views, which can be loaded again', async () => {
  const { server } = serverWith(LATE);
  server.graphql(ListViewsDocument, () => refusal('server.unexpected'));
  server.graphql(CertificatesDocument, () => ({ certificates: pageOf([certificate()]) }));
  withSuperiors(server, [superior()]);
  const { say } = await renderApp('/certificates', { server });
  await expect.element(rows.first()).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: say('lists:views.label') }));
  await expect.element(item(say('lists:views.failed'))).toBeVisible();
  server.graphql(ListViewsDocument, () => ({ listViews: [{ ...LATE, shown: '{"active":true}' }] }));
  await userEvent.click(item(say('lists:views.failed')));
  await userEvent.click(page.getByRole('button', { name: say('lists:views.label') }));
  await expect.element(item('Late')).toBeVisible();
});
