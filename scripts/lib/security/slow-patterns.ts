import { analyse } from 'scslre';

export interface Pattern {
  readonly source: string;
  readonly flags: string;
}

/**
 * What takes more than its share of a text. `Move`, the same text looked at again from each place, stays out: texts are short (each field has its
 * most letters), so the square of their length is.
 */
export const slow = ({ source, flags }: Pattern): boolean =>
  analyse({ source, flags }, { assumeRejectingSuffix: true }).reports.some(({ type, exponential }) => exponential || type !== 'Move');
