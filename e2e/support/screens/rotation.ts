import { createHash } from 'node:crypto';
import type { Mode } from './accessibility.ts';

/** Selects the states, colours and widths that the normal run checks; the nightly run checks all. */

export const MODES = ['light', 'dark'] as const satisfies readonly Mode[];

export interface Variant {
  readonly mode: Mode;
  readonly width: number;
}

/** Colour mode and width of a state, from a hash of its name: the same in every run, and evenly distributed over all states. */
export function variantOf(name: string, widths: readonly number[]): Variant {
  const lot = lotOf(name);
  const [mode, width] = [MODES[lot % MODES.length], widths[Math.floor(lot / MODES.length) % widths.length]];
  if (mode === undefined || width === undefined) throw new Error('There is a width to choose from.');
  return { mode, width };
}

/** Two different widths for a screen, from a hash of its name: one for each language. */
export function twoOf(name: string, widths: readonly number[]): readonly [number, number] {
  const lot = lotOf(`${name} widths`);
  const first = lot % widths.length;
  // One of the other widths, counted from the one after the first.
  const second = (first + 1 + (Math.floor(lot / widths.length) % (widths.length - 1))) % widths.length;
  const [one, other] = [widths[first], widths[second]];
  if (one === undefined || other === undefined || one === other) throw new Error('There are two widths to choose from.');
  return [one, other];
}

/** Whether the normal run opens this state, from a hash of its name: the same in every run. The nightly run opens all. */
export const isOpenedByDay = (name: string): boolean => lotOf(`${name} opened`) % 12 === 0;

const lotOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();
