/** The one in the middle; of an even number the higher one of the two. @returns NaN where there is none */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
