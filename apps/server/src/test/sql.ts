import { Client, type QueryResultRow } from 'pg';

/** Runs one query on a new connection. */
export async function runAs<Row extends QueryResultRow>(url: string, sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}
