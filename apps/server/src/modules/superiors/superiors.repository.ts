import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { SuperiorSortField } from '@checkwell/domain/people/enums';
import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import {
  type CappedCount,
  cappedCount,
  keysetPage,
  type PageArguments,
  type PageInfo,
  type Sort,
  type SortKey,
} from '../../platform/db/keyset.ts';
import { reachCondition } from '../../platform/db/reach.ts';
import { foldedColumns, superiorOrder } from '../../platform/db/search/similar.ts';
import { SUPERIOR_COLUMNS } from '../../platform/db/search/superior-row.ts';

/** A company has hundreds of superiors at most: sorting them costs less than an index on each insert. */
const SORTS: Readonly<Record<SuperiorSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  lastName: { expression: superiorOrder('s'), type: 'text' },
  email: { expression: sql`s.email::text`, type: 'text' },
  language: { expression: sql`s.language::text`, type: 'text' },
};
export const BY_NAME: Sort<SuperiorSortField> = { field: 'lastName', direction: 'asc' };

export interface SuperiorFilter {
  readonly search?: string | undefined;
  readonly language?: InterfaceLanguage | undefined;
}

export async function listOfCompany(
  tx: ReadTx,
  companyId: string,
  filter: SuperiorFilter,
  { sort, ...page }: PageArguments & { readonly sort: Sort<SuperiorSortField> },
): Promise<{ readonly nodes: readonly Superior[]; readonly pageInfo: PageInfo } & CappedCount> {
  const keyset = keysetPage(page, { ...SORTS[sort.field], name: sort.field, direction: sort.direction, id: sql.ref('s.id') });
  const matches = conditions(companyId, filter);
  const [rows, count] = await Promise.all([
    tx
      .selectFrom('superiors as s')
      .select([...SUPERIOR_COLUMNS, keyset.key.as('key')])
      .where(matches)
      .where(keyset.condition)
      .orderBy(sql`${keyset.order}`)
      .limit(keyset.limit)
      .execute(),
    cappedCount(tx, sql`select from superiors s where ${matches}`),
  ]);
  const { rows: cut, pageInfo } = keyset.cut(rows);
  return { nodes: cut.map(({ key: _key, ...superior }) => superior), pageInfo, ...count };
}

function conditions(companyId: string, { search, language }: SuperiorFilter): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`s."companyId" = ${companyId}`];
  if (language !== undefined) all.push(sql<SqlBool>`s.language = ${language}`);
  for (const word of foldText(search ?? '')
    .split(' ')
    .filter(Boolean))
    all.push(sql<SqlBool>`${folded} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`);
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

const folded = foldedColumns('s.superiorFullName', 's.email');

/** Who has this address and may be seen; a superior of the actor's own company comes first. */
export function findByEmail(tx: ReadTx, reach: Reach, email: string, profileId: string | null): Promise<Superior | undefined> {
  return tx
    .selectFrom('superiors as s')
    .leftJoin('profiles as p', (join) => join.onRef('p.companyId', '=', 's.companyId').on('p.id', '=', profileId))
    .select(SUPERIOR_COLUMNS)
    .where('s.email', '=', email)
    .where(reachCondition(reach, { companyId: 's.companyId' }))
    .orderBy(sql`p.id is null`)
    .orderBy('s.companyId')
    .executeTakeFirst();
}

export function findByIds(tx: ReadTx, reach: Reach, ids: readonly string[]): Promise<Superior[]> {
  return tx
    .selectFrom('superiors as s')
    .select(SUPERIOR_COLUMNS)
    .where('s.id', 'in', [...ids])
    .where(reachCondition(reach, { companyId: 's.companyId' }))
    .execute();
}

/** Superiors of the company with one of these addresses. */
export function findByEmails(tx: ReadTx, companyId: string, emails: readonly string[]): Promise<Superior[]> {
  return tx
    .selectFrom('superiors as s')
    .select(SUPERIOR_COLUMNS)
    .where('s.companyId', '=', companyId)
    .where('s.email', '=', sql<string>`any (${[...emails]}::text[])`)
    .execute();
}

export async function companyExists(tx: ReadTx, companyId: string): Promise<boolean> {
  return (await tx.selectFrom('companies').select('id').where('id', '=', companyId).executeTakeFirst()) !== undefined;
}

export interface NewSuperiorRow {
  readonly id: string;
  readonly companyId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly language: InterfaceLanguage;
  readonly requestForm: string;
  readonly createdAt: Date;
}

/** Fails with the constraint `superiors_companyId_email_key` when the company has a superior with this address. */
export async function insert(tx: WriteTx, superior: NewSuperiorRow): Promise<void> {
  await tx.insertInto('superiors').values(superior).execute();
}
