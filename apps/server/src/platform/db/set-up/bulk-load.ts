import { type QueryExecutorProvider, sql } from 'kysely';
import type { Tables } from '../tables.gen.ts';

/** An index or a foreign key that was dropped while tables are filled, with the statement that creates it again. */
interface Definition {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Reports progress of creating them again. */
export type LoadProgress = (done: number, total: number) => void;

/**
 * Fills tables with more rows than indexes could keep up with: they, and the references to other tables, are dropped
 * in the same transaction and created again at the end, which looks at each row once more. Measured: docs/performance.md.
 * Keys, exclusions and checks stay in force all along; triggers rest, and what they keep is counted at the end. Nobody else
 * can use the tables meanwhile.
 * @param tx of the tables' owner
 */
export async function fillTables<Tx extends QueryExecutorProvider, Result>(
  tx: Tx,
  tables: readonly (keyof Tables & string)[],
  fill: (tx: Tx) => Promise<Result>,
  onProgress?: LoadProgress,
): Promise<Result> {
  const references = await findReferences(tx, tables);
  const indexes = await findIndexes(tx, tables);
  for (const { table, name } of references) await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
  for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(tx);
  for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);

  const result = await fill(tx);

  // With the usual few megabytes PostgreSQL would compare millions of checks with one another instead of hashing them.
  await sql`select set_config('maintenance_work_mem', '512MB', true), set_config('work_mem', '256MB', true)`.execute(tx);
  const total = indexes.length + references.length;
  let done = 0;
  for (const { definition } of indexes) {
    await sql.raw(definition).execute(tx);
    onProgress?.(++done, total);
  }
  for (const { table, name, definition } of references) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(tx);
    onProgress?.(++done, total);
  }
  for (const table of tables) await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  if (tables.includes('checks')) await sql`select app.fill_dashboard()`.execute(tx);
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx);
  return result;
}

/** References from these tables. */
async function findReferences(tx: QueryExecutorProvider, tables: readonly string[]): Promise<readonly Definition[]> {
  const { rows } = await sql<Definition>`
    select t.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and c.contype = 'f' and t.relname = any (${[...tables]}::text[])
    order by c.conname`.execute(tx);
  return rows;
}

/** Indexes of these tables that are not the means of a constraint. */
async function findIndexes(tx: QueryExecutorProvider, tables: readonly string[]): Promise<readonly Definition[]> {
  const { rows } = await sql<Definition>`
    select t.relname as table, i.relname as name, pg_get_indexdef(i.oid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and t.relname = any (${[...tables]}::text[])
      and not exists (select from pg_constraint c where c.conindid = x.indexrelid and c.contype in ('p', 'u', 'x'))
    order by i.relname`.execute(tx);
  return rows;
}
