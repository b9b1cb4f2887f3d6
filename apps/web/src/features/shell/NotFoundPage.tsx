import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { loadTranslations, useTranslations } from '../../lib/i18n/translations.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { Logo } from '../../ui/content/Logo.tsx';
import { buttonClass } from '../../ui/controls/Button.tsx';

/** Unknown path, in the shell or outside it. */
export function NotFoundPage() {
  const t = useTranslations('shell');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadTranslations('shell').then(() => setReady(true));
  }, []);
  // The heading appears after the change of page, too late for DocumentTitle to focus it.
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    if (ready && document.activeElement === document.body) main.current?.querySelector('h1')?.focus();
  }, [ready]);
  if (!ready) return null;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-12 items-center px-4 sm:px-6">
        <Logo />
      </header>
      <main ref={main} className="grid flex-1 place-items-center pb-24">
        <EmptyState
          icon="search"
          title={t('notFound.title')}
          pageHeading
          text={t('notFound.text')}
          action={
            <Link to="/" className={buttonClass({ variant: 'primary' })}>
              {t('notFound.home')}
            </Link>
          }
        />
      </main>
    </div>
  );
}
