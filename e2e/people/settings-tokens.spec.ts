import { expectFieldError, fieldOf, groupOf } from '../support/fields.ts';
import { enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';
import { uniqueName } from '../support/unique.ts';

/** Settings: API tokens for programs that act for a company (design.md 1). */

test(`a token is created, shown once, used by a program, and revoked`, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/401 \(Unauthorized\)/);
  const say = sayIn('fr');
  const name = `Payroll ${uniqueName()}`;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, person('hr.admin.9'), 'fr', '/settings/api-tokens');
  const create = page.getByRole('button', { name: say('settings:tokens.create') });
  await create.click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: say('settings:tokens.create') });
  await submit.click();
  await expectFieldError(fieldOf(dialog, say('settings:tokens.column.name')), say('validation:required'));
  await expectFieldError(groupOf(dialog, say('personFields:accesType')), say('validation:accessTypeRequired'));
  await fieldOf(dialog, say('settings:tokens.column.name')).fill(name);
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await fieldOf(dialog, say('settings:tokens.expires')).selectOption('30');
  await submit.click();

  const shown = fieldOf(dialog, say('settings:tokens.token'));
  await expect(shown).toHaveValue(/^cwk_[\w-]{43}$/);
  const token = await shown.inputValue();
  await dialog.getByRole('button', { name: say('common:copy') }).click();
  await expect(page.getByText(say('common:copied')).first()).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await dialog.getByRole('button', { name: say('settings:tokens.done') }).click();

  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(token.slice(0, 12));
  await expect(row).toContainText(say('settings:tokens.neverUsed'));
  await expect(row).toContainText(say('settings:tokens.state.active'));
  await page.reload();
  await expect(row).toBeVisible();
  expect(await page.content()).not.toContain(token);

  const ask = () =>
    request.post('/graphql', {
      headers: { authorization: `Bearer ${token}` },
      data: { query: '{ viewer { firstName companies { accesType } } }' },
    });
  const answer = await ask();
  expect(await answer.json()).toEqual({ data: { viewer: { firstName: name, companies: [{ accesType: 'basic' }] } } });
  await page.reload();
  await expect(row).toContainText(say('common:relative.now'));

  await row.getByRole('button', { name: say('common:actionsFor', { name }) }).click();
  await page.getByRole('menuitem', { name: say('settings:tokens.revoke') }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(say('settings:tokens.revokeText'));
  await question.getByRole('button', { name: say('settings:tokens.revoke') }).click();
  await expect(page.getByText(say('settings:tokens.revoked')).first()).toBeVisible();
  await expect(row).toContainText(say('settings:tokens.state.revoked'));
  await expect(row.getByRole('button')).toHaveCount(0);
  expect((await ask()).status()).toBe(401);
});
