import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { importsOf, tokens } from './source.mjs';

/**
 * Reads which files of this repository each source imports, without a TypeScript parser: enough to select tests for a change.
 *
 * @typedef {{ target: string | undefined, typeOnly: boolean }} Use `target`: file of the checkout
 * @typedef {{ path: string, uses: readonly Use[] }} Source
 */

const FOLDERS = ['packages', 'apps', 'scripts', 'e2e', 'bench'];
const SKIPPED = /(^|\/)(node_modules|dist|locales|\.cache)$|^apps\/web\/public$/;
const SOURCE = /\.(?:tsx?|mts|mjs)$/;

/** @param {string} root @param {string} folder @returns {string[]} without globSync, because `npm test` starts on Node 20 */
function sourcesIn(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (SKIPPED.test(path)) return [];
    if (entry.isDirectory()) return sourcesIn(root, path);
    return SOURCE.test(entry.name) && !/\.d\.m?ts$/.test(entry.name) ? [path] : [];
  });
}

/** @param {string} root @returns {Source[]} */
export function readSources(root) {
  return FOLDERS.filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => sourcesIn(root, folder))
    .map((path) => ({
      path,
      uses: importsOf(tokens(readFileSync(join(root, path), 'utf8'))).map(({ from, typeOnly }) => ({
        target: targetOf(root, path, from),
        typeOnly,
      })),
    }));
}

/** @param {string} root @param {string} importer @param {string} from @returns {string | undefined} */
function targetOf(root, importer, from) {
  if (from.startsWith('.')) {
    return normalize(join(dirname(importer), from.replace(/\?.*$/, '')))
      .split(sep)
      .join('/');
  }
  const own = /^@checkwell\/([a-z-]+)(?:\/(.+))?$/.exec(from);
  if (!own) return undefined;
  const folder = own[1] === 'server' || own[1] === 'web' ? `apps/${own[1]}` : `packages/${own[1]}`;
  const rest = own[2]?.startsWith('locales/') ? own[2] : `src/${own[2] ?? 'index'}`;
  return ['', '.ts', '.tsx'].map((ending) => `${folder}/${rest}${ending}`).find((path) => existsSync(join(root, path)));
}
