import type { Profile } from '@checkwell/domain/identity/profile';
import type { ReadTx } from '../../platform/db/database.ts';

const COLUMNS = ['id', 'userName', 'firstName', 'lastName', 'phoneNumber', 'companyId', 'language'] as const;

export function findById(tx: ReadTx, profileId: string): Promise<Profile | undefined> {
  return tx.selectFrom('profiles').select(COLUMNS).where('id', '=', profileId).executeTakeFirst();
}
