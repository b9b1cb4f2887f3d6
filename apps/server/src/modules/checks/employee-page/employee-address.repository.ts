import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';

export type AddressRow = Selectable<Tables['employee_addresses']>;

export async function insertAddress(tx: WriteTx, row: Insertable<Tables['employee_addresses']>): Promise<void> {
  await tx.insertInto('employee_addresses').values(row).execute();
}

/** What the employees of these checks said, as far as the actor sees it. */
export async function findAddresses(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly AddressRow[]> {
  const { rows } = await sql<AddressRow>`
    select * from employee_addresses where ("companyId", "checkId") in (${keysOf(checks)})`.execute(tx);
  return rows;
}

/** When the employee last said where they stay. */
export async function findSaidAt(tx: ReadTx, { companyId, id }: RecordKey): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('employee_addresses')
    .select('saidAt')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .executeTakeFirst();
  return row?.saidAt;
}
