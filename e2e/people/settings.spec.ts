import type { Page } from '@playwright/test';
import { USER_REQUIRED } from '../../apps/web/src/test/required-fields.ts';
import { colleagueOf, founderOf } from '../support/companies.ts';
import { expectFieldError, fieldOf, groupOf, sentenceWith } from '../support/fields.ts';
import { DEMO_PASSWORD, enter, person } from '../support/people.ts';
import { sayIn } from '../support/screens/say.ts';
import { expect, test } from '../support/test.ts';

/** Settings: the user's profile and the users of the company (specification, sections 2, 5 and 8). */

const say = sayIn('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test(`the profile shows errors at the fields, is saved in normalized form, and sets the language`, async ({ page }) => {
  await enter(page, await colleagueOf(person('hr.basic.4'), `profile.en`), 'en', '/settings');
  await expect(page).toHaveURL(/\/settings\/profile$/);
  // Users are for administrators.
  await expect(page.getByRole('link', { name: say('settings:tab.company'), exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: say('settings:tab.users'), exact: true })).toHaveCount(0);
  const phone = fieldOf(page, say('personFields:phoneNumber'));
  await fieldOf(page, say('personFields:firstName')).fill(' ');
  await phone.fill('12');
  await button(page, say('common:save')).click();
  await expectFieldError(fieldOf(page, say('personFields:firstName')), say('validation:firstNameRequired'));
  await expectFieldError(phone, say('validation:phoneFormat'));
  await expect(fieldOf(page, say('personFields:firstName'))).toBeFocused();

  await fieldOf(page, say('personFields:firstName')).fill('Mieke');
  await phone.fill('0470/12.34.56');
  await fieldOf(page, say('personFields:language')).selectOption('fr');
  await button(page, say('common:save')).click();
  await expect(page.getByText(sayIn('fr')('common:saved'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: sayIn('fr')('settings:title') })).toBeVisible();
  await expect(fieldOf(page, sayIn('fr')('personFields:phoneNumber'))).toHaveValue('+32 470 12 34 56');
  await expect(page.locator('aside').getByText('Mieke')).toBeVisible();
});

test(`a password is changed while its rule is checked, and other devices are signed out`, async ({ page, newBrowser, expectedErrors }) => {
  // Refused passwords are refused requests; the other device finds out that its session has ended.
  expectedErrors.push(/422 \(Unprocessable.*\/auth\/password/, /401 \(Unauthorized\)/, /auth\.sessionEnded/, /status code 401/);
  // A separate user, because devices are counted and the password changes.
  const user = await colleagueOf(person('hr.basic.8'), `password.en`);
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
  await expectFieldError(current, say('validation:passwordConfirmLink'));
  await next.fill('fiets749');
  await expect(page.getByRole('listitem').filter({ hasText: say('account:passwordParts.part.digits', { digits: 3 }) })).toContainText(
    say('account:passwordParts.met'),
  );
  await expect(page.getByRole('listitem').filter({ hasText: say('account:passwordParts.part.special') })).toContainText(
    say('account:passwordParts.unmet'),
  );
  await current.fill('Not-my-password-1234');
  await next.fill('Kanaal-fiets-749');
  await submit.click();
  await expectFieldError(current, say('common:wrongPassword'));
  await current.fill(DEMO_PASSWORD);
  await submit.click();
  await expect(page.getByText(say('settings:password.changed'))).toBeVisible();
  await expect(sessions).toHaveCount(1);
  await expect(next).toHaveValue('');
  await expect(other).toHaveURL(/\/$/);
  await page.reload();
  await expect(current).toBeVisible();
  await page
    .getByRole('main')
    .getByRole('button', { name: say('settings:logOut.button') })
    .click();
  await expect(page).toHaveURL(/\/$/);
});

test(`users are added, changed and deleted; nobody deletes themselves or demotes the last administrator`, async ({ page }) => {
  const founder = await founderOf('users');
  await enter(page, founder, 'en', '/settings/users');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  const act = async (text: string, action: string) => {
    await row(text)
      .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const dialog = page.getByRole('dialog');
  await button(page, say('settings:users.add')).click();
  const submit = dialog.getByRole('button', { name: say('settings:users.add') });
  await submit.click();
  for (const [label, sentence] of USER_REQUIRED.fields) await expectFieldError(fieldOf(dialog, say(label)), say(sentence));
  for (const [label, sentence] of USER_REQUIRED.groups) await expectFieldError(groupOf(dialog, say(label)), say(sentence));

  await fieldOf(dialog, say('personFields:firstName')).fill('Nele');
  await fieldOf(dialog, say('personFields:lastName')).fill('De Clercq');
  await fieldOf(dialog, say('personFields:phoneNumber')).fill('0470 11 22 33');
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await dialog.getByLabel(say('enums:interfaceLanguage.nl')).check();
  await fieldOf(dialog, say('personFields:email')).fill(founder.email);
  await submit.click();
  await expectFieldError(fieldOf(dialog, say('personFields:email')), say('validation:emailTaken'));
  await fieldOf(dialog, say('personFields:email')).fill(`Nele.DeClercq.fr@example.com`);
  await submit.click();
  await expect(page.getByText(say('settings:users.added'))).toBeVisible();
  // The screen says to which address the invitation is sent.
  await expect(page.getByText(say('settings:users.addedText', { email: `nele.declercq.fr@example.com` }))).toBeVisible();
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
  // The focused row is gone; the focus stays in the list.
  await expect(page.locator('tbody button:focus')).toHaveCount(1);

  // Forbidden actions are disabled, with the reason.
  const self = founder.email;
  await row(self)
    .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
    .click();
  const remove = page.getByRole('menuitem', { name: say('common:delete') });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(remove).toContainText(say('settings:users.ownAccount'));
  await page.keyboard.press('Escape');
  await act(self, say('settings:users.changeAccess'));
  await expect(dialog.getByRole('radio', { name: say('enums:accesType.basic') })).toBeDisabled();
  await expect(dialog).toContainText(sentenceWith(say('settings:users.onlyAdmin', { name: '…' })));
});
