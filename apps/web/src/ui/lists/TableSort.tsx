import { useId } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import type { Column, Sort } from './table-types.ts';

interface SortHeaderProps {
  label: string;
  direction: Sort['direction'] | undefined;
  atEnd: boolean;
  onSort: () => void;
}

/** The header of a sortable column. When rows are shown as cards, it is only a name, because a focused button would be invisible. */
export function SortHeader({ label, direction, atEnd, onSort }: SortHeaderProps) {
  return (
    <>
      <button
        type="button"
        onClick={onSort}
        className={cx(
          'group/sort -mx-1.5 inline-flex min-h-6 max-w-full items-center gap-1 rounded-sm px-1.5 hover:text-fg max-md:hidden',
          atEnd ? 'flex-row-reverse text-right' : 'text-left',
        )}
      >
        <span className="line-clamp-2">{label}</span>
        <Icon
          name={direction === 'asc' ? 'arrowUp' : direction === 'desc' ? 'arrowDown' : 'chevronsUpDown'}
          size={12}
          className={direction ? 'text-brand-fg' : 'text-faint opacity-0 group-hover/sort:opacity-100 group-focus-visible/sort:opacity-100'}
        />
      </button>
      <span className="md:hidden">{label}</span>
    </>
  );
}

interface SortBarProps {
  columns: readonly Pick<Column<never>, 'sortKey' | 'secondSort' | 'header'>[];
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** The choice of the order above the cards of a phone, which have no headers. */
export function SortBar({ columns, sort, onSort }: SortBarProps) {
  const t = useTranslations('common');
  const id = useId();
  const options = columns.flatMap(({ sortKey, secondSort, header }) => [
    ...(sortKey === undefined ? [] : [{ value: sortKey, label: header }]),
    ...(secondSort === undefined ? [] : [{ value: secondSort.key, label: secondSort.header }]),
  ]);
  const known = options.some(({ value }) => value === sort?.by);
  if (options.length === 0) return null;
  return (
    <div className="flex items-center gap-2 border-b border-line px-4 py-2 md:hidden">
      <label htmlFor={id} className="shrink-0 text-xs text-muted">
        {t('table.sortBy')}
      </label>
      <FilterSelect
        id={id}
        className="flex-1"
        value={known ? sort?.by : undefined}
        {...(known ? {} : { placeholder: t('table.usualOrder') })}
        options={options}
        onChange={(by) => {
          if (by !== undefined) onSort({ by, direction: 'asc' });
        }}
      />
      {known && sort && (
        <IconButton
          variant="secondary"
          className="pointer-coarse:size-10"
          icon={sort.direction === 'asc' ? 'arrowUp' : 'arrowDown'}
          label={t(sort.direction === 'asc' ? 'table.toDescending' : 'table.toAscending')}
          onClick={() => onSort({ by: sort.by, direction: sort.direction === 'asc' ? 'desc' : 'asc' })}
        />
      )}
    </div>
  );
}
