// biome-ignore-all lint/a11y/noRedundantRoles: as cards on a phone the elements are no longer displayed as a table, and browsers then drop its roles.
import { NOTHING } from '@checkwell/messages/formats';
import { cx } from '../content/cx.ts';
import { AppLink } from '../links/AppLink.tsx';
import type { AppLinkTarget } from '../links/navigation.ts';
import { SortHeader } from './TableSort.tsx';
import type { Column, Sort } from './table-types.ts';

/** Padding of every cell. */
export const CELL = 'px-3 py-2 align-middle first:pl-4 last:pr-4';
/** The CSS width of a column. In a narrow table all columns become narrower in proportion, so that the first one keeps its share. */
function fitted(width: string | undefined, roomy: number): string | undefined {
  const rem = remOf(width);
  return rem === undefined ? width : `min(${width}, ${((rem / roomy) * 100).toFixed(2)}cqw)`;
}

function remOf(width: string | undefined): number | undefined {
  const rem = /^([\d.]+)rem$/.exec(width ?? '')?.[1];
  return rem === undefined ? undefined : Number(rem);
}

/** Largest width in rem at which the columns that are not `wide` have their full width. */
const ROOMY_REM = 56;
/** Least width of a column without a width, and width of a row's button, in rem. */
const [FLEXIBLE_REM, ACTIONS_REM] = [12, 3];
/** The width in rem at which these columns have their full width, at most `ROOMY_REM`. */
export const roomOf = (columns: readonly Pick<Column<never>, 'width' | 'priority'>[]): number => Math.min(ROOMY_REM, roomyRem(columns));
const roomyRem = (columns: readonly Pick<Column<never>, 'width' | 'priority'>[]): number =>
  columns.reduce(
    (sum, { width, priority }) => sum + (priority && HIDDEN_BELOW[priority] ? 0 : (remOf(width) ?? FLEXIBLE_REM)),
    ACTIONS_REM,
  );

/** The columns without the hidden ones; columns that needed more space take the place of hidden ones. */
export function shownColumns<Row>(columns: readonly Column<Row>[], hidden: readonly string[]): readonly Column<Row>[] {
  const left = columns.filter(({ id }) => !hidden.includes(id));
  if (left.length === columns.length) return columns;
  let room = roomyRem(columns as readonly Column<never>[]) - roomyRem(left as readonly Column<never>[]);
  return left.map((column) => {
    const { priority, ...always } = column;
    const need = remOf(column.width) ?? FLEXIBLE_REM;
    if (!priority || !HIDDEN_BELOW[priority] || need > room) return column;
    room -= need;
    return always;
  });
}

/** By the room that the table has, which the sidebar shares with it. */
const HIDDEN_BELOW = { always: undefined, wide: '@max-[62rem]:hidden', widest: '@max-[72rem]:hidden' } as const;
/** From tables to cards at 768 px. The explicit roles keep the table a table for assistive technology then. */
const PHONE_CELL = 'max-md:flex max-md:items-baseline max-md:px-0 max-md:py-0.5 max-md:first:pl-0 max-md:last:pr-0 max-md:text-left';

/** The head of a column, by which the list is sorted where it has a key. */
export function HeadCell<Row>({
  column,
  roomy,
  sort,
  onSort,
}: {
  column: Column<Row>;
  roomy: number;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const { sortKey, secondSort, header } = column;
  const directionOf = (key: string | undefined) => (key !== undefined && sort?.by === key ? sort.direction : undefined);
  const direction = directionOf(sortKey) ?? directionOf(secondSort?.key);
  const sortBy = (key: string) => onSort?.({ by: key, direction: directionOf(key) === 'asc' ? 'desc' : 'asc' });
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : sortKey && onSort ? 'none' : undefined}
      style={{ width: fitted(column.width, roomy) }}
      className={cx(
        CELL,
        'sticky top-(--sticky-top,0px) z-2 h-9 short:static border-b border-line bg-surface py-1! text-2xs font-medium text-muted',
        column.align === 'end' ? 'text-right' : 'text-left',
        column.priority && HIDDEN_BELOW[column.priority],
      )}
    >
      {sortKey !== undefined && onSort ? (
        // Below each other, like the lines of the cells.
        <span className={cx(secondSort && 'md:flex md:flex-col md:items-start')}>
          <SortHeader label={header} direction={directionOf(sortKey)} atEnd={column.align === 'end'} onSort={() => sortBy(sortKey)} />
          {secondSort && (
            <>
              <span aria-hidden="true" className="md:hidden">
                {' · '}
              </span>
              <SortHeader
                label={secondSort.header}
                direction={directionOf(secondSort.key)}
                atEnd={false}
                onSort={() => sortBy(secondSort.key)}
              />
            </>
          )}
        </span>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : 'line-clamp-2 whitespace-normal'}>{header}</span>
      )}
    </th>
  );
}

/** A cell of a row: in a table, or as a line of a card on a phone. */
export function BodyCell<Row>({ column, row, link }: { column: Column<Row>; row: Row; link: AppLinkTarget | undefined }) {
  const { card = 'line' } = column;
  const content = column.cell(row);
  const isEmpty = content === null || content === undefined || content === false || content === '';
  return (
    <td
      role="cell"
      className={cx(
        CELL,
        PHONE_CELL,
        'truncate',
        column.align === 'end' ? 'text-right tabular-nums' : 'text-left',
        column.priority && HIDDEN_BELOW[column.priority],
        card === 'title' && 'font-medium text-fg max-md:order-first max-md:pr-8! max-md:text-sm',
        card === 'badge' && 'max-md:order-1 max-md:pb-1.5',
        (card === 'line' || card === 'plain') && 'max-md:order-2',
        (card === 'hidden' || isEmpty) && 'max-md:hidden',
      )}
    >
      {card === 'line' && (
        <span aria-hidden="true" className="hidden w-2/5 min-w-32 shrink-0 pr-3 whitespace-normal text-muted max-md:block">
          {column.header}
        </span>
      )}
      {link && card === 'title' ? (
        <AppLink
          {...link}
          data-row-link
          className="block scroll-my-16 truncate rounded-xs py-[3px] outline-offset-2 after:absolute after:inset-0 hover:text-brand-fg max-md:whitespace-normal md:group-data-compact/table:py-0"
        >
          {content}
        </AppLink>
      ) : (
        <span className="max-md:min-w-0 max-md:whitespace-normal">{isEmpty ? NOTHING : content}</span>
      )}
    </td>
  );
}

interface SkeletonRowsProps {
  readonly columns: readonly Column<never>[];
  readonly count: number;
  readonly withActions: boolean;
  readonly withTicks: boolean;
}

/** Placeholders for loading rows. */
export function SkeletonRows({ columns, count, withActions, withTicks }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, index) => (
    <tr
      // biome-ignore lint/suspicious/noArrayIndexKey: identical rows without state.
      key={index}
      role="row"
      aria-hidden
      className="max-md:flex max-md:flex-col max-md:gap-2 max-md:border-b max-md:border-line max-md:p-4"
    >
      {withTicks && <td className="max-md:hidden" />}
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx(
            CELL,
            'h-11 md:group-data-compact/table:h-9 max-md:block max-md:h-auto max-md:p-0!',
            column.priority && HIDDEN_BELOW[column.priority],
            column.card === 'hidden' && 'max-md:hidden',
          )}
        >
          <span
            className="block h-3 animate-shimmer rounded bg-neutral-soft"
            style={{ width: `${45 + ((index * 7 + column.id.length * 13) % 45)}%` }}
          />
        </td>
      ))}
      {withActions && <td className="max-md:hidden" />}
    </tr>
  ));
}
