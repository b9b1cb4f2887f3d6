/** How often each value occurs, for means and percentiles of any number of checks from a few hundred rows. */
export type Histogram = readonly { readonly value: number; readonly count: number }[];

export function histogramOf(values: readonly number[]): Histogram {
  const counted = new Map<number, number>();
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
  return [...counted].map(([value, count]) => ({ value, count }));
}

/** The number of values. */
export const sizeOf = (histogram: Histogram): number => histogram.reduce((total, { count }) => total + count, 0);

/** In ascending order: floating-point sums depend on the order, and the same checks must give the same figures. */
const inOrder = (histogram: Histogram): Histogram => histogram.toSorted((a, b) => a.value - b.value);

/** The mean of the values; null: none. */
export function meanOf(histogram: Histogram): number | null {
  const size = sizeOf(histogram);
  return size === 0 ? null : inOrder(histogram).reduce((total, { value, count }) => total + value * count, 0) / size;
}

/**
 * The percentile of the values, interpolated linearly like PostgreSQL's `percentile_cont`; null: no values.
 * @param share 0 to 1; 0.5 is the median
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const sorted = inOrder(histogram.filter(({ count }) => count > 0));
  const rank = share * (sizeOf(sorted) - 1);
  let seen = 0;
  for (const [index, { value, count }] of sorted.entries()) {
    seen += count;
    if (rank <= seen - 1) return value;
    const next = sorted[index + 1];
    if (next !== undefined && rank < seen) return value + (next.value - value) * (rank - (seen - 1));
  }
  return null;
}
