import { useEffect, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Spinner } from '../../../ui/content/Spinner.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import { SignInFrame } from '../SignInFrame.tsx';
import { answerIn, handOver } from './microsoft-window.ts';

/** The page to which Microsoft redirects the window: it passes the answer to the page that opened it, and closes. */
export function MicrosoftWindow() {
  const t = useTranslations('auth');
  const [answer] = useState(() => answerIn(location.search));
  const [phase, setPhase] = useState<'handing' | 'taken' | 'lost'>(answer ? 'handing' : 'lost');
  useEffect(() => {
    // Removes the code from the history, although it is useless without the cookie and the verifier.
    history.replaceState(history.state, '', location.pathname);
    if (!answer) return;
    return handOver(answer, {
      onTaken: () => {
        setPhase('taken');
        close();
      },
      onLost: () => setPhase('lost'),
    });
  }, [answer]);
  return (
    <SignInFrame title={t('microsoft.window.title')} lead={phase === 'lost' ? t('microsoft.window.lost') : null}>
      <div role="status" className="text-sm text-fg">
        {phase === 'handing' && <Spinner size={24} />}
        {phase === 'taken' && t('microsoft.window.closing')}
      </div>
      {phase === 'lost' && (
        <AppLink to="/" className="text-sm font-medium text-brand-fg underline-offset-3 hover:underline">
          {t('microsoft.window.again')}
        </AppLink>
      )}
    </SignInFrame>
  );
}
