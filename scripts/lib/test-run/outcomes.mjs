import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/**
 * What `npm test` decides by itself: what its arguments ask for, what the reports of the runners say, and the lines at the end.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {{ name: string, seconds: number }} TimedTest a test with the time that it took
 * @typedef {{ name: string, message: string }} FailedTest what failed, and what its runner said first about it
 * @typedef {Count & { tests: readonly TimedTest[], failures: readonly FailedTest[] }} Outcome of one stage
 * @typedef {{ name: string, seconds: number, outcome: Outcome }} StageResult
 * @typedef {{ stages: readonly Stage[], words: readonly string[], nightly: boolean, changed: false }} WholeRun
 * @typedef {{ changed: false, onlyNightly: true, nightly: true }} NightlyRun what only the nightly run does, and the rest of these files
 * @typedef {{ changed: true, since: string | undefined }} ChangedRun
 * @typedef {'static' | 'unit' | 'server' | 'component' | 'e2e'} Stage
 */

/** In the order in which they run. @type {readonly Stage[]} */
export const STAGES = ['static', 'unit', 'server', 'component', 'e2e'];
const SLOWEST = 10;
/** Of what a runner says about a failure: enough to know what was expected, where all of it stands further up. */
const LINES_OF_FAILURE = 16;

/**
 * @param {readonly string[]} argv behind `npm test --`
 * @returns {WholeRun | NightlyRun | ChangedRun | { error: string }} `error`: a sentence that says what is wrong
 */
export function parseArguments(argv) {
  const [first, ...rest] = argv;
  if (first === undefined) return { stages: STAGES, words: [], nightly: false, changed: false };
  if (first === 'all' || first === 'nightly') {
    if (rest.length > 0) return { error: `"${first}" takes no words.` };
    if (first === 'nightly') return { changed: false, onlyNightly: true, nightly: true };
    return { stages: STAGES, words: [], nightly: true, changed: false };
  }
  if (first === '--changed' || first.startsWith('--changed=')) {
    const given = first === '--changed' ? rest : [first.slice('--changed='.length), ...rest];
    if (given.length > 1) return { error: '"--changed" takes one commit.' };
    return { changed: true, since: given[0] };
  }
  const stage = STAGES.find((name) => name === first);
  if (stage === undefined) return { error: `There is no stage "${first}"; take one of ${STAGES.join(', ')}, all, nightly or --changed.` };
  return { stages: [stage], words: rest, nightly: false, changed: false };
}

/**
 * What vitest's JSON report says.
 * @param {any} report undefined when there is none
 * @param {string} root the checkout: names of tests begin with their file in it
 * @returns {Outcome}
 */
export function outcomeOfVitest(report, root) {
  const files = report?.testResults ?? [];
  /** @param {any} file */
  const couldNotLoad = (file) =>
    file.status === 'failed' && file.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed');
  return {
    passed: report?.numPassedTests ?? 0,
    // A file that cannot be loaded has no test that could fail.
    failed: (report?.numFailedTests ?? 0) + files.filter(couldNotLoad).length,
    skipped: (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
    tests: files.flatMap((/** @type {any} */ file) =>
      file.assertionResults.map((/** @type {any} */ { fullName, duration }) => ({
        name: `${relative(root, file.name)}: ${fullName}`,
        seconds: (duration ?? 0) / 1000,
      })),
    ),
    failures: files.flatMap((/** @type {any} */ file) => {
      const name = relative(root, file.name);
      if (couldNotLoad(file)) return [{ name, message: beginning(file.message) }];
      return file.assertionResults
        .filter((/** @type {any} */ { status }) => status === 'failed')
        .map((/** @type {any} */ test) => ({ name: `${name}: ${test.fullName}`, message: beginning(test.failureMessages?.[0]) }));
    }),
  };
}

/**
 * What Playwright's JSON report says. A test that passed at a second try counts as failed.
 * @param {any} report undefined when there is none
 * @returns {Outcome}
 */
export function outcomeOfPlaywright(report) {
  const stats = report?.stats;
  const tests = (report?.suites ?? []).flatMap((/** @type {any} */ suite) => testsOfSuite(suite, []));
  return {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
    tests: tests.map((/** @type {TestOfPlaywright} */ { name, seconds }) => ({ name, seconds })),
    failures: tests.flatMap((/** @type {TestOfPlaywright} */ { name, failure }) =>
      failure === undefined ? [] : [{ name, message: beginning(failure) }],
    ),
  };
}

/** @typedef {TimedTest & { failure: string | undefined }} TestOfPlaywright */

/** @param {any} suite @param {readonly string[]} titles of the suites around it @returns {TestOfPlaywright[]} */
function testsOfSuite({ title, file, specs = [], suites = [] }, titles) {
  // The outermost suite is the file and has its name.
  const names = title === file ? titles : [...titles, title];
  return [
    ...specs.flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ { results }) => ({
        name: `e2e/${file}: ${[...names, spec.title].join(' ')}`,
        seconds: results.reduce((/** @type {number} */ sum, /** @type {any} */ { duration }) => sum + duration, 0) / 1000,
        failure: failureOf(results),
      })),
    ),
    ...suites.flatMap((/** @type {any} */ inner) => testsOfSuite(inner, names)),
  ];
}

/** @param {readonly any[]} results of one test, a result for each try @returns {string | undefined} undefined: it passed at once, or was left out */
function failureOf(results) {
  const failed = results.find(({ status }) => status !== undefined && status !== 'passed' && status !== 'skipped');
  return failed && (failed.error?.message ?? failed.status);
}

/** @param {string | undefined} message of a runner */
function beginning(message) {
  return stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n', LINES_OF_FAILURE)
    .join('\n');
}

/** A runner that ends with an error has found at least one, even if its report shows none. @param {Outcome} outcome @param {number} code @returns {Outcome} */
export function withExitCode(outcome, code) {
  return code !== 0 && outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;
}

/** @param {Count} count */
export function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** @param {readonly StageResult[]} results @returns {Count} */
export function totalOf(results) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of results) for (const key of /** @type {(keyof Count)[]} */ (Object.keys(total))) total[key] += outcome[key];
  return total;
}

/**
 * The end of the output: the slowest tests, what failed, a line for each stage, and alone on the last line what was found in all.
 * @param {readonly StageResult[]} results
 * @param {number} time in seconds, of the whole: stages run beside each other
 */
export function summary(results, time) {
  const slowest = results
    .flatMap(({ outcome }) => outcome.tests)
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST);
  const width = Math.max(...results.map(({ name }) => name.length), 'all'.length);
  const line = (/** @type {string} */ name, /** @type {number} */ seconds, /** @type {Count} */ count) =>
    `${name.padEnd(width)}  ${inSeconds(seconds)}  ${inWords(count)}`;
  const total = totalOf(results);
  const failures = results.flatMap(({ outcome }) => outcome.failures);
  return [
    ...(slowest.length > 0 ? ['Slowest tests:', ...slowest.map(({ name, seconds }) => `${inSeconds(seconds)}  ${name}`), ''] : []),
    ...(failures.length > 0 ? ['Failed:', ...failures.flatMap(({ name, message }) => [`✗ ${name}`, ...indented(message)]), ''] : []),
    ...results.map(({ name, seconds, outcome }) => line(name, seconds, outcome)),
    line('all', time, total),
    '',
    inWords(total),
  ].join('\n');
}

/** @param {string} text */
const indented = (text) => (text === '' ? [] : text.split('\n').map((line) => `    ${line}`));

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds.toFixed(1).padStart(7)} s`;
