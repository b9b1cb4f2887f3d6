import { StartupError } from '../config/startup-error.ts';
import { readOptions, runProgram } from '../platform/program.ts';
import { runSeed } from './demo.ts';
import { DEFAULT_SIZE, type SeedSize } from './size.ts';

/**
 * `npm run seed -- --companies N --checks N`: adds companies with that many checks in two years of history.
 * There are about 3.3 certificates and 1.25 employees for each check.
 */
await runProgram(async () => {
  const { companies, checks } = readOptions(['companies', 'checks'], 'npm run seed -- --companies N --checks N');
  await runSeed({ companies: countOf('companies', companies), checks: countOf('checks', checks) });
});

function countOf(name: keyof SeedSize, given: string | undefined): number {
  if (given === undefined) return DEFAULT_SIZE[name];
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) throw new StartupError(`--${name} must be a whole number of at least 1, not "${given}".`);
  return count;
}
