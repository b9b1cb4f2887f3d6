import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';

/** The link back to the sign-in page. */
export function BackToSignIn() {
  const t = useTranslations('account');
  return (
    <AppLink
      to="/"
      className="inline-flex min-h-6 items-center gap-1 self-start rounded-sm text-xs font-medium text-brand-fg underline-offset-3 hover:underline"
    >
      <Icon name="arrowLeft" size={14} />
      {t('backToSignIn')}
    </AppLink>
  );
}
