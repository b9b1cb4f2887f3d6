import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { tokens } from '../lib/source.mjs';

/** Maximum number of files in a folder, so that it stays easy to survey. */
export const MAX_FILES = 25;

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
 * Folders with more than `MAX_FILES` files.
 * @param {readonly string[]} files
 * @returns {readonly { folder: string, files: number }[]}
 */
export function crowdedFolders(files) {
  return [...filesPerFolder(files)]
    .filter(([folder, count]) => count > MAX_FILES && !ONE_FILE_PER_THING.some((allowed) => allowed.test(folder)))
    .map(([folder, count]) => ({ folder, files: count }))
    .sort((a, b) => b.files - a.files);
}

/** @param {string} root @returns {readonly { folder: string, files: number }[]} */
export const crowdedFoldersOf = (root) => crowdedFolders(filesOf(root));

/**
 * Kinds of file in server modules: `<noun>.<kind>.ts`. A file without a kind (`checks-held.ts`) is part of its module's service, and may import
 * what a service may (.dependency-cruiser.mjs). Add a new kind here.
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
  // Which fields of a record each role sees.
  'view',
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

/** Whether a file is named `<noun>-<part>.ts`: the noun is its module, or its folder in the module, or the singular of one. @param {string} file */
const isNamedAsPart = (file) =>
  dirname(file)
    .split('/modules/')[1]
    ?.split('/')
    .some((noun) => [noun, noun.replace(/s$/, '')].some((start) => basename(file).startsWith(`${start}-`)));

/** Files of server modules without a kind whose name does not say what they are a part of. @param {readonly string[]} files @returns {readonly string[]} */
export const misnamedParts = (files) => files.filter((file) => isModuleFile(file) && kindOf(file) === '' && !isNamedAsPart(file));

/** @param {string} root @returns {readonly string[]} */
export const misnamedPartsIn = (root) => misnamedParts(filesOf(root));

/**
 * Parts of the product, for comparing two checkouts: a file belongs to the first that matches it. The first part did not exist on 22 November 2026.
 * @type {readonly (readonly [name: string, files: RegExp])[]}
 */
const PARTS = [
  ['migrations', /\/migrations\//],
  [
    'folders that did not exist',
    /server\/src\/modules\/(?:deadlines|list-views|person|public-pages|retention|seller)\/|modules\/checks\/(?:comments|day-route|employee-page|evidence|mission-calendar|offers|statement)\/|server\/src\/platform\/(?:caching|company-register|malware|qpdf|secrets|sms|threads|tracing)\/|web\/src\/features\/(?:comments|employee-page|offers)\/|features\/checks\/(?:dispute|from-employee)\/|features\/missions\/(?:held|outbox|phone)\/|features\/planning\/(?:board|held|employee-messages)\/|domain\/src\/(?:employee-page|lists|messages|offers|person)\//,
  ],
  ['sign-in', /server\/src\/(?:modules|platform)\/identity\/|stand-ins\/src\/microsoft/],
  ['One Shot Check and payments', /one-shot|platform\/payments|(?:stand-ins\/src|lib)\/payments/],
  ['the check', /server\/src\/modules\/checks\/|domain\/src\/check\//],
  ['reading of certificates', /modules\/reading\/|platform\/reader\/|certificate\/reading|packages\/reading\//],
  ['platform/{db,files,mail,http,jobs,crypto,pdf,export}', /server\/src\/platform\/(?:db|files|mail|http|jobs|crypto|pdf|export)\//],
  ['the other server modules', /server\/src\/modules\//],
  ['the rest of the server', /^apps\/server\//],
  ['web: lib and ui', /web\/src\/(?:lib|ui)\//],
  ['web: missions, planning, checks, order', /features\/(?:missions|planning|checks|order)\//],
  ['web: the other features and routes', /web\/src\/(?:features|routes)\//],
  ['web: build and start', /^apps\/web\//],
  ['the rest of domain, messages, stand-ins', /./],
];

/** @param {string} file */
const partOf = (file) => PARTS.find(([, files]) => files.test(file))?.[0] ?? '';

/** What is made of the tables of fields (ARCHITECTURE.md, "Adding one field to a check"). */
const DERIVATION = [
  'packages/domain/src/fields.ts',
  'apps/server/src/graphql/fields.ts',
  'packages/domain/src/check/facts.ts',
  'apps/server/src/modules/exports/reports.table.ts',
];

/** Lines that are neither empty, comments nor imports. @param {string} text */
export function codeLines(text) {
  const found = new Set();
  let importing = false;
  for (const [index, token] of tokens(text).entries()) {
    if (token.kind === 'word' && token.text === 'import' && (index === 0 || !found.has(token.line))) importing = true;
    if (!importing) found.add(token.line);
    if (token.text === ';') importing = false;
  }
  return found.size;
}

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
  /** @type {Map<string, number>} */
  const parts = new Map(PARTS.map(([name]) => [name, 0]));
  for (const file of product) parts.set(partOf(file), (parts.get(partOf(file)) ?? 0) + read(file).split('\n').length - 1);
  return {
    'lines of product code': [...parts.values()].reduce((sum, lines) => sum + lines, 0),
    'files of product code': product.length,
    'files in all': files.length,
    [`folders with more than ${MAX_FILES} files`]: crowdedFolders(files).length,
    'kinds of file in server modules': new Set(modules.map(kindOf)).size,
    'English sentences': texts.length,
    'of them the same as another': texts.length - new Set(texts).size,
    'lines that derive from the tables of fields': DERIVATION.filter((file) => files.includes(file)).reduce(
      (sum, file) => sum + codeLines(read(file)),
      0,
    ),
    ...Object.fromEntries([...parts].map(([name, lines]) => [`lines, ${name}`, lines])),
  };
}
