import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { API_TOKEN } from '@checkwell/domain/identity/api-token';
import type { AccessType, ProfileKind } from '@checkwell/domain/people/enums';
import type { Membership } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { type Locked, lockRow } from '../../platform/db/locked.ts';

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
  /** Until when the version before counts too, for sessions that are still valid; null: it never did. */
  readonly formerTokensUntil: Date | null;
  /** Nobody may sign in: the account was disabled or closed, its doctor has left and has no mission any more, or it is an employer's without a membership. */
  readonly isClosed: boolean;
  /** An employer who is a user of no company. */
  readonly lacksMembership: boolean;
  /** Not closed permanently: its address and its account are its own. */
  readonly isOpen: boolean;
  readonly memberships: readonly Membership[];
  /** Whether one of their companies wants everyone to have a second step. */
  readonly companyRequiresSecondStep: boolean;
}

/** Doctors who take no missions any more, and have none left to carry out or to report on, have no business here. */
const DOCTOR_ENDED = sql<boolean>`exists (
  select from doctors d where d.id = "doctorId" and not d.active
    and not exists (select from checks c where c."doctorId" = d.id and c.status = 'WaitingForCheck'))`;

/** Employers are let in by their memberships of companies. */
const LACKS_MEMBERSHIP = sql<boolean>`(kind = 'employer' and not exists (select from company_users u where u."profileId" = profiles.id))`;

const selectAccount = (tx: ReadTx) =>
  tx.selectFrom('profiles').select((eb) => [
    'profiles.id',
    'profiles.userName',
    'profiles.firstName',
    'profiles.lastName',
    'profiles.kind',
    'profiles.doctorId',
    'profiles.issuer',
    'profiles.subject',
    'profiles.sessionVersion',
    'profiles.formerTokensUntil',
    'isOpen',
    LACKS_MEMBERSHIP.as('lacksMembership'),
    sql<boolean>`"disabledAt" is not null or ${DOCTOR_ENDED} or ${LACKS_MEMBERSHIP}`.as('isClosed'),
    jsonArrayFrom(
      eb
        .selectFrom('company_users as u')
        // Who is also a superior may be linked to that record, or be known by the e-mail address that was proven at sign-in.
        .leftJoin('superiors as s', (join) => join.onRef('s.companyId', '=', 'u.companyId').onRef('s.email', '=', 'profiles.userName'))
        .select(['u.companyId', 'u.accesType', (inner) => inner.fn.coalesce('u.superiorId', 's.id').as('superiorId')])
        .whereRef('u.profileId', '=', 'profiles.id')
        .orderBy('u.companyId'),
    ).as('memberships'),
    eb
      .exists(
        eb
          .selectFrom('company_users as u')
          .innerJoin('companies as c', 'c.id', 'u.companyId')
          .select('c.id')
          .whereRef('u.profileId', '=', 'profiles.id')
          .where('c.secondStepRequired', '=', true),
      )
      .$castTo<boolean>()
      .as('companyRequiresSecondStep'),
  ]);

export function findByAccount(tx: ReadTx, issuer: string, subject: string): Promise<AccountProfile | undefined> {
  return selectAccount(tx).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
}

export function findById(tx: ReadTx, profileId: string): Promise<AccountProfile | undefined> {
  return selectAccount(tx).where('id', '=', profileId).executeTakeFirst();
}

/** @param userName lower case */
export function lockByUserName(tx: WriteTx, userName: string): Promise<Locked<'profiles'> | undefined> {
  return lockRow(tx, 'profiles', { userName, isOpen: true });
}

