import type { ExceptionKind, HoursException } from '@checkwell/domain/planning/exceptions';
import type { Insertable } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../platform/db/database.ts';

export interface DoctorException extends HoursException {
  readonly id: string;
  readonly doctorId: string;
  readonly kind: ExceptionKind;
  readonly reason: string;
}

/** Exceptions that are not over at that moment, earliest first. */
export async function findExceptions(tx: ReadTx, doctorIds: readonly string[], now: Date): Promise<readonly DoctorException[]> {
  const rows = await tx
    .selectFrom('doctor_exceptions')
    .select(['id', 'doctorId', 'kind', 'startsAt', 'endsAt', 'reason'])
    .where('doctorId', 'in', [...doctorIds])
    .where('endsAt', '>', now)
    .orderBy('startsAt')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ExceptionKind }));
}

/** Whether a mission of the doctor is in that time. The caller holds the doctor, so none is added meanwhile. */
export async function hasMissionIn(
  tx: ReadTx,
  doctorId: string,
  { startsAt, endsAt }: Pick<HoursException, 'startsAt' | 'endsAt'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('checks')
    .select('id')
    .where('doctorId', '=', doctorId)
    .where('status', '=', 'WaitingForCheck')
    .where('appointmentStart', '<', endsAt)
    .where('appointmentEnd', '>', startsAt)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Fails with `doctor_exceptions_overlap` where there is one of that time. */
export async function insertException(tx: WriteTx, row: Insertable<Tables['doctor_exceptions']>): Promise<void> {
  await tx.insertInto('doctor_exceptions').values(row).execute();
}

export async function findDoctorOf(tx: ReadTx, id: string): Promise<string | undefined> {
  return (await tx.selectFrom('doctor_exceptions').select('doctorId').where('id', '=', id).executeTakeFirst())?.doctorId;
}

/** @returns whether it was there */
export async function deleteException(tx: WriteTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('doctor_exceptions').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
