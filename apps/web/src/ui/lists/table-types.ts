import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** Nothing (null, undefined, false, ''): a dash in the table, no line on a phone's card. */
  readonly cell: (row: Row) => ReactNode;
  /** Key for `onSort`; a column without one cannot be sorted. */
  readonly sortKey?: string;
  /** What the second line of the cells holds, where the column can be sorted by that too. */
  readonly secondSort?: { readonly key: string; readonly header: string };
  readonly align?: 'start' | 'end';
  /** CSS width; columns without one share the rest. Widths in rem give way where there is less room. */
  readonly width?: string;
  /** `wide` columns disappear where the table is narrower than 62 rem (a window of 1268 px), `widest` ones below 72 rem (1428 px). */
  readonly priority?: 'always' | 'wide' | 'widest';
  /** Place on a phone's card: its title, the state below it, a line with its header, a line without, or none. */
  readonly card?: 'title' | 'badge' | 'line' | 'plain' | 'hidden';
  /** The header is only for assistive technology. */
  readonly headerHidden?: boolean;
}

export interface Sort {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}
