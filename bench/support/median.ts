/** The median; for an even number of values, the higher one of the two in the middle. @returns NaN without values */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
