import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { readSources } from '../source-files.mjs';

/**
 * What `npm test -- --changed` and `npm test -- nightly` run.
 *
 * @typedef {import('../source-files.mjs').Source} Source
 * @typedef {{ projects: readonly string[], files: readonly string[] }} VitestSelection
 * @typedef {{ checks: readonly string[], generate: boolean, vitest: VitestSelection, component: readonly string[], e2e: readonly string[] }} Selection
 */

/**
 * They bring the whole product together: everything that needs all of it would depend on every file of every feature through them.
 * A change inside a feature goes no further than they do.
 */
const COMPOSITION_ROOTS = new Set([
  'apps/server/src/app.ts',
  'apps/server/src/services.ts',
  'apps/server/src/graphql/schema.ts',
  'apps/server/src/test/checks.ts',
  'apps/web/src/routeTree.gen.ts',
]);
/** The reading of certificates is one, in a workspace of its own. */
const FEATURE = /^(?:apps\/(?:server\/src\/modules|web\/src\/features)\/[^/]+|packages\/reading)\//;
/** Translations, and what is tested about all of them. */
const WORDS = /^packages\/messages\/(?=locales\/)/;
/** What no code imports and a test reads. */
const DOCUMENTS = { files: /\.md$/, test: 'scripts/lib/docs.test.ts' };
const TEST = /\.(test|spec)\.tsx?$/;
/** Database of all server tests, and what decides how tests run. */
const CHANGES_EVERY_SERVER_TEST = /^apps\/server\/src\/(migrations\/|test\/(global-setup|setup|setup-server)\.ts$)/;

/**
 * Files that differ from a commit in the working tree, new and deleted ones included.
 * @param {string} root @param {string | undefined} since by default where this branch left main; on main the last commit, or what is not committed yet
 * @returns {{ since: string, files: string[] }}
 * @throws {Error} git cannot say
 */
export function changedFiles(root, since) {
  const base = since ?? defaultBase(root);
  const tracked = git(root, 'diff', '--name-only', '--no-renames', base, '--');
  const untracked = git(root, 'ls-files', '--others', '--exclude-standard');
  return { since: base, files: [...new Set([...lines(tracked), ...lines(untracked)])].sort() };
}

