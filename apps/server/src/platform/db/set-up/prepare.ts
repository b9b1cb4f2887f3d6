import { Client, DatabaseError } from 'pg';
import { StartupError } from '../../../config/startup-error.ts';
import { isUnavailable } from '../pool.ts';
import { DATABASE_NAME } from '../roles.ts';

/** Creates the product's database where the embedded server has none. @param url of the database `postgres` @throws {StartupError} */
export async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE_NAME]);
    if (rowCount) return;
    await client.query(`create database ${DATABASE_NAME}`).catch((error: unknown) => {
      const otherWasFirst = error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505');
      if (!otherWasFirst) throw error;
    });
  });
}

/** pg knows arrays of built-in types only; without this an array of an enumeration would arrive as text. */
export async function enumArrayOids(url: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ oid: number }>("select typarray as oid from pg_type where typtype = 'e' and typarray <> 0");
    return rows.map(({ oid }) => oid);
  });
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  client.on('error', () => undefined); // the query that waits for it rejects
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (isUnavailable(error))
      throw new StartupError(`The database does not answer: ${error instanceof Error ? error.message : error}.`, { cause: error });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
