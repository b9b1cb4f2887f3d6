import { AppError } from '@checkwell/domain/errors';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Tables, WriteTx } from './database.ts';

declare const LOCKED: unique symbol;

/**
 * A row as it is, which nobody else changes before this transaction ends. What is written may rest on such a row only: `updateRow`
 * takes no other, so a decision on a row that was read without its lock does not compile. Which table is locked before which:
 * ARCHITECTURE.md, "Locks".
 */
export type Locked<Table extends TableName, Row = Selectable<Tables[Table]>> = Row & { readonly [LOCKED]: Table };

export type TableName = keyof Tables & string;
type Row<Table extends TableName> = Selectable<Tables[Table]>;
/** Columns that name one row, or the rows of one parent. */
export type Key<Table extends TableName> = { readonly [Column in keyof Row<Table>]?: NonNullable<Row<Table>[Column]> };

/**
 * `change`: what an UPDATE takes, others may still refer to the row. `removal`: nobody refers to it any more from now on either.
 * `share`: it only must not change meanwhile.
 */
export type LockStrength = 'change' | 'removal' | 'share';

const STRENGTH = {
  change: sql`for no key update`,
  removal: sql`for update`,
  share: sql`for share`,
} as const satisfies Record<LockStrength, unknown>;

/** Which transaction holds a row, and what names it there. A row that was written since is no longer in here. */
const held = new WeakMap<object, { readonly tx: WriteTx; readonly table: TableName; readonly where: Where }>();
type Where = ReturnType<typeof whereOf>;

/**
 * Locks the row that the key names and reads it as it is then: PostgreSQL waits for a transaction that changes it, and answers with the result.
 * One table, never a join: of a joined table it would answer with what was there before the wait.
 * @returns undefined: there is none, or the actor may not change it (row-level security)
 */
export async function lockRow<Table extends TableName>(
  tx: WriteTx,
  table: Table,
  key: Key<Table>,
  strength: LockStrength = 'change',
): Promise<Locked<Table> | undefined> {
  const { rows } = await sql<Locked<Table>>`select * from ${sql.table(table)} where ${whereOf(key)} ${STRENGTH[strength]}`.execute(tx);
  const [row, another] = rows;
  if (another) throw new Error(`More than one row of ${table} has this key.`);
  if (row) held.set(row, { tx, table, where: whereOf(nameOf(row, key)) });
  return row;
}

/** Tables whose rows are told apart by their id. */
export type TableWithId = { [Table in TableName]: Row<Table> extends { readonly id: string } ? Table : never }[TableName];

/** Locks all rows that the key names, in the order of their ids, so that two transactions never wait for one another. */
export async function lockRows<Table extends TableWithId>(
  tx: WriteTx,
  table: Table,
  key: Key<Table>,
  strength: LockStrength = 'change',
): Promise<readonly Locked<Table>[]> {
  const { rows } = await sql<Locked<Table>>`
    select * from ${sql.table(table)} where ${whereOf(key)} order by id ${STRENGTH[strength]}`.execute(tx);
  for (const row of rows) held.set(row, { tx, table, where: whereOf(nameOf(row, key)) });
  return rows;
}

/**
 * Locks a name, for what has no row of its own: an advisory lock that ends with the transaction. Code that counts rows before adding one,
 * or takes the next number, holds it. Names are locked as ARCHITECTURE.md, "Locks", says, as rows are.
 * @param name says what is decided, and of whom
 * @param strength `share`: others may share it, and nobody changes what it stands for
 */
export async function lockName(tx: WriteTx, name: string, strength: 'change' | 'share' = 'change'): Promise<void> {
  const key = sql`hashtextextended(${name}, 0)`;
  await sql`select ${strength === 'share' ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`}`.execute(tx);
}

/**
 * Writes a row that this transaction holds.
 * @returns the row as it is now, locked too; the one that was given is stale and cannot be written again
 */
export async function updateRow<Table extends TableName>(
  tx: WriteTx,
  row: Locked<Table, object>,
  changes: Updateable<Tables[Table]>,
): Promise<Locked<Table>> {
  const { table, where } = heldBy(tx, row);
  const columns = Object.entries(changes).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.ref(column)} = ${value as unknown}`],
  );
  if (columns.length === 0) return row as Locked<Table>;
  const { rows } = await sql<Locked<Table>>`
    update ${sql.table(table)} set ${sql.join(columns)} where ${where} returning *`.execute(tx);
  const [written] = rows;
  if (!written) throw new Error(`A row of ${table} that was locked could not be written.`);
  held.delete(row);
  held.set(written, { tx, table, where });
  return written;
}

/** Tables whose rows count their versions. */
export type VersionedTable = { [Table in TableName]: Row<Table> extends { readonly version: number } ? Table : never }[TableName];

/**
 * Before a wish is checked on a row that is not the one that the person saw: what they did not touch would look like a change of theirs.
 * @param seen the version that the person saw
 * @throws {AppError} `entity.changedMeanwhile`
 */
export function requireVersion(row: Locked<VersionedTable, { readonly version: number }>, seen: number): void {
  if (row.version !== seen) throw new AppError('entity.changedMeanwhile');
}

/**
 * Compare-and-set: writes the row on which the caller's right and wish were judged, if it is still the one that the person saw, and
 * counts its version. The version comes from the locked row, never from what was sent.
 * @param seen the version that the person saw
 * @throws {AppError} `entity.changedMeanwhile`
 */
export async function compareAndSet<Table extends VersionedTable>(
  tx: WriteTx,
  row: Locked<Table, { readonly version: number }>,
  seen: number,
  changes: Updateable<Tables[Table]>,
): Promise<Locked<Table>> {
  requireVersion(row, seen);
  return updateRow(tx, row, { ...changes, version: row.version + 1 });
}

/** @throws {Error} another transaction locked it, or it was written since */
function heldBy(tx: WriteTx, row: object): { readonly table: TableName; readonly where: Where } {
  const hold = held.get(row);
  if (hold?.tx !== tx) throw new Error('This row is not held by this transaction: lock it, and decide on what the lock answers.');
  return hold;
}

/** What goes on naming the row when its other columns change. */
function nameOf(row: object, key: object): object {
  if (!('id' in row)) return key;
  return 'companyId' in row && 'companyId' in key ? { companyId: row.companyId, id: row.id } : { id: row.id };
}

const whereOf = (key: object) =>
  sql.join(
    Object.entries(key).map(([column, value]) => sql`${sql.ref(column)} = ${value as unknown}`),
    sql` and `,
  );
