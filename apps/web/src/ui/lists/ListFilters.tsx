import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Count } from '../content/Badge.tsx';
import { cx } from '../content/cx.ts';
import { Button } from '../controls/Button.tsx';
import { filterGridClass } from '../controls/control.ts';

/** Search and filters of a list; on a phone the filters wait behind a button, so that the list is what one sees. */
export function ListFilters({ search, count, children }: { search: ReactNode; count: number; children: ReactNode }) {
  const { t } = useTranslation('common');
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <>
      <div className="flex w-full gap-2 sm:contents">
        {search}
        <Button
          icon="filter"
          aria-expanded={shown}
          aria-controls={id}
          onClick={() => setShown(!shown)}
          className="shrink-0 sm:hidden pointer-coarse:h-10"
        >
          {t('filters')}
          {count > 0 && <Count value={count} />}
        </Button>
      </div>
      <div
        id={id}
        data-filters={shown ? 'open' : 'closed'}
        className={cx('w-full sm:contents', filterGridClass, shown ? 'grid' : 'hidden')}
      >
        {children}
      </div>
    </>
  );
}
