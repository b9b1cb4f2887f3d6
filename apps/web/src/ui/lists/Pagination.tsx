import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Button } from '../controls/Button.tsx';

/** Pages by position in the list (keyset): there is a next and a previous one, no page numbers. */
export interface Pager {
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
  readonly onNext: () => void;
  readonly onPrevious: () => void;
  /** What is shown: "25 of 132". */
  readonly summary?: string;
}

export function Pagination({ hasNext, hasPrevious, onNext, onPrevious, summary, className }: Pager & { className?: string }) {
  const t = useTranslations('common');
  if (!hasNext && !hasPrevious && !summary) return null;
  return (
    <nav aria-label={t('pager.label')} className={cx('flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2', className)}>
      <p className="text-xs text-muted tabular-nums" aria-live="polite">
        {summary}
      </p>
      {(hasNext || hasPrevious) && (
        <div className="flex gap-2">
          <Button icon="chevronLeft" disabled={!hasPrevious} onClick={onPrevious}>
            {t('pager.previous')}
          </Button>
          <Button iconEnd="chevronRight" disabled={!hasNext} onClick={onNext}>
            {t('pager.next')}
          </Button>
        </div>
      )}
    </nav>
  );
}
