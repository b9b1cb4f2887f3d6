import type { RouterHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInScreen } from './features/sign-in/SignInScreen.tsx';
import { useDocumentTitle } from './lib/i18n/document-title.ts';
import { type Navigation, NavigationContext } from './ui/links/navigation.ts';
import { PlainLink } from './ui/links/PlainLink.tsx';

interface SignInPageProps {
  readonly history: RouterHistory;
  readonly prepare: () => void;
}

/** The sign-in as somebody's first page: without the router, the addresses of the product and what else only other pages need (start.tsx). */
export function SignInPage({ history, prepare }: SignInPageProps) {
  useDocumentTitle('auth:signIn.title');
  const [navigation] = useState<Navigation>({ history, Link: PlainLink, prepare });
  return (
    <NavigationContext value={navigation}>
      <SignInScreen />
    </NavigationContext>
  );
}
