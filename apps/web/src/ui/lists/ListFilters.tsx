import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { Count } from '../content/Badge.tsx';
import { cx } from '../content/cx.ts';
import { Button } from '../controls/Button.tsx';
import { filterGridClass } from '../controls/control-classes.ts';
import { SearchInput } from '../controls/SearchInput.tsx';

/** Search and filters of a list; on a phone the filters wait behind a button, so that the list is what one sees. */
export function ListFilters({ search, count, children }: { search: ReactNode; count: number; children: ReactNode }) {
  const t = useTranslations('common');
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

interface PersonSearchProps {
  /** From the address of the list. */
  readonly q: string | undefined;
  /** Whether the placeholder says that national numbers are found too. */
  readonly findsNiss?: boolean;
  /** @param replace changes the address without a new history entry, for typed text */
  readonly onNarrow: (values: { readonly q: string | undefined }, replace: true) => void;
}

/** Searches a list by whom its rows are about. */
export function PersonSearch({ q = '', findsNiss = false, onNarrow }: PersonSearchProps) {
  const t = useTranslations('common');
  return (
    <SearchInput
      label={t(findsNiss ? 'searchPerson.withNiss' : 'searchPerson.label')}
      placeholder={t('searchPerson.hint')}
      value={q}
      onChange={(text) => onNarrow({ q: text || undefined }, true)}
    />
  );
}
