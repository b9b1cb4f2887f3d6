import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Files of a folder that a person must be able to take in at once. */
export const MOST_FILES = 25;

/** Folders that hold one file per thing and grow with the things: nobody looks for a file there without knowing its name. */
const ONE_FILE_PER_THING = [
  /^packages\/messages\/locales\/[a-z]+$/, // one per namespace
  /^apps\/server\/src\/migrations$/, // one per change of the schema
  /^docs\/decisions$/, // one per decision
  /^docs\/screenshots$/, // one per screen
  /\/fixtures$/, // one per case that a test reads
];

const PRODUCT = /^(apps|packages)\/.+\.(ts|tsx|js|css|sql|graphql|html)$/;
const NOT_WRITTEN_FOR_IT = /\.test\.tsx?$|\/src\/test\/|\.gen\.(ts|d\.ts)$|\.gql\.ts$|routeTree|\/schema\.graphql$|\/fixtures\//;

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
 * Folders with more files than one can take in.
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
 * Kinds of file in server modules: `<noun>.<kind>.ts`. A file without one (`checks-held.ts`) is a part of its module's service, and may use
 * what a service may (.dependency-cruiser.mjs). A new kind is here and in ARCHITECTURE.md first.
 */
export const MODULE_FILE_KINDS = [
  'service',
  'repository',
  'rest',
  'graphql',
  'jobs',
  'metrics',
  // What leaves: the text of a mail or text message, a PDF, a page without script, the columns of a file.
  'mails',
  'sms',
  'document',
  'html',
  'content',
  'table',
  // Who sees what of a record; what runs in a thread of its own.
  'view',
  'worker',
];

const isModuleFile = (/** @type {string} */ file) =>
  /^apps\/server\/src\/modules\/.+\.ts$/.test(file) && !file.endsWith('.test.ts') && !file.includes('/fixtures/');

/** What is between the dots of a module file's name: `rest` of `checks.rest.ts`, nothing of a part. @param {string} file */
const kindOf = (file) => basename(file).split('.').slice(1, -1).join('.');

/** Files of server modules whose kind is not on the list. @param {readonly string[]} files @returns {readonly string[]} */
export const filesOfUnknownKind = (files) =>
  files.filter((file) => isModuleFile(file) && kindOf(file) !== '' && !MODULE_FILE_KINDS.includes(kindOf(file)));

/** @param {string} root @returns {readonly string[]} */
export const filesOfUnknownKindIn = (root) => filesOfUnknownKind(filesOf(root));

/** Texts of a catalogue, nested or not. @param {unknown} value @returns {string[]} */
const textsOf = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsOf));

/**
 * The figures by which the size of the code is told (ARCHITECTURE.md).
 * @param {string} root a checkout
 * @returns {Record<string, number | string>}
 */
export function countsOf(root) {
  const files = filesOf(root);
  const read = (/** @type {string} */ file) => readFileSync(join(root, file), 'utf8');
  const product = files.filter((file) => PRODUCT.test(file) && !NOT_WRITTEN_FOR_IT.test(file));
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
