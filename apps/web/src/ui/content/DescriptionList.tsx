import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Description {
  readonly label: ReactNode;
  readonly value: ReactNode;
  /** Takes the whole width. */
  readonly wide?: boolean;
}

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' } as const;

/** Labels and values of a record; a missing value shows a dash. */
export function DescriptionList({
  items,
  columns = 2,
  className,
}: {
  items: readonly Description[];
  columns?: 1 | 2 | 3;
  className?: string;
}) {
  return (
    <dl className={cx('grid gap-x-6 gap-y-3', COLUMNS[columns], className)}>
      {items.map(({ label, value, wide }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may be elements; the list is fixed per screen.
        <div key={index} className={cx('min-w-0', wide && 'col-span-full')}>
          <dt className="text-2xs text-muted">{label}</dt>
          <dd className="text-xs text-fg">{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
