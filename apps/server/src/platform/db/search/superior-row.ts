import type { Superior } from '@checkwell/domain/identity/superior';
import { expressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../tables.gen.ts';
import { joinedSuperior } from './superior-order.ts';

/** A superior as everybody reads one, from the table `superiors as s`. */
export const SUPERIOR_COLUMNS = [
  's.id',
  's.companyId',
  's.email',
  's.language',
  's.requestForm',
  's.firstName',
  's.lastName',
  's.phoneNumber',
  's.version',
  sql<string>`coalesce(s."superiorFullName", '')`.as('superiorFullName'),
] as const;

/** The column `superior` of a row: the superior whom its `companyId` and `superiorId` name, or null. @param alias of the row's table */
export const superiorOf = (alias: string) =>
  jsonObjectFrom(
    expressionBuilder<Tables>()
      .selectFrom('superiors as s')
      .select(SUPERIOR_COLUMNS)
      .where('s.companyId', '=', sql.ref<string>(`${alias}.companyId`))
      .where('s.id', '=', sql.ref<string>(`${alias}.superiorId`)),
  )
    .$castTo<Superior | null>()
    .as('superior');

/** The superior of a row as columns beside its own, for lists: JSON for each row costs PostgreSQL more than the row does. */
export interface JoinedSuperior {
  readonly 'superior.id': string | null;
  readonly 'superior.email': string;
  readonly 'superior.language': Superior['language'];
  readonly 'superior.requestForm': string;
  readonly 'superior.firstName': string;
  readonly 'superior.lastName': string;
  readonly 'superior.phoneNumber': string;
  readonly 'superior.version': number;
  readonly 'superior.superiorFullName': string | null;
}

/** The columns, from the table `superiors as s` that is joined to the row (`joinedSuperior`). */
const JOINED_SUPERIOR: RawBuilder<unknown> = sql`s.id as "superior.id", s.email as "superior.email", s.language as "superior.language",
  s."requestForm" as "superior.requestForm", s."firstName" as "superior.firstName", s."lastName" as "superior.lastName",
  s."phoneNumber" as "superior.phoneNumber", s.version as "superior.version", s."superiorFullName" as "superior.superiorFullName"`;

/** The row with its superior; of the columns nobody knows any more (views are made by tables of fields). */
const withSuperior = <Row extends { readonly companyId: string }>(
  row: Row & JoinedSuperior,
): Row & { readonly superior: Superior | null } => ({
  ...row,
  superior:
    row['superior.id'] === null
      ? null
      : {
          id: row['superior.id'],
          companyId: row.companyId,
          email: row['superior.email'],
          language: row['superior.language'],
          requestForm: row['superior.requestForm'],
          firstName: row['superior.firstName'],
          lastName: row['superior.lastName'],
          phoneNumber: row['superior.phoneNumber'],
          version: row['superior.version'],
          superiorFullName: row['superior.superiorFullName'] ?? '',
        },
});

/**
 * What lists of people's records read beside the columns of the row: the name of its company, and its superior, each only where it is asked for.
 * @param alias of the row's table
 */
export function besideRow(
  alias: string,
  asks: (name: 'employeeCompanyName' | 'superior') => boolean,
): { readonly columns: readonly RawBuilder<unknown>[]; readonly joins: readonly RawBuilder<unknown>[] } {
  const company = asks('employeeCompanyName');
  const superior = asks('superior');
  return {
    columns: [...(company ? [sql`c.name as "employeeCompanyName"`] : []), ...(superior ? [JOINED_SUPERIOR] : [])],
    joins: [
      ...(company ? [sql`join companies c on c.id = ${sql.ref(`${alias}.companyId`)}`] : []),
      ...(superior ? [joinedSuperior(alias)] : []),
    ],
  };
}

/** @param fields that were read; null: all */
export const withSuperiors = <Row extends { readonly companyId: string }>(
  fields: readonly string[] | null,
  rows: readonly (Row & JoinedSuperior)[],
): readonly Row[] => (fields === null || fields.includes('superior') ? rows.map(withSuperior) : rows);

/** Whose row it is says whether it may be shown: read whatever is asked. */
export const asksFor =
  (fields: readonly string[] | null) =>
  (name: string): boolean =>
    fields === null || name === 'id' || name === 'companyId' || fields.includes(name);
