import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type DoctorInput, doctorFilterRule, doctorRule } from '@checkwell/domain/people/doctor';
import { DOCTOR_SORT_FIELDS, type DoctorSortField } from '@checkwell/domain/people/enums';
import { type Actor, can } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { type Database, violates } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import type { Geocoder } from '../../platform/geo/geocoder.ts';
import { faultAt, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { DoctorPlace, DoctorRow } from './doctors.repository.ts';
import * as repository from './doctors.repository.ts';

/** A control doctor, as the provider and the doctor see them. Employers only read the name on their checks. */
export type Doctor = DoctorRow;

export interface DoctorListArguments extends PageArguments {
  /** Parsed here. */
  readonly filter?: unknown;
  readonly sort?: Sort<DoctorSortField> | null | undefined;
}

export interface DoctorService {
  /** By family name, unless sorted otherwise. */
  list(actor: Actor, options: DoctorListArguments): Promise<Page<Doctor>>;
  /** @throws {AppError} `entity.notFound` */
  get(actor: Actor, id: string): Promise<Doctor>;
  /** Doctors by id, for lists: one query for the whole page. Those whom the actor may not see are not among them. */
  findMany(actor: Actor, ids: readonly string[]): Promise<ReadonlyMap<string, Doctor>>;
  /** @param input parsed here */
  create(actor: Actor, input: unknown): Promise<Doctor>;
  /** Planners change everything, doctors their own hours. @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Doctor>;
}

export interface DoctorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
}

export function createDoctorService({ db, clock, geocoder }: DoctorDeps): DoctorService {
  async function locate(practiceAddress: string): Promise<DoctorPlace> {
    const located = await geocoder.locate(practiceAddress);
    if (!located) throw faultAt('practiceAddress', 'addressNotFound');
    return { latitude: located.latitude, longitude: located.longitude, geoPrecision: located.precision };
  }

  /** The doctor, if the actor may see and change them. */
  function getWritable(actor: Actor, row: DoctorRow | undefined): DoctorRow {
    if (!row || !can(actor, 'doctor.read', { doctorId: row.id })) throw new AppError('entity.notFound');
    if (!can(actor, 'doctor.write', { doctorId: row.id })) throw new AppError('access.forbidden');
    return row;
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      const reach = reachable(actor, 'doctor.read');
      const parsed = parseInput(doctorFilterRule, filter ?? {});
      const query = { reach, filter: parsed, sort: sort ?? { field: DOCTOR_SORT_FIELDS[0], direction: 'asc' as const }, first, after };
      return db.as(actor, (tx) => repository.listDoctors(tx, query), { readonly: true });
    },

    async get(actor, id) {
      reachable(actor, 'doctor.read');
      const row = isId(id) ? await db.as(actor, (tx) => repository.findDoctor(tx, id), { readonly: true }) : undefined;
      if (!row || !can(actor, 'doctor.read', { doctorId: row.id })) throw new AppError('entity.notFound');
      return row;
    },

    async findMany(actor, ids) {
      const reach = reachable(actor, 'doctor.read');
      const wanted = [...new Set(ids)].filter(isId);
      if (wanted.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findDoctors(tx, reach, wanted), { readonly: true });
      return new Map(rows.map((row) => [row.id, row]));
    },

    async create(actor, input) {
      reachable(actor, 'doctor.write');
      if (!can(actor, 'doctor.write', {})) throw new AppError('access.forbidden');
      const { availabilities, ...fields } = parseInput(doctorRule, input);
      const place = await locate(fields.practiceAddress);
      const id = newId();
      return inOurWords(() =>
        db.as(actor, async (tx) => {
          await repository.insertDoctor(tx, { ...fields, ...place, id, createdAt: clock.now() });
          await repository.replaceAvailabilities(tx, id, availabilities);
          return getWritable(actor, await repository.findDoctor(tx, id));
        }),
      );
    },

    async update(actor, id, version, input) {
      reachable(actor, 'doctor.write');
      const found = isId(id) ? await db.as(actor, (tx) => repository.findDoctor(tx, id), { readonly: true }) : undefined;
      const before = getWritable(actor, found);
      const doctor = parseInput(doctorRule, input);
      if (actor.kind === 'doctor') refuseAllButHours(before, doctor);
      const { availabilities, ...fields } = doctor;
      const moved = fields.practiceAddress === before.practiceAddress ? undefined : await locate(fields.practiceAddress);
      return inOurWords(() =>
        db.as(actor, async (tx) => {
          const { latitude, longitude, geoPrecision } = moved ?? getWritable(actor, await repository.findDoctor(tx, id));
          if (!(await repository.updateDoctor(tx, id, version, { ...fields, latitude, longitude, geoPrecision })))
            throw new AppError('entity.changedMeanwhile');
          await repository.replaceAvailabilities(tx, id, availabilities);
          return getWritable(actor, await repository.findDoctor(tx, id));
        }),
      );
    },
  };
}

/** A doctor's hours are the doctor's; licence, languages, reach and name are the provider's to check. */
function refuseAllButHours(before: DoctorRow, { availabilities: _hours, ...fields }: DoctorInput): void {
  const stable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => stable(fields[name]) !== stable(before[name]));
  if (changed.length === 0) return;
  throw new AppError('access.forbidden', {}, { issues: changed.map((path) => fieldIssue(path, 'invalidChoice')) });
}

/** What the database refuses, at the field where the form shows it. */
async function inOurWords<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'doctors_email_key')) throw faultAt('email', 'emailTaken');
    if (violates(error, 'doctors_inamiNumber_key')) throw faultAt('inamiNumber', 'inamiTaken');
    throw error;
  }
}
