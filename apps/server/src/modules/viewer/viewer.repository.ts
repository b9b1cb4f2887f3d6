import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { ReadTx } from '../../platform/db/database.ts';

export interface ViewerProfile {
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: InterfaceLanguage;
}

export function findProfile(tx: ReadTx, profileId: string): Promise<ViewerProfile | undefined> {
  return tx.selectFrom('profiles').select(['userName', 'firstName', 'lastName', 'language']).where('id', '=', profileId).executeTakeFirst();
}

/** Sorted by name. */
export function findCompanyNames(tx: ReadTx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('name')
    .execute();
}
