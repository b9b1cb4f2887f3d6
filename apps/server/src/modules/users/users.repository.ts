import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { AccessType, UserSortField } from '@checkwell/domain/people/enums';
import type { UserFilter } from '@checkwell/domain/people/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { keysetPage, type PageArguments, type Sort, type SortKey } from '../../platform/db/keyset.ts';
import { matchingPage, type Page } from '../../platform/db/page.ts';
import { foldedColumns, meantTexts, nameOrder } from '../../platform/db/search/similar.ts';

/** A profile's membership of one company. */
export interface UserRow {
  /** Id of the profile. */
  readonly id: string;
  readonly companyId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly accesType: AccessType;
  readonly languages: InterfaceLanguage[];
  readonly createdAt: Date;
  readonly version: number;
}

const SORTS: Readonly<Record<UserSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  lastName: { expression: nameOrder('p.lastName', 'p.firstName'), type: 'text' },
  email: { expression: sql.ref('p.userName'), type: 'text' },
  accesType: { expression: sql`u."accesType"::text`, type: 'text' },
  createdAt: { expression: sql.ref('u.createdAt'), type: 'timestamptz' },
};
const SEARCHED = foldedColumns('p.firstName', 'p.lastName', 'p.firstName', 'p.userName');

/** Programs with a token are beside the users, and are none (module api-tokens). */
const TABLES = sql`company_users u join profiles p on p.id = u."profileId" and not p."isProgram"`;

const selectUsers = (tx: ReadTx) =>
  tx
    .selectFrom('company_users as u')
    .innerJoin('profiles as p', (join) => join.onRef('p.id', '=', 'u.profileId').on('p.isProgram', '=', false))
    .select([
      'p.id',
      'u.companyId',
      'p.firstName',
      'p.lastName',
      'p.userName as email',
      'p.phoneNumber',
      'u.accesType',
      'u.languages',
      'u.createdAt',
      'u.version',
    ]);

export interface UserQuery extends PageArguments, UserFilter {
  readonly sort: Sort<UserSortField>;
}

export async function listUsers(tx: ReadTx, query: UserQuery): Promise<Page<UserRow>> {
  const { field, direction } = query.sort;
  const keyset = keysetPage(query, { ...SORTS[field], name: field, direction, id: sql.ref('p.id') });
  const matches = await conditions(tx, query);
  return matchingPage(tx, { select: selectUsers(tx), from: TABLES, matches, keyset });
}

async function conditions(tx: ReadTx, { companyId, accesType, language, search }: UserQuery): Promise<RawBuilder<SqlBool>> {
  const all = [sql<SqlBool>`u."companyId" = ${companyId}`];
  if (accesType) all.push(sql<SqlBool>`u."accesType" = ${accesType}`);
  if (language) all.push(sql<SqlBool>`${language} = any (u.languages)`);
  const matches = sql<SqlBool>`(${sql.join(all, sql` and `)})`;
  return search ? sql<SqlBool>`(${matches} and ${await meantTexts(tx, { from: TABLES, where: matches }, SEARCHED, search)})` : matches;
}

export function findUser(tx: ReadTx, companyId: string, profileId: string): Promise<UserRow | undefined> {
  return selectUsers(tx).where('u.companyId', '=', companyId).where('u.profileId', '=', profileId).executeTakeFirst();
}

export async function companyExists(tx: ReadTx, companyId: string): Promise<boolean> {
  return (await tx.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst()) !== undefined;
}

/** The clients with these enterprise numbers. @returns their ids, in order */
export async function findClients(tx: ReadTx, companyNumbers: readonly string[]): Promise<readonly string[]> {
  if (companyNumbers.length === 0) return [];
  const clients = tx.selectFrom('companies').select('id').where('companyNumber', 'in', companyNumbers).where('oneShot', '=', false);
  return (await clients.orderBy('id').execute()).map(({ id }) => id);
}

export async function hasMembership(tx: ReadTx, { companyId, profileId }: { companyId: string; profileId: string }): Promise<boolean> {
  const membership = tx
    .selectFrom('company_users')
    .select('profileId')
    .where('companyId', '=', companyId)
    .where('profileId', '=', profileId);
  return (await membership.executeTakeFirst()) !== undefined;
}

/**
 * Whether the profile has, or had, a membership of one of these companies, or has none anywhere.
 * @param tx of the system: an actor would not see memberships of companies of others
 */
export async function isKnownToCompanies(tx: ReadTx, profileId: string, companyIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select not exists (select from company_users where "profileId" = ${profileId})
      or exists (select from company_users where "profileId" = ${profileId} and "companyId" = any (${[...companyIds]}::uuid[]))
      or exists (select from former_users where "profileId" = ${profileId} and "companyId" = any (${[...companyIds]}::uuid[])) as known`.execute(
    tx,
  );
  return rows[0]?.known ?? false;
}

/** Fails with `company_users_pkey` when the profile has a membership of the company already. */
export async function insertMembership(
  tx: WriteTx,
  membership: { companyId: string; profileId: string; accesType: AccessType; languages: InterfaceLanguage[]; createdAt: Date },
): Promise<void> {
  await tx.insertInto('company_users').values(membership).execute();
}

/** The admins of the company who can sign in: whose account is not closed, and whose invitation is accepted. */
export async function findAdminIds(tx: ReadTx, companyId: string): Promise<readonly string[]> {
  const admins = await tx
    .selectFrom('company_users as u')
    .innerJoin('profiles as p', (join) => join.onRef('p.id', '=', 'u.profileId').on('p.isProgram', '=', false))
    .select('p.id')
    .where('u.companyId', '=', companyId)
    .where('u.accesType', '=', 'admin')
    .where('p.disabledAt', 'is', null)
    .where(sql<SqlBool>`not app.is_invited(p.issuer, p.subject)`)
    .orderBy('p.id')
    .execute();
  return admins.map(({ id }) => id);
}
