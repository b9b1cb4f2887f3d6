import { filtersInForce, type SortOf, sortOf } from '@checkwell/domain/lists/lists';
import { useNavigate } from '@tanstack/react-router';
import { usePages } from '../../lib/api/pages.ts';
import { type DataTableProps, tableStatus } from './DataTable.tsx';

/** The part of a list's definition that its screen needs (packages/domain/src/lists/lists.ts). */
interface Definition<Filter extends string, Field extends string> {
  readonly filters: readonly Filter[];
  readonly sorts: readonly Field[];
  readonly first: SortOf<Field>;
}

interface Counted {
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
  readonly totalCount: number;
  /** Whether there are more than were counted. */
  readonly totalCountCapped: boolean;
}

interface ListScreenOptions<Search, Filter extends string, Field extends string> {
  readonly list: Definition<Filter, Field>;
  /** The list's address. */
  readonly search: Search;
  readonly query: Parameters<typeof tableStatus>[0] & { readonly error: Error | null };
  readonly page: Counted | undefined;
  /** Describes the number of rows. */
  readonly counted: (total: Pick<Counted, 'totalCount' | 'totalCountCapped'>) => string;
  /** A filter that is shown as a tab: it always has a value, does not count as active, and has its own order. */
  readonly tab?: Filter;
  /** The order where nobody chose one, if it depends on the tab. */
  readonly first?: SortOf<Field>;
}

type TablePart = Pick<DataTableProps<never>, 'sort' | 'onSort' | 'onClearFilters' | 'pager' | keyof ReturnType<typeof tableStatus>>;

interface ListScreen<Search> {
  /**
   * Changes the address and goes to the first page. A filter makes a history entry.
   * @param replace changes the address without one, for typed text and orders
   */
  readonly narrow: (values: Partial<Search>, replace?: boolean) => void;
  /** Clears every filter and the search. */
  readonly clear: () => void;
  /** Number of active filters without the search; a period counts as one. */
  readonly narrowed: number;
  /** For `DataTable`. */
  readonly table: TablePart;
}

interface ListAddress<Field extends string> {
  readonly q?: string | undefined;
  readonly sort?: Field | undefined;
  readonly desc?: boolean | undefined;
  readonly after?: string | undefined;
}

/** What every list's screen does alike: filters, order and pages in the address, and what the table shows of them. */
export function useListScreen<Search extends ListAddress<Field>, Filter extends string, Field extends string>({
  list,
  search,
  query,
  page,
  counted,
  tab,
  first = list.first,
}: ListScreenOptions<Search, Filter, Field>): ListScreen<Search> {
  const navigate = useNavigate();
  const pages = usePages(search.after, page, query);
  const sort = sortOf({ first }, search);
  // The rule of the list reads this search; no type knows which list it is.
  const narrow = (values: Partial<Search>, replace = false): void =>
    void navigate({ to: '.', search: ((old: object) => ({ ...old, ...values, after: undefined })) as never, replace });
  const narrowed = filtersInForce(list.filters, { ...(search as object) }, tab);
  const none = Object.fromEntries([...list.filters, 'q'].flatMap((name) => (name === tab ? [] : [[name, undefined]])));
  const clear = () => narrow(none as Partial<Search>);
  return {
    narrow,
    clear,
    narrowed,
    table: {
      sort: { by: sort.field, direction: sort.direction },
      onSort: ({ by, direction }) =>
        narrow({ sort: list.sorts.find((field) => field === by), desc: direction === 'desc' || undefined } as Partial<Search>, true),
      ...tableStatus(query),
      onClearFilters: narrowed > 0 || search.q !== undefined ? clear : undefined,
      pager: { ...pages, summary: page ? counted(page) : '' },
    },
  };
}
