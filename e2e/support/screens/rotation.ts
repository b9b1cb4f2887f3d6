import { createHash } from 'node:crypto';
import type { Mode } from './accessibility.ts';

/** Which colours and which width the normal run looks at, where it does not look at all of them. */

export const MODES = ['light', 'dark'] as const satisfies readonly Mode[];

export interface Variant {
  readonly mode: Mode;
  readonly width: number;
}

/** By the name alone, so that a state is looked at in the same way every time, and over all states each way comes as often. */
export function variantOf(name: string, widths: readonly number[]): Variant {
  const lot = createHash('sha256').update(name).digest().readUInt32BE();
  const [mode, width] = [MODES[lot % MODES.length], widths[Math.floor(lot / MODES.length) % widths.length]];
  if (mode === undefined || width === undefined) throw new Error('There is a width to choose from.');
  return { mode, width };
}
