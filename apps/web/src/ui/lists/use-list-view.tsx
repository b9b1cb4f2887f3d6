import { LISTS, type ListName, type ViewSearch } from '@checkwell/domain/lists/lists';
import { isSameView, viewOf } from '@checkwell/domain/lists/views';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { setHiddenColumns, useHiddenColumns } from '../../lib/lists/column-choice.ts';
import { listViewsQuery, searchOf } from '../../lib/lists/list-views.ts';
import { useCompany } from '../../lib/session/viewer.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import { shownColumns } from './TableCells.tsx';
import type { Column } from './table-types.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

interface ListViewPart {
  /** For `DataTable`. */
  readonly hidden: readonly string[];
  /** For the end of `FilterBar`. */
  readonly tools: ReactNode;
}

/**
 * Columns and saved views of the current route's list. The address says what is shown; if it names no columns, the user's own choice counts.
 */
export function useListView(list: ListName, columns: readonly Pick<Column<never>, 'id' | 'header' | 'priority' | 'width'>[]): ListViewPart {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const companyId = useCompany()?.id;
  const query = useQuery({ ...listViewsQuery(list, companyId), refetchOnWindowFocus: true });
  const chosen = useHiddenColumns(list);
  const known: readonly string[] = LISTS[list].columns;
  const told = viewOf(list, search).hide;
  const hidden = Array.isArray(told) ? known.filter((column) => told.includes(column)) : chosen;
  const shown: ViewSearch = { ...viewOf(list, search), hide: hidden };
  const views = query.data;
  const opensWith = views?.some(({ isDefault }) => isDefault) ?? false;

  const show = (next: ViewSearch, replace = false): void =>
    // The rule of the list reads this search; no type knows which list it is.
    void navigate({ to: '.', search: next as never, replace });
  const isBare = Object.values(search).every((value) => value === undefined);
  useEffect(() => {
    // Somebody who cleared the filters finds the whole list after a reload or on coming back, not the view that opens it.
    // No type knows the search of this list, as in `show`.
    if (isBare && opensWith) void navigate({ to: '.', search: { all: true } as never, replace: true });
  }, [isBare, opensWith, navigate]);

  const hide = (next: readonly string[]): void => {
    setHiddenColumns(list, next);
    if (told !== undefined) show({ ...search, hide: next }, true);
  };
  const hideable = columns.filter(({ id }) => known.includes(id));
  return {
    hidden,
    tools: (
      <>
        <ViewsMenu
          list={list}
          companyId={companyId}
          query={{ ...query, views }}
          shown={shown}
          isSame={(view) => isSameView(list, view, shown)}
          isWhole={isSameView(list, { hide: chosen }, shown)}
          onShow={(view) => show(searchOf(view))}
          onShowWhole={() => show(opensWith ? { all: true } : {})}
        />
        <ColumnMenu
          columns={hideable}
          hidden={hidden}
          withoutRoom={shownColumns(columns as readonly Column<never>[], hidden).some(({ priority = 'always' }) => priority !== 'always')}
          onChange={hide}
        />
      </>
    ),
  };
}
