import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { AccessType } from '@checkwell/domain/people/enums';
import { foldText } from '@checkwell/domain/people/search-text';
import { sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { foldedColumns, nameOrder, superiorOrder } from '../../platform/db/search/similar.ts';

/** A user or superior of a company, to whom a report may go. Who is both is there once. */
export interface DashboardReader {
  readonly email: string;
  readonly fullName: string;
  readonly language: InterfaceLanguage;
  /** Can sign in. */
  readonly hasAccount: boolean;
  /** Access to the company; readers without an account are not administrators. */
  readonly accesType: AccessType;
}

/** A superior's language overrides the profile's where the request form says so (specification, section 4). */
const READERS = (companyId: string) => sql`
  select p."userName"::text as email, trim(p."firstName" || ' ' || p."lastName") as "fullName",
    case when s."requestForm" = 'InterfaceAdmin' then s.language else p.language end as language, true as "hasAccount", u."accesType",
    ${nameOrder('p.lastName', 'p.firstName')} as "nameOrder"
  from company_users u join profiles p on p.id = u."profileId"
  left join superiors s on s."companyId" = u."companyId" and (s.id = u."superiorId" or s.email = p."userName")
  where u."companyId" = ${companyId} and p."disabledAt" is null and not p."isProgram"
  union all
  select s.email::text, coalesce(s."superiorFullName", ''), s.language, false, 'basic', ${superiorOrder('s')}
  from superiors s
  where s."companyId" = ${companyId} and not exists (
    select from company_users u join profiles p on p.id = u."profileId"
    where u."companyId" = s."companyId" and p."disabledAt" is null and (u."superiorId" = s.id or p."userName" = s.email))`;

const READER = sql`email, "fullName", language, "hasAccount", "accesType"`;

/** The readers of the company with one of these addresses. */
export async function findReaders(tx: ReadTx, companyId: string, emails: readonly string[]): Promise<readonly DashboardReader[]> {
  const { rows } = await sql<DashboardReader>`
    select ${READER} from (${READERS(companyId)}) readers where email = any (${[...emails]}::text[]) order by email`.execute(tx);
  return rows;
}

const MAX_FOUND = 10;

/** Readers whose name or address holds the typed text. @param withUsers whether users are found too, not superiors alone */
export async function searchReaders(tx: ReadTx, companyId: string, typed: string, withUsers: boolean): Promise<readonly DashboardReader[]> {
  const patterns = foldText(typed)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  const { rows } = await sql<DashboardReader>`
    select ${READER} from (${READERS(companyId)}) readers
    where (${withUsers} or not "hasAccount" or exists (select from superiors s where s."companyId" = ${companyId} and s.email = readers.email))
      and ${foldedColumns('fullName', 'email')} like all (${patterns}::text[])
    order by "nameOrder", email limit ${MAX_FOUND}`.execute(tx);
  return rows;
}

export async function findCompanyName(tx: ReadTx, companyId: string): Promise<string | null> {
  return (await tx.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirst())?.name ?? null;
}

/** The sender as the readers know them. */
export async function findSenderName(tx: ReadTx, profileId: string): Promise<string | null> {
  const row = await tx.selectFrom('profiles').select(['firstName', 'lastName', 'userName']).where('id', '=', profileId).executeTakeFirst();
  return row ? `${row.firstName} ${row.lastName}`.trim() || row.userName : null;
}
