import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiError } from '../../lib/api/api-error.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { EmptyState } from '../../ui/content/EmptyState.tsx';
import { ErrorState } from '../../ui/content/ErrorState.tsx';

/** A screen whose loader or rendering failed, or that is not for this account. */
export function FailedPage({ error, reset }: ErrorComponentProps) {
  const t = useTranslations('shell');
  const router = useRouter();
  const handleRetry = (): void => {
    reset();
    void router.invalidate();
  };
  const forbidden = error instanceof ApiError && error.code === 'access.forbidden';
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      {forbidden ? (
        <EmptyState icon="lock" title={t('noAccess.title')} text={t('noAccess.text')} />
      ) : (
        <ErrorState error={error} onRetry={handleRetry} />
      )}
    </div>
  );
}
