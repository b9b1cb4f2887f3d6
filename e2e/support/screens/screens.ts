import { nightly } from '../../../apps/server/src/test/nightly.ts';
import { isOpenedByDay } from './rotation.ts';
import { isFace, nameOf, type Screen, type State } from './screen-states.ts';
import { EMPLOYER } from './screens-employer.ts';
import { PROVIDER } from './screens-provider.ts';
import { VISITOR } from './screens-visitor.ts';

/**
 * Every screen of the application with its named states, which the sweep checks.
 * A route without a row fails the first test of sweep.spec.ts. docs/testing.md says how to add one.
 */
export const SCREENS: readonly Screen[] = [...VISITOR, ...EMPLOYER, ...PROVIDER];

/** Routes without a screen, which redirect at once. */
export const REDIRECTS: readonly string[] = ['/settings'];

/** Approximate number of states in one test. */
const STATES_PER_TEST = 24;

/** Screens of each test of the sweep, by the name of the test; each test has one user. */
export function rounds(): ReadonlyMap<string, readonly Screen[]> {
  const found = new Map<string, readonly Screen[]>();
  for (const [who, screens] of Map.groupBy(nightly ? SCREENS : sampleOf(SCREENS), (screen) => screen.who)) {
    const parts: Screen[][] = [];
    for (const screen of screens) {
      const part = parts.at(-1);
      if (part && part.flatMap(({ states }) => states).length < STATES_PER_TEST) part.push(screen);
      else parts.push([screen]);
    }
    for (const [index, part] of parts.entries())
      found.set(`${who}, part ${index + 1}: ${[...new Set(part.map(({ route }) => route))].join(' ')}`, part);
  }
  return found;
}

/**
 * The states of the normal run: every screen as it opens, one state of each `kind` for each user, and a twelfth of the others. States that
 * continue from another one stay together with it.
 */
function sampleOf(all: readonly Screen[]): readonly Screen[] {
  const seen = new Set<string>();
  return all.map((screen) => {
    const isNew = ({ kind }: State): boolean => kind === undefined || !seen.has(`${screen.who} ${kind}`);
    const states = chainsOf(screen.states).filter((chain) => {
      const [first] = chain;
      const isDrawn = chain.some(isFace) || (first !== undefined && isOpenedByDay(nameOf(screen, first)));
      const wanted = isDrawn && chain.some(isNew);
      if (wanted) for (const { kind } of chain) seen.add(`${screen.who} ${kind}`);
      return wanted;
    });
    return { ...screen, states: states.flat() };
  });
}

/** Groups each state with those that continue from it. */
function chainsOf(states: readonly State[]): readonly (readonly State[])[] {
  const chains: State[][] = [];
  for (const state of states) {
    if (state.continues) chains.at(-1)?.push(state);
    else chains.push([state]);
  }
  return chains;
}
