/**
 * Runs inline in the head, before anything is fetched or painted (build/boot.ts puts it there, build/pages.ts
 * publishes its hash for the Content-Security-Policy). Keep it tiny and without dependencies beyond the keys.
 */
import { takeLinkToken } from './lib/link-token.ts';
import { LOCAL, SESSION } from './lib/storage-keys.ts';

const page = document.documentElement;
let signedIn = false;
try {
  const clean = takeLinkToken(location.href, localStorage);
  if (clean !== undefined) history.replaceState(history.state, '', clean);
  if (localStorage.getItem(LOCAL.colorMode) === 'dark') page.classList.add('dark');
  signedIn = [LOCAL.session, LOCAL.accessToken].some((key) => localStorage.getItem(key));
  // The page that the build rendered ahead is for visitors without a past; anybody else would see it change.
  const known = signedIn || localStorage.getItem(LOCAL.linkToken) || sessionStorage.getItem(SESSION.notice);
  const language = localStorage.getItem(LOCAL.language) || page.lang;
  if (known || language !== page.lang) page.classList.add('waits');
  page.lang = language;
} catch {
  // Storage refused by the browser: default colours, default language, nobody signed in.
}

// Nothing is ever submitted by the browser itself. What was sent before the application is there, it sends on (main.tsx).
addEventListener(
  'submit',
  (event) => {
    event.preventDefault();
    if (event.target instanceof Element && event.target.closest('.ahead')) page.dataset.sent = '';
  },
  true,
);

// The page's words start to travel now, not when the application asks for them: build/pages.ts says which. Who has to
// sign in first will see other words.
const { words = '{}', inside } = document.currentScript?.dataset ?? {};
const addresses: Record<string, string[]> = JSON.parse(words);
for (const href of inside === undefined || signedIn ? (addresses[page.lang] ?? []) : []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }));
}
