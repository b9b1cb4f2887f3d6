import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDependencies, ROOT, runScript } from './bootstrap.mjs';
import { emitGenerated } from './lib/generated.mjs';
import { lockedPackage, readLock } from './lib/lockfile.mjs';

/** @typedef {import('./lib/lockfile.mjs').Entry} Entry */

const FILE = 'docs/decisions/dependencies.md';
/** A row: packages, size, reason. Rows of other tables do not begin with one. */
const ROW = /^\| (?<names>(?:`[^`]+`(?:, )?)+(?: \(development\))? *)\|(?<size>[^|]*)\|(?<why>.*)\|$/;
const HEADING = /^## (?<workspace>packages|apps)\/(?<name>[\w-]+)$/;

/**
 * `npm run sizes`: writes into docs/decisions/dependencies.md what each dependency takes on disk. Run it on Linux x64, because
 * some packages have a part for each system. A package counts with those that it needs, also where another one needs them too.
 */
await runScript(async () => {
  await ensureDependencies();
  const { packages } = readLock(ROOT);
  let workspace = '';
  const lines = readFileSync(join(ROOT, FILE), 'utf8').split('\n');
  const written = lines.map((line) => {
    const heading = HEADING.exec(line);
    if (heading?.groups) workspace = `${heading.groups.workspace}/${heading.groups.name}`;
    const { names, size, why } = ROW.exec(line)?.groups ?? {};
    if (names === undefined || size === undefined) return line;
    const declared = namesIn(packages[workspace] ?? {}, ['dependencies', 'devDependencies']);
    const meant = [...names.matchAll(/`([^`]+)`/g)].flatMap(([, name = '']) =>
      name.endsWith('*') ? declared.filter((one) => one.startsWith(name.slice(0, -1))) : [name],
    );
    return `| ${names}| ${asText(bytesOf(packages, workspace, meant)).padEnd(size.length - 2)} |${why}|`;
  });
  emitGenerated(join(ROOT, FILE), written.join('\n'));
});

/** @param {Entry} entry @param {readonly string[]} groups */
function namesIn(entry, groups) {
  return groups.flatMap((group) => Object.keys(/** @type {object} */ (entry[group] ?? {})));
}

/** @param {Record<string, Entry>} packages @param {string} workspace @param {readonly string[]} names */
function bytesOf(packages, workspace, names) {
  const found = new Set(names.map((name) => lockedPackage(packages, workspace, name)));
  for (const path of found) {
    if (path === undefined) continue;
    for (const name of namesIn(packages[path] ?? {}, ['dependencies', 'optionalDependencies'])) {
      const needed = lockedPackage(packages, path, name);
      if (needed !== undefined && existsSync(join(ROOT, needed))) found.add(needed);
    }
  }
  return [...found].reduce((sum, path) => sum + (path === undefined ? 0 : bytesIn(join(ROOT, path))), 0);
}

/** Files of a package, without the packages below it. @param {string} folder @returns {number} */
function bytesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return entry.isFile() ? sum + lstatSync(path).size : sum;
  }, 0);
}

/** Two digits are enough to choose by. @param {number} bytes */
function asText(bytes) {
  const [unit, name] = bytes < 1_000_000 ? [1000, 'kB'] : [1_000_000, 'MB'];
  return `${Number((bytes / unit).toPrecision(2))} ${name}`;
}
