import type { CheckLocation } from '@checkwell/domain/check/enums';
import type { DoctorAvailability, DoctorFilter } from '@checkwell/domain/people/doctor';
import type { DoctorSortField, WorkerLanguage } from '@checkwell/domain/people/enums';
import type { GeoPrecision } from '@checkwell/domain/planning/geo';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { keysetPage, type PageArguments, type Sort, type SortKey } from '../../platform/db/keyset.ts';
import { matchingPage, type Page } from '../../platform/db/page.ts';
import { foldedColumns, meantTexts, nameOrder } from '../../platform/db/search/similar.ts';

export interface DoctorFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  readonly languages: WorkerLanguage[];
  readonly inamiNumber: string;
  readonly practiceAddress: string;
  readonly locations: CheckLocation[];
  readonly maxKm: number;
  readonly active: boolean;
}

/** Where the practice is: without it nobody can be sent there. */
export interface DoctorPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly geoPrecision: GeoPrecision;
}

export interface DoctorRow extends DoctorFields, DoctorPlace {
  readonly id: string;
  readonly doctorFullName: string;
  /** Weekly hours, sorted by weekday and time. */
  readonly availabilities: readonly DoctorAvailability[];
  /** Checks that wait for this doctor. */
  readonly openMissions: number;
  /** Profile of the doctor's account; null without one. */
  readonly profileId: string | null;
  readonly version: number;
}

const OPEN_MISSIONS = sql<number>`(select count(*) from checks c where c."doctorId" = d.id and c.status = 'WaitingForCheck')`;

const SORTS: Readonly<Record<DoctorSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  lastName: { expression: nameOrder('d.lastName', 'd.firstName'), type: 'text' },
  maxKm: { expression: sql.ref('d.maxKm'), type: 'integer' },
  openMissions: { expression: OPEN_MISSIONS, type: 'integer' },
};
const SEARCHED = foldedColumns('d.doctorFullName', 'd.inamiNumber', 'd.email', 'd.practiceAddress');

const selectDoctors = (tx: ReadTx) =>
  tx.selectFrom('doctors as d').select((eb) => [
    'd.id',
    'd.firstName',
    'd.lastName',
    sql<string>`d."doctorFullName"`.as('doctorFullName'),
    'd.email',
    'd.phoneNumber',
    'd.languages',
    'd.inamiNumber',
    'd.practiceAddress',
    'd.latitude',
    'd.longitude',
    'd.geoPrecision',
    'd.locations',
    'd.maxKm',
    'd.active',
    'd.version',
    jsonArrayFrom(
      eb
        .selectFrom('doctor_availabilities as a')
        // Inside JSON a time has its seconds.
        .select(['a.weekday', sql<string>`left(a."fromTime"::text, 5)`.as('fromTime'), sql<string>`left(a."toTime"::text, 5)`.as('toTime')])
        .whereRef('a.doctorId', '=', 'd.id')
        .orderBy('a.weekday')
        .orderBy('a.fromTime'),
    ).as('availabilities'),
    OPEN_MISSIONS.as('openMissions'),
    eb.selectFrom('profiles as p').select('p.id').whereRef('p.doctorId', '=', 'd.id').as('profileId'),
  ]);

export interface DoctorQuery extends PageArguments {
  readonly reach: Reach;
  readonly filter: DoctorFilter;
  readonly sort: Sort<DoctorSortField>;
}

export async function listDoctors(tx: ReadTx, query: DoctorQuery): Promise<Page<DoctorRow>> {
  const { field, direction } = query.sort;
  const keyset = keysetPage(query, { ...SORTS[field], name: field, direction, id: sql.ref('d.id') });
  const matches = await conditions(tx, query);
  return matchingPage(tx, { select: selectDoctors(tx), from: sql`doctors d`, matches, keyset });
}

async function conditions(
  tx: ReadTx,
  { reach, filter: { language, location, active, search } }: DoctorQuery,
): Promise<RawBuilder<SqlBool>> {
  const all = [reached(reach)];
  if (language) all.push(sql<SqlBool>`${language} = any (d.languages)`);
  if (location) all.push(sql<SqlBool>`${location} = any (d.locations)`);
  if (active !== undefined && active !== null) all.push(sql<SqlBool>`d.active = ${active}`);
  const matches = sql<SqlBool>`(${sql.join(all, sql` and `)})`;
  return search
    ? sql<SqlBool>`(${matches} and ${await meantTexts(tx, { from: sql`doctors d`, where: matches }, SEARCHED, search)})`
    : matches;
}

/** Doctors belong to no company: all of them, oneself, or none. */
function reached(reach: Reach): RawBuilder<SqlBool> {
  if (reach.kind === 'any') return sql<SqlBool>`true`;
  return reach.kind === 'doctor' ? sql<SqlBool>`d.id = ${reach.doctorId}` : sql<SqlBool>`false`;
}

export function findDoctor(tx: ReadTx, id: string): Promise<DoctorRow | undefined> {
  return selectDoctors(tx).where('d.id', '=', id).executeTakeFirst();
}

export function findDoctors(tx: ReadTx, reach: Reach, ids: readonly string[]): Promise<DoctorRow[]> {
  return selectDoctors(tx)
    .where('d.id', 'in', [...ids])
    .where(reached(reach))
    .execute();
}

/** Fails with `doctors_email_key` or `doctors_inamiNumber_key` when another doctor has the same. */
export async function insertDoctor(
  tx: WriteTx,
  doctor: DoctorFields & DoctorPlace & { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  await tx.insertInto('doctors').values(doctor).execute();
}

/** Checks that wait for this doctor: none is added to a doctor who is held by the transaction (`PlanningService.lockDoctor`). */
export async function countOpenMissions(tx: ReadTx, doctorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('checks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('doctorId', '=', doctorId)
    .where('status', '=', 'WaitingForCheck')
    .executeTakeFirstOrThrow();
  return count;
}

/** Replaces all hours by these. */
export async function replaceAvailabilities(tx: WriteTx, doctorId: string, availabilities: readonly DoctorAvailability[]): Promise<void> {
  await tx.deleteFrom('doctor_availabilities').where('doctorId', '=', doctorId).execute();
  if (availabilities.length === 0) return;
  await tx
    .insertInto('doctor_availabilities')
    .values(availabilities.map((availability) => ({ ...availability, doctorId })))
    .execute();
}
