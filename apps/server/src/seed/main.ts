import { parseArgs } from 'node:util';
import { runSeed } from './demo.ts';
import { DEFAULT_SIZE, type SeedSize } from './seed.ts';

/**
 * `npm run seed -- --companies N --checks N`: adds companies with that many checks in two years of history.
 * Certificates come at about 3.3 per check, employees at about 1.25.
 */
const { values } = parseArgs({ options: { companies: { type: 'string' }, checks: { type: 'string' } } });

function countOf(name: keyof SeedSize): number {
  const given = values[name];
  if (given === undefined) return DEFAULT_SIZE[name];
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) {
    console.error(`--${name} takes a whole number of at least 1, not "${given}".`);
    process.exit(1);
  }
  return count;
}

await runSeed({ companies: countOf('companies'), checks: countOf('checks') });
