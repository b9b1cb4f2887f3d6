import type { CheckStatus } from '@checkwell/domain/check/enums';
import { type AppNotificationKind, NOTIFICATIONS_SHOWN, type NotificationKind } from '@checkwell/domain/people/notifications';
import type { Reach } from '@checkwell/domain/policy';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

export async function findMuted(tx: ReadTx, companyId: string, profileId: string): Promise<NotificationKind[]> {
  const rows = await tx
    .selectFrom('muted_notifications')
    .select('kind')
    .where('companyId', '=', companyId)
    .where('profileId', '=', profileId)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

export async function replaceMuted(tx: WriteTx, companyId: string, profileId: string, kinds: readonly NotificationKind[]): Promise<void> {
  await tx.deleteFrom('muted_notifications').where('companyId', '=', companyId).where('profileId', '=', profileId).execute();
  if (kinds.length > 0) {
    await tx
      .insertInto('muted_notifications')
      .values(kinds.map((kind) => ({ companyId, profileId, kind })))
      .execute();
  }
}

/** Which of these people do not want this kind of message. */
export async function findMuters(
  tx: ReadTx,
  { companyId, kind, emails }: { readonly companyId: string; readonly kind: NotificationKind; readonly emails: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set();
  const rows = await tx
    .selectFrom('muted_notifications as m')
    .innerJoin('profiles as p', 'p.id', 'm.profileId')
    .select('p.userName')
    .where('m.companyId', '=', companyId)
    .where('m.kind', '=', kind)
    .where('p.userName', 'in', [...emails])
    .execute();
  return new Set(rows.map(({ userName }) => userName));
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
  /** For readers: empty for those who do not see it (any more). */
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
  rows: readonly (Pick<NotificationRow, 'id' | 'companyId' | 'checkId' | 'kind' | 'at'> & { readonly profileId: string })[],
): Promise<void> {
  await tx
    .insertInto('notifications')
    .values([...rows])
    .execute();
}

/** Whose they are not, and what was read before, is left as it is. */
export async function markRead(tx: WriteTx, profileId: string, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt: at })
    .where('profileId', '=', profileId)
    .where('id', 'in', [...ids])
    .where('readAt', 'is', null)
    .execute();
}

/** @returns how many were deleted */
export async function deleteBefore(tx: WriteTx, at: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('notifications').where('at', '<', at).executeTakeFirst();
  return Number(numDeletedRows);
}
