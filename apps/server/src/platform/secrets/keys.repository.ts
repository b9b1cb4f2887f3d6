import type { Selectable } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';

type SecretRow = Pick<Selectable<Tables['app_secrets']>, 'fingerprint' | 'kept'>;

/** Every secret that this database was used with. */
export async function findSecrets(tx: ReadTx): Promise<readonly SecretRow[]> {
  return tx.selectFrom('app_secrets').select(['fingerprint', 'kept']).orderBy('firstUsedAt').execute();
}

export async function insertSecret(tx: WriteTx, fingerprint: string, firstUsedAt: Date): Promise<void> {
  await tx
    .insertInto('app_secrets')
    .values({ fingerprint, firstUsedAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the kept keys of a former secret, unless another process has done so. */
export async function keepKeys(tx: WriteTx, fingerprint: string, kept: Buffer, firstUsedAt: Date): Promise<void> {
  await tx
    .insertInto('app_secrets')
    .values({ fingerprint, firstUsedAt, kept })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ kept }).where('app_secrets.kept', 'is', null))
    .execute();
}
