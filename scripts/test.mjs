import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv, ensureChromium, ensureDependencies, nodePath, ROOT, run, runScript, Stop, seconds } from './bootstrap.mjs';
import { staticChecks } from './lib/static-checks.mjs';
import { ensureWebBuild } from './lib/web-build.mjs';

/**
 * `npm test`: everything; `npm test -- static|unit|server|e2e …` only these, the rest of the line goes to the test runner:
 * `npm test -- server lifecycle`. The last line counts what was found, alone on its line.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 */
const STAGES = ['static', 'unit', 'server', 'e2e'];
const VITEST_PROJECTS = { unit: ['unit', 'web'], server: ['server'] };

await runScript(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (first !== undefined && !STAGES.includes(first)) throw new Stop(`There is no stage "${first}"; take one of ${STAGES.join(', ')}.`);
  await ensureDependencies();
  const wanted = first === undefined ? STAGES : [first];
  const reports = mkdtempSync(join(tmpdir(), 'checkwell-reports-'));
  // Also when somebody stops the run: the runner that is at work hears of it first.
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const stage of stagesOf(wanted, rest, reports)) {
    const started = performance.now();
    process.stdout.write(`\n── ${stage.name}\n`);
    const count = await stage.work();
    process.stdout.write(`── ${stage.name}: ${inWords(count)} (${seconds(started)})\n`);
    for (const key of /** @type {(keyof Count)[]} */ (Object.keys(total))) total[key] += count[key];
  }
  process.stdout.write(`\n${inWords(total)}\n`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});

/** @param {Count} count */
function inWords({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {readonly string[]} wanted @param {readonly string[]} rest @param {string} reports
 * @returns {Iterable<{ name: string, work: () => Promise<Count> }>}
 */
function* stagesOf(wanted, rest, reports) {
  if (wanted.includes('static')) yield { name: 'types, rules, words, generated files', work: staticChecks };
  const projects = [...(wanted.includes('unit') ? VITEST_PROJECTS.unit : []), ...(wanted.includes('server') ? VITEST_PROJECTS.server : [])];
  if (projects.length > 0)
    yield { name: `vitest (${projects.join(', ')})`, work: () => vitest(projects, rest, join(reports, 'vitest.json')) };
  if (wanted.includes('e2e') && hasJourneys()) {
    yield { name: 'web build', work: webBuild };
    yield { name: 'journeys in Chromium', work: () => playwright(rest, join(reports, 'playwright.json')) };
  }
}

function hasJourneys() {
  return readdirSync(join(ROOT, 'e2e')).some((name) => name.endsWith('.spec.ts'));
}

/** @param {readonly string[]} projects @param {readonly string[]} rest @param {string} report @returns {Promise<Count>} */
async function vitest(projects, rest, report) {
  const args = [
    'run',
    ...projects.flatMap((name) => ['--project', name]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...rest,
  ];
  const code = await run(nodePath(), [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], { env: childEnv({ NODE_ENV: 'test' }) });
  const result = readReport(report);
  const count = {
    passed: result?.numPassedTests ?? 0,
    // A file that cannot be loaded has no test that could fail.
    failed:
      (result?.numFailedTests ?? 0) +
      (result?.testResults ?? []).filter(
        (/** @type {any} */ file) =>
          file.status === 'failed' && file.assertionResults.every((/** @type {any} */ test) => test.status !== 'failed'),
      ).length,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
  };
  return honest(count, code);
}

/** @returns {Promise<Count>} */
async function webBuild() {
  try {
    await ensureWebBuild();
    return { passed: 1, failed: 0, skipped: 0 };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    process.stderr.write(`${error.message}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/** @param {readonly string[]} rest @param {string} report @returns {Promise<Count>} */
async function playwright(rest, report) {
  const env = childEnv({ CHROMIUM_PATH: await ensureChromium(), WEB_DIR: await ensureWebBuild(), PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const code = await run(nodePath(), [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json', ...rest], {
    env,
  });
  const stats = readReport(report)?.stats;
  return honest(
    { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0), skipped: stats?.skipped ?? 0 },
    code,
  );
}

/** @param {string} file @returns {any} */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that ends with an error has found at least one, even if its report shows none. @param {Count} count @param {number} code @returns {Count} */
function honest(count, code) {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}
