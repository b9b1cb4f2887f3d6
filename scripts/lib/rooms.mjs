import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { importsOf, tokens } from './source.mjs';

/**
 * The rules of the house (ARCHITECTURE.md): which room may use which, and what may stand where.
 * Every message says why, and where the code should go instead.
 *
 * @typedef {{ file: string, line: number, rule: string, message: string }} Problem
 * @typedef {import('./source.mjs').Token} Token
 * @typedef {import('./source.mjs').Import & { target: string | undefined, bare: string | undefined }} Use
 *   `target`: file of the checkout; `bare`: name of a package
 * @typedef {{ path: string, text: string, tokens: Token[], uses: Use[], room: string, isTest: boolean }} File
 */

const WORKSPACES = ['packages/domain', 'packages/messages', 'apps/server', 'apps/web'];
const OTHER_ROOMS = ['scripts', 'e2e', 'bench'];
const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const SKIPPED = new Set(['node_modules', 'dist', 'locales', 'public', '.cache']);
const ROUTE_LINES = 30;

/**
 * Packages that code outside `platform/` may use, and where. Everything else is a vendor's SDK.
 * @type {readonly { packages: RegExp, files: RegExp }[]}
 */
const SERVER_PACKAGES = [
  { packages: /^zod$/, files: /./ },
  { packages: /^kysely$/, files: /(\.repository\.ts|^apps\/server\/src\/seed\/.+)$/ },
  {
    packages: /^(fastify|@fastify\/.+)$/,
    files: /(\.rest\.ts|^apps\/server\/src\/(app|main)\.ts|^apps\/server\/src\/(graphql|http)\/.+)$/,
  },
  { packages: /^(cookie|content-disposition)$/, files: /(\.rest|cookies)\.ts$/ },
  {
    packages: /^(graphql|mercurius|@pothos\/.+)$/,
    files: /(\.graphql\.ts|^apps\/server\/src\/(app|main)\.ts|^apps\/server\/src\/graphql\/.+)$/,
  },
  { packages: /^(dataloader|lru-cache)$/, files: /^apps\/server\/src\/graphql\// },
];

/**
 * @param {string} root the checkout
 * @returns {Problem[]} sorted by file and line
 */
export function checkRooms(root) {
  const files = readFiles(root);
  /** @type {Problem[]} */
  const problems = [];
  const rules = [
    packagesRule(root),
    roomsRule,
    vendorsRule,
    modulesRule,
    featuresRule,
    layersRule,
    sqlRule,
    rawSqlRule,
    environmentRule,
    clockRule,
    routesRule,
    scriptsRule,
  ];
  for (const file of files.values()) {
    for (const rule of rules) {
      for (const { line, name, message } of rule(file)) problems.push({ file: file.path, line, rule: name, message });
    }
  }
  problems.push(...cycles(files));
  return problems.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
}

/** @typedef {{ line: number, name: string, message: string }} Finding */

/** @param {string} root @returns {Map<string, File>} */
export function readFiles(root) {
  /** @type {Map<string, File>} */
  const files = new Map();
  for (const room of [...WORKSPACES, ...OTHER_ROOMS]) {
    for (const path of sourcesIn(join(root, room))) {
      const name = relative(root, path).split(sep).join('/');
      const text = readFileSync(path, 'utf8');
      const list = tokens(text);
      const isTest = /\.test\.tsx?$/.test(name) || /^apps\/(server|web)\/src\/test\//.test(name);
      files.set(name, { path: name, text, tokens: list, uses: [], room, isTest });
    }
  }
  for (const file of files.values()) file.uses = importsOf(file.tokens).map((use) => ({ ...use, ...resolve(root, file.path, use.from) }));
  return files;
}

/** @param {string} folder @returns {string[]} */
function sourcesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcesIn(path);
    return SOURCE.test(entry.name) && !/\.d\.m?ts$/.test(entry.name) ? [path] : [];
  });
}

/**
 * @param {string} root @param {string} importer @param {string} from
 * @returns {{ target: string | undefined, bare: string | undefined }}
 */
