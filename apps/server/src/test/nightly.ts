import { createHash } from 'node:crypto';

/** Whether this run includes the long tests, with many rounds and large data: `npm test -- all` sets it. */
export const nightly = process.env.NIGHTLY === '1';

/** Selects about one in `oneIn` names, by a hash, so that each run selects the same ones. */
export const isOneIn = (oneIn: number, name: string): boolean => createHash('sha256').update(name).digest().readUInt32BE(0) % oneIn === 0;

/**
 * The variants of one behaviour that this run tests: all of them in a nightly run, otherwise about one in `oneIn`, selected by their
 * names, and at least one.
 * @param nameOf the name of a variant; by default the first element of an array, otherwise the variant itself
 */
export function byDay<Variant>(oneIn: number, variants: readonly Variant[], nameOf: (variant: Variant) => unknown = nameOfRow): Variant[] {
  if (nightly) return [...variants];
  const chosen = variants.filter((variant) => isOneIn(oneIn, String(nameOf(variant))));
  return chosen.length > 0 ? chosen : variants.slice(0, 1);
}

const nameOfRow = (variant: unknown): unknown => (Array.isArray(variant) ? variant[0] : variant);
