import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changedFiles, nightlyOf, type Source, select, testsFor } from './changed.mjs';

const MODULES = 'apps/server/src/modules';
const FEATURES = 'apps/web/src/features';

/** A small product: every file with what it imports; a leading `type ` for an import of types alone. */
function product(files: Readonly<Record<string, readonly string[]>>): Source[] {
  return Object.entries(files).map(([path, imports]) => ({
    path,
    uses: imports.map((from) => ({ target: from.replace('type ', ''), typeOnly: from.startsWith('type ') })),
  }));
}

const SOURCES = product({
  'packages/domain/src/money.ts': [],
  'packages/domain/src/money.test.ts': ['packages/domain/src/money.ts'],
  'packages/domain/src/people/name.test.ts': [],
  'packages/messages/src/catalogue.test.ts': [],
  'packages/reading/src/index.ts': [],
  'packages/reading/src/text/dates.test.ts': [],
  [`${MODULES}/checks/checks.service.ts`]: [
    'packages/domain/src/money.ts',
    'packages/reading/src/index.ts',
    `${MODULES}/doctors/doctors.service.ts`,
  ],
  [`${MODULES}/checks/checks.lists.test.ts`]: ['apps/server/src/test/checks.ts'],
  [`${MODULES}/doctors/doctors.service.ts`]: [],
  [`${MODULES}/doctors/doctors.service.test.ts`]: [`${MODULES}/doctors/doctors.service.ts`],
  [`${MODULES}/doctors/accounts/accounts.test.ts`]: [],
  [`${MODULES}/invoices/invoices.service.ts`]: [`${MODULES}/checks/checks.service.ts`],
  [`${MODULES}/invoices/invoices.test.ts`]: [`${MODULES}/invoices/invoices.service.ts`],
  [`${MODULES}/search/search.test.ts`]: [`type ${MODULES}/checks/checks.service.ts`],
  [`${MODULES}/viewer/viewer.test.ts`]: ['apps/server/src/test/servers/server-app.ts'],
  'apps/server/src/services.ts': [`${MODULES}/checks/checks.service.ts`],
  'apps/server/src/test/servers/server-app.ts': ['apps/server/src/services.ts'],
  'apps/server/src/test/checks.ts': [`${MODULES}/checks/checks.service.ts`],
  [`${FEATURES}/checks/ChecksScreen.tsx`]: ['apps/web/src/ui/controls/Button.tsx'],
  [`${FEATURES}/checks/ChecksScreen.browser.test.tsx`]: ['apps/web/src/test/render.tsx'],
  [`${FEATURES}/order/draft.test.ts`]: [],
  [`${FEATURES}/order/Order.browser.test.tsx`]: ['apps/web/src/test/render.tsx'],
  'apps/web/src/routeTree.gen.ts': [`${FEATURES}/checks/ChecksScreen.tsx`],
  'apps/web/src/test/render.tsx': ['apps/web/src/routeTree.gen.ts'],
  'apps/web/src/ui/controls/Button.tsx': [],
  'e2e/support/screens/say.ts': ['packages/domain/src/money.ts'],
  'e2e/ordering/checks.spec.ts': ['e2e/support/screens/say.ts'],
  'e2e/ordering/order.spec.ts': [],
});

describe('the tests that have to do with a change', () => {
  test.each([
    {
      what: 'of a feature: those of the feature, and those that import it without the whole product',
      changed: `${MODULES}/checks/checks.service.ts`,
      tests: [`${MODULES}/checks/checks.lists.test.ts`, `${MODULES}/invoices/invoices.test.ts`],
    },
    {
      what: 'of a feature that others use: theirs too, and those in folders below',
      changed: `${MODULES}/doctors/doctors.service.ts`,
      tests: [
        `${MODULES}/doctors/accounts/accounts.test.ts`,
        `${MODULES}/doctors/doctors.service.test.ts`,
        `${MODULES}/invoices/invoices.test.ts`,
      ],
    },
    {
      what: 'of the reading of certificates: those of the workspace, and those that import it without the whole product',
      changed: 'packages/reading/src/index.ts',
      tests: [`${MODULES}/invoices/invoices.test.ts`, 'packages/reading/src/text/dates.test.ts'],
    },
    {
      what: 'of a screen: those of its feature',
      changed: `${FEATURES}/checks/ChecksScreen.tsx`,
      tests: [`${FEATURES}/checks/ChecksScreen.browser.test.tsx`],
    },
    {
      what: 'of what features share: all that depend on it, through the whole product',
      changed: 'apps/web/src/ui/controls/Button.tsx',
      tests: [`${FEATURES}/checks/ChecksScreen.browser.test.tsx`, `${FEATURES}/order/Order.browser.test.tsx`],
    },
    {
      what: 'of a rule: no end-to-end test, though their helpers import it',
      changed: 'packages/domain/src/money.ts',
      tests: [
        `${MODULES}/checks/checks.lists.test.ts`,
        `${MODULES}/invoices/invoices.test.ts`,
        `${MODULES}/viewer/viewer.test.ts`,
        'packages/domain/src/money.test.ts',
      ],
    },
    {
      what: 'of a word: those of the translations',
      changed: 'packages/messages/locales/fr/common.json',
      tests: ['packages/messages/src/catalogue.test.ts'],
    },
    {
      what: 'of a helper of end-to-end tests: those that use it',
      changed: 'e2e/support/screens/say.ts',
      tests: ['e2e/ordering/checks.spec.ts'],
    },
    { what: 'of a test: itself', changed: 'e2e/ordering/order.spec.ts', tests: ['e2e/ordering/order.spec.ts'] },
    {
      what: 'of a file that no code imports: those beside it',
      changed: 'packages/domain/src/money.json',
      tests: ['packages/domain/src/money.test.ts'],
    },
  ])('$what', ({ changed, tests }) => {
    expect(testsFor(SOURCES, [changed]).sort()).toEqual(tests.toSorted());
  });
});

