import { sql } from 'kysely';
import type { WriteTx } from './database.ts';

/** Tells every process that listens on the channel (`Database.listen`), when and only if the transaction commits. */
export async function notify(tx: WriteTx, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
}
