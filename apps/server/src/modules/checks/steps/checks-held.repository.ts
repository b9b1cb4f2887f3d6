import type { GeoPoint } from '@checkwell/domain/planning/geo';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';

export type HeldResult = Selectable<Tables['held_results']>;

/** The held results of these checks, with the encrypted results, as far as the actor sees them. */
export async function findHeldResults(
  tx: ReadTx,
  checks: readonly RecordKey[],
): Promise<readonly (HeldResult & Pick<Selectable<Tables['waiting_results']>, 'sealed' | 'profileId'>)[]> {
  const { rows } = await sql<HeldResult & Pick<Selectable<Tables['waiting_results']>, 'sealed' | 'profileId'>>`
    select h.*, w.sealed, w."profileId" from held_results h join waiting_results w on w."companyId" = h."companyId" and w."checkId" = h."checkId"
    where (h."companyId", h."checkId") in (${keysOf(checks)})`.execute(tx);
  return rows;
}

/** The number of held results, and since when the first waits. A released result does not count, because it is being recorded. */
export async function countHeldResults(tx: ReadTx): Promise<{ readonly held: number; readonly since: Date | null }> {
  const { held, since } = await tx
    .selectFrom('held_results')
    .select(({ fn }) => [fn.countAll<string>().as('held'), fn.min('waitsSince').as('since')])
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { held: Number(held), since };
}

export async function insertHeldResult(tx: WriteTx, result: Insertable<Tables['held_results']>): Promise<void> {
  await tx.insertInto('held_results').values(result).execute();
}

export async function deleteHeldResult(tx: WriteTx, companyId: string, checkId: string): Promise<void> {
  await tx.deleteFrom('held_results').where('companyId', '=', companyId).where('checkId', '=', checkId).execute();
}

/** Time and place of another check of a doctor. `latitude` and `longitude` null: unknown, or an examination by video. */
export interface OtherCheck {
  readonly examinedFrom: Date;
  readonly examinedTo: Date;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** Other examinations of the same doctor are compared within this many hours: no trip in Belgium takes longer. */
const AROUND_HOURS = 6;

/**
 * The other checks that the doctor reported around these times. A check is archived after its examination, so for a result that is sent on its day only a few
 * rows of the doctor's archive are read.
 */
export async function findOtherChecks(
  tx: ReadTx,
  { companyId, id, doctorId }: RecordKey & { readonly doctorId: string },
  { examinedFrom, examinedTo }: { readonly examinedFrom: Date; readonly examinedTo: Date },
): Promise<readonly OtherCheck[]> {
  const { rows } = await sql<OtherCheck>`
    select c."examinedFrom", c."examinedTo", p.latitude, p.longitude from checks c
    join doctors d on d.id = c."doctorId"
    cross join lateral (select case c."checkLocation" when 'House' then c.latitude when 'Office' then d.latitude end as latitude,
      case c."checkLocation" when 'House' then c.longitude when 'Office' then d.longitude end as longitude) p
    where c."doctorId" = ${doctorId} and c.status = 'Archived' and c."archivedAt" >= ${hours(examinedFrom, -AROUND_HOURS)}
      and (c."companyId", c.id) <> (${companyId}, ${id}) and c."examinedFrom" is not null
      and c."examinedFrom" < ${hours(examinedTo, AROUND_HOURS)} and c."examinedTo" > ${hours(examinedFrom, -AROUND_HOURS)}`.execute(tx);
  return rows;
}

const hours = (moment: Date, count: number): Date => new Date(moment.getTime() + count * 3_600_000);

/** Coordinates of a doctor's practice. */
export async function findPractice(tx: ReadTx, doctorId: string): Promise<GeoPoint | null> {
  const doctor = await tx.selectFrom('doctors').select(['latitude', 'longitude']).where('id', '=', doctorId).executeTakeFirst();
  return doctor ?? null;
}

/** All members of the provider's team with an open account. */
export async function findPlanners(tx: ReadTx): Promise<readonly Pick<Selectable<Tables['profiles']>, 'id' | 'userName' | 'language'>[]> {
  return tx
    .selectFrom('profiles')
    .select(['id', 'userName', 'language'])
    .where('kind', '=', 'planner')
    .where('disabledAt', 'is', null)
    .where('isProgram', '=', false)
    .orderBy('id')
    .execute();
}
