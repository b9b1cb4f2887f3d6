/**
 * Which part of the code may use which (ARCHITECTURE.md). The comment of each rule is what its message says: why, and where the code should
 * go instead. Imports of types count as any other. What a file may contain is said by the rules in scripts/lint.
 */

const TESTS = ['\\.test\\.tsx?$', '^apps/(server|web)/src/test/'];
const PRODUCT = '^(packages|apps)/';
const SERVER = '^apps/server/src/';
const MODULES = '^apps/server/src/modules/';
/** The one file of the product that starts stand-ins for vendors. */
const TAKES_STAND_INS = '^apps/server/src/platform/stand-ins/stand-ins\\.ts$';
/** Of the server, what knows vendors. */
const KNOWS_VENDORS = ['^apps/server/src/(platform|seed)/', ...TESTS];
/** What tests of the web share with those of the server: the schema that both are held to, and what fails a test that logs. */
const SHARED_BY_TESTS =
  '^apps/server/(schema\\.graphql|src/test/servers?/logged-errors\\.ts|src/test/logged-errors\\.ts|src/test/hostile/texts\\.ts)$';
/** Writes a generated file, or compares it. */
const GENERATED_HELPER = '^scripts/lib/generated\\.mjs$';
/** Programs of a workspace that are not part of what is shipped. */
const GENERATORS = '/(generate-[^/]+|print-schema|tables-source)\\.ts$';

