import type { ReactNode } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { errorReference, errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Button } from '../controls/Button.tsx';
import { cx } from './cx.ts';
import { EmptyState } from './EmptyState.tsx';
import { Icon } from './Icon.tsx';

interface ErrorStateProps {
  error?: unknown;
  title?: ReactNode;
  onRetry?: () => void;
  className?: string;
}

/** The message of a failed query, with a button to try again unless the record does not exist. */
export function ErrorState({ error, title, onRetry, className }: ErrorStateProps) {
  const t = useTranslations('common');
  const language = useLanguage();
  if (error instanceof ApiError && error.code === 'entity.notFound')
    return (
      <div role="alert" className={className}>
        <EmptyState title={t('failed.notFoundTitle')} text={errorText(error, language)} />
      </div>
    );
  const reference = errorReference(error);
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}>
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-danger-soft text-danger-fg">
        <Icon name="alert" size={20} />
      </span>
      <p className="text-sm font-medium text-fg">{title ?? t('failed.title')}</p>
      <p className="max-w-sm text-xs text-pretty text-muted">{errorText(error, language)}</p>
      {reference && <p className="font-mono text-2xs text-faint">{t('errorReference', { traceId: reference })}</p>}
      {onRetry && (
        <Button icon="refresh" onClick={onRetry} className="mt-3">
          {t('retry')}
        </Button>
      )}
    </div>
  );
}
