import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { childEnv, isAlive, nodePath, ROOT, run, Stop, step } from '../bootstrap.mjs';

const WEB = join(ROOT, 'apps', 'web');
const CACHE = join(WEB, '.cache');
const MARKER = '.built-from';
/** Sources outside apps/web and packages: the schema that operations are checked against, and the versions of libraries. */
const SINGLE_SOURCES = ['apps/server/schema.graphql', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);
/** Tests, and files that a build generates among its sources: they must not change the fingerprint. */
const NOT_BUILT_FROM = /\.(test\.tsx?|gen\.ts|gen\.d\.ts|gql\.ts)$/;

/**
 * The settings that are built into the web application; all others stay on the server.
 * @typedef {{ VITE_GRAPHQL_URL: string, VITE_LANGUAGES: string }} Settings
 * @returns {Settings}
 */
function settingsOf({ LANGUAGES = '', VITE_GRAPHQL_URL = '', VITE_LANGUAGES = LANGUAGES } = process.env) {
  return { VITE_GRAPHQL_URL, VITE_LANGUAGES };
}

/**
 * Builds the web application, unless there is a build of exactly these sources. The finished build replaces the former one at
 * once, so that a running server serves the former one until then.
 * @returns {Promise<string>} its folder
 */
export async function ensureWebBuild() {
  const settings = settingsOf();
  const folder = folderFor(settings);
  const fingerprint = fingerprintOf(ROOT, settings);
  if (isBuiltFrom(folder, fingerprint)) return folder;
  await step('Building the web application', async () => {
    const draft = newDraft();
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const args = [vite, 'build', '--logLevel', 'warn', '--outDir', draft, '--emptyOutDir'];
    const code = await run(nodePath(), args, { cwd: WEB, env: childEnv(settings) });
    if (code !== 0) {
      rmSync(draft, { recursive: true, force: true });
      throw new Stop('The web application could not be built (see above).');
    }
    writeFileSync(join(draft, MARKER), fingerprint);
    replace(folder, draft);
  });
  return folder;
}

/**
 * The folder of a build. Builds with different settings have different folders, so that they do not replace each other.
 * @param {Settings} settings
 */
export function folderFor(settings) {
  if (Object.values(settings).every((value) => value === '')) return join(WEB, 'dist');
  return join(CACHE, `dist-${createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 12)}`);
}

/** @param {string} folder @param {string} fingerprint */
function isBuiltFrom(folder, fingerprint) {
  const marker = join(folder, MARKER);
  return existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint;
}

/**
 * A folder for a build until it is finished. Its name begins with the number of this process, and is nobody else's: in a container each start may
 * have the same number.
 * @param {string} [cache]
 */
export function newDraft(cache = CACHE) {
  mkdirSync(cache, { recursive: true });
  removeAbandoned(cache);
  // Not by mkdtemp, which makes it for its owner alone: the server may run in another account than the build.
  const draft = join(cache, `build-${process.pid}-${randomBytes(6).toString('hex')}`);
  mkdirSync(draft);
  return draft;
}

/**
 * Puts a finished build in the place of the former one.
 * @param {string} folder
 * @param {string} draft
 */
export function replace(folder, draft) {
  const former = `${draft}-former`;
  mkdirSync(dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, former);
  renameSync(draft, folder);
  rmSync(former, { recursive: true, force: true });
}

/**
 * Removes unfinished builds whose process was killed.
 * @param {string} cache
 */
function removeAbandoned(cache) {
  for (const name of readdirSync(cache)) {
    const [, pid] = /^build-(\d+)/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/**
 * A hash of all sources and settings of a build.
 * @param {string} root the checkout
 * @param {Settings} settings
 */
export function fingerprintOf(root, settings) {
  const hash = createHash('sha256');
  for (const file of sourcesOf(root)) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.update(JSON.stringify(settings)).digest('hex');
}

/**
 * Every file that goes into a build, in a fixed order.
 * @param {string} root
 * @returns {string[]}
 */
export function sourcesOf(root) {
  return [
    ...[join(root, 'apps', 'web'), ...packagesOf(root)].flatMap(filesIn),
    ...SINGLE_SOURCES.map((name) => join(root, name)).filter((path) => existsSync(path)),
  ];
}

/** Folders of the workspaces that the web uses: a change of another one needs no build. @param {string} root @returns {string[]} */
function packagesOf(root) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'apps', 'web', 'package.json'), 'utf8'));
  const own = '@checkwell/';
  return Object.keys(dependencies).flatMap((name) => (name.startsWith(own) ? [join(root, 'packages', name.slice(own.length))] : []));
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && !NOT_BUILT_FROM.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
}
