import type { Client } from 'pg';

interface Column {
  readonly table: string;
  readonly writable: boolean;
  readonly column: string;
  readonly type: string;
  readonly isArray: boolean;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly alwaysGenerated: boolean;
  /** Definitions of the CHECKs on this one column and on its domain. */
  readonly checks: string[];
}

/** PostgreSQL type → what a query returns, see `typeParsers` in pool.ts. */
const SCALARS: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  name: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  timestamp: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  inet: 'string',
  cidr: 'string',
  tsvector: 'string',
};

/**
 * The text of `tables.gen.ts`: Kysely's view of the schema `public` of a migrated database.
 * @throws {Error} for a column type that nobody has decided how to read
 */
export async function describeTables(client: Client): Promise<string> {
  const { rows: enums } = await client.query<{ name: string; values: string[] }>(`
    select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
    from pg_type t join pg_enum e on e.enumtypid = t.oid
    where t.typnamespace = 'public'::regnamespace
    group by t.typname order by t.typname`);
  const { rows: columns } = await client.query<Column>(`
    select c.relname as "table", c.relkind in ('r', 'p') as writable, a.attname as "column",
           coalesce(e.typname, base.typname) as type, e.oid is not null as "isArray",
           a.attnotnull or t.typnotnull as "notNull",
           (a.atthasdef and a.attgenerated = '') or a.attidentity = 'd' as "hasDefault",
           a.attgenerated <> '' or a.attidentity = 'a' as "alwaysGenerated",
           array(select pg_get_constraintdef(k.oid) from pg_constraint k
                 where k.contype = 'c' and (k.conrelid = c.oid and k.conkey = array[a.attnum] or t.typtype = 'd' and k.contypid = t.oid)
                 order by k.oid) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    join pg_type base on base.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
    left join pg_type e on e.oid = base.typelem and base.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname, a.attnum`);

  const enumNames = new Map(enums.map(({ name }) => [name, pascal(name)]));
  const tables = Map.groupBy(columns, ({ table }) => table);
  const bodies = [...tables].map(
    ([table, own]) =>
      `export interface ${pascal(table)}Table {\n${own.map((column) => `  ${key(column.column)}: ${typeOf(column, enumNames)};`).join('\n')}\n}`,
  );
  const declared = bodies.join('\n\n');
  const helpers = ['ColumnType', 'Generated', 'GeneratedAlways'].filter((helper) => new RegExp(`\\b${helper}<`).test(declared));
  return `${[
    '// Written by `npm run generate` from the migrated database; npm test fails when it does not fit.',
    ...(helpers.length > 0 ? [`import type { ${helpers.join(', ')} } from 'kysely';`] : []),
    '',
    ...enums.map(({ name, values }) => `export type ${pascal(name)} = ${union(values)};`),
    '',
    '/** A JSON value as it is read; written as text (`JSON.stringify`), because the driver takes an array for an SQL array. */',
    'export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };',
    '',
    declared,
    '',
    'export interface Tables {',
    ...[...tables.keys()].map((table) => `  ${key(table)}: ${pascal(table)}Table;`),
    '}',
  ].join('\n')}\n`;
}

function typeOf(column: Column, enumNames: ReadonlyMap<string, string>): string {
  const plain = scalar(column, enumNames);
  const type = column.isArray ? `${plain.includes('|') ? `(${plain})` : plain}[]` : plain;
  const nullable = column.notNull ? type : `${type} | null`;
  if (!column.writable) return `ColumnType<${nullable}, never, never>`;
  if (column.alwaysGenerated) return `GeneratedAlways<${nullable}>`;
  if (type === 'Json') {
    const text = column.notNull ? 'string' : 'string | null';
    const optional = column.hasDefault || !column.notNull;
    return `ColumnType<${nullable}, ${optional ? `${text} | undefined` : text}, ${text}>`;
  }
  return column.hasDefault ? `Generated<${nullable}>` : nullable;
}

function scalar({ table, column, type, checks }: Column, enumNames: ReadonlyMap<string, string>): string {
  const enumeration = enumNames.get(type);
  if (enumeration) return enumeration;
  if (type === 'json' || type === 'jsonb') return 'Json';
  const known = SCALARS[type];
  if (!known)
    throw new Error(
      `No TypeScript type is known for ${type} (column ${table}.${column}); add it to tables-source.ts and, if needed, to typeParsers.`,
    );
  return (known === 'string' && literals(checks)) || known;
}

/** The values of a CHECK of the form `column in ('a', 'b')`, as PostgreSQL prints it back. */
function literals(checks: readonly string[]): string | undefined {
  for (const check of checks) {
    const list = /^CHECK \(\((?:"?\w+"?|VALUE) = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(check)?.[1];
    const values = list?.match(/'(?:[^']|'')*'/g)?.map((quoted) => quoted.slice(1, -1).replaceAll("''", "'"));
    if (values && values.length > 0) return union(values);
  }
  return undefined;
}

const union = (values: readonly string[]) =>
  values.map((value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`).join(' | ');

const pascal = (name: string) =>
  name
    .split('_')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`);
