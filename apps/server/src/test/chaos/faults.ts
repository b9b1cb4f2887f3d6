import * as fc from 'fast-check';
import { CUTS, type Cut } from './network.ts';
import { LINKS, type LinkName, MEMBERS, type Member, type Processes, STEPPED } from './processes.ts';

/** A fault that is injected, `afterMs` after the one before. */
export type Fault = { readonly afterMs: number } & (
  | { readonly kind: 'kill'; readonly who: Member }
  | { readonly kind: 'freeze'; readonly who: Member; readonly lengthMs: number }
  | { readonly kind: 'cut'; readonly who: LinkName; readonly how: Cut; readonly lengthMs: number }
  | { readonly kind: 'full'; readonly who: 'disk'; readonly sparedKiB: number; readonly newSegment: boolean; readonly lengthMs: number }
  | { readonly kind: 'step'; readonly who: (typeof STEPPED)[number]; readonly seconds: number; readonly lengthMs: number }
);
export const FAULT_KINDS = ['kill', 'freeze', 'cut', 'full', 'step'] as const satisfies readonly Fault['kind'][];

const afterMs = fc.noBias(fc.integer({ min: 50, max: 900 }));
const lengthMs = fc.noBias(fc.integer({ min: 150, max: 2500 }));

const DRAWN: { readonly [Kind in Fault['kind']]: fc.Arbitrary<Fault> } = {
  kill: fc.record({ kind: fc.constant('kill'), who: fc.constantFrom(...MEMBERS), afterMs }),
  freeze: fc.record({ kind: fc.constant('freeze'), who: fc.constantFrom(...MEMBERS), afterMs, lengthMs }),
  cut: fc.record({ kind: fc.constant('cut'), who: fc.constantFrom(...LINKS), how: fc.constantFrom(...CUTS), afterMs, lengthMs }),
  // Without room for a page a statement fails; without room for a segment of its log the server stops.
  full: fc.record({
    kind: fc.constant('full'),
    who: fc.constant('disk'),
    sparedKiB: fc.constantFrom(0, 64, 4096),
    newSegment: fc.boolean(),
    afterMs,
    lengthMs,
  }),
  step: fc.record({
    kind: fc.constant('step'),
    who: fc.constantFrom(...STEPPED),
    seconds: fc.constantFrom(-3600, -60, -5, 5, 60, 3600),
    afterMs,
    lengthMs,
  }),
};

/** The faults of a round. The same seed and kinds give the same faults; what the processes do at that moment differs. */
export function faultsOf(seed: number, kinds: readonly Fault['kind'][]): readonly Fault[] {
  const all = fc.array(fc.oneof(...kinds.map((kind) => DRAWN[kind])), { minLength: 3, maxLength: 5 });
  return fc.sample(all, { seed, numRuns: 1 })[0] ?? [];
}

/** @returns once it is over, or what was killed is on its way back */
export function inject(processes: Processes, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case 'kill':
      return processes.kill(fault.who);
    case 'freeze':
      return processes.freeze(fault.who, fault.lengthMs);
    case 'cut':
      return processes.cut(fault.who, fault.how, fault.lengthMs);
    case 'full':
      return processes.fillDisk(fault);
    case 'step':
      return processes.stepClock(fault.who, fault.seconds, fault.lengthMs);
  }
}

export const nameOf = (fault: Fault): string =>
  `${fault.kind} ${fault.who}${fault.kind === 'cut' ? ` ${fault.how}` : fault.kind === 'step' ? ` ${fault.seconds} s` : ''}`;
