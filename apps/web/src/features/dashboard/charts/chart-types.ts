import type { AppLinkTarget } from '../../../ui/links/navigation.ts';

/** A part of a column, a colour of a map: what the legend names. */
export interface Series {
  readonly key: string;
  readonly label: string;
  /** A custom property of charts.css. */
  readonly color: string;
  /** Hatching distinguishes the series without colours. */
  readonly hatched?: boolean;
}

/** One place of a chart with its values, in the order of the series. */
export interface Point {
  readonly key: string;
  readonly label: string;
  /** On the axis. */
  readonly shortLabel: string;
  readonly values: readonly number[];
  /** The values in words, for screen readers. */
  readonly text: string;
  /** Opens the checks behind it. */
  readonly link?: AppLinkTarget;
}

/** The same numbers as a table. Its rows open the same checks: on a phone a column is too narrow for a finger (WCAG 2.5.8). */
export interface ChartTable {
  readonly columns: readonly string[];
  readonly rows: readonly ChartRow[];
}
interface ChartRow {
  readonly label: string;
  readonly cells: readonly string[];
  readonly link?: AppLinkTarget;
}
