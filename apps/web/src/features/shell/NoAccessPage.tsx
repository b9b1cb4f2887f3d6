import { useTranslations } from '../../lib/i18n/translations.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';

/** The page for users who may not see a screen (`mayOpen`). */
export function NoAccessPage() {
  const t = useTranslations('shell');
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <EmptyState
        icon="lock"
        title={t('noAccess.title')}
        pageHeading
        text={t('noAccess.text')}
        action={
          <LinkButton to="/" variant="primary">
            {t('notFound.home')}
          </LinkButton>
        }
      />
    </div>
  );
}
