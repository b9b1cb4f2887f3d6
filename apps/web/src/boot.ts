/**
 * Runs inline in the head, before anything is fetched or painted (build/boot.ts puts it there, build/pages.ts
 * publishes its hash for the Content-Security-Policy). Keep it tiny and without dependencies beyond the keys.
 */
import { takeLinkToken } from './lib/link-token.ts';
import { LOCAL } from './lib/storage-keys.ts';

const page = document.documentElement;
try {
  const clean = takeLinkToken(location.href, localStorage);
  if (clean !== undefined) history.replaceState(history.state, '', clean);
  if (localStorage.getItem(LOCAL.colorMode) === 'dark') page.classList.add('dark');
  page.lang = localStorage.getItem(LOCAL.language) || page.lang;
} catch {
  // Storage refused by the browser: default colours, default language, nobody signed in.
}

// The page's words start to travel now, not when the application asks for them: build/pages.ts says which.
const words: Record<string, string[]> = JSON.parse(document.currentScript?.dataset['words'] ?? '{}');
for (const href of words[page.lang] ?? []) {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href }));
}
