import { sql } from 'kysely';
import type { Tables, WriteTx } from '../platform/db/database.ts';
import type { Row } from './history-types.ts';

/** Rows per statement: enough to save round trips, few enough to stay below 16 MB of JSON. */
const ROWS_PER_STATEMENT = 2000;

/**
 * Inserts many rows into one table. All rows must have the keys of the first one. Values are JSON: days and instants as text.
 * One JSON parameter, parsed by the table's own row type, is several times faster than one parameter per cell.
 */
export async function bulkInsert(tx: WriteTx, table: keyof Tables & string, rows: readonly Row[]): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const part = rows.slice(from, from + ROWS_PER_STATEMENT);
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(part)}::json)`.execute(tx);
  }
}
