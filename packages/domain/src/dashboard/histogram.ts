/** How often each value occurs: means and percentiles of any number of checks from a few hundred lines. */
export type Histogram = readonly { readonly value: number; readonly count: number }[];

export function histogramOf(values: readonly number[]): Histogram {
  const counted = new Map<number, number>();
  for (const value of values) counted.set(value, (counted.get(value) ?? 0) + 1);
  return [...counted].map(([value, count]) => ({ value, count }));
}

export const sizeOf = (histogram: Histogram): number => histogram.reduce((total, { count }) => total + count, 0);

/** From the smallest value up: the sum of fractions depends on their order, and the same checks must give the same figures. */
const inOrder = (histogram: Histogram): Histogram => histogram.toSorted((a, b) => a.value - b.value);

/** Null of nothing. */
export function meanOf(histogram: Histogram): number | null {
  const size = sizeOf(histogram);
  return size === 0 ? null : inOrder(histogram).reduce((total, { value, count }) => total + value * count, 0) / size;
}

/**
 * The value below which a share of all lies, between two values in proportion (as PostgreSQL's percentile_cont); null of nothing.
 * @param share 0 to 1; 0.5 is the median
 */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const sorted = inOrder(histogram.filter(({ count }) => count > 0));
  const place = share * (sizeOf(sorted) - 1);
  let seen = 0;
  for (const [index, { value, count }] of sorted.entries()) {
    seen += count;
    if (place <= seen - 1) return value;
    const next = sorted[index + 1];
    if (next !== undefined && place < seen) return value + (next.value - value) * (place - (seen - 1));
  }
  return null;
}
