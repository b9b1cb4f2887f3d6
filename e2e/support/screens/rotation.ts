import { createHash } from 'node:crypto';
import type { Mode } from './accessibility.ts';

/** What the normal run looks at, where it does not look at everything: which states, in which colours and at which width. */

export const MODES = ['light', 'dark'] as const satisfies readonly Mode[];

export interface Variant {
  readonly mode: Mode;
  readonly width: number;
}

/** By the name alone, so that a state is looked at in the same way every time, and over all states each way comes as often. */
export function variantOf(name: string, widths: readonly number[]): Variant {
  const lot = lotOf(name);
  const [mode, width] = [MODES[lot % MODES.length], widths[Math.floor(lot / MODES.length) % widths.length]];
  if (mode === undefined || width === undefined) throw new Error('There is a width to choose from.');
  return { mode, width };
}

/** Whether the normal run opens this state, by its name alone: each change is measured by the same ones. The nightly run opens all. */
export const isOneOfThree = (name: string): boolean => lotOf(`${name} opened`) % 3 === 0;

const lotOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
