/**
 * Runs inline in the head, before anything is fetched or painted (build/boot.ts puts it there, build/pages.ts
 * publishes its hash for the Content-Security-Policy). Keep it tiny and without dependencies beyond the keys.
 */
import { initialLanguage, parseLanguages, preferredLanguages } from './lib/i18n/language.ts';
import { takeLinkParameters } from './lib/session/link-parameters.ts';
import { LOCAL, SESSION } from './lib/session/storage-keys.ts';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

/** A browser that refuses storage forgets, and works all the same: default colours, its own language, nobody signed in. */
function storage(open: () => Storage): Store {
  try {
    return open();
  } catch {
    return { getItem: () => null, setItem: () => undefined };
  }
}

const page = document.documentElement;
const local = storage(() => localStorage);
const tab = storage(() => sessionStorage);
const { translations = '{}', inside, languages, app } = document.currentScript?.dataset ?? {};

const link = takeLinkParameters(location.href);
if (link) {
  history.replaceState(history.state, '', link.address);
  try {
    if (link.accessToken) local.setItem(LOCAL.linkToken, link.accessToken);
    if (link.language) tab.setItem(SESSION.linkLanguage, link.language);
  } catch {
    // A full store loses the sign-in by link, but the token has left the address.
  }
}
if (local.getItem(LOCAL.colorMode) === 'dark') page.classList.add('dark');
const signedIn = [LOCAL.session, LOCAL.accessToken].some((key) => local.getItem(key));
// The page that the build rendered ahead is for visitors without a past; anybody else would see it change.
const known = signedIn || local.getItem(LOCAL.linkToken) || tab.getItem(SESSION.notice);
const language = initialLanguage(preferredLanguages(local, tab, navigator.languages), parseLanguages(languages));
// The application's frame, which is in the page, is for users who will see the application in it.
if (signedIn && inside !== undefined) page.classList.add('inside');
if (known || language !== page.lang) page.classList.add('waits');
page.lang = language;

// Nothing is ever submitted by the browser itself. What was sent before the application is there, it sends on (main.tsx).
addEventListener(
  'submit',
  (event) => {
    event.preventDefault();
    if (event.target instanceof Element && event.target.closest('.ahead')) page.dataset.sent = '';
  },
  true,
);

const announce = (rel: string, href: string, as = ''): void =>
  document.head.append(Object.assign(document.createElement('link'), { rel, as, crossOrigin: '', href }));

// The page's translations are requested now, not when the application asks for them: build/pages.ts says which. Who has to
// sign in first will see other texts.
const addresses: Record<string, string[]> = JSON.parse(translations);
for (const href of inside === undefined || signedIn ? (addresses[page.lang] ?? []) : []) announce('preload', href, 'fetch');
// Signed-in users skip the sign-in page; its announcements name none of what they get instead.
for (const href of app && signedIn ? app.split(' ') : []) announce('modulepreload', href);
