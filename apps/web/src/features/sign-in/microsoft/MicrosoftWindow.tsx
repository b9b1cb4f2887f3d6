import { useEffect, useState } from 'react';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Spinner } from '../../../ui/content/Spinner.tsx';
import { AppLink } from '../../../ui/links/AppLink.tsx';
import { SignInFrame } from '../SignInFrame.tsx';
import { answerIn, handOver } from './microsoft-window.ts';

/** Where the window comes home with Microsoft's answer: it hands it to the page that opened it, and closes. */
export function MicrosoftWindow() {
  const t = useTranslations('auth');
  const [answer] = useState(() => answerIn(location.search));
  const [phase, setPhase] = useState<'handing' | 'taken' | 'lost'>(answer ? 'handing' : 'lost');
  useEffect(() => {
    // The code is worth nothing without the cookie and the verifier; still, no history keeps it.
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
