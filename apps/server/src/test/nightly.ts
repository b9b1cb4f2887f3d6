import { createHash } from 'node:crypto';

/** Whether this run has the time for long storms, many rounds and large data: `npm test -- all` says so. */
export const nightly = process.env.NIGHTLY === '1';

/** Whether one in `oneIn` things is this one: by its name, so that each run says the same. */
export const isOneIn = (oneIn: number, name: string): boolean => createHash('sha256').update(name).digest().readUInt32BE(0) % oneIn === 0;

/**
 * Of many variants of one behaviour those that this run shows: at night all of them, by day about one in `oneIn`, chosen by their names,
 * and at least one.
 * @param nameOf what tells one from the others; by default the beginning of a row, or all of a text
 */
export function byDay<Variant>(oneIn: number, variants: readonly Variant[], nameOf: (variant: Variant) => unknown = nameOfRow): Variant[] {
  if (nightly) return [...variants];
  const chosen = variants.filter((variant) => isOneIn(oneIn, String(nameOf(variant))));
  return chosen.length > 0 ? chosen : variants.slice(0, 1);
}

const nameOfRow = (variant: unknown): unknown => (Array.isArray(variant) ? variant[0] : variant);
