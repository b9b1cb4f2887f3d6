// biome-ignore-all lint/a11y/noRedundantRoles: as cards on a phone the elements are no longer displayed as a table (DataTable.tsx).
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import type { RowSelection } from './use-row-selection.ts';

interface TickProps {
  readonly label: string;
  readonly ticked: boolean;
  readonly some?: boolean;
  readonly onTick: (event: MouseEvent) => void;
}

/** A checkbox whose label, the name of the row, is only for screen readers. Its target is 24 pixels wide and high (WCAG 2.5.8). */
function Tick({ label, ticked, some = false, onTick }: TickProps) {
  return (
    <span className="relative inline-grid size-6 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={ticked}
        ref={(box) => {
          if (box) box.indeterminate = some && !ticked;
        }}
        // The click event knows the Shift key; the change event does not.
        onClick={onTick}
        onChange={() => undefined}
        className="peer relative size-4 appearance-none rounded border border-line-strong bg-field shadow-field transition-colors checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand after:absolute after:-inset-1"
      />
      <Icon
        name={ticked ? 'check' : 'minus'}
        size={12}
        className={cx('pointer-events-none absolute stroke-3 text-(--on-brand)', !ticked && !some && 'hidden')}
      />
    </span>
  );
}

interface Selection<Row> {
  /** The ticked rows. */
  readonly of: RowSelection<Row>;
  /** Actions for the ticked rows. */
  readonly actions: ReactNode;
}

/** The prop of `DataTable` for ticked rows; lists without it do not load this code. */
export interface Ticks<Row> {
  readonly head: (cell: string) => ReactNode;
  readonly cell: (row: Row, name: string | undefined, cell: string) => ReactNode;
  /** Classes of a row. */
  readonly look: (row: Row) => string;
  readonly bar: ReactNode;
}

/**
 * The selection of rows in a table: one by one, a range with Shift, or the whole page. Undefined when the list has no selection.
 */
export function useTicks<Row>(selection: Selection<Row> | undefined, rows: readonly Row[] = []): Ticks<Row> | undefined {
  const t = useTranslations('common');
  const last = useRef<Row>(undefined);
  if (!selection) return undefined;
  const { of, actions } = selection;
  const free = rows.filter(of.allows);
  const all = free.length > 0 && free.every(of.has);
  const tick = (row: Row, extend: boolean) => {
    const [from, to] = [last.current === undefined ? -1 : rows.indexOf(last.current), rows.indexOf(row)];
    last.current = row;
    if (extend && from >= 0) of.toggle(row, rows.slice(Math.min(from, to), Math.max(from, to) + 1));
    else of.toggle(row);
  };
  return {
    head: (cell) => (
      <th
        role="columnheader"
        scope="col"
        style={{ width: '2.75rem' }}
        className={cx(cell, 'sticky top-(--sticky-top,0px) z-2 border-b border-line bg-surface py-1! pr-0! text-left short:static')}
      >
        {free.length > 0 ? (
          // On a phone the head of the table is not shown.
          <span className="max-md:hidden">
            <Tick label={t('table.selectAll')} ticked={all} some={free.some(of.has)} onTick={() => of.setAll(free, !all && !of.full)} />
          </span>
        ) : (
          <span className="sr-only">{t('table.select')}</span>
        )}
      </th>
    ),
    cell: (row, name = '', cell) => (
      <td role="cell" className={cx(cell, 'py-1! pr-0! max-md:absolute max-md:top-3 max-md:left-3 max-md:p-0!')}>
        {of.allows(row) && (
          // Above the link that the whole row is.
          <span className="relative z-1">
            <Tick label={t('table.selectRow', { name })} ticked={of.has(row)} onTick={({ shiftKey }) => tick(row, shiftKey)} />
          </span>
        )}
      </td>
    ),
    look: (row) => cx('max-md:pl-13', of.has(row) && 'bg-brand-soft'),
    bar: <SelectionBar count={of.rows.length} full={of.full} onClear={of.clear} actions={actions} />,
  };
}

interface SelectionBarProps {
  readonly count: number;
  readonly full: boolean;
  readonly onClear: () => void;
  readonly actions: ReactNode;
}

/** The bar with the actions for ticked rows, which stays visible at the foot of the list. */
function SelectionBar({ count, full, onClear, actions }: SelectionBarProps) {
  const t = useTranslations('common');
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 && t('table.selected', { count })} {full && t('table.selectedMost')}
      </p>
      {count > 0 && (
        <div className="sticky bottom-(--bottom-nav,0px) z-4 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-sunken px-4 py-2.5 short:static">
          <span className="text-xs font-medium tabular-nums">{t('table.selected', { count })}</span>
          {full && <span className="text-2xs text-muted">{t('table.selectedMost')}</span>}
          <Button variant="link" onClick={onClear}>
            {t('clear')}
          </Button>
          <span className="ml-auto flex flex-wrap gap-2">{actions}</span>
        </div>
      )}
    </>
  );
}
