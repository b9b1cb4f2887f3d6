import type { ListName, ViewSearch } from '@checkwell/domain/lists/lists';
import { sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';

/** Whose views, and of whose data. */
export interface ListViewOwner {
  readonly profileId: string;
  readonly companyId: string | null;
}

export interface ListViewRow extends ListViewOwner {
  readonly id: string;
  readonly list: ListName;
  readonly name: string;
  /** Filters, order and columns as they were saved; some may not exist any more. */
  readonly shown: unknown;
  readonly isDefault: boolean;
}

const ofOwner = (tx: ReadTx, { profileId, companyId }: ListViewOwner, list: ListName) =>
  tx
    .selectFrom('list_views')
    .where('profileId', '=', profileId)
    .where('companyId', companyId === null ? 'is' : '=', companyId)
    .where('list', '=', list);

/** Sorted by name. */
export async function findListViews(tx: ReadTx, owner: ListViewOwner, list: ListName): Promise<readonly ListViewRow[]> {
  const rows = await ofOwner(tx, owner, list).select(['id', 'name', 'shown', 'isDefault']).orderBy(sql`lower(name)`).execute();
  return rows.map((row) => ({ ...row, ...owner, list }));
}

export async function countListViews(tx: ReadTx, owner: ListViewOwner, list: ListName): Promise<number> {
  const { count } = await ofOwner(tx, owner, list).select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

export async function insertListView(
  tx: WriteTx,
  { shown, ...row }: ListViewRow & { readonly shown: ViewSearch; readonly createdAt: Date },
): Promise<void> {
  await tx
    .insertInto('list_views')
    .values({ ...row, shown: JSON.stringify(shown) })
    .execute();
}

/** Makes no view of the list the default one. The caller holds the advisory lock on the person's views. */
export async function clearDefault(tx: WriteTx, owner: ListViewOwner, list: ListName): Promise<void> {
  await tx
    .updateTable('list_views')
    .set({ isDefault: false })
    .where('profileId', '=', owner.profileId)
    .where('companyId', owner.companyId === null ? 'is' : '=', owner.companyId)
    .where('list', '=', list)
    .where('isDefault', '=', true)
    .execute();
}

export async function deleteListView(tx: WriteTx, id: string): Promise<void> {
  await tx.deleteFrom('list_views').where('id', '=', id).execute();
}

/** Which of these superiors the company has. */
export async function findKnownSuperiors(tx: ReadTx, companyId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .selectFrom('superiors')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