/** @param {...string} names regular expressions of package names */
const packages = (...names) => `(^|/)node_modules/(${names.join('|')})/`;
const HTTP = packages('fastify', '@fastify/[^/]+');
const COOKIES = packages('cookie', 'content-disposition');
const GRAPHQL = packages('graphql', 'mercurius', '@pothos/[^/]+');
const CACHES = packages('dataloader', 'lru-cache');
const KYSELY = packages('kysely');
const NOT_IN_THIS_FILE =
  'SQL is for *.repository.ts, HTTP for *.rest.ts, GraphQL for *.graphql.ts, so that a service can be read without them: this package is not used in this kind of file, not even for a type.';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'cycles',
    comment:
      'These files import each other in a circle, so none can be understood or loaded alone. Move what both ends need to a file of its own.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'declared',
    comment:
      'This package is in no package.json of this workspace: it works only as long as another package brings it. Declare it there (npm install -w <workspace> --save-exact <package>), or do without it.',
    from: { path: PRODUCT },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'declared-to-run',
    comment:
      'What is shipped needs this package, which is only among the devDependencies. Move it to the dependencies of the workspace, or do without it.',
    from: { path: '^(packages|apps)/[^/]+/src/', pathNot: [...TESTS, GENERATORS, TAKES_STAND_INS] },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
  },
  {
    name: 'by-package-name',
    comment:
      'This path leaves its workspace. Workspaces meet through their package names only (@checkwell/domain/…), so that what each offers stays visible.',
    from: { path: '^((?:packages|apps)/[^/]+)/' },
    to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased'], pathNot: ['^$1/', GENERATED_HELPER, SHARED_BY_TESTS] },
  },
  {
    name: 'domain-alone',
    comment:
      'The domain is the product without web and database: it imports zod and itself, and for account numbers ibantools. What needs anything else goes to apps/server/src/platform (behind a port) or to the module that asks this rule.',
    from: { path: '^packages/domain/', pathNot: TESTS },
    to: { pathNot: ['^packages/domain/', packages('zod', 'ibantools'), GENERATED_HELPER] },
  },
  {
    name: 'messages-know-the-domain',
    comment: "Messages know translations and the domain's names, nothing else of the product. Move what needs more to where it is needed.",
    from: { path: '^packages/messages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'reading-knows-the-domain',
    comment:
      'The reading of certificates gets bytes and gives fields: it imports packages/domain, nothing else of the product. Hand it what it needs with the document.',
    from: { path: '^packages/reading/' },
    to: { path: ['^apps/', '^packages/(messages|stand-ins)/'] },
  },
  {
    name: 'documents-in-their-thread',
    comment:
      'What opens documents runs in a thread of its own, which can be ended and holds no secret: use the certificate reader of apps/server/src/platform/reader.',
    from: { path: PRODUCT, pathNot: [...TESTS, '^packages/reading/src/documents/'] },
    to: { path: '^packages/reading/src/documents/' },
  },
  {
    name: 'stand-ins-in-one-place',
    comment:
      'Stand-ins for vendors are no part of production: only apps/server/src/platform/stand-ins/stand-ins.ts, which refuses it, and tests use them. What both need goes to packages/domain.',
    from: { path: PRODUCT, pathNot: [...TESTS, TAKES_STAND_INS, '^packages/stand-ins/'] },
    to: { path: '^packages/stand-ins/' },
  },
  {
    name: 'stand-ins-by-dynamic-import',
    comment: 'Production does not have this package: import it by `await import()` after production was refused. Types may be imported.',
    from: { path: TAKES_STAND_INS },
    to: { path: '^packages/stand-ins/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'stand-ins-without-server',
    comment:
      'A stand-in plays a vendor, who does not know the product: it imports packages/domain and packages/messages, nothing else of it.',
    from: { path: '^packages/stand-ins/' },
    to: { path: '^apps/' },
  },
  {
    name: 'web-without-server',
    comment:
      'The web never imports the server, not even a type: the two meet in REST and GraphQL. A rule that both need goes to packages/domain.',
    from: { path: '^apps/web/' },
    to: { path: '^apps/server/', pathNot: SHARED_BY_TESTS },
  },
  {
    name: 'shared-by-tests-alone',
    comment: 'The web never imports the server; only its tests share the schema and the watch over the log. Move it to packages/domain.',
    from: { path: '^apps/web/', pathNot: TESTS },
    to: { path: SHARED_BY_TESTS },
  },
  {
    name: 'server-without-web',
    comment: 'The server never imports the web. What both need goes to packages/domain or packages/messages.',
    from: { path: '^apps/server/' },
    to: { path: '^apps/web/' },
  },
  {
    name: 'product-without-tools',
    comment: 'scripts/, e2e/ and bench/ are no part of the product that is shipped. Move what is needed into the workspace that needs it.',
    from: { path: PRODUCT },
    to: { path: '^(scripts|e2e|bench)/', pathNot: GENERATED_HELPER },
  },
  {
    name: 'scripts-stand-alone',
    comment:
      'scripts/ runs on a fresh clone, before anything is installed: it imports node: modules and itself. Start a program that needs more with run().',
    // The list of places is made once in a while, by hand.
    from: { path: '^scripts/', pathNot: [...TESTS, '^scripts/extract-places\\.mjs$'] },
    to: { pathNot: '^scripts/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'vendors',
    comment:
      "This is a vendor's SDK: only apps/server/src/platform knows vendors, so that each can be replaced in one place. Put it behind a port in platform/<service>/ and use the port here.",
    from: { path: SERVER, pathNot: KNOWS_VENDORS },
    to: { path: '(^|/)node_modules/', pathNot: [packages('zod'), KYSELY, HTTP, COOKIES, GRAPHQL, CACHES] },
  },
  ...[
    { name: 'kysely', allowed: ['\\.repository\\.ts$'], to: KYSELY },
    { name: 'http', allowed: ['\\.rest\\.ts$', '^apps/server/src/(app|main)\\.ts$', '^apps/server/src/graphql/'], to: HTTP },
    { name: 'cookies', allowed: ['\\.rest\\.ts$', 'cookies\\.ts$'], to: COOKIES },
    { name: 'graphql', allowed: ['\\.graphql\\.ts$', '^apps/server/src/(app|main)\\.ts$', '^apps/server/src/graphql/'], to: GRAPHQL },
    { name: 'caches', allowed: ['^apps/server/src/graphql/'], to: CACHES },
  ].map(({ name, allowed, to }) => ({
    name: `kind-of-file-${name}`,
    comment: NOT_IN_THIS_FILE,
    from: { path: SERVER, pathNot: [...KNOWS_VENDORS, ...allowed] },
    to: { path: to },
  })),
  {
    name: 'through-the-service',
    comment:
      'Modules use another module only through its service, where permissions are asked: import <noun>.service.ts, or move what is shared to packages/domain.',
    from: { path: `${MODULES}([^/]+)/`, pathNot: [...TESTS, '\\.graphql\\.ts$'] },
    to: { path: MODULES, pathNot: [`${MODULES}$1/`, `${MODULES}([^/]+)/\\1\\.service\\.ts$`] },
  },
  {
    name: 'through-the-service-or-schema',
    comment:
      'Modules use another module only through its service, where permissions are asked; types of the GraphQL schema refer to each other. Import <noun>.service.ts or a *.graphql.ts, or move what is shared to packages/domain.',
    from: { path: `${MODULES}([^/]+)/.*\\.graphql\\.ts$` },
    to: { path: MODULES, pathNot: [`${MODULES}$1/`, `${MODULES}([^/]+)/\\1\\.service\\.ts$`, '\\.graphql\\.ts$'] },
  },
  {
    name: 'repository-of-its-module',
    comment: "A repository is its module's own: past the service nobody asks for permission. Use <noun>.service.ts.",
    from: { path: SERVER, pathNot: [MODULES, '^apps/server/src/seed/', ...TESTS] },
    to: { path: `${MODULES}.*\\.repository\\.ts$` },
  },
  {
    name: 'tests-only',
    comment: 'src/test is for tests. Code that both need goes to platform/ or lib/, or to packages/domain.',
    from: { path: '^apps/(server|web)/src/', pathNot: TESTS },
    to: { path: '^apps/(server|web)/src/test/' },
  },
  {
    name: 'platform-knows-no-module',
    comment:
      'platform/ serves the modules and knows none of them. Hand it what it needs as a parameter, or define the port here and implement it in the module.',
    from: { path: '^apps/server/src/platform/', pathNot: TESTS },
    to: { path: MODULES },
  },
  {
    name: 'platform-is-below',
    comment: 'platform/ is below the wiring. Hand it what it needs as a parameter.',
    from: { path: '^apps/server/src/platform/', pathNot: TESTS },
    to: { path: '^apps/server/src/(graphql/|seed/|app\\.ts|main\\.ts|services\\.ts|jobs\\.ts)' },
  },
  {
    name: 'features-alone',
    comment:
      'Features never import features: one would break with the other. What both show goes to ui/ (if it knows no feature), what both compute to lib/ or packages/domain; a route may put the two side by side.',
    from: { path: '^apps/web/src/features/([^/]+)/', pathNot: TESTS },
    to: { path: '^apps/web/src/features/', pathNot: '^apps/web/src/features/$1(/|$)' },
  },
  {
    name: 'routes-on-top',
    comment: 'Routes are the top: they put features together, and nothing imports them. Link by path.',
    from: { path: '^apps/web/src/(features|ui|lib)/', pathNot: TESTS },
    to: { path: '^apps/web/src/routes/' },
  },
  {
    name: 'ui-knows-no-feature',
    comment: 'ui/ knows no feature: a component that needs a feature belongs to that feature; what it shows comes in as props.',
    from: { path: '^apps/web/src/ui/', pathNot: TESTS },
    to: { path: '^apps/web/src/features/' },
  },
  {
    name: 'lib-is-below',
    comment: 'lib/ is below ui/ and features/, and imports neither. Hand it what it needs as a parameter, or move this to the feature.',
    from: { path: '^apps/web/src/lib/', pathNot: TESTS },
    to: { path: '^apps/web/src/(features|ui)/' },
  },
  {
    name: 'lib-without-jsx',
    comment: 'lib/ has no JSX: what draws goes to ui/ (if it knows no feature) or to its feature.',
    from: {},
    to: { path: '^apps/web/src/lib/.+\\.tsx$', pathNot: TESTS },
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // TypeScript 7 has no interface for programs yet.
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|locales|\\.cache)/|^apps/web/public/|\\.d\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
