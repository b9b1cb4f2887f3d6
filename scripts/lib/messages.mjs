import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { tokens } from './source.mjs';

/** @typedef {{ file: string, line: number, rule: string, message: string }} Problem */

const PLURAL_ENDING = /_(zero|one|two|few|many|other)$/;
const SOURCES = [
  'packages/domain/src',
  'packages/messages/src',
  'packages/reading/src',
  'packages/stand-ins/src',
  'apps/server/src',
  'apps/web/src',
];

/**
 * Translations that nothing uses, and keys without a translation. Scans every string of the sources: keys travel as
 * issues of schemas, codes of errors and values of enumerations too, which extractors of `t()` calls do not see.
 * The compiler checks keys where their type is known; locales.test.ts compares the languages.
 *
 * A key is in use when a string of the sources is the key (with or without its namespace), or when a template
 * begins with its beginning (`outcome.${occurence}`) or holds its namespace.
 * @param {string} root
 * @returns {Problem[]}
 */
export function checkMessages(root) {
  const folder = join(root, 'packages/messages/locales/en');
  if (!existsSync(folder)) return [];
  /** @type {Map<string, Map<string, number>>} namespace → key without plural ending → line */
  const namespaces = new Map(
    readdirSync(folder).map((name) => [name.replace(/\.json$/, ''), keysOf(readFileSync(join(folder, name), 'utf8'))]),
  );
  const known = [...namespaces.keys()].join('|');
  const fullKey = new RegExp(`^(${known}):([\\w.-]+)$`);
  const fullPrefix = new RegExp(`^(${known}):([\\w.-]*)\\$\\{`);
  const strings = new Set();
  const prefixes = new Set();
  /** @type {Problem[]} */
  const problems = [];

  for (const path of SOURCES.flatMap((source) => filesIn(join(root, source)))) {
    const file = relative(root, path).split(sep).join('/');
    for (const { kind, text, line } of tokens(readFileSync(path, 'utf8'))) {
      if (kind !== 'string' && kind !== 'template') continue;
      strings.add(text);
      const key = fullKey.exec(text);
      if (key && !namespaces.get(/** @type {string} */ (key[1]))?.has(/** @type {string} */ (key[2]))) {
        problems.push({
          file,
          line,
          rule: 'missing-translation',
          message: `There is no translation for "${text}". Add the key to packages/messages/locales/*/${key[1]}.json in every language, or correct it.`,
        });
      }
      if (kind !== 'template' || !text.includes('${')) continue;
      const full = fullPrefix.exec(text);
      if (full) prefixes.add(`${full[1]}:${full[2]}`);
      else if (/^[\w-]+(\.[\w-]+)*\.\$\{/.test(text)) prefixes.add(text.slice(0, text.indexOf('${')));
    }
  }

  for (const [namespace, keys] of namespaces) {
    const isUsed = (/** @type {string} */ key) => {
      const full = `${namespace}:${key}`;
      return (
        strings.has(key) ||
        strings.has(full) ||
        [...prefixes].some((prefix) => full.startsWith(prefix) || (prefix.includes('.') && key.startsWith(prefix)))
      );
    };
    const unused = [...keys.keys()].filter((key) => !isUsed(key));
    if (unused.length > 0) {
      const file = `packages/messages/locales/en/${namespace}.json`;
      problems.push({
        file,
        line: keys.get(/** @type {string} */ (unused[0])) ?? 1,
        rule: 'unused-translation',
        message: `Nothing uses ${unused.slice(0, 20).join(', ')}${unused.length > 20 ? ` and ${unused.length - 20} more` : ''}. Remove them from every language, or use them.`,
      });
    }
  }
  return problems;
}

/** @param {string} json @returns {Map<string, number>} */
function keysOf(json) {
  /** @type {Map<string, number>} */
  const keys = new Map();
  const lines = json.split('\n');
  const walk = (/** @type {Record<string, unknown>} */ texts, /** @type {string} */ prefix) => {
    for (const [name, value] of Object.entries(texts)) {
      if (typeof value === 'string')
        keys.set(`${prefix}${name}`.replace(PLURAL_ENDING, ''), lines.findIndex((line) => line.includes(`"${name}"`)) + 1);
      else walk(/** @type {Record<string, unknown>} */ (value), `${prefix}${name}.`);
    }
  };
  walk(JSON.parse(json), '');
  return keys;
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$|\.d\.ts$|\.gen\.ts$/.test(entry.name) ? [path] : [];
  });
}
