import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import configuration from '../../.dependency-cruiser.mjs';
import { ROOT } from '../bootstrap.mjs';
import { checkMessages } from './messages.mjs';
import report from './violations.mjs';

let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'checkwell-architecture-')));
});
afterAll(() => rmSync(root, { recursive: true }));

function plant(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const MODULES = 'apps/server/src/modules';
const WEB = 'apps/web/src';
/** Files that keep all rules. */
const KEPT = {
  'packages/domain/src/rule.ts': `import * as z from 'zod';\nexport const rule = z;`,
  'packages/domain/src/rule.test.ts': `import fc from 'fast-check';\nimport { rule } from './rule.ts';`,
  'packages/messages/src/words.ts': `import type { rule } from '@checkwell/domain/rule';`,
  'packages/reading/src/index.ts': `import { rule } from '@checkwell/domain/rule';`,
  'packages/reading/src/documents/document.ts': `import { rule } from '../index.ts';`,
  'apps/server/src/platform/reader.ts': `import { x } from '@checkwell/reading/index';`,
  'packages/stand-ins/src/issuer.ts': `import { rule } from '@checkwell/domain/rule';`,
  'apps/server/src/platform/issuer.test.ts': `import { issuer } from '@checkwell/stand-ins/issuer';`,
  [`${MODULES}/checks/checks.rest.ts`]: `import type { X } from 'fastify';\nimport { order } from './checks.service.ts';`,
  [`${MODULES}/checks/checks.service.ts`]: `import { find } from './checks.repository.ts';\nimport { send } from '../mails/mails.service.ts';`,
  [`${MODULES}/checks/checks.repository.ts`]: `import { sql } from 'kysely';`,
  [`${MODULES}/checks/checks.graphql.ts`]: `import { MailType } from '../mails/mails.graphql.ts';`,
  [`${MODULES}/mails/mails.graphql.ts`]: `import { GraphQLError } from 'graphql';`,
  [`${MODULES}/mails/mails.service.ts`]: `import { smtp } from '../../platform/mail/smtp.ts';`,
  [`${MODULES}/mails/mails.repository.ts`]: 'export const insert = 1;',
  [`${MODULES}/mails/helper.ts`]: 'export const help = 1;',
  'apps/server/src/platform/mail/smtp.ts': `import nodemailer from 'nodemailer';`,
  'apps/server/src/services.ts': 'export const services = 1;',
  'apps/server/src/test/clock.ts': 'export const clock = 1;',
  'apps/server/src/seed/main.ts': `import { insert } from '../modules/mails/mails.repository.ts';`,
  [`${WEB}/routes/checks.tsx`]: `import { List } from '../features/checks/List.tsx';`,
  [`${WEB}/features/checks/List.tsx`]: `import { useState } from 'react';\nimport { Button } from '../../ui/Button.tsx';`,
  [`${WEB}/ui/Button.tsx`]: `import { cx } from '../lib/cx.ts';`,
  [`${WEB}/lib/cx.ts`]: 'export const cx = 1;',
  [`${WEB}/ui/Button.browser.test.tsx`]: `import { List } from '../features/checks/List.tsx';`,
  'scripts/start.mjs': `import { join } from 'node:path';`,
  'e2e/checks.spec.ts': `import { smtp } from '../apps/server/src/platform/mail/smtp.ts';`,
};

/** Files that break rules: file, its import, and the names of the rules. */
const BROKEN: readonly (readonly [file: string, text: string, rules: readonly string[]])[] = [
  ['packages/domain/src/a.ts', `import x from 'react';`, ['declared', 'domain-alone']],
  ['packages/domain/src/b.ts', `import { readFileSync } from 'node:fs';`, ['domain-alone']],
  ['packages/domain/src/c.ts', `import type { words } from '@checkwell/messages/words';`, ['domain-alone']],
  ['packages/messages/src/a.ts', `import x from '../../../apps/server/src/services.ts';`, ['by-package-name', 'messages-know-the-domain']],
  ['packages/messages/src/b.ts', `import { rule } from '../../domain/src/rule.ts';`, ['by-package-name']],
  [`${WEB}/a.ts`, `import type { x } from '../../server/src/services.ts';`, ['by-package-name', 'web-without-server']],
  [`${WEB}/b.ts`, `import x from 'left-pad';`, ['declared']],
  [`${WEB}/c.ts`, `import x from 'vite';`, ['declared-to-run']],
  ['apps/server/src/platform/a.ts', `export * from '../../../web/src/lib/cx.ts';`, ['by-package-name', 'server-without-web']],
  ['apps/server/src/platform/b.ts', `import x from '../../../../scripts/start.mjs';`, ['by-package-name', 'product-without-tools']],
  ['scripts/other.mjs', `const zod = await import('zod');`, ['scripts-stand-alone']],
  [`${MODULES}/a/a.service.ts`, `import x from 'nodemailer';`, ['vendors']],
  [`${MODULES}/a/a.http.ts`, `import type { X } from 'fastify';`, ['kind-of-file-http']],
  [`${MODULES}/a/a.schema.ts`, `import { X } from 'graphql';`, ['kind-of-file-graphql']],
  [`${MODULES}/a/a.query.ts`, `import { sql } from 'kysely';`, ['kind-of-file-kysely']],
  [`${MODULES}/a/a.rows.ts`, `import x from '../mails/mails.repository.ts';`, ['through-the-service']],
  [`${MODULES}/a/a.help.ts`, `import x from '../mails/helper.ts';`, ['through-the-service']],
  [`${MODULES}/a/a.type.ts`, `import x from '../mails/mails.graphql.ts';`, ['through-the-service']],
  [`${MODULES}/a/a.graphql.ts`, `import x from '../mails/helper.ts';`, ['through-the-service-or-schema']],
  ['apps/server/src/graphql/schema.ts', `import x from '../modules/mails/mails.repository.ts';`, ['repository-of-its-module']],
  ['apps/server/src/platform/c.ts', `import x from '../modules/mails/mails.service.ts';`, ['platform-knows-no-module']],
  ['apps/server/src/platform/d.ts', `import x from '../services.ts';`, ['platform-is-below']],
  ['apps/server/src/platform/e.ts', `import x from '../test/clock.ts';`, ['tests-only']],
  ['apps/server/src/platform/f.ts', `const x = await import('@checkwell/stand-ins/issuer');`, ['stand-ins-in-one-place']],
  ['apps/server/src/platform/stand-ins/stand-ins.ts', `import x from '@checkwell/stand-ins/issuer';`, ['stand-ins-by-dynamic-import']],
  ['packages/reading/src/a.ts', `import x from '@checkwell/messages/words';`, ['reading-knows-the-domain']],
  ['packages/reading/src/b.ts', `import x from './documents/document.ts';`, ['documents-in-their-thread']],
  ['apps/server/src/platform/g.ts', `import x from '@checkwell/reading/documents/document';`, ['documents-in-their-thread']],
  ['packages/stand-ins/src/a.ts', `import x from '../../../apps/server/src/services.ts';`, ['by-package-name', 'stand-ins-without-server']],
  [`${WEB}/features/a/A.tsx`, `import x from '../checks/List.tsx';`, ['features-alone']],
  [`${WEB}/features/a/B.tsx`, `import x from '../../routes/checks.tsx';`, ['routes-on-top']],
  [`${WEB}/ui/A.tsx`, `import x from '../features/checks/List.tsx';`, ['ui-knows-no-feature']],
  [`${WEB}/ui/public/A.tsx`, `import x from '../../features/checks/List.tsx';`, ['ui-knows-no-feature']],
  [`${WEB}/lib/a.ts`, `import x from '../ui/Button.tsx';`, ['lib-is-below']],
  [`${WEB}/lib/Drawn.tsx`, 'export {};', []],
  [`${WEB}/d.ts`, `import x from './lib/Drawn.tsx';`, ['lib-without-jsx']],
  ['packages/domain/src/circle/one.ts', `import type { Two } from './two.ts';`, ['cycles']],
  ['packages/domain/src/circle/two.ts', `import { three } from '@checkwell/domain/circle/three';`, []],
  ['packages/domain/src/circle/three.ts', `export * from './one.ts';`, []],
];

test('dependency-cruiser reports exactly the imports that break a rule, with advice', async () => {
  const manifest = (dependencies: readonly string[], dev: readonly string[] = []) =>
    JSON.stringify({
      type: 'module',
      exports: { './*': './src/*.ts' },
      dependencies: Object.fromEntries(dependencies.map((name) => [name, '1'])),
      devDependencies: Object.fromEntries(dev.map((name) => [name, '1'])),
    });
  plant({
    'package.json': manifest([], ['vite']),
    'packages/domain/package.json': manifest(['zod'], ['fast-check']),
    'packages/messages/package.json': manifest(['@checkwell/domain']),
    'packages/reading/package.json': manifest(['@checkwell/domain']),
    'packages/stand-ins/package.json': manifest(['@checkwell/domain']),
    'apps/server/package.json': manifest(
      ['@checkwell/domain', '@checkwell/reading', 'fastify', 'kysely', 'graphql', 'nodemailer'],
      ['@checkwell/stand-ins'],
    ),
    'apps/web/package.json': manifest(['@checkwell/domain', 'react']),
    ...KEPT,
    ...Object.fromEntries(BROKEN),
  });
  for (const name of ['zod', 'fast-check', 'fastify', 'kysely', 'graphql', 'nodemailer', 'react', 'left-pad', 'vite']) {
    plant({ [`node_modules/${name}/package.json`]: '{"main":"index.js"}', [`node_modules/${name}/index.js`]: '' });
  }
  mkdirSync(join(root, 'node_modules/@checkwell'));
  for (const name of ['domain', 'messages', 'reading', 'stand-ins'])
    symlinkSync(join(root, 'packages', name), join(root, 'node_modules/@checkwell', name));

  const { options, forbidden = [] } = configuration;
  const { output } = await cruise(['packages', 'apps', 'scripts', 'e2e'], {
    ...options,
    baseDir: root,
    ruleSet: { forbidden },
    validate: true,
  });
  const { violations } = (output as ICruiseResult).summary;
  const found = (file: string) => [...new Set(violations.filter(({ from }) => from === file).map(({ rule }) => rule.name))].sort();
  expect(Object.fromEntries(BROKEN.map(([file]) => [file, found(file)]))).toEqual(
    Object.fromEntries(BROKEN.map(([file, , rules]) => [file, rules])),
  );
  expect(Object.keys(KEPT).filter((file) => found(file).length > 0)).toEqual([]);
  for (const { comment } of forbidden) expect(comment).toMatch(/.{15,}[.:] .{10,}\.$/s);

  const reported = report(output as Parameters<typeof report>[0]);
  expect(reported.exitCode).toBe(1);
  expect(reported.output).toContain('circle/two.ts → packages/domain/src/circle/three.ts → packages/domain/src/circle/one.ts [cycles]');
  expect(report({ summary: { violations: [] } })).toEqual({ output: '', exitCode: 0 });
});

test('the rules of scripts/lint refuse statements that a file of this name may not contain', () => {
  const STATEMENTS = [
    'new Date();',
    'Date.now();',
    'process.env.PORT;',
    "tx.selectFrom('checks');",
    "run('DELETE FROM checks');",
    'run(`select id from checks where ${x}`);',
    'sql`select 1`;',
    'sql.raw(x);',
    'sql.lit(x);',
    'new Date(0);',
    "'Select a doctor from the list';",
  ];
  /** Lines that are refused. */
  const REFUSED = {
    'apps/server/src/modules/b/b.service.ts': [1, 2, 3, 4, 5, 6, 7, 8, 9],
    'apps/server/src/modules/b/b.repository.ts': [1, 2, 3, 8, 9],
    'apps/server/src/platform/mail/b.ts': [3, 4, 5, 6, 7, 8, 9],
    'apps/server/src/platform/db/b.ts': [3],
    'apps/server/src/config.ts': [4, 5, 6, 7, 8, 9],
    'packages/domain/src/b.ts': [1, 2, 3, 4, 5, 6, 7],
    'apps/server/src/modules/b/b.test.ts': [],
    'scripts/b.mjs': [],
  };
  const { vcs, ...settings } = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
  expect(vcs).toBeDefined();
  plant({
    'lint/biome.json': JSON.stringify(settings),
    ...Object.fromEntries(Object.keys(REFUSED).map((file) => [`lint/${file}`, STATEMENTS.join('\n')])),
    'lint/apps/web/src/routes/thirty.tsx': 'x;\n'.repeat(30),
    'lint/apps/web/src/routes/more.tsx': 'x;\n'.repeat(31),
  });
  cpSync(join(ROOT, 'scripts/lint'), join(root, 'lint/scripts/lint'), { recursive: true });

  const biome = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', '--max-diagnostics=none'], {
    cwd: join(root, 'lint'),
    encoding: 'utf8',
  });
  const found = [...`${stdout}${stderr}`.matchAll(/^(\S+?)(?::(\d+):\d+)? (plugin|lint\/style\/noExcessiveLinesPerFile) /gm)];
  const linesOf = (name: string) => found.flatMap(([, file, line]) => (file === name ? [Number(line)] : [])).sort((a, b) => a - b);
  expect(Object.fromEntries(Object.keys(REFUSED).map((file) => [file, linesOf(file)]))).toEqual(REFUSED);
  expect(linesOf('apps/web/src/routes/thirty.tsx')).toEqual([]);
  expect(linesOf('apps/web/src/routes/more.tsx')).toHaveLength(1);
});

