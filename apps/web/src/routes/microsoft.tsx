import { createFileRoute } from '@tanstack/react-router';
import { MicrosoftWindow } from '../features/sign-in/microsoft/MicrosoftWindow.tsx';
import { loadTranslations } from '../lib/i18n/translations.ts';

/** The redirect URI of the sign-in with Microsoft, which is registered there (docs/decisions/0016). */
export const Route = createFileRoute('/microsoft')({
  component: MicrosoftWindow,
  staticData: { title: 'auth:microsoft.window.title' },
  loader: () => loadTranslations('auth'),
});
