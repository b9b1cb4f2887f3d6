import { PAGE } from '@checkwell/domain/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fieldOf } from '../../../test/fields.ts';
import { newId } from '../../../test/fixtures/list.ts';
import { superior } from '../../../test/fixtures/people.ts';
import { COMPANY } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer, refusal } from '../../../test/server.ts';
import { SUPERIORS, withSuperiors } from '../../../test/superiors.ts';

test('superiors are put in the order of a header, and the address keeps it', async () => {
  const server = fakeServer();
  withSuperiors(server, [superior()]);
  const asked = () => Object.fromEntries(server.restCalls('GET', SUPERIORS).at(-1)?.url.searchParams ?? []);
  const { say, address, reload } = await renderApp('/settings/superiors', { server });
  const head = page.getByRole('columnheader', { name: say('personFields:email') });
  await expect.element(head).toHaveAttribute('aria-sort', 'none');
  for (const [direction, order] of [
    ['asc', 'ascending'],
    ['desc', 'descending'],
  ] as const) {
    await userEvent.click(head.getByRole('button'));
    await expect.element(head).toHaveAttribute('aria-sort', order);
    await expect.poll(asked).toMatchObject({ sort: 'email', direction });
  }
  await expect.poll(address).toMatch(/sort=email/);
  await reload();
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  expect(asked()).toMatchObject({ sort: 'email', direction: 'desc' });
});

test('a superior is added to the company by the call of the specification, and what it refuses is at its field', async () => {
  const server = fakeServer();
  withSuperiors(server, []);
  server.rest('POST', SUPERIORS, () => refusal('superior.duplicateEmail', { issues: [{ path: 'email', message: 'emailTaken' }] }));
  const { say } = await renderApp('/settings/superiors?add=true', { server });
  const dialog = page.getByRole('dialog');
  await userEvent.fill(fieldOf(dialog, say('personFields:email')), 'Sofie.Wouters@example.com');
  await userEvent.selectOptions(fieldOf(dialog, say('personFields:language')), 'nl');
  const submit = dialog.getByRole('button', { name: say('settings:superiors.add') });
  await userEvent.click(submit);
  await expect.element(dialog.getByText(say('validation:emailTaken'))).toBeVisible();
  const added = superior();
  server.rest('POST', SUPERIORS, () => ({ ...added, companyId: COMPANY.id }));
  withSuperiors(server, [added]);
  await userEvent.click(submit);
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText('Sofie Wouters')).toBeVisible();
  const call = server.restCalls('POST', SUPERIORS).at(-1);
  expect(call?.url.pathname).toBe(`/v1/api/companies/${COMPANY.id}/superiors`);
  expect(call?.body).toMatchObject({ email: 'sofie.wouters@example.com', language: 'nl', requestForm: '' });
});

test('what is typed about a superior stays when a live change takes the superior off the page', async () => {
  const server = fakeServer();
  withSuperiors(server, [superior()]);
  const { say } = await renderApp('/settings/superiors', { server });
  await userEvent.click(page.getByRole('button', { name: say('common:actionsFor', { name: 'Sofie Wouters' }) }));
  await userEvent.click(page.getByRole('menuitem', { name: say('common:edit') }));
  const email = fieldOf(page.getByRole('dialog'), say('personFields:email'));
  await userEvent.fill(email, 's.wouters@example.com');
  withSuperiors(server, [superior({ id: newId(), superiorFullName: 'Nele Aerts', firstName: 'Nele', lastName: 'Aerts' })]);
  server.notify('superior', { companyId: COMPANY.id });
  await expect.element(page.getByRole('row').filter({ hasText: 'Aerts' })).toBeInTheDocument();
  await expect.element(email).toHaveValue('s.wouters@example.com');
});

test('a list that cannot be had says so, and is there at the next try', async () => {
  const server = fakeServer();
  server.rest('GET', SUPERIORS, () => refusal('server.unexpected'));
  const { say } = await renderApp('/settings/superiors', { server });
  const retry = page.getByRole('button', { name: say('common:retry') });
  await expect.element(retry).toBeVisible();
  withSuperiors(server, [superior()]);
  await userEvent.click(retry);
  await expect.element(page.getByText('Sofie Wouters')).toBeVisible();
});

test('a window of 320 pixels (1280 at 400 %) scrolls downwards only, and an address breaks before its domain', async () => {
  const server = fakeServer();
  const email = (number: number) => `emma-coppens-van-den-broeck-${number}@brouwerij-de-linde.example`;
  withSuperiors(
    server,
    Array.from({ length: PAGE.defaultSize + 1 }, (_, number) => superior({ id: newId(), email: email(number) })),
  );
  const { say } = await renderApp('/settings/superiors', { server, width: 320, height: 256, language: 'nl' });
  await expect.element(page.getByRole('button', { name: say('common:pager.next') })).toBeInTheDocument();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const address = await page.getByTitle(email(0)).findElement();
  const lines = [...address.getClientRects()].map(({ top }) => top);
  const domain = address.querySelector('span');
  expect(domain?.getClientRects()).toHaveLength(1);
  expect(domain?.getBoundingClientRect().top).toBeGreaterThan(lines[0] ?? 0);
});
