import { createFileRoute, redirect } from '@tanstack/react-router';
import { SetUpSecondStep } from '../features/protection/SetUpSecondStep.tsx';
import { LazyUnsentDialog } from '../features/shell/sign-out/LazyUnsentDialog.tsx';
import { signOut } from '../features/shell/sign-out/sign-out.ts';
import { SignInFrame } from '../features/sign-in/SignInFrame.tsx';
import { loadTranslations, useTranslations } from '../lib/i18n/translations.ts';
import { session } from '../lib/session/session.ts';

/** Sets up the second step that the user's company requires (docs/decisions/0018). */
export const Route = createFileRoute('/second-step')({
  component: SecondStepPage,
  staticData: { title: 'protection:setUp.title' },
  beforeLoad: async () => {
    if ((await session.settle()) !== 'signedIn') throw redirect({ to: '/' });
  },
  loader: () => loadTranslations('protection', 'auth', 'errors', 'validation'),
});

function SecondStepPage() {
  const t = useTranslations('protection');
  return (
    <SignInFrame title={t('setUp.title')} lead={t('setUp.lead')}>
      <SetUpSecondStep onSignOut={signOut} />
      <LazyUnsentDialog />
    </SignInFrame>
  );
}
