import type { MicrosoftOutcome } from '@checkwell/domain/identity/microsoft';
import type { SecondStepAsked } from '@checkwell/domain/identity/second-step';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, startTransition, useState } from 'react';
import { errorText } from '../../lib/errors.ts';
import { useLanguage } from '../../lib/i18n.ts';
import { session } from '../../lib/session.ts';
import { useWords } from '../../lib/words.ts';
import { Alert } from '../../ui/Alert.tsx';
import { EmailStep } from './EmailStep.tsx';
import { loadPasswordStep, loadSecondStep } from './later.ts';
import { SignInFrame } from './SignInFrame.tsx';

// The page needs neither to stand there: the password's step comes while the address is typed.
const PasswordStep = lazy(async () => ({ default: (await loadPasswordStep()).PasswordStep }));
const SecondStep = lazy(async () => ({ default: (await loadSecondStep()).SecondStep }));
const LinkQuestion = lazy(async () => ({ default: (await import('./LinkQuestion.tsx')).LinkQuestion }));

const MicrosoftUnknown = lazy(async () => ({ default: (await import('./MicrosoftUnknown.tsx')).MicrosoftUnknown }));

type Step =
  | { name: 'email'; email: string }
  | { name: 'password'; email: string; passkey: boolean; ticket?: string }
  | { name: 'secondStep'; email: string; asked: SecondStepAsked }
  | { name: 'link'; person: string | undefined }
  | { name: 'microsoftUnknown'; ticket: string };

function firstStep(): Step {
  const link = session.linkDecision();
  return link.kind === 'ask' ? { name: 'link', person: link.name } : { name: 'email', email: '' };
}

/** Sign-in (specification, sections 2 and 5): the e-mail address first, then the password. */
export function SignInScreen() {
  const t = useWords('auth', 'errors');
  const router = useRouter();
  const language = useLanguage();
  const [step, setStep] = useState(firstStep);
  const [notice, setNotice] = useState<'expired' | 'linkFailed' | undefined>(session.takeNotice);
  const [failure, setFailure] = useState<unknown>();
  const enter = (): void => router.history.push(session.takeReturnPath());

  const handleAcceptLink = async (): Promise<void> => {
    try {
      if (await session.acceptLink()) return enter();
      setNotice('linkFailed');
    } catch (error) {
      setFailure(error);
    }
    setStep({ name: 'email', email: '' });
  };
  const handleRefuseLink = (): void => {
    session.refuseLink();
    if (session.token()) enter();
    else setStep({ name: 'email', email: '' });
  };

  /** Forgets what was said on the step before. The old step stays on the screen until the next one is there. */
  const moveTo = (next: Step): void => {
    setNotice(undefined);
    setFailure(undefined);
    startTransition(() => setStep(next));
  };
  const handleMicrosoft = (outcome: MicrosoftOutcome): void => {
    if (outcome.outcome === 'signedIn') enter();
    else if (outcome.outcome === 'link') moveTo({ name: 'password', email: outcome.email, passkey: false, ticket: outcome.ticket });
    else if (outcome.outcome === 'secondStep') moveTo({ name: 'secondStep', email: '', asked: outcome });
    else moveTo({ name: 'microsoftUnknown', ticket: outcome.ticket });
  };

  const steps: Record<Step['name'], () => ReactNode> = {
    email: () => (
      <EmailStep
        email={step.name === 'email' ? step.email : ''}
        onKnown={(email, methods) => moveTo({ name: 'password', email, passkey: methods.includes('passkey') })}
        onSignedIn={enter}
        onMicrosoft={handleMicrosoft}
      />
    ),
    password: () =>
      step.name === 'password' && (
        <PasswordStep
          email={step.email}
          onBack={() => setStep({ name: 'email', email: step.email })}
          onSignedIn={enter}
          onSecondStep={(asked) => moveTo({ name: 'secondStep', email: step.email, asked })}
          passkey={step.passkey}
          {...(step.ticket !== undefined && {
            link: {
              ticket: step.ticket,
              onRefused: (error) => {
                setFailure(error);
                setStep({ name: 'email', email: step.email });
              },
            },
          })}
        />
      ),
    secondStep: () =>
      step.name === 'secondStep' && (
        <SecondStep
          asked={step.asked}
          onSignedIn={enter}
          onOver={(error) => {
            setFailure(error);
            setStep({ name: 'email', email: step.email });
          }}
        />
      ),
    microsoftUnknown: () =>
      step.name === 'microsoftUnknown' && <MicrosoftUnknown ticket={step.ticket} onBack={() => setStep({ name: 'email', email: '' })} />,
    link: () => (
      <LinkQuestion person={step.name === 'link' ? step.person : undefined} onAccept={handleAcceptLink} onRefuse={handleRefuseLink} />
    ),
  };
  return (
    <SignInFrame>
      {notice === 'expired' && <Alert tone="info">{t('errors:auth.sessionEnded')}</Alert>}
      {notice === 'linkFailed' && <Alert tone="warning">{t('errors:auth.handoffInvalid')}</Alert>}
      {failure !== undefined && <Alert tone="danger">{errorText(failure, language)}</Alert>}
      <Suspense>{steps[step.name]()}</Suspense>
    </SignInFrame>
  );
}