/** A token that some program sent, as far as it is known. */
export interface ProgramToken {
  readonly companyId: string;
  readonly id: string;
  readonly profileId: string;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export function findTokenByHash(tx: ReadTx, tokenHash: Buffer): Promise<ProgramToken | undefined> {
  return tx
    .selectFrom('api_tokens')
    .select(['companyId', 'id', 'profileId', 'expiresAt', 'lastUsedAt', 'revokedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function setTokenUsed(tx: WriteTx, { companyId, id }: ProgramToken, now: Date): Promise<void> {
  await tx.updateTable('api_tokens').set({ lastUsedAt: now }).where('companyId', '=', companyId).where('id', '=', id).execute();
}

export interface NewProgram {
  readonly profileId: string;
  readonly companyId: string;
  /** The profile under which its actions are logged. */
  readonly name: string;
  readonly accesType: AccessType;
  /** Claim `sub` of the account's tokens. */
  readonly subject: string;
  readonly createdAt: Date;
}

/** A profile without an account, and its membership of the company. */
export async function insertProgram(tx: WriteTx, { profileId, companyId, name, accesType, subject, createdAt }: NewProgram): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({
      id: profileId,
      // No address of this domain can exist (RFC 2606): nothing is ever sent there, and nobody can prove to own it.
      userName: `${subject}@api-token.invalid`,
      firstName: name,
      lastName: '',
      kind: 'employer',
      companyId,
      issuer: API_TOKEN.issuer,
      subject,
      createdAt,
    })
    .execute();
  await tx
    .insertInto('company_users')
    .values({ companyId, profileId, accesType, languages: ['en'], createdAt })
    .execute();
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

/** Ends a profile's membership of a company; that it was there stays on record. @returns whether there was one */
export async function deleteMembership(
  tx: WriteTx,
  { companyId, profileId }: { readonly companyId: string; readonly profileId: string },
  endedAt: Date,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('company_users')
    .where('companyId', '=', companyId)
    .where('profileId', '=', profileId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await tx
    .insertInto('former_users')
    .values({ companyId, profileId, endedAt })
    .onConflict((conflict) => conflict.columns(['companyId', 'profileId']).doUpdateSet({ endedAt }))
    .execute();
  return true;
}

/** The company of which somebody has been a user the longest; as the product itself, who sees all. */
export async function findOldestMembership(tx: ReadTx, profileId: string): Promise<string | undefined> {
  const membership = await tx
    .selectFrom('company_users')
    .select('companyId')
    .where('profileId', '=', profileId)
    .orderBy('createdAt')
    .orderBy('companyId')
    .limit(1)
    .executeTakeFirst();
  return membership?.companyId;
}

/** Tokens made before are refused from now on. @param formerUntil those of sessions that are still valid from then on; null: those too at once */
export async function raiseSessionVersion(tx: WriteTx, profileId: string, formerUntil: Date | null): Promise<void> {
  await tx
    .updateTable('profiles')
    .set((eb) => ({ sessionVersion: eb('sessionVersion', '+', 1), formerTokensUntil: formerUntil }))
    .where('id', '=', profileId)
    .execute();
}

/** The recipient of a mail about an account. */
export interface AccountReader {
  readonly profileId: string;
  readonly userName: string;
  readonly language: InterfaceLanguage;
  readonly issuer: string;
  readonly subject: string;
}

const selectReader = (tx: ReadTx) =>
  tx
    .selectFrom('profiles')
    .select(['id as profileId', 'userName', 'language', 'issuer', 'subject'])
    .where(sql.ref<boolean>('isOpen'))
    .where('disabledAt', 'is', null)
    .where((eb) => eb.not(DOCTOR_ENDED))
    .where((eb) => eb.not(LACKS_MEMBERSHIP))
    .where('isProgram', '=', false);

export function findReader(tx: ReadTx, profileId: string): Promise<AccountReader | undefined> {
  return selectReader(tx).where('id', '=', profileId).executeTakeFirst();
}

/** @param userName lower case */
export function findReaderByUserName(tx: ReadTx, userName: string): Promise<AccountReader | undefined> {
  return selectReader(tx).where('userName', '=', userName).executeTakeFirst();
}

/** The accounts of these profiles at one issuer. */
export function findSubjects(
  tx: ReadTx,
  issuer: string,
  profileIds: readonly string[],
): Promise<readonly { id: string; subject: string }[]> {
  return tx
    .selectFrom('profiles')
    .select(['id', 'subject'])
    .where('issuer', '=', issuer)
    .where('id', 'in', [...profileIds])
    .execute();
}

export async function findCompanyName(tx: ReadTx, companyId: string): Promise<string | undefined> {
  return (await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst())?.name;
}
