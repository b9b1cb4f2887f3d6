import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv, ensureChromium, ensureDependencies, nodePath, ROOT, run, runScript, Stop, seconds } from './bootstrap.mjs';
import { changedFiles, nightlyTests, selectionFor } from './lib/test-run/changed.mjs';
import { inWords, outcomeOfPlaywright, outcomeOfVitest, parseArguments, summary, totalOf, withExitCode } from './lib/test-run/outcomes.mjs';
import { staticChecks } from './lib/test-run/static-checks.mjs';
import { testFolder } from './lib/test-run/test-folder.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/**
 * `npm test`: everything; `npm test -- static|unit|server|component|e2e …`: one kind, further arguments go to the test runner;
 * `npm test -- --changed [commit]`: tests of the changes since; `npm test -- all`: with the additional cases of the nightly run
 * (docs/testing.md); `npm test -- nightly`: only the files with additional cases. The last line of the output is the total.
 *
 * @typedef {import('./lib/test-run/outcomes.mjs').Outcome} Outcome
 * @typedef {import('./lib/test-run/outcomes.mjs').Stage} Stage
 * @typedef {import('./lib/test-run/outcomes.mjs').StageResult} StageResult
 * @typedef {{ name: string, work: () => Promise<Outcome> }} Job
 * @typedef {{ lanes: readonly Iterable<Job>[], free?: Iterable<Job> }} Lanes
 */
/** @type {Readonly<Record<string, readonly string[]>>} */
const VITEST_PROJECTS = { unit: ['unit', 'web'], server: ['server'] };

await runScript(async () => {
  const wanted = parseArguments(process.argv.slice(2));
  if ('error' in wanted) throw new Stop(wanted.error);
  await ensureDependencies();
  // Also removed when the run is stopped by a signal, after the test runners have ended.
  const reports = testFolder();
  process.env.TMPDIR = reports;
  if (!wanted.changed && wanted.nightly) process.env.NIGHTLY = '1';
  const lanes =
    'stages' in wanted
      ? lanesOf(wanted.stages, wanted.words, reports)
      : { lanes: [wanted.changed ? jobsOfChange(wanted.since, reports) : jobsOfNight(reports)] };
  const started = performance.now();
  const results = await runLanes(lanes);
  process.stdout.write(`\n${summary(results, (performance.now() - started) / 1000)}\n`);
  const total = totalOf(results);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});

/**
 * Runs lanes in parallel, the jobs of each lane in sequence. The jobs of `free` go to the lane that ends first, so that no processor is idle
 * at the end.
 * @param {Lanes} lanes @returns {Promise<StageResult[]>}
 */
async function runLanes({ lanes, free = [] }) {
  const waiting = [...free];
  function* jobsOfLane(/** @type {Iterable<Job>} */ lane) {
    yield* lane;
    for (let job = waiting.shift(); job; job = waiting.shift()) yield job;
  }
  return (await Promise.all(lanes.map((lane) => runInSequence(jobsOfLane(lane))))).flat();
}

/** @param {Iterable<Job>} jobs @returns {Promise<StageResult[]>} */
async function runInSequence(jobs) {
  /** @type {StageResult[]} */
  const results = [];
  for (const { name, work } of jobs) {
    const started = performance.now();
    process.stdout.write(`\n── ${name}\n`);
    const outcome = await work();
    process.stdout.write(`── ${name}: ${inWords(outcome)} (${seconds(started)})\n`);
    results.push({ name, seconds: (performance.now() - started) / 1000, outcome });
  }
  return results;
}

/**
 * Which stages run in parallel. End-to-end tests wait for pages half of their time; in parallel with the others they use processor time that
 * would be idle (figures in docs/performance.md).
 * @param {readonly Stage[]} stages @param {readonly string[]} words @param {string} reports @returns {Lanes}
 */
function lanesOf(stages, words, reports) {
  if (!stages.includes('e2e')) return { lanes: [jobsOf(stages, words, reports)] };
  const others = stages.filter((stage) => stage !== 'e2e' && stage !== 'component');
  return {
    lanes: [jobsOf(others, words, reports), jobsOf(['e2e'], words, reports)],
    free: jobsOf(
      stages.filter((stage) => stage === 'component'),
      words,
      reports,
    ),
  };
}

