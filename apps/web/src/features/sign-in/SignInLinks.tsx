import type { LinkProps } from '@tanstack/react-router';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useOneShotOffer } from '../../lib/payments/one-shot-offer.ts';
import { cx } from '../../ui/content/cx.ts';
import { AppLink } from '../../ui/links/AppLink.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail address that was typed on the sign-in page. */
    email?: string;
  }
}

/** Links to other pages, by step. */
const LINKS = [
  { to: '/forgot-password', label: 'signIn.forgotPassword', steps: ['password'] },
  { to: '/confirm-identity', label: 'signIn.confirmIdentity', steps: ['email'] },
  { to: '/one-shot-check', label: 'signIn.oneShot', steps: ['email'] },
] as const satisfies readonly { readonly to: LinkProps['to']; label: string; steps: readonly ('email' | 'password')[] }[];

export function SignInLinks({ step, email }: { step: 'email' | 'password'; email?: string }) {
  const t = useTranslations('auth');
  const oneShot = useOneShotOffer();
  const links = LINKS.filter(({ to, steps }) => steps.some((name) => name === step) && (to !== '/one-shot-check' || oneShot !== false));
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-xs">
      {links.map(({ to, label }) => (
        // Keeps its space until the server has said whether One Shot Checks can be ordered.
        <li key={to} className={cx(to === '/one-shot-check' && oneShot === undefined && 'invisible')}>
          <AppLink
            to={to}
            {...(email ? { state: { email } } : {})}
            className="inline-flex min-h-6 items-center rounded-sm font-medium text-brand-fg underline-offset-3 hover:underline"
          >
            {t(label)}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
