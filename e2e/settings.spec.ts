import type { Page } from '@playwright/test';
import { expectFault, fieldOf, groupOf } from './support/fields.ts';
import { DEMO_PASSWORD, enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Settings: the own profile and the users of the company (specification, sections 2, 5 and 8). */

const say = wordsIn('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the profile says what is wrong on the field, is saved as the product writes it, and sets the language', async ({ page }) => {
  await enter(page, person('hr.basic.4'), 'en', '/settings');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  // Users are for administrators.
  await expect(page.getByRole('navigation', { name: say('settings:title') })).toHaveCount(0);
  const phone = fieldOf(page, say('settings:profile.phoneNumber'));
  await fieldOf(page, say('settings:profile.firstName')).fill(' ');
  await phone.fill('12');
  await button(page, say('common:save')).click();
  await expectFault(fieldOf(page, say('settings:profile.firstName')), say('validation:firstNameRequired'));
  await expectFault(phone, say('validation:phoneFormat'));
  await expect(fieldOf(page, say('settings:profile.firstName'))).toBeFocused();
  await expectAccessibleInBothModes(page);

  await fieldOf(page, say('settings:profile.firstName')).fill('Mieke');
  await phone.fill('0470/12.34.56');
  await fieldOf(page, say('settings:profile.language')).selectOption('nl');
  await button(page, say('common:save')).click();
  await expect(page.getByText(wordsIn('nl')('common:saved'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: wordsIn('nl')('settings:title') })).toBeVisible();
  await expect(fieldOf(page, wordsIn('nl')('settings:profile.phoneNumber'))).toHaveValue('+32470123456');
  await expect(page.locator('aside').getByText('Mieke')).toBeVisible();
});

test('a password is changed under the eyes of its rule, and other devices are signed out', async ({ page, newBrowser, expectedFaults }) => {
  // Refused passwords are refused requests; the other device finds out that its session has ended.
  expectedFaults.push(/422 \(Unprocessable.*\/auth\/password/, /401 \(Unauthorized\)/, /auth\.sessionEnded/, /status code 401/);
  const user = person('hr.basic.3');
  const other = await newBrowser();
  await enter(other, user, 'en', '/checks');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await enter(page, user, 'en', '/settings/profile');
  const sessions = page.getByRole('region', { name: say('settings:sessions.title') }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText(say('settings:sessions.current'));

  const current = fieldOf(page, say('settings:password.current'));
  const next = fieldOf(page, say('settings:password.next'));
  const submit = button(page, say('settings:password.submit'));
  await submit.click();
  await expectFault(current, say('validation:passwordConfirmLink'));
  await next.fill('fiets749');
  await expect(page.getByRole('listitem').filter({ hasText: say('settings:password.part.digits', { digits: 3 }) })).toContainText(
    say('settings:password.met'),
  );
  await expect(page.getByRole('listitem').filter({ hasText: say('settings:password.part.special') })).toContainText(
    say('settings:password.unmet'),
  );
  await current.fill('Not-my-password-1234');
  await next.fill('Kanaal-fiets-749');
  await submit.click();
  await expectFault(current, say('settings:password.wrongCurrent'));
  await expectAccessibleInBothModes(page);
  await current.fill(DEMO_PASSWORD);
  await submit.click();
  await expect(page.getByText(say('settings:password.changed'))).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(next).toHaveValue('');
  await other.reload();
  await expect(other).toHaveURL(/\/$/);
  await page.reload();
  await expect(current).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: say('settings:logOut.button') })
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test('users are added, changed and deleted; the last administrator and oneself stay', async ({ page }) => {
  await enter(page, person('hr.admin.4'), 'en', '/settings/users');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const act = async (text: string, action: string) => {
    await row(text)
      .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const dialog = page.getByRole('dialog');
  await button(page, say('settings:users.add')).click();
  await expectAccessible(page);
  const submit = dialog.getByRole('button', { name: say('settings:users.add') });
  await submit.click();
  for (const [label, sentence] of [
    ['settings:profile.firstName', 'validation:firstNameRequired'],
    ['settings:profile.lastName', 'validation:lastNameRequired'],
    ['settings:users.column.email', 'validation:emailRequired'],
    ['settings:users.column.phoneNumber', 'validation:phoneRequired'],
  ] as const)
    await expectFault(fieldOf(dialog, say(label)), say(sentence));
  await expectFault(groupOf(dialog, say('settings:users.column.accesType')), say('validation:accessTypeRequired'));
  await expectFault(groupOf(dialog, say('settings:users.column.languages')), say('validation:languageRequired'));
  await expectAccessibleInBothModes(page);

  await fieldOf(dialog, say('settings:profile.firstName')).fill('Nele');
  await fieldOf(dialog, say('settings:profile.lastName')).fill('De Clercq');
  await fieldOf(dialog, say('settings:users.column.phoneNumber')).fill('0470 11 22 33');
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await dialog.getByLabel(say('enums:interfaceLanguage.nl')).check();
  await fieldOf(dialog, say('settings:users.column.email')).fill(person('hr.basic.4').email);
  await submit.click();
  await expectFault(fieldOf(dialog, say('settings:users.column.email')), say('validation:emailTaken'));
  await fieldOf(dialog, say('settings:users.column.email')).fill('Nele.DeClercq@example.com');
  await submit.click();
  await expect(page.getByText(say('settings:users.added'))).toBeVisible();
  // No mail goes out yet, and the screen says so.
  await expect(page.getByText(say('settings:users.addedText', { email: 'nele.declercq@example.com' }))).toBeVisible();
  await expect(button(page, say('settings:users.add'))).toBeFocused();

  await act('nele.declercq', say('settings:users.changeAccess'));
  await dialog.getByRole('radio', { name: say('enums:accesType.admin') }).check();
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(row('nele.declercq')).toContainText(say('enums:accesType.admin'));
  await act('nele.declercq', say('common:delete'));
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: say('settings:users.delete') })
    .click();
  await expect(page.getByText(say('settings:users.deleted'))).toBeVisible();
  await expect(row('nele.declercq')).toHaveCount(0);

  // The refusals are read out although a dialog is open: they stand in it.
  const self = person('hr.admin.4').email;
  await act(self, say('common:delete'));
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: say('settings:users.delete') }).click();
  await expect(question.getByText(say('errors:user.cannotDeleteSelf'))).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: say('common:cancel') }).click();
  await act(self, say('settings:users.changeAccess'));
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await expect(dialog.getByText(say('settings:users.givesUp'))).toBeVisible();
  await dialog.getByRole('button', { name: say('common:save') }).click();
  await expect(dialog.getByText(say('errors:user.lastAdmin'))).toBeVisible();
});
