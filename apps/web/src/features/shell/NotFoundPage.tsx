import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { loadWords, useWords } from '../../lib/words.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Unknown path, in the shell or outside it. */
export function NotFoundPage() {
  const t = useWords('shell');
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void loadWords('shell').then(() => setReady(true));
  }, []);
  if (!ready) return null;
  return (
    <main className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon="search"
        title={<h1 className="text-lg font-semibold">{t('notFound.title')}</h1>}
        text={t('notFound.text')}
        action={
          <Link to="/" className={buttonClass({ variant: 'primary' })}>
            {t('notFound.home')}
          </Link>
        }
      />
    </main>
  );
}
