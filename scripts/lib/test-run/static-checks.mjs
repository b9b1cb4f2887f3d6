import { join } from 'node:path';
import { childEnv, nodePath, ROOT, run, seconds } from '../../bootstrap.mjs';
import { generate } from '../generators.mjs';

/**
 * @typedef {import('./outcomes.mjs').Outcome} Outcome
 * @typedef {{ checks: readonly string[], generate: boolean, files: readonly string[] }} Part
 *   names of the checks to run, whether to look at generated files, and what to format and lint
 */

/**
 * What can be found without running the product. Everything is run even if something fails; a tool that finds nothing is silent.
 * @param {Part} [part] only these checks, and format and lint only of these files
 * @returns {Promise<Outcome>}
 */
export async function staticChecks(part) {
  // First, alone: the compiler reads what it writes.
  const generated = async () => (await generate({ check: true })) === 0;
  const results = part?.generate === false ? [] : [await timed('generated files', generated)];
  const checks = CHECKS.filter(({ name }) => part === undefined || part.checks.includes(name));
  results.push(...(await twoAtATime(checks.map((check) => () => timed(check.title, () => check.work(part?.files ?? []))))));
  const failures = results.filter(({ ok }) => !ok).map(({ name }) => ({ name, message: '' }));
  // Each has said its time already.
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, tests: [], failures };
}

/**
 * The compiler and the linter are written in Go, and live for seconds: collecting garbage only once there is much of it saves a third of their
 * processor time (docs/performance.md).
 */
const LAZY_GARBAGE = { GOGC: 'off', GOMEMLIMIT: '2GiB' };
/**
 * The linter has a type checker for each processor, and each works out the same types again: one takes two thirds of the processor time, and
 * two programs run at a time (docs/performance.md).
 */
const ONE_CHECKER = { GOMAXPROCS: '1' };
/** @param {string} path in node_modules @param {readonly string[]} args */
const tool = (path, ...args) => toolWith({}, path, ...args);
/** @param {Record<string, string>} env @param {string} path in node_modules @param {readonly string[]} args */
const toolWith = async (env, path, ...args) =>
  (await run(nodePath(), [join(ROOT, 'node_modules', path), ...args], { env: childEnv({ ...LAZY_GARBAGE, ...env }), quiet: true })) === 0;
/** @param {string} path @param {readonly string[]} args */
const script = async (path, ...args) => (await run(nodePath(), [join(ROOT, 'scripts', path), ...args], { quiet: true })) === 0;
// One checker each: several of them work out the same types again, and two programs run at a time.
const compiler = (/** @type {string} */ project) => () => tool('typescript/bin/tsc', '-p', project, '--checkers', '1');
/** Of files that no linter knows nothing is said. */
const LINTED = /\.(ts|tsx|mts|mjs)$/;

/**
 * The longest first, so that none of them is left to run alone at the end.
 * @type {readonly { name: string, title: string, work: (files: readonly string[]) => Promise<boolean> }[]}
 */
const CHECKS = [
  {
    name: 'lint',
    title: 'lint with types (oxlint)',
    work: (files) => toolWith(ONE_CHECKER, 'oxlint/bin/oxlint', '--type-aware', '--quiet', ...files.filter((file) => LINTED.test(file))),
  },
  { name: 'types:apps/web', title: 'types of the web', work: compiler('apps/web') },
  { name: 'types:apps/server', title: 'types of the server', work: compiler('apps/server') },
  {
    name: 'knip',
    title: 'unused files, exports and packages (knip)',
    work: () => tool('knip/bin/knip.js', '--no-progress', '--no-config-hints'),
  },
  { name: 'types:.', title: 'types of scripts and end-to-end tests', work: compiler('.') },
  {
    name: 'format',
    title: 'format and lint (Biome)',
    work: (files) =>
      tool(
        '@biomejs/biome/bin/biome',
        'ci',
        '--error-on-warnings',
        '--colors=off',
        '--reporter=summary',
        '--no-errors-on-unmatched',
        ...files,
      ),
  },
  { name: 'types:packages/domain', title: 'types of the domain', work: compiler('packages/domain') },
  { name: 'types:packages/messages', title: 'types of the messages', work: compiler('packages/messages') },
  { name: 'types:packages/reading', title: 'types of the reading of certificates', work: compiler('packages/reading') },
  { name: 'types:packages/stand-ins', title: 'types of the stand-ins', work: compiler('packages/stand-ins') },
  { name: 'rules', title: 'imports and translations', work: () => script('check.mjs') },
  { name: 'lockfile', title: 'lockfile', work: () => script('lockfile.mjs', '--check') },
];

/** @param {string} name @param {() => Promise<boolean>} work @returns {Promise<{ name: string, ok: boolean }>} */
async function timed(name, work) {
  const started = performance.now();
  const ok = await work();
  process.stdout.write(`${ok ? '✓' : '✗'} ${name} (${seconds(started)})\n`);
  return { name, ok };
}

/**
 * @template Result
 * @param {readonly (() => Promise<Result>)[]} jobs
 * @returns {Promise<Result[]>}
 */
async function twoAtATime(jobs) {
  /** @type {Result[]} */
  const results = [];
  const queue = [...jobs];
  const worker = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) results.push(await job());
  };
  await Promise.all([worker(), worker()]);
  return results;
}
