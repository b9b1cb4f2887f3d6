import type { MicrosoftOutcome } from '@checkwell/domain/identity/microsoft';
import type { SecondStepAsked } from '@checkwell/domain/identity/second-step';
import { lazy, type ReactNode, Suspense, useDeferredValue, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { session } from '../../lib/session/session.ts';
import { Alert } from '../../ui/content/Alert.tsx';
import { type Navigation, useNavigation } from '../../ui/links/navigation.ts';
import { EmailStep } from './EmailStep.tsx';
import { loadPasswordStep, loadSecondStep } from './lazy-modules.ts';
import { SignInFrame } from './SignInFrame.tsx';

// Lazy, because the first step needs neither; the password step loads while the address is typed.
const PasswordStep = lazy(async () => ({ default: (await loadPasswordStep()).PasswordStep }));
const SecondStep = lazy(async () => ({ default: (await loadSecondStep()).SecondStep }));
const LinkQuestion = lazy(async () => ({ default: (await import('./account/LinkQuestion.tsx')).LinkQuestion }));

const MicrosoftUnknown = lazy(async () => ({ default: (await import('./microsoft/MicrosoftUnknown.tsx')).MicrosoftUnknown }));

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step of the sign-in, so that Back leads to the step before and a reload comes back to this one. */
    signIn?: SignInStep;
  }
}

interface SignInStep {
  readonly name: 'email' | 'password' | 'secondStep' | 'microsoftUnknown';
  readonly email: string;
  /** Whether the account has a passkey. */
  readonly passkey?: boolean;
  /** Ticket of a Microsoft account, to link it or to ask for access with it; worthless in another browser. The ticket of the second step is not kept. */
  readonly ticket?: string;
}

const FIRST: SignInStep = { name: 'email', email: '' };

/** The step of the history entry; while another page loads, the last step stays. */
function useKeptStep(history: Navigation['history']): SignInStep | undefined {
  const [read] = useState(() => {
    let step: SignInStep | undefined;
    return () => {
      const { pathname, state } = history.location;
      if (pathname === '/') step = state.signIn;
      return step;
    };
  });
  return useSyncExternalStore(history.subscribe, read, read);
}

/** Sign-in (specification, sections 2 and 5): the e-mail address first, then the password. */
export function SignInScreen() {
  const t = useTranslations('auth', 'errors');
  const { history } = useNavigation();
  const language = useLanguage();
  const kept = useKeptStep(history);
  // The old step stays on the screen until the next one is loaded.
  const step = useDeferredValue(kept ?? FIRST);
  const [link, setLink] = useState(session.linkDecision);
  const [asked, setAsked] = useState<SecondStepAsked>();
  const [notice, setNotice] = useState<'expired' | 'linkFailed' | undefined>(session.takeNotice);
  const [failure, setFailure] = useState<unknown>();
  /** Opens the first page after the sign-in; "back" from there returns to one page of the sign-in. */
  const enter = (): void => history[step.name === 'email' ? 'push' : 'replace'](session.takeReturnPath());

  const handleAcceptLink = async (): Promise<void> => {
    try {
      if (await session.acceptLink()) return enter();
      setNotice('linkFailed');
    } catch (error) {
      setFailure(error);
    }
    setLink({ kind: 'none' });
  };
  const handleRefuseLink = (): void => {
    session.refuseLink();
    if (session.token()) enter();
    else setLink({ kind: 'none' });
  };

  /** Opens a step, and clears the messages of the last one. */
  const moveTo = (next: SignInStep): void => {
    setNotice(undefined);
    setFailure(undefined);
    history.replace('/', { signIn: { name: 'email', email: next.email } });
    history.flush(); // otherwise both changes become one history entry
    history.push('/', { signIn: next });
  };
  /** Returns to the step of the e-mail address. */
  const goBack = (error?: unknown): void => {
    setFailure(error);
    history.back();
  };
  const handleSecondStep = (secondStep: SecondStepAsked, email: string): void => {
    setAsked(secondStep);
    const next = { ...step, name: 'secondStep', email } as const;
    if (step.name === 'email') moveTo(next);
    else history.replace('/', { signIn: next });
  };
  const handleMicrosoft = (outcome: MicrosoftOutcome): void => {
    if (outcome.outcome === 'signedIn') enter();
    else if (outcome.outcome === 'secondStep') handleSecondStep(outcome, '');
    else if (outcome.outcome === 'link') moveTo({ name: 'password', email: outcome.email, ticket: outcome.ticket });
    else moveTo({ name: 'microsoftUnknown', email: '', ticket: outcome.ticket });
  };

  const { name, email, ticket } = step;
  const steps: Record<SignInStep['name'], () => ReactNode> = {
    email: () => (
      <EmailStep
        email={email}
        onKnown={(known, methods) => moveTo({ name: 'password', email: known, passkey: methods.includes('passkey') })}
        onSignedIn={enter}
        onMicrosoft={handleMicrosoft}
      />
    ),
    password: () => (
      <PasswordStep
        email={email}
        onBack={() => goBack()}
        onSignedIn={enter}
        onSecondStep={(secondStep) => handleSecondStep(secondStep, email)}
        passkey={step.passkey === true}
        {...(ticket !== undefined && { link: { ticket, onRefused: goBack } })}
      />
    ),
    // The ticket is not kept, so a reload asks for the password again, or for the address when Microsoft replaced the password.
    secondStep: () => (asked ? <SecondStep asked={asked} onSignedIn={enter} onOver={goBack} /> : steps[email ? 'password' : 'email']()),
    microsoftUnknown: () => <MicrosoftUnknown ticket={ticket ?? ''} onBack={() => goBack()} />,
  };
  return (
    <SignInFrame>
      {notice === 'expired' && <Alert tone="info">{t('errors:auth.sessionEnded')}</Alert>}
      {notice === 'linkFailed' && <Alert tone="warning">{t('errors:auth.handoffInvalid')}</Alert>}
      {failure !== undefined && <Alert tone="danger">{errorText(failure, language)}</Alert>}
      <Suspense>
        {link.kind === 'ask' ? <LinkQuestion person={link.name} onAccept={handleAcceptLink} onRefuse={handleRefuseLink} /> : steps[name]()}
      </Suspense>
    </SignInFrame>
  );
}
