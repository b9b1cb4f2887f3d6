import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { blockingParts } from './migrations.mjs';

const FOLDER = fileURLToPath(new URL('../../apps/server/src/migrations/', import.meta.url));
/** The first migration after the rule (docs/decisions/0113). */
const FIRST = '0114';

const files = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'));

test('no new migration blocks writers of an existing table', () => {
  for (const name of files.filter((file) => file >= FIRST)) expect(blockingParts(readFileSync(FOLDER + name, 'utf8')), name).toEqual([]);
});

test('the rule finds blocking statements of older migrations', () => {
  const found = (start: string) => blockingParts(readFileSync(FOLDER + (files.find((file) => file.startsWith(start)) ?? ''), 'utf8'));
  expect(found('0109').join('\n')).toMatch(/create index concurrently.*checks_archived_by_date/);
  expect(found('0049').length).toBeGreaterThan(0);
});

test.each([
  'create index a on checks (id)',
  'create unique index a on checks (id)',
  'drop index a',
  'reindex index a',
  'lock table checks in exclusive mode',
  'alter table checks alter column id type text',
  'alter table checks alter id set data type text',
  'alter table checks add column b text generated always as (lower(a)) stored',
  'alter table checks add column b uuid not null default gen_random_uuid()',
  'alter table checks alter column b set not null',
  'alter table checks add constraint c unique (a)',
  'alter table checks add constraint c check (a > 0)',
  'alter table checks add constraint c foreign key (a) references companies',
  'alter table checks add column b uuid references companies',
  'vacuum full checks',
])('%s blocks', (statement) => {
  expect(blockingParts(`-- why\n${statement};`)).toHaveLength(1);
});

test.each([
  'create index concurrently a on checks (id)',
  'drop index concurrently a',
  'create table news (id integer primary key, "companyId" uuid not null references companies); create index a on news (id); alter table news add constraint c check (id > 0)',
  'alter table checks add column b text',
  'alter table checks add column b integer not null default 0, add constraint c check (b >= 0) not valid',
  'alter table checks validate constraint c',
  'alter table checks add constraint c unique using index a',
  'create function app.f() returns void language sql as $$ create index a on checks (id) $$',
])('%s does not', (statement) => {
  expect(blockingParts(`${statement};`)).toEqual([]);
});
