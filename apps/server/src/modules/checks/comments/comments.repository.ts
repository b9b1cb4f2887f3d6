import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { AccessType } from '@checkwell/domain/people/enums';
import type { Reach } from '@checkwell/domain/policy';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';
import { type Locked, lockRow } from '../../../platform/db/locked.ts';
import { reachCondition } from '../../../platform/db/reach.ts';

export type CommentRow = Selectable<Tables['check_comments']>;

/** Comments on a check, the first one first: those that row-level security shows. There are few (COMMENTS.maxPerCheck). */
export async function findOfCheck(tx: ReadTx, { companyId, id }: RecordKey): Promise<readonly CommentRow[]> {
  return tx
    .selectFrom('check_comments')
    .selectAll()
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .orderBy('createdAt')
    .execute();
}

/** How many comments a check has, regardless of who may read them, and when the last one was written. */
export async function findLength(
  tx: WriteTx,
  { companyId, id }: RecordKey,
): Promise<{ readonly count: number; readonly lastAt: Date | null }> {
  const { rows } = await sql<{ count: number; lastAt: Date | null }>`
    select count, "lastAt" from app.comments_of(${companyId}, ${id})`.execute(tx);
  return rows[0] ?? { count: 0, lastAt: null };
}

export async function insertComment(tx: WriteTx, comment: Insertable<Tables['check_comments']>): Promise<void> {
  await tx.insertInto('check_comments').values(comment).execute();
}

/** @returns undefined: there is none, or it is not the actor's to change */
export async function lockComment(
  tx: WriteTx,
  { companyId, id: checkId }: RecordKey,
  id: string,
): Promise<Locked<'check_comments'> | undefined> {
  return lockRow(tx, 'check_comments', { companyId, id, checkId });
}

/** Until when this person has read the comments on a check; null: nothing yet. */
export async function findReadUntil(tx: ReadTx, { companyId, id }: RecordKey, profileId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('check_comment_reads')
    .select('readUntil')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('profileId', '=', profileId)
    .executeTakeFirst();
  return row?.readUntil ?? null;
}

/** The mark of what was read only moves forward: of two windows, the one that showed more counts. */
export async function markRead(tx: WriteTx, { companyId, id }: RecordKey, profileId: string, until: Date): Promise<void> {
  await sql`
    insert into check_comment_reads ("companyId", "checkId", "profileId", "readUntil") values (${companyId}, ${id}, ${profileId}, ${until})
    on conflict ("companyId", "checkId", "profileId")
    do update set "readUntil" = greatest(check_comment_reads."readUntil", excluded."readUntil")`.execute(tx);
}

/** A comment that somebody else wrote, that was not taken back, and that came after what the person has read of its check. */
export interface UnreadRow extends Pick<CommentRow, 'checkId' | 'audience' | 'authorRole' | 'doctorId' | 'releasedAt' | 'createdAt'> {
  readonly readUntil: Date | null;
  /** When the check was archived. */
  readonly archivedAt: Date | null;
}

const CHECK_REACH = {
  companyId: 'k.companyId',
  superiorId: 'k.superiorId',
  orderedByProfileId: 'k.orderedByProfileId',
  doctorId: 'k.doctorId',
};

/** Unread comments on all these checks that the actor reaches, in one statement. A released comment counts as new; the caller decides for whom. */
export async function findUnread(tx: ReadTx, reach: Reach, checks: readonly RecordKey[], profileId: string): Promise<readonly UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select c."checkId", c.audience, c."authorRole", c."doctorId", c."releasedAt", c."createdAt", r."readUntil", k."archivedAt"
    from check_comments c
    join checks k on k."companyId" = c."companyId" and k.id = c."checkId" and ${reachCondition(reach, CHECK_REACH)}
    left join check_comment_reads r on r."companyId" = c."companyId" and r."checkId" = c."checkId" and r."profileId" = ${profileId}
    where (c."companyId", c."checkId") in (${keysOf(checks)})
      and c."authorProfileId" <> ${profileId} and c."withdrawnAt" is null
      and (r."readUntil" is null or greatest(c."createdAt", c."releasedAt") > r."readUntil")`.execute(tx);
  return rows;
}

/** The actor's own name. */
export async function findName(tx: ReadTx, profileId: string): Promise<string> {
  const row = await tx.selectFrom('profiles').select(['firstName', 'lastName']).where('id', '=', profileId).executeTakeFirst();
  return row ? `${row.firstName} ${row.lastName}`.trim() : '';
}

/** Somebody whom a mail about new comments may concern, with what says what they may read. */
export interface CommentReader {
  readonly profileId: string;
  readonly kind: 'employer' | 'planner' | 'doctor';
  readonly email: string;
  readonly language: InterfaceLanguage;
  readonly doctorId: string | null;
  /** Access in the company of the check; null for readers outside companies. */
  readonly accesType: AccessType | null;
  readonly superiorId: string | null;
  readonly mailedAt: Date | null;
  readonly mailedUntil: Date | null;
  readonly readUntil: Date | null;
}

/**
 * People with an open account whom the check concerns: who ordered it, the worker's superior, its doctor, the planners who have worked on
 * it, and the authors of comments. The policy says what each of them may read.
 */
export async function findReaders(
  tx: ReadTx,
  check: RecordKey & { readonly orderedByProfileId: string | null; readonly superiorId: string | null; readonly doctorId: string | null },
): Promise<readonly CommentReader[]> {
  const { companyId, id, orderedByProfileId, superiorId, doctorId } = check;
  const { rows } = await sql<CommentReader>`
    with author as (select distinct "authorProfileId" as id from check_comments where "companyId" = ${companyId} and "checkId" = ${id}),
    worked as (select distinct "actorProfileId" as id from check_events where "companyId" = ${companyId} and "checkId" = ${id})
    select p.id as "profileId", p.kind, p."userName"::text as email, coalesce(s.language, p.language) as language, p."doctorId",
      u."accesType", u."superiorId", r."mailedAt", r."mailedUntil", r."readUntil"
    from profiles p
    left join company_users u on u."companyId" = ${companyId} and u."profileId" = p.id
    left join superiors s on s."companyId" = u."companyId" and s.id = u."superiorId"
    left join check_comment_reads r on r."companyId" = ${companyId} and r."checkId" = ${id} and r."profileId" = p.id
    where p."disabledAt" is null and not p."isProgram" and (
      (p.kind = 'employer' and u."profileId" is not null
        and (p.id = ${orderedByProfileId} or u."superiorId" = ${superiorId} or p.id in (select id from author)))
      or (p.kind = 'planner' and p.id in (select id from author union select id from worked))
      or (p.kind = 'doctor' and p."doctorId" = ${doctorId}))
    order by p.id`.execute(tx);
  return rows;
}

/** The caller holds the lock on the check. */
export async function recordMail(tx: WriteTx, { companyId, id }: RecordKey, profileId: string, at: Date, until: Date): Promise<void> {
  await sql`
    insert into check_comment_reads ("companyId", "checkId", "profileId", "mailedAt", "mailedUntil")
    values (${companyId}, ${id}, ${profileId}, ${at}, ${until})
    on conflict ("companyId", "checkId", "profileId") do update set "mailedAt" = excluded."mailedAt", "mailedUntil" = excluded."mailedUntil"`.execute(
    tx,
  );
}
