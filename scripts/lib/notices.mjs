import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackage, readLock } from './lockfile.mjs';

/**
 * Notices of third-party packages in the product: the runtime dependencies of the workspaces, and their dependencies. Packages for a
 * single system are left out: they have the licence of the package that depends on them.
 *
 * @typedef {import('./lockfile.mjs').Entry} Entry
 */

const LICENCE_FILE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;

/** @param {string} root the checkout, with its packages installed @returns {string} */
export function notices(root) {
  /** @type {Map<string, string[]>} licence text → packages */
  const byText = new Map();
  for (const path of shippedPackages(readLock(root).packages)) {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const declared =
      license?.type ?? license ?? licenses?.map((/** @type {{ type: string }} */ { type }) => type).join(' OR ') ?? 'see the text';
    const files = readdirSync(join(root, path)).filter((file) => LICENCE_FILE.test(file) && !/\.(js|ts|mjs|json)$/.test(file));
    const texts = files.sort().map((file) =>
      readFileSync(join(root, path, file), 'utf8')
        .replaceAll('\r\n', '\n')
        .trim(),
    );
    const text = texts.join('\n\n') || `The package contains no licence text (${declared}).`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version} (${declared})`]);
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}\n`).sort();
  return `Checkwell contains these packages of others. Written by \`npm run notices\`.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** Paths in node_modules. @param {Record<string, Entry>} packages of the lockfile @returns {string[]} sorted */
export function shippedPackages(packages) {
  /** @type {Set<string>} */
  const seen = new Set();
  const queue = Object.keys(packages).filter((path) => /^(apps|packages)\/[^/]+$/.test(path));
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const name of [dependencies, optionalDependencies].flatMap((group) => Object.keys(/** @type {object} */ (group)))) {
      const found = lockedPackage(packages, path, name);
      const entry = found === undefined ? undefined : packages[found];
      if (found === undefined || !entry || entry.link || entry.os || entry.cpu || seen.has(found)) continue;
      seen.add(found);
      queue.push(found);
    }
  }
  return [...seen].sort();
}
