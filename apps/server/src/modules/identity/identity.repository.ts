import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { ProfileKind } from '@checkwell/domain/people/enums';
import type { Membership } from '@checkwell/domain/policy';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

/** The profile behind a proven account, with what its actor is made of. */
export interface AccountProfile {
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly kind: ProfileKind;
  readonly doctorId: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly sessionVersion: number;
  readonly disabledAt: Date | null;
  readonly memberships: readonly Membership[];
}

const selectAccount = (tx: ReadTx) =>
  tx.selectFrom('profiles as p').select((eb) => [
    'p.id',
    'p.userName',
    'p.firstName',
    'p.lastName',
    'p.kind',
    'p.doctorId',
    'p.issuer',
    'p.subject',
    'p.sessionVersion',
    'p.disabledAt',
    jsonArrayFrom(
      eb
        .selectFrom('company_users as u')
        // Who is also a superior may be linked to that record, or be known by the e-mail address that was proven at sign-in.
        .leftJoin('superiors as s', (join) => join.onRef('s.companyId', '=', 'u.companyId').onRef('s.email', '=', 'p.userName'))
        .select(['u.companyId', 'u.accesType', (inner) => inner.fn.coalesce('u.superiorId', 's.id').as('superiorId')])
        .whereRef('u.profileId', '=', 'p.id')
        .orderBy('u.companyId'),
    ).as('memberships'),
  ]);

export function findByAccount(tx: ReadTx, issuer: string, subject: string): Promise<AccountProfile | undefined> {
  return selectAccount(tx).where('p.issuer', '=', issuer).where('p.subject', '=', subject).executeTakeFirst();
}

export function findById(tx: ReadTx, profileId: string): Promise<AccountProfile | undefined> {
  return selectAccount(tx).where('p.id', '=', profileId).executeTakeFirst();
}

/** @param userName lower case */
export async function isUserNameTaken(tx: ReadTx, userName: string): Promise<boolean> {
  return (await tx.selectFrom('profiles').select('id').where('userName', '=', userName).executeTakeFirst()) !== undefined;
}

export interface NewProfile {
  readonly id: string;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly language: InterfaceLanguage;
  readonly kind: ProfileKind;
  readonly companyId: string | null;
  readonly doctorId: string | null;
  readonly issuer: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/** Fails with the constraint `profiles_userName_key` when the e-mail address is taken. */
export async function insertProfile(tx: WriteTx, profile: NewProfile): Promise<void> {
  await tx.insertInto('profiles').values(profile).execute();
}

/** @returns the account that the profile had; undefined when there was no such profile */
export function deleteProfile(tx: WriteTx, profileId: string): Promise<{ issuer: string; subject: string } | undefined> {
  return tx.deleteFrom('profiles').where('id', '=', profileId).returning(['issuer', 'subject']).executeTakeFirst();
}

/** Tokens made before are refused from now on. */
export async function raiseSessionVersion(tx: WriteTx, profileId: string): Promise<void> {
  await tx
    .updateTable('profiles')
    .set((eb) => ({ sessionVersion: eb('sessionVersion', '+', 1) }))
    .where('id', '=', profileId)
    .execute();
}