describe('what is run', () => {
  test('for a feature of the server: its types, and vitest for the server alone', () => {
    expect(select(SOURCES, [`${MODULES}/doctors/doctors.service.ts`])).toMatchObject({
      checks: ['format', 'types:apps/server', 'lint', 'rules'],
      generate: false,
      vitest: { projects: ['server'] },
      component: [],
      e2e: [],
    });
  });

  test('for a screen: its types and component tests', () => {
    expect(select(SOURCES, [`${FEATURES}/checks/ChecksScreen.tsx`])).toEqual({
      checks: ['format', 'types:apps/web', 'lint', 'rules'],
      generate: false,
      vitest: { projects: [], files: [] },
      component: [`${FEATURES}/checks/ChecksScreen.browser.test.tsx`],
      e2e: [],
    });
  });

  test('for a rule of the domain: the types of all that use it', () => {
    const { checks } = select(SOURCES, ['packages/domain/src/money.ts']);
    expect(checks.filter((name) => name.startsWith('types:'))).toEqual([
      'types:apps/server',
      'types:apps/web',
      'types:packages/domain',
      'types:packages/messages',
      'types:packages/reading',
      'types:packages/stand-ins',
    ]);
  });

  test('for a migration: generated files and every server test', () => {
    expect(select(SOURCES, ['apps/server/src/migrations/0001_first.sql'])).toMatchObject({
      generate: true,
      vitest: { projects: ['server'], files: ['apps/server/'] },
    });
  });

  test('for a document: format, rules, and the test that reads documents', () => {
    expect(select(SOURCES, ['docs/testing.md'])).toMatchObject({
      checks: ['format', 'rules'],
      generate: false,
      vitest: { files: ['scripts/lib/docs.test.ts'] },
    });
  });
});

test('what does more at night imports what says so, directly or through others', () => {
  const nightly = 'apps/server/src/test/nightly.ts';
  const sources = product({
    [nightly]: [],
    [`${MODULES}/checks/checks.storm.test.ts`]: [nightly],
    [`${MODULES}/checks/checks.calm.test.ts`]: [`${MODULES}/checks/checks.service.ts`],
    'e2e/support/screens/screens.ts': [nightly],
    'e2e/product/sweep.spec.ts': ['e2e/support/screens/screens.ts'],
    'e2e/ordering/order.spec.ts': [],
  });
  expect(nightlyOf(sources)).toEqual({ server: [`${MODULES}/checks/checks.storm.test.ts`], e2e: ['e2e/product/sweep.spec.ts'] });
});

describe('what has changed', () => {
  let root: string;
  const git = (...args: string[]) => {
    const identity = {
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.be',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.be',
    };
    const { status, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', env: { PATH: process.env.PATH, ...identity } });
    expect(stderr.includes('fatal'), stderr).toBe(false);
    expect(status).toBe(0);
  };
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  const commit = (name: string, text = name) => {
    write(name, text);
    git('add', '.');
    git('commit', '--quiet', '-m', name);
  };

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'checkwell-changed-'));
    git('init', '--quiet', '-b', 'main');
    commit('first');
    commit('second');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  test('on main: the last commit', () => {
    expect(changedFiles(root, undefined)).toEqual({ since: 'HEAD~1', files: ['second'] });
  });

  test('on main with something that is not committed yet: only that, new files included', () => {
    write('first', 'other');
    write('new/file', '');
    expect(changedFiles(root, undefined)).toEqual({ since: 'HEAD', files: ['first', 'new/file'] });
  });

  test('on a branch: all of it since it left main, also when main went on', () => {
    git('checkout', '--quiet', '-b', 'branch');
    commit('third');
    write('fourth', '');
    git('rm', '--quiet', 'first');
    git('checkout', '--quiet', 'main', '--', 'second');
    expect(changedFiles(root, undefined).files).toEqual(['first', 'fourth', 'third']);
  });

  test('since a given commit', () => {
    commit('third');
    expect(changedFiles(root, 'HEAD~2')).toEqual({ since: 'HEAD~2', files: ['second', 'third'] });
  });

  test('a commit that is not there is named', () => {
    expect(() => changedFiles(root, 'nowhere')).toThrow(/nowhere/);
  });
});
