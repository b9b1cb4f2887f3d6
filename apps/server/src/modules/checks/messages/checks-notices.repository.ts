import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { AccessType, WorkerLanguage } from '@checkwell/domain/people/enums';
import { sql } from 'kysely';
import type { ReadTx } from '../../../platform/db/database.ts';
import type { CheckKey } from '../../../platform/db/fragments.ts';

/** Somebody on the employer's side whom a message about a check concerns. */
export interface NoticeReader {
  readonly email: string;
  /** Null for readers who cannot sign in. */
  readonly profileId: string | null;
  readonly language: InterfaceLanguage;
  readonly role: 'orderer' | 'superior' | 'administrator';
  /** Can sign in and open the check. */
  readonly hasAccount: boolean;
  /** Access to the company of the check; readers without an account are not administrators. */
  readonly accesType: AccessType;
}

/**
 * Who ordered the check, while still a user of the company, and the worker's superior in the superior's language
 * (`superiorLg`). A person with both roles is there once, as the orderer, in the superior's language.
 */
export async function findReaders(
  tx: ReadTx,
  check: { readonly companyId: string; readonly orderedByProfileId: string | null; readonly superiorId: string | null },
): Promise<readonly NoticeReader[]> {
  const { companyId, orderedByProfileId, superiorId } = check;
  const { rows } = await sql<NoticeReader>`
    with superior as (
      select s.email::text, s.language, s.id from superiors s where s."companyId" = ${companyId} and s.id = ${superiorId}
    ), orderer as (
      select p.id as "profileId", p."userName"::text as email, coalesce(s.language, p.language) as language, s.id as "superiorId", u."accesType"
      from profiles p join company_users u on u."profileId" = p.id and u."companyId" = ${companyId}
      left join superior s on s.id = u."superiorId" or s.email = p."userName"::text
      where p.id = ${orderedByProfileId} and p.kind = 'employer' and p."disabledAt" is null and not p."isProgram"
    )
    select email, "profileId", language, 'orderer' as role, true as "hasAccount", "accesType" from orderer
    union all
    select s.email, account."profileId", s.language, 'superior', account."accesType" is not null, coalesce(account."accesType", 'basic')
    from superior s left join lateral (
      select u."accesType", p.id as "profileId" from company_users u join profiles p on p.id = u."profileId"
      where u."companyId" = ${companyId} and (u."superiorId" = s.id or p."userName"::text = s.email) and p."disabledAt" is null
        and not app.is_invited(p.issuer, p.subject)
      order by p."userName"::text = s.email desc limit 1) account on true
    where not exists (select from orderer o where o."superiorId" = s.id)`.execute(tx);
  return rows;
}

/** Mails about a check that have not left. @param recipient null: to anybody */
export async function findUnsentMails(
  tx: ReadTx,
  { companyId, checkId }: CheckKey,
  templates: readonly string[],
  recipient: string | null,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('id')
    .where('companyId', '=', companyId)
    .where('checkId', '=', checkId)
    .where('state', '=', 'queued')
    .where('template', 'in', templates)
    .$if(recipient !== null, (query) => query.where('recipient', '=', (recipient ?? '').toLowerCase()))
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Everybody who can sign in to the company as its administrator: told where nobody else of the company would be. While none of them has accepted the
 * invitation, those who are invited read mails.
 */
export async function findAdministrators(tx: ReadTx, companyId: string): Promise<readonly NoticeReader[]> {
  const { rows } = await sql<NoticeReader>`
    with administrators as (
      select p."userName"::text as email, p.id, p.language, u."accesType", not app.is_invited(p.issuer, p.subject) as "hasAccount"
      from company_users u join profiles p on p.id = u."profileId"
      where u."companyId" = ${companyId} and u."accesType" = 'admin' and p.kind = 'employer' and p."disabledAt" is null and not p."isProgram"
    )
    select email, case when "hasAccount" then id end as "profileId", language, 'administrator' as role, "hasAccount", "accesType" from administrators
    where "hasAccount" or not exists (select from administrators where "hasAccount")
    order by id`.execute(tx);
  return rows;
}

/** A doctor as a message about a mission needs them. */
export interface DoctorReader {
  readonly email: string;
  /** Profile of an account that can sign in; null without one. */
  readonly profileId: string | null;
  /** Language of the doctor's account; null without one. */
  readonly language: InterfaceLanguage | null;
  readonly languages: readonly WorkerLanguage[];
  /** Can sign in and open the mission. */
  readonly hasAccount: boolean;
}

export async function findDoctorReader(tx: ReadTx, doctorId: string): Promise<DoctorReader | undefined> {
  const { rows } = await sql<DoctorReader>`
    select d.email::text, p.language, array_to_json(d.languages) as languages, p.id is not null and p."disabledAt" is null as "hasAccount",
      case when p."disabledAt" is null then p.id end as "profileId"
    from doctors d left join profiles p on p."doctorId" = d.id where d.id = ${doctorId}`.execute(tx);
  return rows[0];
}

/** Whether a program of the company's own ordered the check: it has the answer to its request. */
export async function isProgram(tx: ReadTx, profileId: string | null): Promise<boolean> {
  if (profileId === null) return false;
  const row = await tx.selectFrom('profiles').select('isProgram').where('id', '=', profileId).executeTakeFirst();
  return row?.isProgram ?? false;
}