/** @param {readonly Stage[]} stages @param {readonly string[]} words @param {string} reports @returns {Iterable<Job>} */
function* jobsOf(stages, words, reports) {
  if (stages.includes('static')) yield { name: 'static', work: () => staticChecks() };
  const kinds = stages.filter((stage) => stage in VITEST_PROJECTS);
  const projects = kinds.flatMap((kind) => VITEST_PROJECTS[kind] ?? []);
  if (projects.length > 0) yield { name: kinds.join(', '), work: () => vitest(projects, words, join(reports, 'vitest.json')) };
  if (stages.includes('component')) yield { name: 'component', work: () => components(words, reports) };
  if (stages.includes('e2e') && hasEndToEndTests()) yield* endToEnd(words, reports);
}

/** @param {readonly string[]} words @param {string} reports @returns {Iterable<Job>} */
function* endToEnd(words, reports) {
  yield { name: 'web build', work: webBuild };
  yield { name: 'e2e', work: () => playwright(words, join(reports, 'playwright.json')) };
}

/** @param {string} reports @returns {Iterable<Job>} */
function* jobsOfNight(reports) {
  const { server, e2e } = nightlyTests(ROOT);
  yield { name: 'server', work: () => vitest(['server'], server, join(reports, 'vitest.json')) };
  if (e2e.length > 0) yield* endToEnd(e2e, reports);
}

/** @param {string | undefined} since @param {string} reports @returns {Iterable<Job>} */
function* jobsOfChange(since, reports) {
  const changed = changesSince(since);
  const { checks, generate, vitest: others, component, e2e } = selectionFor(ROOT, changed);
  yield { name: 'static', work: () => staticChecks({ checks, generate, files: changed.filter((file) => existsSync(join(ROOT, file))) }) };
  if (others.files.length > 0)
    yield { name: others.projects.join(', '), work: () => vitest(others.projects, others.files, join(reports, 'vitest.json')) };
  if (component.length > 0) yield { name: 'component', work: () => components(component, reports) };
  if (e2e.length > 0) yield* endToEnd(e2e, reports);
}

/** @param {string | undefined} commit @returns {readonly string[]} at least one file */
function changesSince(commit) {
  /** @type {ReturnType<typeof changedFiles>} */
  let changes;
  try {
    changes = changedFiles(ROOT, commit);
  } catch (error) {
    throw new Stop(`The changes cannot be determined: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (changes.files.length === 0) throw new Stop(`Nothing has changed since ${changes.since}.`);
  process.stdout.write(`Changed since ${changes.since}: ${changes.files.length} files\n`);
  return changes.files;
}

function hasEndToEndTests() {
  return readdirSync(join(ROOT, 'e2e'), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.spec.ts'));
}

/** @param {readonly string[]} words @param {string} reports */
async function components(words, reports) {
  // The whole run by day goes without it but for one file (docs/testing.md, "Component tests").
  const strict = words.length > 0 || process.env.NIGHTLY === '1';
  return vitest(['component'], words, join(reports, 'component.json'), {
    CHROMIUM_PATH: (await ensureChromium()) ?? '',
    REACT_STRICT_MODE: strict ? 'on' : 'off',
  });
}

/** @param {readonly string[]} projects @param {readonly string[]} words @param {string} report @param {Record<string, string>} [env] */
async function vitest(projects, words, report, env = {}) {
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...words,
  ];
  const code = await run(nodePath(), [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    env: childEnv({ NODE_ENV: 'test', ...env }),
  });
  return withExitCode(outcomeOfVitest(readReport(report), ROOT), code);
}

/** @returns {Promise<Outcome>} */
async function webBuild() {
  try {
    await ensureWebBuild();
    return { passed: 1, failed: 0, skipped: 0, tests: [], failures: [] };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0, tests: [], failures: [{ name: 'web build', message: error.message }] };
  }
}

/** @param {readonly string[]} words @param {string} report */
async function playwright(words, report) {
  const env = childEnv({
    CHROMIUM_PATH: await ensureChromium(),
    WEB_DIR: await ensureWebBuild(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    // Node strips the types itself; Playwright's Babel needs six seconds of processor time for it.
    PW_DISABLE_TS_ESM: '1',
  });
  const code = await run(nodePath(), [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...words], {
    env,
  });
  return withExitCode(outcomeOfPlaywright(readReport(report)), code);
}

/** @param {string} file @returns {any} */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
