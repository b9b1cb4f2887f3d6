import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { askGraphql } from './support/api.ts';
import { enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** The companies that the provider works for, as its planners see them. */

interface Clients {
  readonly companies: { readonly nodes: readonly { readonly id: string; readonly name: string; readonly checkPrice: number }[] };
}

for (const language of INTERFACE_LANGUAGES) {
  test(`a planner finds a company, its rules, its users and its checks, in ${language}`, async ({ page }) => {
    const say = wordsIn(language);
    await enter(page, person('planner'), language, '/planning');
    await page
      .getByRole('navigation')
      .getByRole('link', { name: say('shell:nav.companies') })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: say('companies:title') })).toBeVisible();
    const names = page.getByRole('table').getByRole('link');
    let clients: Clients['companies']['nodes'] = [];
    // Another journey may add a client meanwhile.
    await expect(async () => {
      const { data } = await askGraphql<Clients>(page, '{ companies(first: 100) { nodes { id name checkPrice } } }');
      clients = data?.companies.nodes ?? [];
      expect(clients.length).toBeGreaterThan(3);
      await page.reload();
      await expect(names).toHaveCount(Math.min(clients.length, 25), { timeout: 5000 });
    }).toPass();
    await expectAccessibleInBothModes(page);

    const price = page.getByRole('columnheader', { name: say('companies:column.checkPrice') });
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
    await expect(page.getByText(say('companies:detail.users', { count: known?.users.totalCount ?? 0 }))).toBeVisible();
    await expect(page.getByText(say('settings:workRules.staffCount'))).toBeVisible();
    // Rules are the company's to change.
    await expect(page.getByRole('textbox')).toHaveCount(0);
    expect(known?.reports.totalCount).toBeGreaterThan(8);
    const reports = page.getByRole('table', { name: say('companies:detail.reports') }).getByRole('link');
    await expect(reports).toHaveCount(8);
    await expectAccessibleInBothModes(page);
    await page
      .getByRole('table', { name: say('companies:detail.checks') })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/planning\/[\w-]+/);
  });
}

test('a list of companies that does not come is asked for again, and is nobody else’s', async ({ page, newBrowser, expectedFaults }) => {
  expectedFaults.push(/ERR_FAILED/);
  const say = wordsIn('en');
  await enter(page, person('planner'), 'en', '/planning');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let broken = true;
  await page.route('**/graphql', (route) =>
    broken && route.request().postData()?.includes('"operationName":"Clients"') ? route.abort() : route.continue(),
  );
  await page.goto('/companies');
  await expect(page.getByText(say('common:failed.title'))).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  broken = false;
  await page.getByRole('button', { name: say('common:retry') }).click();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();

  const phone = await newBrowser('phone');
  await enter(phone, person('hr.admin.7'), 'en', '/companies');
  await expect(phone.getByText(say('shell:noAccess.title'))).toBeVisible();
  await expect(phone.getByRole('table')).toHaveCount(0);
});
