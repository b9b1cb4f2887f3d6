import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { importsOf, tokens } from './source.mjs';

/**
 * What a source imports of this repository, read without a parser of the language: enough to choose tests by what changed.
 *
 * @typedef {{ target: string | undefined, typeOnly: boolean }} Use `target`: file of the checkout
 * @typedef {{ path: string, uses: readonly Use[] }} Source
 */

const FOLDERS = ['packages/*', 'apps/*', 'scripts', 'e2e', 'bench'];
const SKIPPED = /(^|\/)(node_modules|dist|locales|public|\.cache)(\/|$)|\.d\.m?ts$/;

/** @param {string} root @returns {Source[]} */
export function readSources(root) {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx,mts,mjs}`),
    { cwd: root, exclude: (path) => /(^|\/)node_modules$/.test(path) },
  );
  return files
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !SKIPPED.test(path))
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
  const own = /^@checkwell\/([a-z]+)(?:\/(.+))?$/.exec(from);
  if (!own) return undefined;
  const folder = own[1] === 'domain' || own[1] === 'messages' ? `packages/${own[1]}` : `apps/${own[1]}`;
  const rest = own[2]?.startsWith('locales/') ? own[2] : `src/${own[2] ?? 'index'}`;
  return ['', '.ts', '.tsx'].map((ending) => `${folder}/${rest}${ending}`).find((path) => existsSync(join(root, path)));
}
