// biome-ignore-all lint/a11y/noRedundantRoles: as cards on a phone the elements are no longer displayed as a table, and browsers then drop its roles.
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { errorText, isOffline } from '../../lib/api/errors.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { useDensity } from '../../lib/lists/density.ts';
import { Alert } from '../content/Alert.tsx';
import { cx } from '../content/cx.ts';
import { EmptyState } from '../content/EmptyState.tsx';
import { ErrorState } from '../content/ErrorState.tsx';
import type { IconName } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import type { AppLinkTarget } from '../links/navigation.ts';
import { Menu, type MenuItem } from '../overlays/Menu.tsx';
import { type FocusPlace, focusPlaceOf, restoreFocus } from './focus-place.ts';
import { type Pager, Pagination } from './Pagination.tsx';
import type { Ticks } from './RowTicks.tsx';
import { BodyCell, CELL, HeadCell, roomOf, SkeletonRows, shownColumns } from './TableCells.tsx';
import { SortBar } from './TableSort.tsx';
import type { Column, Sort } from './table-types.ts';
import { useOptimisticSort } from './use-optimistic-sort.ts';

export type { Column, Sort } from './table-types.ts';

export interface DataTableProps<Row> {
  /** Accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Ids of those that the person hides (`useListView`); they can be sorted by all the same. */
  hidden?: readonly string[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** Name of a row, for its actions. */
  rowLabel?: (row: Row) => string;
  /** Target of a row, which is pressable as a whole; the link itself is in the title cell. */
  rowLink?: (row: Row) => AppLinkTarget;
  rowActions?: (row: Row) => readonly MenuItem[];
  /** Rows can be ticked, and all that are ticked acted on. */
  ticks?: Ticks<Row> | undefined;
  /** The main action of a row, as a button. */
  rowButton?: (row: Row) => ReactNode;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  status: 'loading' | 'ready' | 'error';
  error?: unknown;
  onRetry?: () => void;
  /** Whether newer rows are loading while the old ones are shown. */
  refreshing?: boolean;
  /** Message of a list without any rows. */
  empty: { icon?: IconName; title: string; text?: string; action?: ReactNode };
  /** Clears the filters; present while some are set, for the message that nothing was found. */
  onClearFilters?: (() => void) | undefined;
  /** Message when the filters contradict each other, so that there is no list. */
  contradiction?: { title: ReactNode; action?: ReactNode };
  pager?: Pager;
  skeletonRows?: number;
  /** Rules, search and filters above the rows, inside the same surface. */
  toolbar?: ReactNode;
  className?: string;
}

/** The table's state from a query of TanStack Query: `<DataTable {...tableStatus(query)} …>`. */
export function tableStatus(query: {
  isPending: boolean;
  isError: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  data: unknown;
  error: unknown;
  refetch: () => unknown;
}): { status: 'loading' | 'ready' | 'error'; error: unknown; onRetry: () => void; refreshing: boolean } {
  const status = query.isPending ? 'loading' : query.isError && query.data === undefined ? 'error' : 'ready';
  return { status, error: query.error, onRetry: () => void query.refetch(), refreshing: query.isFetching && query.isPlaceholderData };
}

const NONE: readonly string[] = [];

/**
 * A semantic table for lists that the server sorts, filters and pages. It shows its state: loading (without moving the page), empty (with the
 * next step), failed (with a retry), refreshing.
 */
export function DataTable<Row>({
  caption,
  columns: all,
  hidden = NONE,
  rows: fresh,
  rowKey,
  rowLabel,
  rowLink,
  rowActions,
  rowButton,
  ticks,
  sort: sorted,
  onSort: changeSort,
  status: queried,
  error,
  onRetry,
  refreshing = false,
  empty,
  onClearFilters,
  contradiction,
  pager,
  skeletonRows = 8,
  toolbar,
  className,
}: DataTableProps<Row>) {
  const t = useTranslations('common');
  const [sort, onSort, reordering] = useOptimisticSort(sorted, changeSort);
  const columns = shownColumns(all, hidden);
  const density = useDensity();
  const focused = useRef<FocusPlace>(undefined);
  // Loaded rows stay visible while the server cannot be reached.
  const [latest, setLatest] = useState(fresh);
  if (fresh && fresh !== latest) setLatest(fresh);
  const isStale = queried === 'error' && isOffline(error) && latest !== undefined && latest.length > 0;
  const rows = isStale ? latest : fresh;
  const status = contradiction ? 'contradiction' : isStale ? 'ready' : queried;
  // A row with the focus can be deleted, here or by somebody else.
  useLayoutEffect(() => {
    if (rows && focused.current) restoreFocus(focused.current);
  }, [rows]);
  const withActions = Boolean(rowActions ?? rowButton);
  const showTable = status === 'loading' || (status === 'ready' && rows !== undefined && rows.length > 0);
  return (
    <div data-list className={cx('min-w-0 rounded-card border border-line bg-surface shadow-card', className)}>
      {toolbar && <div className="border-b border-line px-3 py-2.5">{toolbar}</div>}
      {isStale && status === 'ready' && (
        <Alert
          tone="warning"
          live
          title={errorText(error)}
          action={
            onRetry && (
              <Button size="xs" icon="refresh" onClick={onRetry}>
                {t('retry')}
              </Button>
            )
          }
          className="m-3"
        >
          {t('table.stale')}
        </Alert>
      )}
      {showTable && onSort && <SortBar columns={all} sort={sort} onSort={onSort} />}
      {/* In a wide table the header sticks to the window; a narrow table scrolls sideways in a frame, to which the header sticks. */}
      <div className="@container relative">
        <div
          className={cx(
            'max-md:overflow-x-visible @2xl:overflow-x-clip @max-2xl:[--sticky-top:0px]',
            status === 'loading' ? 'overflow-x-hidden' : 'overflow-x-auto',
          )}
        >
          {refreshing && (
            <div aria-hidden="true" className="absolute inset-x-0 top-0 z-3 h-0.5 overflow-hidden">
              <div className="h-full w-full animate-shimmer bg-brand-fg" />
            </div>
          )}
          {showTable && (
            <table
              role="table"
              data-compact={density === 'compact' || undefined}
              aria-busy={status === 'loading' || refreshing || reordering}
              className={cx(
                'group/table w-full min-w-2xl table-fixed border-separate border-spacing-0 text-xs max-md:block max-md:min-w-0',
                // The header cells are opaque, because rows scroll beneath them; at the top of the card they have its rounded corners.
                !toolbar && '[&_th:first-child]:rounded-tl-card [&_th:last-child]:rounded-tr-card',
              )}
            >
              <caption className="sr-only">{caption}</caption>
              <thead role="rowgroup" className="max-md:sr-only">
                <tr role="row">
                  {ticks?.head(CELL)}
                  {columns.map((column) => (
                    <HeadCell key={column.id} column={column} roomy={roomOf(columns)} sort={sort} onSort={onSort} />
                  ))}
                  {withActions && (
                    <th
                      role="columnheader"
                      scope="col"
                      style={{ width: rowButton ? '9.5rem' : '3rem' }}
                      className={cx(CELL, 'sticky top-(--sticky-top,0px) z-2 border-b border-line bg-surface short:static')}
                    >
                      <span className="sr-only">{t('table.actions')}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody
                role="rowgroup"
                onFocus={({ target }) => {
                  focused.current = focusPlaceOf(target);
                }}
                onBlur={() => {
                  focused.current = undefined;
                }}
                className={cx('max-md:block', refreshing && 'opacity-60 transition-opacity')}
              >
                {status === 'loading' ? (
                  <SkeletonRows
                    columns={columns as readonly Column<never>[]}
                    count={skeletonRows}
                    withActions={withActions}
                    withTicks={ticks !== undefined}
                  />
                ) : (
                  rows?.map((row) => {
                    const label = rowLabel?.(row);
                    return (
                      <tr
                        key={rowKey(row)}
                        data-list-row
                        role="row"
                        className={cx(
                          'group/row relative h-11 md:group-data-compact/table:h-9 md:group-data-compact/table:*:py-1 *:border-b *:border-line last:*:border-b-0 max-md:*:border-b-0',
                          'max-md:flex max-md:h-auto max-md:flex-col max-md:border-b max-md:border-line max-md:px-4 max-md:py-3 max-md:last:border-b-0',
                          rowLink && 'hover:bg-hover has-[[data-row-link]:focus-visible]:bg-hover',
                          ticks?.look(row),
                        )}
                      >
                        {ticks?.cell(row, label, CELL)}
                        {columns.map((column) => (
                          <BodyCell key={column.id} column={column} row={row} link={rowLink?.(row)} />
                        ))}
                        {withActions && (
                          <td role="cell" className={cx(CELL, 'py-1! text-right max-md:order-3 max-md:p-0!')}>
                            <span className="relative z-1 inline-flex items-center justify-end gap-1.5 max-md:contents">
                              {rowButton && <span className="max-md:relative max-md:z-1 max-md:mt-2 max-md:flex">{rowButton(row)}</span>}
                              {rowActions && (
                                <span className="max-md:absolute max-md:top-3 max-md:right-3 max-md:z-1">
                                  <RowMenu items={rowActions(row)} label={label ? t('actionsFor', { name: label }) : t('moreActions')} />
                                </span>
                              )}
                            </span>
                          </td>
                        )}
                      </tr>
                    );
                  })
                )}
              </tbody>
            </table>
          )}
          {status === 'loading' && (
            <span role="status" className="sr-only">
              {t('loading')}
            </span>
          )}
          {status === 'ready' && rows?.length === 0 && (
            <EmptyState
              {...(onClearFilters
                ? {
                    title: t('empty.filtered'),
                    text: t('empty.filteredText'),
                    action: (
                      <Button data-way-out onClick={onClearFilters}>
                        {t('clearAll')}
                      </Button>
                    ),
                  }
                : empty)}
            />
          )}
          {contradiction && <EmptyState icon="calendar" {...contradiction} />}
          {status === 'error' && <ErrorState error={error} onRetry={onRetry} />}
        </div>
      </div>
      {ticks?.bar}
      {pager && status === 'ready' && !isStale && rows !== undefined && rows.length > 0 && (
        <div className="border-t border-line px-4 py-2 empty:hidden">
          <Pagination {...pager} />
        </div>
      )}
    </div>
  );
}

function RowMenu({ items, label }: { items: readonly MenuItem[]; label: string }) {
  return items.length > 0 ? <Menu label={label} items={items} /> : null;
}
