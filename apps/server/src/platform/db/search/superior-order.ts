import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type KeysetPage, orderDirection, type SortKey } from '../keyset.ts';
import { superiorOrder } from './similar.ts';

/** Order of rows by the name of their superior, `s`; rows without one come first when ascending. */
export const BY_SUPERIOR: Pick<SortKey, 'expression' | 'type'> = { expression: sql`coalesce(${superiorOrder('s')}, '')`, type: 'text' };

/** Joins the superior to a row. @param alias of the row's table */
export const joinedSuperior = (alias: string): RawBuilder<unknown> =>
  sql`left join superiors s on s."companyId" = ${sql.ref(`${alias}.companyId`)} and s.id = ${sql.ref(`${alias}.superiorId`)}`;

/**
 * Keys of a page in the order of `BY_SUPERIOR`, as `companyId`, `id`, `key`, `sort`: one scan of the superiors in order, of each no more
 * than the page holds, by the index of their rows; rows without one are read separately. No index of the table has names of another one.
 * @param alias as `where` and the keyset name the table
 */
export function pageBySuperior(
  table: 'certificates' | 'employees',
  alias: string,
  keyset: KeysetPage,
  where: RawBuilder<SqlBool>,
): RawBuilder<unknown> {
  const direction = orderDirection(keyset.direction);
  const [row, id, companyId] = [sql.ref(alias), sql.ref(`${alias}.id`), sql.ref(`${alias}.companyId`)];
  return sql`select * from (
    select ${companyId}, ${id}, ${keyset.key} as key, ${keyset.expression} as sort from superiors s cross join lateral (
      select ${companyId}, ${id} from ${sql.table(table)} ${row}
      where ${companyId} = s."companyId" and ${sql.ref(`${alias}.superiorId`)} = s.id and ${where} and ${keyset.idBound}
      order by ${id} ${direction} limit ${keyset.limit}) ${row}
    where ${keyset.bound}
    union all (
      select ${companyId}, ${id}, ${keyset.key} as key, ${keyset.expression} as sort
      from (select * from ${sql.table(table)} where "superiorId" is null) ${row} left join superiors s on false
      where ${where} and ${keyset.condition} order by ${id} ${direction} limit ${keyset.limit})) found
    order by found.sort ${direction}, found.id ${direction} limit ${keyset.limit}`;
}
