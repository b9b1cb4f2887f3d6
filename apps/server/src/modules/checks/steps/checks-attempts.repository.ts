import type { CheckAction } from '@checkwell/domain/check/lifecycle';
import { type Insertable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';
import { keysOf, type RecordKey } from '../../../platform/db/fragments.ts';
import { isErased, type Unsealed, unsealed } from '../../../platform/db/seals/sealed-logs.ts';

/** Steps that make an appointment or move it. */
const APPOINTMENT_ACTIONS = [
  'schedule',
  'reschedule',
  'acceptOffer',
  'employeeMove',
  'leaveCard',
] as const satisfies readonly CheckAction[];

/** What a doctor recorded of a visit where nobody opened. */
export interface Attempt extends Unsealed<'visit_attempts'> {
  /** Whether its personal parts were erased by age. */
  readonly detailsErased: boolean;
}

export async function insertAttempt(tx: WriteTx, attempt: Insertable<Tables['visit_attempts']>): Promise<void> {
  await tx.insertInto('visit_attempts').values(attempt).execute();
}

/** Attempts of each check in order, as far as the actor sees them. */
export async function findAttempts(tx: ReadTx, checks: readonly RecordKey[]): Promise<readonly Attempt[]> {
  const { rows } = await sql<Attempt>`
    select ${unsealed('visit_attempts', 'a')}, ${isErased('a')} as "detailsErased" from visit_attempts a
    where (a."companyId", a."checkId") in (${keysOf(checks)})
    order by a."attemptedAt", a.id`.execute(tx);
  return rows;
}

/** The attempts that the current doctor of a check recorded, also at earlier visits. */
export async function findDoctorsAttempts(
  tx: ReadTx,
  check: RecordKey & { readonly doctorId: string | null },
): Promise<readonly Attempt[]> {
  return (await findAttempts(tx, [check])).filter(({ doctorId }) => doctorId === check.doctorId);
}

/** When the current appointment of a check was made or last changed, by its history; undefined: not recorded. */
export async function findAppointmentMadeAt(tx: ReadTx, { companyId, id }: RecordKey): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('check_events')
    .select('at')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('action', 'in', APPOINTMENT_ACTIONS)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** The trip of this doctor's last attempt, in km; undefined: no attempt. */
export async function findAttemptTrip(
  tx: ReadTx,
  { companyId, id, doctorId }: RecordKey & { readonly doctorId: string },
): Promise<{ readonly km: number | null } | undefined> {
  return tx
    .selectFrom('visit_attempts')
    .select('distanceKm as km')
    .where('companyId', '=', companyId)
    .where('checkId', '=', id)
    .where('doctorId', '=', doctorId)
    .orderBy('attemptedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether this is a photograph of a card that this profile has stored for this company, and that belongs to no attempt yet. */
export async function isOwnCard(tx: ReadTx, companyId: string, id: string, profileId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('documents')
    .select('id')
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where('kind', '=', 'card')
    .where('uploadedByProfileId', '=', profileId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('visit_attempts').select('id').where('companyId', '=', companyId).where('photoId', '=', id))),
    )
    .executeTakeFirst();
  return row !== undefined;
}
