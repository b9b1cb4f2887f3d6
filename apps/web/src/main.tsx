import './styles.css';
import { createBrowserHistory } from '@tanstack/react-router';
import { type ReactNode, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { followColorMode } from './lib/browser/theme.ts';
import { whenIdle } from './lib/browser/time.ts';
import { followLanguage, isSubstituted, missingTranslations, reloadTranslations, startI18n } from './lib/i18n/i18n.ts';
import { confirmTranslations } from './lib/i18n/readiness.ts';
import { loadTranslations } from './lib/i18n/translations-loader.ts';
import { session } from './lib/session/session.ts';
import { LOCAL, localStore } from './lib/session/storage.ts';
import { firstPage } from './start.tsx';
import { setUpToasts } from './ui/overlays/Toast.tsx';

const whenVisible = (listener: () => void): void =>
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') listener();
  });

/** After a deployment the chunks of the running version are gone: one reload fetches the new one. */
function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => {
    const key = 'reloadedForChunk';
    if (sessionStorage.getItem(key) === location.pathname) return;
    fetch(location.pathname, { method: 'HEAD', headers: { Accept: 'text/html' }, cache: 'no-store' }).then(
      ({ ok }) => {
        if (!ok) return;
        sessionStorage.setItem(key, location.pathname);
        location.reload();
      },
      // Out of reach, not gone: a reload would lose the page too.
      () => undefined,
    );
  });
}

/** What somebody typed into the page that was rendered ahead (prerender.tsx), and sent, moves on into the real one. */
function rememberInput(root: HTMLElement): () => void {
  const early = root.querySelector<HTMLInputElement>('.ahead input[name="email"]');
  const value = early?.value ?? '';
  const focused = early !== null && document.activeElement === early;
  return () => {
    const input = root.querySelector<HTMLInputElement>('input[name="email"]');
    if (!input) return;
    if (value !== '') input.value = value;
    if (focused) input.focus();
    if (document.documentElement.dataset.sent !== undefined) input.form?.requestSubmit();
    delete document.documentElement.dataset.sent;
  };
}

async function start(): Promise<void> {
  reloadOnMissingChunk();
  followColorMode();
  followLanguage();
  setUpToasts();
  await startI18n();
  let showPage: ((page: ReactNode) => void) | undefined;
  const first = firstPage({
    history: createBrowserHistory(),
    loadApp: () => import('./app.tsx'),
    show: (page) => showPage?.(page),
  });
  await confirmTranslations({
    translations: { missing: missingTranslations, substituted: isSubstituted, reload: reloadTranslations },
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    onVisible: whenVisible,
    log: (message, error) => console.error(message, error),
  });
  const firstScreen = await first;
  whenVisible(() => void session.renewIfDue());

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root.');
  const restore = rememberInput(root);
  const reactRoot = createRoot(root);
  showPage = (page) => reactRoot.render(<StrictMode>{page}</StrictMode>);
  flushSync(() => showPage?.(firstScreen));
  restore();
  // Translations that any screen may need later, once the first one is shown.
  whenIdle(() => loadTranslations('errors', 'validation'));
  // Where a doctor's missions were kept: what nobody here may read any more goes.
  if (localStore.getItem(LOCAL.phone) !== null)
    whenIdle(async () => (await import('./lib/offline/encrypted-store.ts')).tidyPhone(localStore.getItem(LOCAL.account) ?? ''));
}

void start();
