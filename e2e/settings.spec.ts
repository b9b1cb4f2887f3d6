import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import type { Page } from '@playwright/test';
import { AT_ISSUER } from './support/certified-issuer.ts';
import { colleagueOf, founderOf } from './support/companies.ts';
import { expectFault, fieldOf, groupOf, sentenceWith } from './support/fields.ts';
import { DEMO_PASSWORD, enter, person } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, OFFLINE, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** Settings: the own profile and the users of the company (specification, sections 2, 5 and 8). */

const say = wordsIn('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  const say = wordsIn(language);
  const other = INTERFACE_LANGUAGES[(index + 1) % INTERFACE_LANGUAGES.length] ?? 'en';

  test(
    `the profile says what is wrong on the field, is saved as the product writes it, and sets the language, in ${language}`,
    AT_ISSUER,
    async ({ page }) => {
      await enter(page, await colleagueOf(person('hr.basic.4'), `profile.${language}`), language, '/settings');
      await expect(page).toHaveURL(/\/settings\/profile$/);
      // Users are for administrators.
      await expect(page.getByRole('link', { name: say('settings:tab.company'), exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: say('settings:tab.users'), exact: true })).toHaveCount(0);
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
      await fieldOf(page, say('settings:profile.language')).selectOption(other);
      await button(page, say('common:save')).click();
      await expect(page.getByText(wordsIn(other)('common:saved'))).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: wordsIn(other)('settings:title') })).toBeVisible();
      await expect(fieldOf(page, wordsIn(other)('settings:profile.phoneNumber'))).toHaveValue('+32 470 12 34 56');
      await expect(page.locator('aside').getByText('Mieke')).toBeVisible();
    },
  );
}

for (const language of INTERFACE_LANGUAGES) {
  const say = wordsIn(language);

  test(`a password is changed under the eyes of its rule, and other devices are signed out, in ${language}`, async ({
    page,
    newBrowser,
    expectedFaults,
  }) => {
    // Refused passwords are refused requests; the other device finds out that its session has ended.
    expectedFaults.push(/422 \(Unprocessable.*\/auth\/password/, /401 \(Unauthorized\)/, /auth\.sessionEnded/, /status code 401/);
    // Somebody of its own: how many devices there are is counted, and the password is another one afterwards.
    const user = await colleagueOf(person('hr.basic.8'), `password.${language}`);
    const other = await newBrowser();
    await enter(other, user, language, '/checks');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await enter(page, user, language, '/settings/profile');
    const sessions = page.getByRole('region', { name: say('settings:sessions.title') }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.first()).toContainText(say('settings:sessions.current'));

    const current = fieldOf(page, say('settings:password.current'));
    const next = fieldOf(page, say('settings:password.next'));
    const submit = button(page, say('settings:password.submit'));
    await submit.click();
    await expectFault(current, say('validation:passwordConfirmLink'));
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
    await expectFault(current, say('settings:password.wrongCurrent'));
    await expectAccessibleInBothModes(page);
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
}

for (const [index, language] of INTERFACE_LANGUAGES.entries()) {
  const say = wordsIn(language);

  test(`users are added, changed and deleted; the last administrator and oneself stay, in ${language}`, async ({ page }) => {
    const founder = await founderOf(`users.${language}`, 11 + index);
    await enter(page, founder, language, '/settings/users');
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
    await fieldOf(dialog, say('settings:users.column.email')).fill(founder.email);
    await submit.click();
    await expectFault(fieldOf(dialog, say('settings:users.column.email')), say('validation:emailTaken'));
    await fieldOf(dialog, say('settings:users.column.email')).fill(`Nele.DeClercq.${language}@example.com`);
    await submit.click();
    await expect(page.getByText(say('settings:users.added'))).toBeVisible();
    // The invitation goes out, and the screen says where to.
    await expect(page.getByText(say('settings:users.addedText', { email: `nele.declercq.${language}@example.com` }))).toBeVisible();
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
    // What had the focus is gone; whoever goes by the keyboard is still in the list.
    await expect(page.locator('tbody button:focus')).toHaveCount(1);

    // What must not happen cannot be chosen, and says why.
    const self = founder.email;
    await row(self)
      .getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) })
      .click();
    const remove = page.getByRole('menuitem', { name: say('common:delete') });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await expect(remove).toContainText(say('settings:users.ownAccount'));
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await act(self, say('settings:users.changeAccess'));
    await expect(dialog.getByRole('radio', { name: say('enums:accesType.basic') })).toBeDisabled();
    await expect(dialog).toContainText(sentenceWith(say('settings:users.onlyAdmin', { name: '…' })));
    await expectAccessible(page);
  });
}

