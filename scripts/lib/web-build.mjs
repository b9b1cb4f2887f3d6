import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { childEnv, nodePath, ROOT, run, Stop, step } from '../bootstrap.mjs';

const WEB = join(ROOT, 'apps', 'web');
const MARKER = join(WEB, 'dist', '.built-from');
const NOT_SOURCES = new Set(['node_modules', 'dist', '.cache']);

/** Builds the web application, unless the build that is there was made from exactly these sources. */
export async function ensureWebBuild() {
  const fingerprint = fingerprintOfSources();
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === fingerprint) return;
  await step('Building the web application', async () => {
    rmSync(MARKER, { force: true });
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const code = await run(nodePath(), [vite, 'build', '--logLevel', 'warn'], { cwd: WEB, env: childEnv(buildSettings()) });
    if (code !== 0) throw new Stop('The web application could not be built (see above).');
    writeFileSync(MARKER, fingerprint);
  });
}

/** What the browser is told of the configuration; everything else stays on the server. */
function buildSettings() {
  const { LANGUAGES, VITE_API_HOST = '', VITE_GRAPHQL_URL = '', VITE_LANGUAGES = LANGUAGES ?? '' } = process.env;
  return { VITE_API_HOST, VITE_GRAPHQL_URL, VITE_LANGUAGES };
}

function fingerprintOfSources() {
  const hash = createHash('sha256');
  for (const folder of [WEB, join(ROOT, 'packages')]) {
    for (const file of filesIn(folder)) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  hash.update(readFileSync(join(ROOT, 'package-lock.json'))).update(JSON.stringify(buildSettings()));
  return hash.digest('hex');
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
    });
}
