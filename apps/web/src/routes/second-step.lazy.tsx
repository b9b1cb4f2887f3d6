import { createLazyFileRoute } from '@tanstack/react-router';
import { SetUpSecondStep } from '../features/protection/SetUpSecondStep.tsx';
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx';
import { useWords } from '../lib/i18n/words.ts';

export const Route = createLazyFileRoute('/second-step')({ component: SecondStepPage });

function SecondStepPage() {
  const t = useWords('protection');
  return (
    <SignInFrame title={t('setUp.title')} lead={t('setUp.lead')}>
      <SetUpSecondStep />
    </SignInFrame>
  );
}