test('a failure to delete or to add a user is the sentence of the catalogue, and loses nothing', async ({ page, expectedFaults }) => {
  expectedFaults.push(/500/);
  await enter(page, person('hr.admin.4'), 'en', '/settings/users');
  const other = page.getByRole('row').filter({ hasText: person('hr.basic.4').email });
  await other.getByRole('button', { name: new RegExp(`^${say('common:actionsFor', { name: '' }).trim()}`) }).click();
  await page.getByRole('menuitem', { name: say('common:delete') }).click();
  const question = page.getByRole('alertdialog');
  // What it means is said before.
  await expect(question).toContainText(sentenceWith(say('settings:users.deleteText', { name: '…', company: '…' })));
  await page.route('**/graphql', (route) =>
    /mutation (DeleteUser|CreateUser)/.test(route.request().postData() ?? '')
      ? route.fulfill({ status: 500, body: 'x' })
      : route.fallback(),
  );
  await question.getByRole('button', { name: say('settings:users.delete') }).click();
  await expect(question.getByText(say('common:genericError'))).toBeVisible();
  await question.getByRole('button', { name: say('common:cancel') }).click();
  await expect(other).toBeVisible();

  await button(page, say('settings:users.add')).click();
  const dialog = page.getByRole('dialog');
  await fieldOf(dialog, say('settings:profile.firstName')).fill('Nele');
  await fieldOf(dialog, say('settings:profile.lastName')).fill('De Clercq');
  await fieldOf(dialog, say('settings:users.column.email')).fill('nele@example.com');
  await fieldOf(dialog, say('settings:users.column.phoneNumber')).fill('0470 11 22 33');
  await dialog.getByRole('radio', { name: say('enums:accesType.basic') }).check();
  await dialog.getByLabel(say('enums:interfaceLanguage.nl')).check();
  await dialog.getByRole('button', { name: say('settings:users.add') }).click();
  await expect(dialog.getByText(say('common:genericError'))).toBeVisible();
  await expect(fieldOf(dialog, say('settings:users.column.email'))).toHaveValue('nele@example.com');
});

for (const language of ['fr', 'nl'] as const) {
  test(`what a new user needs is asked for at the field, in ${language}`, async ({ page }) => {
    const speak = wordsIn(language);
    await enter(page, person('hr.admin.4'), language, '/settings/users');
    await button(page, speak('settings:users.add')).click();
    const dialog = page.getByRole('dialog');
    await fieldOf(dialog, speak('settings:users.column.phoneNumber')).fill('12');
    await dialog.getByRole('button', { name: speak('settings:users.add') }).click();
    for (const [label, sentence] of [
      ['settings:profile.firstName', 'validation:firstNameRequired'],
      ['settings:profile.lastName', 'validation:lastNameRequired'],
      ['settings:users.column.email', 'validation:emailRequired'],
      ['settings:users.column.phoneNumber', 'validation:phoneFormat'],
    ] as const)
      await expectFault(fieldOf(dialog, speak(label)), speak(sentence));
    await expectFault(groupOf(dialog, speak('settings:users.column.accesType')), speak('validation:accessTypeRequired'));
    await expectFault(groupOf(dialog, speak('settings:users.column.languages')), speak('validation:languageRequired'));
    await expectAccessibleInBothModes(page);
  });
}

for (const language of INTERFACE_LANGUAGES) {
  const say = wordsIn(language);

  test(`each kind of e-mail about checks can be switched off, one by one, in ${language}`, async ({ page }) => {
    await enter(page, await colleagueOf(person('hr.basic.9'), `mails.${language}`), language, '/settings/profile');
    const card = page.getByRole('region', { name: say('settings:notifications.title') });
    await expect(card.getByRole('switch')).toHaveCount(5);
    for (const one of await card.getByRole('switch').all()) await expect(one).toBeChecked();
    await card.getByRole('switch', { name: say('enums:notificationKind.OrderReceived') }).click();
    await expect(page.getByText(say('common:saved')).first()).toBeVisible();
    await page.reload();
    await expect(card.getByRole('switch', { name: say('enums:notificationKind.OrderReceived') })).not.toBeChecked();
    await expect(card.getByRole('switch', { name: say('enums:notificationKind.ResultAvailable') })).toBeChecked();
    await expectAccessibleInBothModes(page);
    await card.getByRole('switch', { name: say('enums:notificationKind.OrderReceived') }).click();
    await expect(page.getByText(say('common:saved')).first()).toBeVisible();
    await page.reload();
    await expect(card.getByRole('switch', { name: say('enums:notificationKind.OrderReceived') })).toBeChecked();
  });
}

test('that the network is gone is said even where nothing was said before, and what was typed stays', async ({ page, expectedFaults }) => {
  expectedFaults.push(...OFFLINE, /preload/i);
  await enter(page, person('hr.basic.5'), 'en', '/settings/profile');
  const name = fieldOf(page, say('settings:profile.firstName'));
  await name.fill('Offline');
  await page.context().setOffline(true);
  await page
    .getByRole('button', { name: say('common:save') })
    .first()
    .click();
  await expect(page.getByText(say('common:failed.offlineTitle'))).toBeVisible();
  await expect(name).toHaveValue('Offline');
  await page.context().setOffline(false);
});
