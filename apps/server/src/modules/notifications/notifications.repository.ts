import type { NotificationKind } from '@checkwell/domain/people/notifications';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

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
