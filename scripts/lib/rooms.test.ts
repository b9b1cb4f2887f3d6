import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkMessages } from './messages.mjs';
import { checkRooms } from './rooms.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'checkwell-rooms-'));
  plant({
    'package.json': JSON.stringify({ devDependencies: { vitest: '1' } }),
    'packages/domain/package.json': JSON.stringify({ dependencies: { zod: '1' }, devDependencies: { 'fast-check': '1' } }),
    'packages/messages/package.json': JSON.stringify({ dependencies: { '@checkwell/domain': '1' } }),
    'apps/server/package.json': JSON.stringify({
      dependencies: { '@checkwell/domain': '1', fastify: '1', kysely: '1', graphql: '1', nodemailer: '1', zod: '1' },
    }),
    'apps/web/package.json': JSON.stringify({
      dependencies: { '@checkwell/domain': '1', react: '1' },
      devDependencies: { vite: '1', '@types/geojson': '1' },
    }),
  });
});
afterEach(() => rmSync(root, { recursive: true }));

function plant(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** `rule file:line` of everything that is found. */
function found(files: Readonly<Record<string, string>>): string[] {
  plant(files);
  return checkRooms(root).map(({ file, line, rule }) => `${rule} ${file}:${line}`);
}

test('a house in order has nothing to say', () => {
  expect(
    found({
      'packages/domain/src/index.ts': `export * from './check/rules.ts';`,
      'packages/domain/src/check/rules.ts': `import * as z from 'zod/mini';\nexport const rule = z.string();`,
      'packages/domain/src/check/rules.test.ts': `import fc from 'fast-check';\nimport { test } from 'vitest';\nimport { rule } from './rules.ts';\nexpect(new Date());`,
      'packages/messages/src/index.ts': `import type { ErrorCode } from '@checkwell/domain/errors';`,
      'apps/server/src/config.ts': 'export const port = process.env.PORT;',
      'apps/server/src/main.ts': `import { mount } from './modules/checks/checks.rest.ts';`,
      'apps/server/src/modules/checks/checks.rest.ts': `import type { FastifyInstance } from 'fastify';\nimport { order } from './checks.service.ts';`,
      'apps/server/src/modules/checks/checks.service.ts': `import { find } from './checks.repository.ts';\nimport { send } from '../mails/mails.service.ts';\nexport const order = 'Select a doctor from the list';`,
      'apps/server/src/modules/checks/checks.repository.ts': `import { sql } from 'kysely';\nexport const find = (tx) => tx.selectFrom('checks');`,
      'apps/server/src/modules/checks/checks.graphql.ts': `import { MailType } from '../mails/mails.graphql.ts';`,
      'apps/server/src/modules/mails/mails.graphql.ts': `import { GraphQLError } from 'graphql';`,
      'apps/server/src/modules/mails/mails.service.ts': `import { smtp } from '../../platform/mail/smtp.ts';`,
      'apps/server/src/platform/mail/smtp.ts': `import nodemailer from 'nodemailer';\nexport const at = new Date();`,
      'apps/server/src/seed/main.ts': `import { find } from '../modules/checks/checks.repository.ts';`,
      'apps/web/src/routes/checks.tsx': `import { List } from '../features/checks/List.tsx';`,
      'apps/web/src/features/checks/List.tsx': `import { useState } from 'react';\nimport { Button } from '../../ui/Button.tsx';\nimport type { Point } from 'geojson';`,
      'apps/web/src/ui/controls/Button.tsx': `import { cx } from '../lib/cx.ts';`,
      'apps/web/src/lib/cx.ts': 'export const cx = 1;',
      'apps/web/src/ui/Button.browser.test.tsx': `import { expect } from 'vitest';\nimport { render } from '../test/render.tsx';\nimport { List } from '../features/checks/List.tsx';`,
      'apps/web/src/test/render.tsx': `import schema from '../../../server/schema.graphql?raw';\nimport { takeLoggedErrors } from '../../../server/src/test/logged-errors.ts';`,
      'scripts/start.mjs': `import { join } from 'node:path';`,
      'e2e/ordering/checks.spec.ts': `import { startServer } from '../apps/server/src/main.ts';`,
    }),
  ).toEqual([]);
});

describe('rooms', () => {
  test.each([
    [
      'domain imports a library',
      { 'packages/domain/src/a.ts': `import x from 'react';` },
      ['declared packages/domain/src/a.ts:1', 'rooms packages/domain/src/a.ts:1'],
    ],
    [
      'domain imports Node',
      { 'packages/domain/src/a.ts': `\nimport { readFileSync } from 'node:fs';` },
      ['rooms packages/domain/src/a.ts:2'],
    ],
    [
      'domain imports messages',
      { 'packages/domain/src/a.ts': `import type { K } from '@checkwell/messages';` },
      ['declared packages/domain/src/a.ts:1', 'rooms packages/domain/src/a.ts:1'],
    ],
    [
      'messages import the server',
      { 'packages/messages/src/a.ts': `import x from '@checkwell/server/config';` },
      ['declared packages/messages/src/a.ts:1', 'rooms packages/messages/src/a.ts:1'],
    ],
    [
      'web imports the server by a path',
      { 'apps/web/src/a.ts': `import type { X } from '../../server/src/config.ts';` },
      ['rooms apps/web/src/a.ts:1'],
    ],
    [
      'web imports the server by its name',
      { 'apps/web/src/a.ts': `import type { X } from '@checkwell/server/config';` },
      ['declared apps/web/src/a.ts:1', 'rooms apps/web/src/a.ts:1'],
    ],
    [
      'server imports the web',
      { 'apps/server/src/platform/a.ts': `export * from '../../../web/src/a.ts';` },
      ['rooms apps/server/src/platform/a.ts:1'],
    ],
    [
      'a path that leaves its room',
      { 'apps/server/src/a.ts': `import x from '../../../packages/domain/src/index.ts';` },
      ['rooms apps/server/src/a.ts:1'],
    ],
    [
      'the product imports scripts',
      { 'apps/server/src/a.ts': `import x from '../../../scripts/bootstrap.mjs';` },
      ['rooms apps/server/src/a.ts:1'],
    ],
    ['an import that nobody declared', { 'apps/web/src/a.ts': `import x from 'left-pad';` }, ['declared apps/web/src/a.ts:1']],
    ['a tool in what is shipped', { 'apps/web/src/a.ts': `import x from 'vite';` }, ['declared apps/web/src/a.ts:1']],
    [
      'a script that needs npm ci',
      { 'scripts/start.mjs': `const zod = await import('zod');` },
      ['scripts-stand-alone scripts/start.mjs:1'],
    ],
  ])('%s', (_, files, expected) => {
    expect(found(files as Record<string, string>).sort()).toEqual([...expected].sort());
  });
});

describe('server', () => {
  test.each([
    [
      'a vendor outside platform',
      { 'apps/server/src/modules/mails/mails.service.ts': `import x from 'nodemailer';` },
      ['vendors apps/server/src/modules/mails/mails.service.ts:1'],
    ],
    [
      'HTTP in a service',
      { 'apps/server/src/modules/mails/mails.service.ts': `import type { X } from 'fastify';` },
      ['vendors apps/server/src/modules/mails/mails.service.ts:1'],
    ],
    [
      'GraphQL in a service',
      { 'apps/server/src/modules/mails/mails.service.ts': `import { X } from 'graphql';` },
      ['vendors apps/server/src/modules/mails/mails.service.ts:1'],
    ],
    [
      'a module uses the repository of another',
      { 'apps/server/src/modules/a/a.service.ts': `import x from '../b/b.repository.ts';` },
      ['modules apps/server/src/modules/a/a.service.ts:1'],
    ],
    [
      'a module uses the inside of another',
      { 'apps/server/src/modules/a/a.service.ts': `import x from '../b/helper.ts';` },
      ['modules apps/server/src/modules/a/a.service.ts:1'],
    ],
    [
      'a service uses the GraphQL of another',
      { 'apps/server/src/modules/a/a.service.ts': `import x from '../b/b.graphql.ts';` },
      ['modules apps/server/src/modules/a/a.service.ts:1'],
    ],
    [
      'GraphQL uses a repository',
      { 'apps/server/src/graphql/schema.ts': `import x from '../modules/b/b.repository.ts';` },
      ['modules apps/server/src/graphql/schema.ts:1'],
    ],
    [
      'platform uses a module',
      { 'apps/server/src/platform/mail/smtp.ts': `import x from '../../modules/b/b.service.ts';` },
      ['modules apps/server/src/platform/mail/smtp.ts:1'],
    ],
    [
      'platform uses the wiring',
      { 'apps/server/src/platform/mail/smtp.ts': `import x from '../../services.ts';` },
      ['modules apps/server/src/platform/mail/smtp.ts:1'],
    ],
    [
      'the product uses test helpers',
      { 'apps/server/src/platform/mail/smtp.ts': `import x from '../../test/clock.ts';` },
      ['modules apps/server/src/platform/mail/smtp.ts:1'],
    ],
    [
      'a query in a service',
      { 'apps/server/src/modules/a/a.service.ts': `\n\ntx.selectFrom('checks');` },
      ['sql apps/server/src/modules/a/a.service.ts:3'],
    ],
    [
      'SQL as text',
      { 'apps/server/src/modules/a/a.service.ts': `run('DELETE FROM checks');` },
      ['sql apps/server/src/modules/a/a.service.ts:1'],
    ],
    ['SQL as template', { 'apps/server/src/platform/mail/a.ts': 'run(sql`select 1`);' }, ['sql apps/server/src/platform/mail/a.ts:1']],
    [
      'a text that becomes SQL as it is',
      { 'apps/server/src/modules/a/a.repository.ts': 'const order = sql.raw(sort.direction);\nconst name = sql.lit(typed);' },
      ['raw-sql apps/server/src/modules/a/a.repository.ts:1', 'raw-sql apps/server/src/modules/a/a.repository.ts:2'],
    ],
    [
      'environment outside config',
      { 'apps/server/src/app.ts': 'const port = process.env.PORT;' },
      ['environment apps/server/src/app.ts:1'],
    ],
    [
      'environment in a template',
      { 'apps/server/src/app.ts': 'const port = `${process.env.PORT}`;' },
      ['environment apps/server/src/app.ts:1'],
    ],
    [
      'environment in the domain',
      { 'packages/domain/src/a.ts': `const { env } = process.env;` },
      ['environment packages/domain/src/a.ts:1'],
    ],
    ['own time in the domain', { 'packages/domain/src/a.ts': 'const today = new Date();' }, ['clock packages/domain/src/a.ts:1']],
    [
      'own time in a module',
      { 'apps/server/src/modules/a/a.service.ts': 'const now = Date.now();' },
      ['clock apps/server/src/modules/a/a.service.ts:1'],
    ],
  ])('%s', (_, files, expected) => {
    expect(found(files as Record<string, string>)).toEqual(expected);
  });
});

describe('web', () => {
  test.each([
    [
      'a feature imports a feature',
      { 'apps/web/src/features/a/A.tsx': `import x from '../b/B.tsx';` },
      ['features apps/web/src/features/a/A.tsx:1'],
    ],
    [
      'a feature imports a route',
      { 'apps/web/src/features/a/A.tsx': `import x from '../../routes/a.tsx';` },
      ['features apps/web/src/features/a/A.tsx:1'],
    ],
    [
      'ui imports a feature',
      { 'apps/web/src/ui/A.tsx': `import x from '../features/b/B.tsx';` },
      ['ui-knows-no-noun apps/web/src/ui/A.tsx:1'],
    ],
    ['lib has JSX', { 'apps/web/src/lib/a.tsx': 'export {};' }, ['lib-without-jsx apps/web/src/lib/a.tsx:1']],
    ['lib imports ui', { 'apps/web/src/lib/a.ts': `import x from '../ui/A.tsx';` }, ['lib-is-below apps/web/src/lib/a.ts:1']],
    [
      'what is shipped imports test code',
      { 'apps/web/src/ui/A.tsx': `import x from '../test/b.ts';` },
      ['tests-only apps/web/src/ui/A.tsx:1'],
    ],
    ['a long route', { 'apps/web/src/routes/a.tsx': 'x;\n'.repeat(31) }, ['thin-routes apps/web/src/routes/a.tsx:31']],
  ])('%s', (_, files, expected) => {
    expect(found(files)).toEqual(expected);
  });

  test('a component test of lib has JSX', () => {
    expect(found({ 'apps/web/src/lib/a.browser.test.tsx': 'export {};' })).toEqual([]);
  });

  test('a route of thirty lines is thin enough', () => {
    expect(found({ 'apps/web/src/routes/a.tsx': 'x;\n'.repeat(30) })).toEqual([]);
  });
});

describe('cycles', () => {
  test('are found whatever their length, and named', () => {
    expect(
      found({
        'packages/domain/src/a.ts': `import './b.ts';`,
        'packages/domain/src/b.ts': `import './c.ts';`,
        'packages/domain/src/c.ts': `\nexport * from './a.ts';`,
      }),
    ).toEqual(['cycles packages/domain/src/c.ts:2']);
    expect(checkRooms(root)[0]?.message).toContain('domain: a.ts → domain: b.ts → domain: c.ts → domain: a.ts');
  });

  test('go through package names too', () => {
    expect(found({ 'packages/domain/src/a.ts': `import '@checkwell/domain/b';`, 'packages/domain/src/b.ts': `import './a.ts';` })).toEqual([
      'cycles packages/domain/src/b.ts:1',
    ]);
  });

  test('of types are none', () => {
    expect(
      found({ 'packages/domain/src/a.ts': `import { b } from './b.ts';`, 'packages/domain/src/b.ts': `import type { A } from './a.ts';` }),
    ).toEqual([]);
  });
});

test('every message says why, and what to do instead', () => {
  found({
    'apps/server/src/modules/a/a.service.ts': `import x from '../b/b.repository.ts';\nimport y from 'nodemailer';\ntx.selectFrom('checks');\nDate.now();\nprocess.env.X;`,
    'apps/web/src/features/a/A.tsx': `import x from '../b/B.tsx';`,
    'apps/web/src/routes/a.tsx': 'x;\n'.repeat(31),
  });
  const messages = checkRooms(root).map(({ message }) => message);
  expect(messages).toHaveLength(7);
  for (const message of messages) expect(message).toMatch(/.{40,}[.:] .{10,}\.$/s);
});

describe('words', () => {
  const words = (files: Readonly<Record<string, string>>) => {
    plant(files);
    return checkMessages(root).map(({ file, rule, message }) => `${rule} ${file} ${message.split('. ')[0]}`);
  };
  const EN = 'packages/messages/locales/en/checks.json';

  test('that somebody says are in order: by key, full key, template, or as a code', () => {
    expect(
      words({
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

  test('that nobody says are found', () => {
    expect(words({ [EN]: JSON.stringify({ title: 'x', old: { name: 'x' } }), 'apps/web/src/a.tsx': "t('title'); // old.name" })).toEqual([
      `unused-words ${EN} Nobody says old.name`,
    ]);
  });

  test('that do not exist are found', () => {
    expect(words({ [EN]: JSON.stringify({ title: 'x' }), 'apps/web/src/a.tsx': "t('checks:title'); t('checks:titel');" })).toEqual([
      'missing-words apps/web/src/a.tsx There are no words for "checks:titel"',
    ]);
  });
});
