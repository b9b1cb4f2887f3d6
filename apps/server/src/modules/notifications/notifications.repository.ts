import type { CheckStatus } from '@checkwell/domain/check/enums';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { ProfileKind } from '@checkwell/domain/people/enums';
import {
  type AppNotificationKind,
  type Delivery,
  NOTIFICATIONS_SHOWN,
  type NotificationKind,
  type WaitingNotification,
} from '@checkwell/domain/people/notifications';
import type { Membership, Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

/** What somebody chose for one kind. */
export interface ChoiceRow {
  readonly kind: NotificationKind;
  readonly delivery: Delivery;
}

/** @param companyId null: of somebody who belongs to no company */
export async function findChoices(tx: ReadTx, profileId: string, companyId: string | null): Promise<readonly ChoiceRow[]> {
  const { rows } = await sql<ChoiceRow>`
    select kind, delivery from notification_choices
    where "profileId" = ${profileId} and "companyId" is not distinct from ${companyId}::uuid`.execute(tx);
  return rows;
}

export async function saveChoice(tx: WriteTx, profileId: string, companyId: string | null, { kind, delivery }: ChoiceRow): Promise<void> {
  await sql`
    insert into notification_choices ("profileId", "companyId", kind, delivery) values (${profileId}, ${companyId}, ${kind}, ${delivery})
    on conflict ("profileId", "companyId", kind) do update set delivery = excluded.delivery`.execute(tx);
}

/** What these people chose for one kind, about checks of one company, by profile. */
export async function findChosen(
  tx: ReadTx,
  { companyId, kind, profileIds }: { readonly companyId: string; readonly kind: NotificationKind; readonly profileIds: readonly string[] },
): Promise<ReadonlyMap<string, Delivery>> {
  if (profileIds.length === 0) return new Map();
  const { rows } = await sql<{ profileId: string; delivery: Delivery }>`
    select "profileId", delivery from notification_choices
    where "profileId" = any (${[...profileIds]}::uuid[]) and kind = ${kind} and ("companyId" is null or "companyId" = ${companyId})`.execute(
    tx,
  );
  return new Map(rows.map(({ profileId, delivery }) => [profileId, delivery]));
}

/** A notification with what it says of its check. */
export interface NotificationRow {
  readonly id: string;
  readonly kind: AppNotificationKind;
  readonly at: Date;
  /** null: not yet. */
  readonly readAt: Date | null;
  readonly companyId: string;
  readonly checkId: string;
  readonly companyName: string;
  /** Name of the worker; empty for readers who do not see it, or not any more. */
  readonly workerFullName: string;
  readonly status: CheckStatus;
  readonly archivedAt: Date | null;
}

const CHECK = {
  companyId: 'c.companyId',
  superiorId: 'c.superiorId',
  orderedByProfileId: 'c.orderedByProfileId',
  doctorId: 'c.doctorId',
} as const;

/** The newest ones of a person, as far as they still reach the checks; of a check that was an administrative error there are none. */
export async function findNotifications(tx: ReadTx, profileId: string, reach: Reach): Promise<readonly NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.kind, n.at, n."readAt", n."companyId", n."checkId", o.name as "companyName", c."workerFullName", c.status, c."archivedAt"
    from notifications n join checks c on c."companyId" = n."companyId" and c.id = n."checkId" join companies o on o.id = n."companyId"
    where n."profileId" = ${profileId} and c."checkOccurence" is distinct from 'Deleted' and ${reachCondition(reach, CHECK)}
    order by n.at desc, n.id desc limit ${NOTIFICATIONS_SHOWN}`.execute(tx);
  return rows;
}

export async function insertNotifications(
  tx: WriteTx,
  rows: readonly (Pick<NotificationRow, 'id' | 'companyId' | 'checkId' | 'kind' | 'at'> & {
    readonly profileId: string;
    readonly waitsForMail: boolean;
  })[],
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values([...rows])
    .execute();
}

/** Whose they are not, and what was read before, is left as it is. Locked in the order of their ids, as where the daily mail takes them. */
export async function markRead(tx: WriteTx, profileId: string, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    with held as (select id from notifications
      where "profileId" = ${profileId} and id = any (${[...ids]}::uuid[]) and "readAt" is null order by id for no key update)
    update notifications set "readAt" = ${at} where "profileId" = ${profileId} and id in (select id from held)`.execute(tx);
}

