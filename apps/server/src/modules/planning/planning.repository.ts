import type { CheckTiming } from '@checkwell/domain/check/enums';
import type { DoctorFacts } from '@checkwell/domain/check/times/appointment';
import { addDays, type CalendarDay, instantAt } from '@checkwell/domain/clock';
import type { HoursException } from '@checkwell/domain/planning/exceptions';
import type { RecoveryFacts } from '@checkwell/domain/planning/moment';
import type { Busy, Placeable } from '@checkwell/domain/planning/ranking';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { lockRow } from '../../platform/db/locked.ts';
import { reachCondition } from '../../platform/db/reach.ts';

/** A check as ranking and forecast need it. */
export interface PlaceableCheck extends Placeable, RecoveryFacts {
  readonly checkTiming: CheckTiming;
}

/** The check, if the reach holds it. */
export async function findPlaceable(tx: ReadTx, reach: Reach, id: string): Promise<PlaceableCheck | undefined> {
  return tx
    .selectFrom('checks as c')
    .select([
      'c.checkLocation',
      'c.workerLanguage',
      'c.authorizedExit',
      'c.latitude',
      'c.longitude',
      'c.incapacityStartDate',
      'c.incapacityEndDate',
      'c.incapacityType',
      'c.certificateType',
      'c.checkTiming',
    ])
    .where('c.id', '=', id)
    .where(
      reachCondition(reach, {
        companyId: 'c.companyId',
        superiorId: 'c.superiorId',
        orderedByProfileId: 'c.orderedByProfileId',
        doctorId: 'c.doctorId',
      }),
    )
    .executeTakeFirst();
}

/** A doctor as appointments need it. */
export interface DoctorRecord extends DoctorFacts {
  readonly id: string;
  readonly doctorFullName: string;
}

/** Inside JSON an instant is a text. */
type StoredDoctor = Omit<DoctorRecord, 'exceptions'> & {
  readonly exceptions: readonly (Pick<HoursException, 'kind'> & { readonly startsAt: string; readonly endsAt: string })[];
};

async function selectDoctors(tx: ReadTx, where: RawBuilder<SqlBool>): Promise<readonly DoctorRecord[]> {
  const { rows } = await sql<StoredDoctor>`
  select d.id, d."doctorFullName", d.active, d.languages, d.locations, d."maxKm", d.latitude, d.longitude,
    coalesce((
      select json_agg(json_build_object('weekday', h.weekday, 'fromTime', to_char(h."fromTime", 'HH24:MI'), 'toTime', to_char(h."toTime", 'HH24:MI')) order by h.weekday, h."fromTime")
      from doctor_availabilities h where h."doctorId" = d.id), '[]') as availabilities,
    coalesce((
      select json_agg(json_build_object('kind', x.kind, 'startsAt', x."startsAt", 'endsAt', x."endsAt"))
      from doctor_exceptions x where x."doctorId" = d.id), '[]') as exceptions
  from doctors d where ${where}`.execute(tx);
  return rows.map((row) => ({
    ...row,
    exceptions: row.exceptions.map(({ kind, startsAt, endsAt }) => ({ kind, startsAt: new Date(startsAt), endsAt: new Date(endsAt) })),
  }));
}

/** Shared: several appointments may be made with one doctor at once. Hours, absences among them, change while the doctor's row is held. */
export async function lockDoctor(tx: WriteTx, id: string): Promise<DoctorRecord | undefined> {
  return (await lockRow(tx, 'doctors', { id }, 'share')) ? findDoctor(tx, id) : undefined;
}

export async function findDoctor(tx: ReadTx, id: string): Promise<DoctorRecord | undefined> {
  return (await selectDoctors(tx, sql<SqlBool>`d.id = ${id}`))[0];
}

/** A rectangle of the map, degrees. */
export interface Box {
  readonly latitude: readonly [from: number, to: number];
  readonly longitude: readonly [from: number, to: number];
}

/** Doctors who work for us at this location, inside the box if there is one. */
export async function findDoctors(tx: ReadTx, location: Placeable['checkLocation'], box: Box | null): Promise<readonly DoctorRecord[]> {
  const near =
    box === null
      ? sql<SqlBool>`true`
      : sql<SqlBool>`d.latitude between ${box.latitude[0]} and ${box.latitude[1]} and d.longitude between ${box.longitude[0]} and ${box.longitude[1]}`;
  return selectDoctors(tx, sql<SqlBool>`d.active and ${location}::check_location = any (d.locations) and ${near}`);
}

/** What these doctors have planned from the first to the last day, both included. */
export async function findAppointments(
  tx: ReadTx,
  doctorIds: readonly string[],
  [first, last]: readonly [CalendarDay, CalendarDay],
): Promise<ReadonlyMap<string, readonly Busy[]>> {
  const rows = await tx
    .selectFrom('checks')
    .select(['doctorId', 'appointmentStart', 'appointmentEnd'])
    .where('status', '=', 'WaitingForCheck')
    .where('doctorId', '=', sql<string>`any (${[...doctorIds]}::uuid[])`)
    .where('appointmentStart', '>=', instantAt(first, '00:00'))
    .where('appointmentStart', '<', instantAt(addDays(last, 1), '00:00'))
    .execute();
  const byDoctor = new Map<string, Busy[]>();
  for (const { doctorId, appointmentStart: start, appointmentEnd: end } of rows) {
    if (doctorId === null || start === null || end === null) continue;
    const busy = byDoctor.get(doctorId);
    if (busy) busy.push({ start, end });
    else byDoctor.set(doctorId, [{ start, end }]);
  }
  return byDoctor;
}
