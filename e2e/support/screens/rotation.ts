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

/** Two of the widths for a screen, by its name alone: one for each language. */
export function twoOf(name: string, widths: readonly number[]): readonly [number, number] {
  const lot = lotOf(`${name} widths`);
  const first = lot % widths.length;
  // Never the same one: all but one width remain, counted from the one after the first.
  const second = (first + 1 + (Math.floor(lot / widths.length) % (widths.length - 1))) % widths.length;
  const [one, other] = [widths[first], widths[second]];
  if (one === undefined || other === undefined || one === other) throw new Error('There are two widths to choose from.');
  return [one, other];
}

/** Whether the normal run opens this state, by its name alone: each change is measured by the same ones. The nightly run opens all. */
export const isOpenedByDay = (name: string): boolean => lotOf(`${name} opened`) % 12 === 0;

const lotOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