/** @returns how many were deleted */
export async function deleteBefore(tx: WriteTx, at: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('notifications').where('at', '<', at).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Somebody whose daily mail is due, as they would be after signing in. */
export interface DailyReader {
  readonly kind: ProfileKind;
  readonly email: string;
  /** Language of all mails to the reader: that of their superior record, else of their profile. */
  readonly language: InterfaceLanguage;
  readonly doctorId: string | null;
  readonly memberships: readonly Membership[];
}

/** @returns undefined: nobody who can sign in */
export async function findDailyReader(tx: ReadTx, profileId: string): Promise<DailyReader | undefined> {
  const { rows } = await sql<DailyReader>`
    select p.kind, p."userName"::text as email, p."doctorId", coalesce(max(s.language::text), p.language::text) as language,
      coalesce(jsonb_agg(jsonb_build_object('companyId', u."companyId", 'accesType', u."accesType", 'superiorId', u."superiorId"))
        filter (where u."companyId" is not null), '[]') as memberships
    from profiles p left join company_users u on u."profileId" = p.id
    left join superiors s on s."companyId" = u."companyId" and (s.id = u."superiorId" or s.email = p."userName"::text)
    where p.id = ${profileId} and p."disabledAt" is null and not p."isProgram"
    group by p.id`.execute(tx);
  return rows[0];
}

/** @returns false: they got the mail of that day already */
export async function claimDay(tx: WriteTx, profileId: string, day: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('daily_mails')
    .values({ profileId, day })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** There is no mail of that day after all. */
export async function releaseDay(tx: WriteTx, profileId: string, day: string): Promise<void> {
  await tx.deleteFrom('daily_mails').where('profileId', '=', profileId).where('day', '=', day).execute();
}

/** Days before this one are of no use any more. */
export async function deleteDaysBefore(tx: WriteTx, day: string): Promise<void> {
  await tx.deleteFrom('daily_mails').where('day', '<', day).execute();
}

export async function isAnyWaiting(tx: ReadTx, profileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('notifications')
    .select('id')
    .where('profileId', '=', profileId)
    .where('waitsForMail', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** What waited for somebody's daily mail, with what it says of its check. */
export type WaitingRow = NotificationRow & WaitingNotification;

/**
 * Takes everything that waits for somebody's daily mail: it waits no more. What comes in meanwhile waits for the next.
 * @returns those of checks that they still reach
 */
export async function takeWaiting(tx: WriteTx, profileId: string, reach: Reach): Promise<readonly WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with held as (select id from notifications where "profileId" = ${profileId} and "waitsForMail" order by id for no key update),
    n as (update notifications set "waitsForMail" = false where "profileId" = ${profileId} and id in (select id from held) returning *)
    select n.id, n.kind, n.at, n."readAt", n."companyId", n."checkId", o.name as "companyName", c."workerFullName", c.status, c."archivedAt",
      c."appointmentStart",
      exists (select from sent_certificates s
        where s."companyId" = n."companyId" and s."checkId" = n."checkId" and s."settledAt" is null) as "certificateWaits",
      exists (select from travel_claims t
        where t."companyId" = n."companyId" and t."checkId" = n."checkId" and t.decision is null) as "claimWaits",
      exists (select from check_comments k where k."companyId" = n."companyId" and k."checkId" = n."checkId"
          and k."withdrawnAt" is null and k."authorProfileId" is distinct from n."profileId")
        and not exists (select from check_comment_reads r where r."companyId" = n."companyId" and r."checkId" = n."checkId"
          and r."profileId" = n."profileId" and r."readUntil" >= r."mailedUntil") as "commentWaits"
    from n join checks c on c."companyId" = n."companyId" and c.id = n."checkId" join companies o on o.id = n."companyId"
    where c."checkOccurence" is distinct from 'Deleted' and ${reachCondition(reach, CHECK)}`.execute(tx);
  return rows;
}
