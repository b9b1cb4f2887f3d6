import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Maximum number of files in a folder, so that it stays easy to survey. */
export const MOST_FILES = 25;

/** Folders with one file per item, which may grow without limit: files there are found by name. */
const ONE_FILE_PER_THING = [
  /^packages\/messages\/locales\/[a-z]+$/, // one per namespace
  /^apps\/server\/src\/migrations$/, // one per change of the schema
  /^docs\/decisions$/, // one per decision
  /^docs\/screenshots$/, // one per screen
  /\/fixtures$/, // one per case that a test reads
];

const PRODUCT = /^(apps|packages)\/.+\.(ts|tsx|js|css|sql|graphql|html)$/;
const NOT_PRODUCT = /\.test\.tsx?$|\/src\/test\/|\.gen\.(ts|d\.ts)$|\.gql\.ts$|routeTree|\/schema\.graphql$|\/fixtures\//;

/** Files of a checkout that git knows. @param {string} root */
const filesOf = (root) =>
  execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter(Boolean);

/** @param {readonly string[]} files @returns {ReadonlyMap<string, number>} files directly in each folder */
function filesPerFolder(files) {
  const count = new Map();
  for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1);
  return count;
}

/**
 * Folders with more than `MOST_FILES` files.
 * @param {readonly string[]} files
 * @returns {readonly { folder: string, files: number }[]}
 */
export function crowdedFolders(files) {
  return [...filesPerFolder(files)]
    .filter(([folder, count]) => count > MOST_FILES && !ONE_FILE_PER_THING.some((allowed) => allowed.test(folder)))
    .map(([folder, count]) => ({ folder, files: count }))
    .sort((a, b) => b.files - a.files);
}

/** @param {string} root @returns {readonly { folder: string, files: number }[]} */
export const crowdedFoldersOf = (root) => crowdedFolders(filesOf(root));

/**
 * Kinds of file in server modules: `<noun>.<kind>.ts`. A file without a kind (`checks-held.ts`) is part of its module's service, and may import
 * what a service may (.dependency-cruiser.mjs). Add a new kind here and in ARCHITECTURE.md.
 */
export const MODULE_FILE_KINDS = [
  'service',
  'repository',
  'rest',
  'graphql',
  'jobs',
  'metrics',
  // Output: the text of a mail or text message, a PDF, a page without script, the columns of a file.
  'mails',
  'sms',
  'document',
  'html',
  'content',
  'table',
  // Which fields of a record each role sees; code that runs in a worker thread.
  'view',
  'worker',
];

const isModuleFile = (/** @type {string} */ file) =>
  /^apps\/server\/src\/modules\/.+\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/fixtures/');

/** The part between the dots of a module file's name: `rest` for `checks.rest.ts`, empty for a part of a service. @param {string} file */
const kindOf = (file) => basename(file).split('.').slice(1, -1).join('.');

/** Files of server modules whose kind is not on the list. @param {readonly string[]} files @returns {readonly string[]} */
export const filesOfUnknownKind = (files) =>
  files.filter((file) => isModuleFile(file) && kindOf(file) !== '' && !MODULE_FILE_KINDS.includes(kindOf(file)));

/** @param {string} root @returns {readonly string[]} */
export const filesOfUnknownKindIn = (root) => filesOfUnknownKind(filesOf(root));

/** Texts of a catalogue, nested or not. @param {unknown} value @returns {string[]} */
const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf));

/**
 * Figures of the size of the code (ARCHITECTURE.md).
 * @param {string} root a checkout
 * @returns {Record<string, number | string>}
 */
export function countsOf(root) {
  const files = filesOf(root);
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const product = files.filter((file) => PRODUCT.test(file) && !NOT_PRODUCT.test(file));
  const modules = files.filter((file) => isModuleFile(file) && kindOf(file) !== '');
  const catalogues = files.filter((file) => /^packages\/messages\/locales\/en\/.+\.json$/.test(file));
  const texts = catalogues.flatMap((file) => textsOf(JSON.parse(read(file))));
  return {
    'lines of product code': product.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0),
    'files of product code': product.length,
    'files in all': files.length,
    [`folders with more than ${MOST_FILES} files`]: crowdedFolders(files).length,
    'kinds of file in server modules': new Set(modules.map(kindOf)).size,
    'English sentences': texts.length,
    'of them the same as another': texts.length - new Set(texts).size,
  };
}
