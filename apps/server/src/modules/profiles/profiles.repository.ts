import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Profile } from '@checkwell/domain/identity/profile';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

const COLUMNS = ['id', 'userName', 'firstName', 'lastName', 'phoneNumber', 'companyId', 'language'] as const;

export function findById(tx: ReadTx, profileId: string): Promise<Profile | undefined> {
  return tx.selectFrom('profiles').select(COLUMNS).where('id', '=', profileId).executeTakeFirst();
}

export interface ProfileChanges {
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly language?: InterfaceLanguage | undefined;
}

export function update(tx: WriteTx, profileId: string, changes: ProfileChanges): Promise<Profile | undefined> {
  return tx
    .updateTable('profiles')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', profileId)
    .returning(COLUMNS)
    .executeTakeFirst();
}
