import type { Superior } from '@checkwell/domain/identity/superior';
import { expressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tables } from '../tables.gen.ts';

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
