import { askGraphql } from '../support/api.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** The provider's client companies, as planners see them. */

interface Clients {
  readonly companies: { readonly nodes: readonly { readonly id: string; readonly name: string; readonly checkPrice: number }[] };
}

test(`a planner finds a company, its rules, its users and its checks`, async ({ page }) => {
  const say = sayIn('fr');
  await enter(page, person('planner'), 'fr', '/planning');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell:nav.companies') })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: say('companies:title') })).toBeVisible();
  const names = page.getByRole('table').getByRole('link');
  let clients: Clients['companies']['nodes'] = [];
  // Another test may add a client meanwhile.
  await expect(async () => {
    const { data } = await askGraphql<Clients>(page, '{ companies(first: 100) { nodes { id name checkPrice } } }');
    clients = data?.companies.nodes ?? [];
    expect(clients.length).toBeGreaterThan(3);
    await page.reload();
    await expect(names).toHaveCount(Math.min(clients.length, 25), { timeout: 5000 });
  }).toPass();

  const price = page.getByRole('columnheader', { name: say('companyFields:checkPrice') });
  await price.getByRole('button').click();
  await expect(price).toHaveAttribute('aria-sort', 'ascending');
  const cheapest = Math.min(...clients.map(({ checkPrice }) => checkPrice));
  await expect(names.first()).toContainText(clients.find(({ checkPrice }) => checkPrice === cheapest)?.name ?? '');

  const search = page.getByRole('searchbox', { name: say('companies:search') });
  await search.fill('zzzz');
  await expect(page.getByText(say('common:empty.filtered'))).toBeVisible();
  await page.getByRole('button', { name: say('common:clearAll') }).click();
  await expect(search).toHaveValue('');
  await search.fill('Brouwerij');
  await expect(names).toHaveCount(1);
  await names.first().click();

  await expect(page.getByRole('heading', { level: 1, name: 'Brouwerij De Linde' })).toBeVisible();
  const id = /companies\/([\w-]+)/.exec(page.url())?.[1];
  const { data: known } = await askGraphql<Record<'users' | 'reports', { totalCount: number }>>(
    page,
    'query ($id: ID!) { users(filter: { companyId: $id }) { totalCount } reports(filter: { companyId: $id }) { totalCount } }',
    { id },
  );
  await expect(page.getByText(say('common:count.users', { count: known?.users.totalCount ?? 0 }))).toBeVisible();
  await expect(page.getByText(say('companyFields:staffCount'))).toBeVisible();
  // Only the company itself may change its rules.
  await expect(page.getByRole('textbox')).toHaveCount(0);
  expect(known?.reports.totalCount).toBeGreaterThan(8);
  const reports = page.getByRole('table', { name: say('companies:detail.reports') }).getByRole('link');
  await expect(reports).toHaveCount(8);
  await page
    .getByRole('table', { name: say('companies:detail.checks') })
    .getByRole('link')
    .first()
    .click();
  await expect(page).toHaveURL(/\/planning\/[\w-]+/);
});