describe('translations', () => {
  beforeEach(() => rmSync(join(root, 'packages/messages/locales'), { recursive: true, force: true }));

  const checkTranslations = (files: Readonly<Record<string, string>>) => {
    plant(files);
    return checkMessages(root).map(({ file, rule, message }) => `${rule} ${file} ${message.split('. ')[0]}`);
  };
  const EN = 'packages/messages/locales/en/checks.json';

  test('that are used are no problem: by key, full key, template, or as a code', () => {
    expect(
      checkTranslations({
        [EN]: JSON.stringify({
          title: 'x',
          list: { count_one: 'x', count_other: 'x' },
          outcome: { Yes: 'x', NoShow: 'x' },
          'not.nested': 'x',
        }),
        'packages/messages/locales/en/errors.json': JSON.stringify({ access: { forbidden: 'x' } }),
        'apps/web/src/a.tsx': "t('title'); t('checks:list.count', { count }); t(`outcome.${occurence}`); t('not.nested');",
        'packages/domain/src/errors.ts': "export const ERRORS = { 'access.forbidden': 403 };",
      }),
    ).toEqual([]);
  });

  test('that nothing uses are found', () => {
    expect(
      checkTranslations({ [EN]: JSON.stringify({ title: 'x', old: { name: 'x' } }), 'apps/web/src/a.tsx': "t('title'); // old.name" }),
    ).toEqual([`unused-translation ${EN} Nothing uses old.name`]);
  });

  test('that do not exist are found', () => {
    expect(
      checkTranslations({ [EN]: JSON.stringify({ title: 'x' }), 'apps/web/src/a.tsx': "t('checks:title'); t('checks:titel');" }),
    ).toEqual(['missing-translation apps/web/src/a.tsx There is no translation for "checks:titel"']);
  });
});