/** @param {string} root */
function defaultBase(root) {
  const head = git(root, 'rev-parse', 'HEAD').trim();
  const left = spawnSync('git', ['merge-base', 'main', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const base = left.status === 0 ? left.stdout.trim() : head;
  if (base !== head) return base;
  return git(root, 'status', '--porcelain').trim() === '' ? 'HEAD~1' : 'HEAD';
}

/** @param {string} root @param {...string} args */
function git(root, ...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim() || 'failed'}`);
  return stdout;
}

/** @param {string} text */
const lines = (text) => text.split('\n').filter((line) => line !== '');

/**
 * @param {string} root @param {readonly string[]} changed files of the checkout
 * @returns {Selection}
 */
export function selectionFor(root, changed) {
  return select(readSources(root), changed);
}

/**
 * @param {readonly Source[]} sources @param {readonly string[]} changed
 * @returns {Selection}
 */
export function select(sources, changed) {
  const tests = testsFor(sources, changed);
  const vitest = tests.filter((path) => /\.test\.tsx?$/.test(path));
  const component = vitest.filter((path) => path.endsWith('.browser.test.tsx'));
  const others = vitest.filter((path) => !component.includes(path));
  const everyServerTest = changed.some((path) => CHANGES_EVERY_SERVER_TEST.test(path));
  return {
    checks: checksFor(changed),
    generate: changed.some((path) =>
      /^apps\/server\/src\/(migrations|graphql)\/|\.graphql(\.ts)?$|^packages\/messages\/locales\/en\//.test(path),
    ),
    vitest: {
      projects: PROJECTS.filter(
        ([, folder]) => others.some((path) => folder.test(path)) || (everyServerTest && folder.test('apps/server/')),
      ).map(([name]) => name),
      files: everyServerTest ? [...others.filter((path) => !path.startsWith('apps/server/')), 'apps/server/'] : others,
    },
    component,
    e2e: tests.filter(isEndToEnd),
  };
}

/** @type {readonly (readonly [name: string, folder: RegExp])[]} */
const PROJECTS = [
  ['unit', /^(packages|scripts)\//],
  ['web', /^apps\/web\//],
  ['server', /^apps\/server\//],
];

/**
 * Tests that changed, that are in the feature of what changed or beside it, and that import it directly or through others. Imports of
 * types alone do not count: the compiler looks at those. End-to-end tests only count when they, or what is in `e2e/` for them, changed: through
 * what they import of the product they would all run.
 * @param {readonly Source[]} sources @param {readonly string[]} changed
 * @returns {string[]} sorted
 */
export function testsFor(sources, changed) {
  const importers = importersIn(sources);
  /** @type {Set<string>} */
  const found = new Set();
  for (const file of changed) {
    const feature = FEATURE.exec(file)?.[0];
    const whole = feature ?? WORDS.exec(file)?.[0];
    const near = whole ?? `${dirname(file)}/`;
    if (DOCUMENTS.files.test(file)) found.add(DOCUMENTS.test);
    for (const { path } of sources) if (TEST.test(path) && isNear(path, near, whole !== undefined)) found.add(path);
    for (const path of dependentsOf(file, importers, feature !== undefined))
      if (TEST.test(path) && (!isEndToEnd(path) || isEndToEnd(file))) found.add(path);
  }
  return [...found].sort();
}

/** Which files import each file. @param {readonly Source[]} sources */
function importersIn(sources) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const { path, uses } of sources)
    for (const { target, typeOnly } of uses)
      if (target !== undefined && !typeOnly) importers.set(target, [...(importers.get(target) ?? []), path]);
  return importers;
}

const isEndToEnd = (/** @type {string} */ path) => path.startsWith('e2e/');

/** @param {string} test @param {string} folder @param {boolean} deep whether folders below count too */
function isNear(test, folder, deep) {
  if (!test.startsWith(folder) || folder.startsWith('e2e/')) return false;
  return deep || !test.slice(folder.length).includes('/');
}

/** @param {string} file @param {ReadonlyMap<string, readonly string[]>} importers @param {boolean} bounded by the composition roots */
function dependentsOf(file, importers, bounded) {
  const seen = new Set([file]);
  for (const path of seen) {
    if (bounded && path !== file && COMPOSITION_ROOTS.has(path)) continue;
    for (const importer of importers.get(path) ?? []) seen.add(importer);
  }
  return seen;
}

/** Says whether a run is the nightly one. */
const NIGHTLY = 'apps/server/src/test/nightly.ts';

/** @param {string} root @returns {{ server: readonly string[], e2e: readonly string[] }} the test files of which a nightly run does more */
export function nightlyTests(root) {
  return nightlyOf(readSources(root));
}

/** @param {readonly Source[]} sources */
export function nightlyOf(sources) {
  const tests = [...dependentsOf(NIGHTLY, importersIn(sources), false)].filter((path) => TEST.test(path)).sort();
  return { server: tests.filter((path) => !isEndToEnd(path)), e2e: tests.filter(isEndToEnd) };
}

/** Names of the static checks (static-checks.mjs) that look at what changed. @param {readonly string[]} changed @returns {string[]} */
function checksFor(changed) {
  const touches = (/** @type {RegExp} */ pattern) => changed.some((path) => pattern.test(path));
  const code = /\.(ts|tsx|mts|mjs)$/;
  const domain = touches(/^packages\/domain\//);
  const messages = domain || touches(/^packages\/messages\//);
  const reading = domain || touches(/^packages\/reading\//);
  const settings = touches(/(^|\/)tsconfig[^/]*\.json$|^package-lock\.json$/);
  const wanted = {
    format: touches(/\.(ts|tsx|mts|mjs|json|css|graphql|html|md)$/),
    'types:apps/server': settings || messages || reading || touches(/^(apps\/server|packages\/stand-ins)\//),
    'types:apps/web': settings || messages || touches(/^apps\/(web\/|server\/schema\.graphql)/),
    'types:packages/domain': settings || domain,
    'types:packages/messages': settings || messages,
    'types:packages/reading': settings || reading,
    'types:packages/stand-ins': settings || messages || touches(/^packages\/stand-ins\//),
    'types:.': settings || touches(/^(scripts|e2e|bench)\/|^[^/]+\.ts$/),
    lint: touches(code),
    knip: touches(/(^|\/)package\.json$|^knip\.json$/),
    lockfile: touches(/(^|\/)package(-lock)?\.json$/),
    rules: true,
  };
  return Object.entries(wanted).flatMap(([name, isWanted]) => (isWanted ? [name] : []));
}