function resolve(root, importer, from) {
  if (from.startsWith('.')) {
    return {
      target: normalize(join(dirname(importer), from.replace(/\?.*$/, '')))
        .split(sep)
        .join('/'),
      bare: undefined,
    };
  }
  const own = /^@checkwell\/([a-z]+)(?:\/(.+))?$/.exec(from);
  if (own) {
    const folder = ['domain', 'messages'].includes(/** @type {string} */ (own[1])) ? `packages/${own[1]}` : `apps/${own[1]}`;
    const rest = own[2]?.startsWith('locales/') ? own[2] : `src/${own[2] ?? 'index'}`;
    const file = ['', '.ts', '.tsx'].map((ending) => `${folder}/${rest}${ending}`).find((path) => existsSync(join(root, path)));
    return { target: file ?? `${folder}/${rest}.ts`, bare: from.split('/').slice(0, 2).join('/') };
  }
  return {
    target: undefined,
    bare: from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : /** @type {string} */ (from.split('/')[0]),
  };
}

const isBuiltin = (/** @type {string} */ name) => name.startsWith('node:');

/** Undeclared imports fail: they work only as long as some other package happens to bring them. @param {string} root */
function packagesRule(root) {
  const read = (/** @type {string} */ folder) => {
    const path = join(root, folder, 'package.json');
    const { dependencies = {}, devDependencies = {} } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
    return { runtime: new Set(Object.keys(dependencies)), all: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]) };
  };
  const rootPackages = read('.');
  const ofRoom = new Map(WORKSPACES.map((room) => [room, read(room)]));
  return function* (/** @type {File} */ file) {
    const own = ofRoom.get(file.room);
    const shipped =
      own !== undefined &&
      file.path.startsWith(`${file.room}/src/`) &&
      !file.isTest &&
      !/generate|print-schema|tables-source/.test(file.path);
    for (const { from, bare, line, typeOnly } of file.uses) {
      if (bare === undefined || isBuiltin(from) || /^(virtual:|#)/.test(from) || bare === `@checkwell/${file.room.split('/')[1]}`) continue;
      const declared = shipped && !typeOnly ? own.runtime : new Set([...(own?.all ?? []), ...rootPackages.all]);
      // Rooms outside the workspaces drive the whole product.
      const borrowed = own === undefined && [...ofRoom.values()].some(({ all }) => all.has(bare));
      const types = typeOnly && declared.has(`@types/${bare}`);
      if (declared.has(bare) || borrowed || types || (own === undefined && bare.startsWith('@checkwell/'))) continue;
      yield {
        line,
        name: 'declared',
        message: `${bare} is not among the ${shipped && !typeOnly ? 'dependencies' : 'dependencies or devDependencies'} of ${own ? file.room : 'the root'}/package.json: it works only as long as another package brings it. Declare it there (npm install -w ${file.room} --save-exact ${bare}), or do without it.`,
      };
    }
  };
}

/** Which room uses which. @param {File} file @returns {Iterable<Finding>} */
function* roomsRule(file) {
  for (const use of file.uses) {
    if (isShared(file, use)) continue;
    const message = leavesByPath(file, use) ?? strangerInDomain(file, use) ?? foreignRoom(file, use);
    if (message) yield { line: use.line, name: 'rooms', message };
  }
}

const roomOf = (/** @type {Use} */ { target }) => [...WORKSPACES, ...OTHER_ROOMS].find((room) => target?.startsWith(`${room}/`));
const GENERATED_HELPER = 'scripts/lib/generated.mjs';
/** What tests of the web share with those of the server: the schema that both are held to, and what fails a test that logs. */
const SHARED_BY_TESTS = ['apps/server/schema.graphql', 'apps/server/src/test/logged-errors.ts'];
const isShared = (/** @type {File} */ file, /** @type {Use} */ { target }) =>
  file.isTest && target !== undefined && SHARED_BY_TESTS.includes(target);

/** @param {File} file @param {Use} use */
function leavesByPath(file, { from, target }) {
  if (!WORKSPACES.includes(file.room) || !from.startsWith('.') || target?.startsWith(`${file.room}/`) || target === GENERATED_HELPER)
    return undefined;
  return `${from} leaves ${file.room} by a path. Rooms meet through their package names only (@checkwell/domain/…), so that what a room offers stays visible.`;
}

/** @param {File} file @param {Use} use */
function strangerInDomain(file, use) {
  if (file.room !== 'packages/domain' || file.isTest || roomOf(use) === 'packages/domain' || use.bare === 'zod') return undefined;
  return `The domain is the product without web and database: it imports zod and itself, not ${use.from}. What needs ${use.from} goes to apps/server/src/platform (behind a port) or to the module that asks this rule.`;
}

/** @param {File} file @param {Use} use */
function foreignRoom(file, use) {
  const room = roomOf(use);
  if (!room || room === file.room || !WORKSPACES.includes(file.room) || use.target === GENERATED_HELPER) return undefined;
  if (OTHER_ROOMS.includes(room)) return `${room}/ is not part of the product that is shipped. Move what is needed into ${file.room}.`;
  if (file.room === 'packages/messages' && room !== 'packages/domain')
    return `Messages know words and the domain's names, not ${room}. Move what needs ${use.from} there.`;
  if (file.room === 'apps/web' && room === 'apps/server') {
    return 'The web never imports the server, not even a type: the two meet in REST and GraphQL. A rule that both need goes to packages/domain.';
  }
  if (file.room === 'apps/server' && room === 'apps/web')
    return 'The server never imports the web. What both need goes to packages/domain or packages/messages.';
  return undefined;
}

/** Vendors stay in platform/. @param {File} file @returns {Iterable<Finding>} */
function* vendorsRule(file) {
  if (file.isTest || !file.path.startsWith('apps/server/src/') || /^apps\/server\/src\/(platform|seed)\//.test(file.path)) return;
  for (const { from, bare, line } of file.uses) {
    if (!bare || isBuiltin(from) || bare.startsWith('@checkwell/')) continue;
    const rules = SERVER_PACKAGES.filter(({ packages }) => packages.test(bare));
    if (rules.some(({ files }) => files.test(file.path))) continue;
    const message =
      rules.length > 0
        ? `${bare} is not used in this kind of file, not even for a type: SQL is for *.repository.ts, HTTP for *.rest.ts, GraphQL for *.graphql.ts, so that a service can be read without them.`
        : `${bare} is a vendor's SDK: only apps/server/src/platform knows vendors, so that each can be replaced in one place. Put it behind a port in platform/<service>/ and use the port here.`;
    yield { line, name: 'vendors', message };
  }
}

const MODULES = 'apps/server/src/modules/';
const PLATFORM = 'apps/server/src/platform/';

/** Inside the server. @param {File} file @returns {Iterable<Finding>} */
function* modulesRule(file) {
  if (file.room !== 'apps/server' || file.isTest) return;
  for (const { target, line } of file.uses) {
    const message = target && (throughTheService(file, target) ?? fromBelow(file, target));
    if (message) yield { line, name: 'modules', message };
  }
}

/** @param {File} file @param {string} target */
function throughTheService(file, target) {
  if (!target.startsWith(MODULES)) return undefined;
  const [noun, ...rest] = target.slice(MODULES.length).split('/');
  const own = file.path.startsWith(MODULES) ? file.path.slice(MODULES.length).split('/')[0] : undefined;
  const name = rest.join('/');
  // Types of the GraphQL schema refer to each other; what they resolve asks a service all the same.
  const schemaToSchema = name.endsWith('.graphql.ts') && file.path.endsWith('.graphql.ts');
  if (own !== undefined && own !== noun && name !== `${noun}.service.ts` && !schemaToSchema) {
    return `Modules use another module only through its service, where permissions are asked: import ${noun}.service.ts, or move what is shared to packages/domain.`;
  }
  if (own === undefined && name.endsWith('.repository.ts') && !file.path.startsWith('apps/server/src/seed/')) {
    return `A repository is its module's own: past the service nobody asks for permission. Use ${noun}.service.ts.`;
  }
  return undefined;
}

/** @param {File} file @param {string} target */
function fromBelow(file, target) {
  if (target.startsWith('apps/server/src/test/')) return 'src/test is for tests. Code that both need goes to platform/ or packages/domain.';
  if (!file.path.startsWith(PLATFORM)) return undefined;
  if (target.startsWith(MODULES))
    return 'platform/ serves the modules and knows none of them. Hand it what it needs as a parameter, or define the port here and implement it in the module.';
  return /^apps\/server\/src\/(graphql\/|seed\/|app\.ts|main\.ts|services\.ts|jobs\.ts)/.test(target)
    ? 'platform/ is below the wiring. Hand it what it needs as a parameter.'
    : undefined;
}

/** Inside the web. @param {File} file @returns {Iterable<Finding>} */
function* featuresRule(file) {
  if (file.room !== 'apps/web' || file.isTest) return;
  const own = /^apps\/web\/src\/features\/([^/]+)\//.exec(file.path)?.[1];
  for (const { target, line } of file.uses) {
    const other = target && /^apps\/web\/src\/features\/([^/]+)/.exec(target)?.[1];
    if (own && other && own !== other) {
      yield {
        line,
        name: 'features',
        message: `Features never import features: "${own}" would break with "${other}". What both show goes to ui/ (if it knows no noun), what both compute to lib/ or packages/domain; a route may put the two side by side.`,
      };
    }
    if (target?.startsWith('apps/web/src/routes/') && (own || isUi(file) || isLib(file))) {
      yield { line, name: 'features', message: 'Routes are the top: they put features together, and nothing imports them. Link by path.' };
    }
  }
}

const isUi = (/** @type {File} */ { path }) => path.startsWith('apps/web/src/ui/');
const isLib = (/** @type {File} */ { path }) => path.startsWith('apps/web/src/lib/');

/** @param {File} file @returns {Iterable<Finding>} */
function* layersRule(file) {
  // A test in the browser is found by its ending.
  if (isLib(file) && !file.isTest && file.path.endsWith('.tsx')) {
    yield { line: 1, name: 'lib-without-jsx', message: 'lib/ has no JSX: what draws goes to ui/ (if it knows no noun) or to its feature.' };
  }
  if (file.isTest) return;
  for (const { target, line } of file.uses) {
    if (file.room === 'apps/web' && target?.startsWith('apps/web/src/test/')) {
      yield { line, name: 'tests-only', message: 'src/test is for tests. Code that both need goes to lib/ or packages/domain.' };
    }
    if (isUi(file) && target?.startsWith('apps/web/src/features/')) {
      yield {
        line,
        name: 'ui-knows-no-noun',
        message: 'ui/ knows no noun: a component that needs a feature belongs to that feature; what it shows comes in as props.',
      };
    }
    if (isLib(file) && target && /^apps\/web\/src\/(features|ui)\//.test(target)) {
      yield {
        line,
        name: 'lib-is-below',
        message: 'lib/ is below ui/ and features/, and imports neither. Hand it what it needs as a parameter, or move this to the feature.',
      };
    }
  }
}

const QUERY_METHODS = new Set(['selectFrom', 'selectNoFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);
const STATEMENT =
  /^\s*(select\s.+\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|create\s+(table|index|role|schema|function|policy)\s|alter\s+(table|role)\s|set_config\(|truncate\s+\w|listen\s+\w+$)/s;

/** Keywords in one case: a sentence begins with a capital. @param {string} text */
const isStatement = (text) => STATEMENT.test(text.replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase()));

/** SQL has its places, because each query must be seen beside the index and the tenant that it needs. @param {File} file @returns {Iterable<Finding>} */
function* sqlRule(file) {
  const home = /(\.repository\.ts$|^apps\/server\/src\/platform\/db\/|^apps\/server\/src\/seed\/)/;
  if (file.isTest || file.room === 'apps/web' || !WORKSPACES.includes(file.room) || home.test(file.path)) return;
  const message =
    'SQL stands in *.repository.ts only (and in platform/db, seed and migrations), so that each query is seen beside its index and its tenant. Give the repository of this noun a function that says what you want.';
  for (const [index, token] of file.tokens.entries()) {
    const method =
      token.kind === 'word' &&
      QUERY_METHODS.has(token.text) &&
      file.tokens[index - 1]?.text === '.' &&
      file.tokens[index + 1]?.text === '(';
    const text = (token.kind === 'string' || token.kind === 'template') && isStatement(token.text);
    const tag = token.kind === 'word' && token.text === 'sql' && file.tokens[index + 1]?.kind === 'template';
    if (method || text || tag) yield { line: token.line, name: 'sql', message };
  }
}

/** A text that becomes SQL as it is could be one that somebody sent (docs/decisions/0043). @param {File} file @returns {Iterable<Finding>} */
function* rawSqlRule(file) {
  if (file.isTest || file.room !== 'apps/server' || /^apps\/server\/src\/(platform\/db|seed)\//.test(file.path)) return;
  for (const [index, token] of file.tokens.entries()) {
    if (token.text !== 'sql' || file.tokens[index + 1]?.text !== '.' || !['raw', 'lit'].includes(file.tokens[index + 2]?.text ?? ''))
      continue;
    yield {
      line: token.line,
      name: 'raw-sql',
      message:
        'Values become parameters of the template, names sql.ref or sql.table, directions orderDirection: no text becomes SQL as it is. What else there is belongs into platform/db.',
    };
  }
}

/** @param {File} file @returns {Iterable<Finding>} */
function* environmentRule(file) {
  if (!WORKSPACES.includes(file.room) || file.isTest || file.path === 'apps/server/src/config.ts' || !file.path.includes('/src/')) return;
  for (const [index, token] of file.tokens.entries()) {
    const isProcessEnv = token.text === 'env' && file.tokens[index - 1]?.text === '.' && file.tokens[index - 2]?.text === 'process';
    if (token.kind === 'word' && isProcessEnv) {
      yield {
        line: token.line,
        name: 'environment',
        message:
          'Only apps/server/src/config.ts reads process.env: there a variable is checked, explained in .env.example, and handed on in Config.',
      };
    }
  }
}

/** @param {File} file @returns {Iterable<Finding>} */
function* clockRule(file) {
  const ruled = /^(packages\/domain\/src\/|apps\/server\/src\/modules\/|apps\/server\/src\/graphql\/)/;
  if (file.isTest || !ruled.test(file.path)) return;
  for (const [index, token] of file.tokens.entries()) {
    const next = (/** @type {number} */ offset) => file.tokens[index + offset]?.text;
    const newDate = token.text === 'new' && next(1) === 'Date' && (next(2) !== '(' || next(3) === ')');
    const dateNow = token.text === 'Date' && next(1) === '.' && next(2) === 'now';
    if (token.kind === 'word' && (newDate || dateNow)) {
      yield {
        line: token.line,
        name: 'clock',
        message:
          'Time comes in from outside (Clock of @checkwell/domain/clock), so that a rule gives the same answer in a test and in production. Take a Clock, or the instant itself, as a parameter.',
      };
    }
  }
}

/** @param {File} file @returns {Iterable<Finding>} */
function* routesRule(file) {
  if (!/^apps\/web\/src\/routes\/.+\.tsx?$/.test(file.path) || file.isTest) return;
  const lines = file.text.trimEnd().split('\n').length;
  if (lines > ROUTE_LINES) {
    yield {
      line: ROUTE_LINES + 1,
      name: 'thin-routes',
      message: `A route has at most ${ROUTE_LINES} lines (this one ${lines}): it says which feature stands at which address. Move the rest to features/<noun>/.`,
    };
  }
}

/** What runs before npm ci can import nothing of what npm ci installs. @param {File} file @returns {Iterable<Finding>} */
function* scriptsRule(file) {
  if (file.room !== 'scripts' || file.isTest) return;
  for (const { from, line, target } of file.uses) {
    if (!isBuiltin(from) && !target?.startsWith('scripts/')) {
      yield {
        line,
        name: 'scripts-stand-alone',
        message: `scripts/ runs on a fresh clone, before anything is installed: it imports node: modules and itself, not ${from}. Start a program that needs ${from} with run().`,
      };
    }
  }
}

/**
 * Cycles of imports that exist at run time.
 * @param {Map<string, File>} files @returns {Problem[]}
 */
function cycles(files) {
  /** @type {Map<string, 'open' | 'done'>} */
  const state = new Map();
  /** @type {Problem[]} */
  const problems = [];
  const visit = (/** @type {File} */ file, /** @type {string[]} */ path) => {
    state.set(file.path, 'open');
    for (const { target, typeOnly, line } of file.uses) {
      const next = target === undefined || typeOnly ? undefined : files.get(target);
      if (!next) continue;
      if (state.get(next.path) === 'open') {
        const circle = [...path.slice(path.indexOf(next.path)), next.path].map((name) =>
          name.replace(/^(apps|packages)\/(\w+)\/src\//, '$2: '),
        );
        problems.push({
          file: file.path,
          line,
          rule: 'cycles',
          message: `These files import each other in a circle, so none can be understood or loaded alone: ${circle.join(' → ')}. Move what both ends need to a file of its own.`,
        });
      } else if (!state.has(next.path)) visit(next, [...path, next.path]);
    }
    state.set(file.path, 'done');
  };
  for (const file of files.values()) if (!state.has(file.path)) visit(file, [file.path]);
  return problems;
}
