import { createMemoryHistory } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { EmptyFrame } from './features/shell/frame/EmptyFrame.tsx';
import { currentLanguage, startI18n } from './lib/i18n/i18n.ts';
import { loadTranslations } from './lib/i18n/translations-loader.ts';
import { SignInPage } from './sign-in-page.tsx';

/**
 * The sign-in page as markup, rendered by the build (build/pages.ts) in the default language: visitors see it before
 * any script has run. The application then puts itself in its place (main.tsx). And the frame of the application, without texts, for
 * signed-in users.
 */
export async function renderAhead(): Promise<{ signIn: string; frame: string; language: string }> {
  await startI18n();
  await loadTranslations('auth', 'validation', 'errors');
  return {
    signIn: renderToStaticMarkup(<SignInPage history={createMemoryHistory()} prepare={() => undefined} />),
    frame: renderToStaticMarkup(<EmptyFrame />),
    language: currentLanguage(),
  };
}
