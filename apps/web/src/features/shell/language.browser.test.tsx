import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LOCAL } from '../../lib/session/storage.ts';
import { pageOf } from '../../test/fixtures/list.ts';
import { type Person, person } from '../../test/people.ts';
import { renderApp } from '../../test/render.tsx';
import { sayIn } from '../../test/say.ts';
import { fakeServer } from '../../test/server.ts';
import { ChecksDocument } from '../checks/checks.gql.ts';

function emptyLists() {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([]) }));
  return server;
}

/** A superior whose record sets the language of the screens (specification, section 4). */
function interfaceAdmin(): Person {
  const known = person('employerBasic', {}, 'fr');
  if (!known.superior) throw new Error('This person has a superior record.');
  return { ...known, superior: { ...known.superior, language: 'NL', requestForm: 'InterfaceAdmin' } };
}

test('where no language was chosen, the screens are in that of the profile, and the choice stays open', async () => {
  const say = sayIn('fr');
  await renderApp('/checks', { as: person('employerBasic', {}, 'fr'), languageChosen: false, server: emptyLists() });
  await expect.element(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  expect(document.documentElement.lang).toBe('fr');
  expect(localStorage.getItem(LOCAL.language)).toBeNull();
  expect(localStorage.getItem(LOCAL.accountLanguage)).toBe('fr');
});

test('a language that was chosen here counts more than that of the profile', async () => {
  const { say } = await renderApp('/checks', { as: person('employerBasic', {}, 'fr'), language: 'en', server: emptyLists() });
  await expect.element(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  expect(document.documentElement.lang).toBe('en');
});

test('who has the language set by a superior record reads so, and can choose no other', async () => {
  const say = sayIn('nl');
  await renderApp('/checks', { as: interfaceAdmin(), server: emptyLists() });
  await expect.element(page.getByRole('heading', { level: 1, name: say('checks:list.title') })).toBeVisible();
  expect(localStorage.getItem(LOCAL.language)).toBe('nl');
  await page
    .getByRole('button', { name: say('shell:user.menu') })
    .or(page.getByRole('button', { name: /Bart Claes/ }))
    .first()
    .click();
  const choice = (code: 'en' | 'fr' | 'nl') => page.getByRole('menuitemradio', { name: say(`common:language.${code}`) });
  await expect.element(choice('nl').getByText(say('shell:user.languageOfSuperior'))).toBeVisible();
  await expect.element(choice('fr')).toHaveAttribute('aria-disabled', 'true');
  // Not even by its own element: a disabled line does nothing.
  (choice('fr').element() as HTMLElement).click();
  await expect.element(choice('nl')).toHaveAttribute('aria-checked', 'true');
  expect(localStorage.getItem(LOCAL.language)).toBe('nl');
});
