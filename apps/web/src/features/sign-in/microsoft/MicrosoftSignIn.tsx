import type { MicrosoftOutcome } from '@checkwell/domain/identity/microsoft';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { errorText } from '../../../lib/api/errors.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Alert } from '../../../ui/content/Alert.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { useNavigation } from '../../../ui/links/navigation.ts';
import { isPrerendering } from '../prerendering.ts';
import { MicrosoftMark } from './MicrosoftMark.tsx';
import { completeMicrosoft, fetchMicrosoftOffer, startMicrosoft } from './microsoft.calls.ts';
import { awaitAnswer, openWindow, refusalOf, type WindowAnswer } from './microsoft-window.ts';

/** The reason of a failed sign-in: a sentence of the specification (section 8), or the server's error. */
type Failure = ReturnType<typeof refusalOf> | 'popupBlocked' | { readonly error: unknown };

/** The open window, and a function that stops waiting for it. */
interface Pending {
  readonly opened: Window;
  stop: () => void;
}

function giveUp(pending: Pending | undefined): void {
  pending?.stop();
  pending?.opened.close();
}

interface MicrosoftSignInProps {
  /** Returns the e-mail address as typed so far. */
  email: () => string;
  onOutcome: (outcome: MicrosoftOutcome) => void;
}

/** The button to sign in with Microsoft, with the outcome of its window. */
export function MicrosoftSignIn({ email, onOutcome }: MicrosoftSignInProps) {
  const t = useTranslations('auth', 'errors');
  const language = useLanguage();
  const { prepare } = useNavigation();
  const [offered, setOffered] = useState(true);
  const [phase, setPhase] = useState<'idle' | 'window' | 'answer'>('idle');
  const [failure, setFailure] = useState<Failure>();
  const pending = useRef<Pending>(undefined);

  // When this request fails, the button stays; pressing it shows the error.
  useEffect(() => {
    fetchMicrosoftOffer().then(
      (offer) => setOffered(offer.offered),
      () => undefined,
    );
  }, []);
  const drop = (): void => {
    giveUp(pending.current);
    pending.current = undefined;
  };
  // Leaving the page stops waiting for the window.
  useEffect(() => () => giveUp(pending.current), []);

  const end = (reason: Failure): void => {
    setPhase('idle');
    setFailure(reason);
  };
  const handleAnswer = async (answer: WindowAnswer): Promise<void> => {
    drop();
    if (answer.code === null) return end(refusalOf(answer));
    setFailure(undefined);
    setPhase('answer');
    try {
      onOutcome(await completeMicrosoft(answer.state, answer.code));
    } catch (error) {
      end({ error });
    }
  };
  const handleGiveUp = (): void => {
    drop();
    end('cancelled');
  };
  const handleClick = async (): Promise<void> => {
    drop();
    setFailure(undefined);
    const opened = openWindow(t('microsoft.opening'));
    if (!opened) return setFailure('popupBlocked');
    const mine: Pending = { opened, stop: () => undefined };
    pending.current = mine;
    setPhase('window');
    prepare();
    try {
      const { url, state } = await startMicrosoft(language, email());
      if (pending.current !== mine) return; // given up meanwhile
      if (opened.closed) return handleGiveUp();
      mine.stop = awaitAnswer(state, opened, { onAnswer: (answer) => void handleAnswer(answer), onClosed: () => end('cancelled') });
      opened.location.replace(url);
    } catch (error) {
      if (pending.current !== mine) return;
      drop();
      end({ error });
    }
  };

  if (!offered) return null;
  const sentence = (reason: Failure): string => {
    switch (reason) {
      case 'cancelled':
      case 'popupBlocked':
        return t(`microsoft.${reason}`);
      case 'tooManyAttempts':
        return t('errors:auth.tooManyAttempts');
      case 'unavailable':
        return t('errors:auth.microsoftUnavailable');
      case 'failed':
        return t('errors:auth.microsoftFailed');
      default:
        if (!(reason.error instanceof ApiError)) return t('errors:auth.microsoftFailed');
        return reason.error.code === 'web.offline' ? t('microsoft.networkError') : errorText(reason.error, language);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('microsoft.or')}
      </p>
      {failure !== undefined && (
        <Alert live tone={failure === 'cancelled' ? 'info' : 'danger'}>
          {sentence(failure)}
        </Alert>
      )}
      <Button size="md" fullWidth loading={phase !== 'idle'} disabled={isPrerendering} onClick={() => void handleClick()}>
        {phase === 'idle' && <MicrosoftMark />}
        {t('microsoft.button')}
      </Button>
      {phase === 'window' && (
        <p role="status" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-muted">
          {t('microsoft.waiting')}
          <Button size="xs" variant="ghost" onClick={handleGiveUp}>
            {t('microsoft.giveUp')}
          </Button>
        </p>
      )}
    </div>
  );
}
