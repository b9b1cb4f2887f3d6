import type { Insertable, Selectable } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../../../platform/db/database.ts';

export type CalendarRow = Selectable<Tables['doctor_calendars']>;

/** More than one doctor can carry out. */
const MAX_EVENTS = 500;

/** What a calendar is told of a mission. */
export type CalendarMission = Pick<
  Selectable<Tables['checks']>,
  'id' | 'version' | 'modificationDate' | 'checkLocation' | 'workerAddress' | 'appointmentStart' | 'appointmentEnd'
>;

export async function findByToken(tx: ReadTx, tokenHash: Buffer): Promise<CalendarRow | undefined> {
  return tx.selectFrom('doctor_calendars').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst();
}

export async function findOfDoctor(tx: ReadTx, doctorId: string): Promise<CalendarRow | undefined> {
  return tx.selectFrom('doctor_calendars').selectAll().where('doctorId', '=', doctorId).executeTakeFirst();
}

/** The caller holds the lock on the doctor. */
export async function insertCalendar(tx: WriteTx, row: Insertable<Tables['doctor_calendars']>): Promise<void> {
  await tx.insertInto('doctor_calendars').values(row).execute();
}

/** The caller holds the lock on the doctor. */
export async function deleteCalendar(tx: WriteTx, doctorId: string): Promise<void> {
  await tx.deleteFrom('doctor_calendars').where('doctorId', '=', doctorId).execute();
}

/** Missions that wait for a doctor, the next one first. */
export async function findMissions(tx: ReadTx, doctorId: string): Promise<readonly CalendarMission[]> {
  return tx
    .selectFrom('checks')
    .select(['id', 'version', 'modificationDate', 'checkLocation', 'workerAddress', 'appointmentStart', 'appointmentEnd'])
    .where('doctorId', '=', doctorId)
    .where('status', '=', 'WaitingForCheck')
    .orderBy('appointmentStart')
    .limit(MAX_EVENTS)
    .execute();
}
