import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type View, viewFor } from '@checkwell/domain/fields';
import { LISTS } from '@checkwell/domain/lists/lists';
import { type DoctorInput, doctorFilterRule, doctorRule, languageOfDoctor } from '@checkwell/domain/people/doctor';
import type { DoctorSortField } from '@checkwell/domain/people/enums';
import { DOCTOR_FIELDS } from '@checkwell/domain/people/fields';
import { inamiError } from '@checkwell/domain/people/numbers/inami';
import { type Actor, can, roleIn } from '@checkwell/domain/policy';
import { fieldIssue } from '@checkwell/domain/validation';
import { type Database, mapViolations, type WriteTx } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import { compareAndSet, type Locked, lockRow, requireVersion } from '../../platform/db/locked.ts';
import type { Page } from '../../platform/db/page.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import type { Geocoder } from '../../platform/geo/geocoder.ts';
import { fieldErrorAt, reachable } from '../../platform/guard.ts';
import { isId, newId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Identity } from '../identity/identity.service.ts';
import type { DoctorFields, DoctorPlace, DoctorRow } from './doctors.repository.ts';
import * as repository from './doctors.repository.ts';

export { ABSENT_TOPIC, type AbsentEffect } from './doctor-exceptions.service.ts';

/** A control doctor, as the provider and the doctor see them. Employers only read the name on their checks. */
export type Doctor = View<typeof DOCTOR_FIELDS, InvitedDoctor>;

interface InvitedDoctor extends DoctorRow {
  /** Whether nobody can sign in as this doctor yet, though the doctor takes missions: never invited, or the invitation waits. */
  readonly mayBeInvited: boolean;
  /** Whether an invitation waits to be accepted. */
  readonly isInvited: boolean;
}

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
  /**
   * Adds a doctor with an account, whose owner chooses a password by the link of an invitation (one who takes no missions yet is
   * invited when that changes).
   * @param input parsed here
   */
  create(actor: Actor, input: unknown): Promise<Doctor>;
  /**
   * Planners change everything, doctors their own hours. With another e-mail address the doctor signs in with that one; who takes no
   * missions any more and has none left cannot sign in, from the same moment.
   * @param input parsed here @throws {AppError} `entity.changedMeanwhile` */
  update(actor: Actor, id: string, version: number, input: unknown): Promise<Doctor>;
  /**
   * Sends the invitation again; a doctor from before doctors had accounts gets one.
   * @throws {AppError} `user.notInvited` once somebody can sign in, or for a doctor who takes no missions; `auth.tooManyAttempts`
   */
  invite(actor: Actor, id: string): Promise<Doctor>;
}

export interface DoctorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly geocoder: Geocoder;
  readonly identity: Pick<
    Identity,
    'addAccount' | 'changeEmail' | 'endSessionsOf' | 'findUnused' | 'forget' | 'invite' | 'admitInvitation' | 'isUnused'
  >;
}

/** Fields of the record that belong to the doctor's account. */
type AccountFields = Pick<DoctorFields, 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'languages'>;

export function createDoctorService({ db, clock, geocoder, identity }: DoctorDeps): DoctorService {
  async function locate(practiceAddress: string): Promise<DoctorPlace> {
    const located = await geocoder.locate(practiceAddress);
    if (!located) throw fieldErrorAt('practiceAddress', 'addressNotFound');
    return { latitude: located.latitude, longitude: located.longitude, geoPrecision: located.precision };
  }

  /** The doctor, if the actor may see and change them. */
  function getWritable<Row extends { readonly id: string }>(actor: Actor, row: Row | undefined): Row {
    if (!row || !can(actor, 'doctor.read', { doctorId: row.id })) throw new AppError('entity.notFound');
    if (!can(actor, 'doctor.write', { doctorId: row.id })) throw new AppError('access.forbidden');
    return row;
  }

  /** Adds the state of the doctors' accounts, which only the provider sees. */
  async function showAll(actor: Actor, rows: readonly DoctorRow[]): Promise<readonly Doctor[]> {
    const invites = can(actor, 'doctor.write', {});
    const accounts = invites ? rows.flatMap(({ profileId }) => profileId ?? []) : [];
    const unused = await identity.findUnused(accounts);
    return rows.map((row) => {
      const isInvited = row.profileId !== null && unused.has(row.profileId);
      const mayBeInvited = invites && row.active && (row.profileId === null || isInvited);
      return viewFor(DOCTOR_FIELDS, { ...row, isInvited, mayBeInvited }, roleIn(actor, null));
    });
  }

  async function show(actor: Actor, row: DoctorRow): Promise<Doctor> {
    const [doctor] = await showAll(actor, [row]);
    if (!doctor) throw new Error('One row shows one doctor.');
    return doctor;
  }

  async function find(actor: Actor, id: string): Promise<DoctorRow | undefined> {
    return isId(id) ? db.as(actor, (tx) => repository.findDoctor(tx, id), { readonly: true }) : undefined;
  }

  /** Makes the account of a doctor, and asks for its invitation. */
  async function addAccount(tx: WriteTx, id: string, doctor: AccountFields): Promise<void> {
    const { firstName, lastName, email, phoneNumber, languages } = doctor;
    const account = { firstName, lastName, email, phoneNumber, language: languageOfDoctor(languages) };
    const { profileId } = await identity.addAccount(tx, { ...account, kind: 'doctor', password: null, companyId: null, doctorId: id });
    await identity.invite(tx, { profileId, companyId: null });
  }

  /** What a change of the record means for signing in, in the same transaction. @returns the account that it is about */
  async function followAccount(
    tx: WriteTx,
    before: Locked<'doctors'>,
    after: { readonly email: string; readonly active: boolean },
  ): Promise<string | null> {
    const isMoved = after.email !== before.email;
    if (!isMoved && after.active === before.active) return null;
    const profile = await lockRow(tx, 'profiles', { doctorId: before.id });
    if (!profile) return null;
    if (isMoved) await identity.changeEmail(tx, profile, after.email);
    else if (after.active && (await identity.isUnused(tx, profile))) await identity.invite(tx, { profileId: profile.id, companyId: null });
    else if (!after.active && (await repository.countOpenMissions(tx, before.id)) === 0) await identity.endSessionsOf(tx, profile);
    return profile.id;
  }

  return {
    async list(actor, { filter, sort, first, after }) {
      const reach = reachable(actor, 'doctor.read');
      const parsed = parseInput(doctorFilterRule, filter ?? {});
      const query = { reach, filter: parsed, sort: sort ?? LISTS.doctors.first, first, after };
      const page = await db.as(actor, (tx) => repository.listDoctors(tx, query), { readonly: true, replica: true });
      return { ...page, nodes: await showAll(actor, page.nodes) };
    },

    async get(actor, id) {
      reachable(actor, 'doctor.read');
      const row = await find(actor, id);
      if (!row || !can(actor, 'doctor.read', { doctorId: row.id })) throw new AppError('entity.notFound');
      return show(actor, row);
    },

    async findMany(actor, ids) {
      const reach = reachable(actor, 'doctor.read');
      const wanted = [...new Set(ids)].filter(isId);
      if (wanted.length === 0) return new Map();
      const rows = await db.as(actor, (tx) => repository.findDoctors(tx, reach, wanted), { readonly: true });
      return new Map((await showAll(actor, rows)).map((row) => [row.id, row]));
    },

    async create(actor, input) {
      reachable(actor, 'doctor.write');
      if (!can(actor, 'doctor.write', {})) throw new AppError('access.forbidden');
      const { availabilities, ...fields } = parseInput(doctorRule, input);
      refuseWrongLicence(fields.inamiNumber, null);
      const place = await locate(fields.practiceAddress);
      const id = newId();
      await db
        .as(actor, async (tx) => {
          await reauthorize(tx, actor, 'doctor.write', null);
          await repository.insertDoctor(tx, { ...fields, ...place, id, createdAt: clock.now() });
          await repository.replaceAvailabilities(tx, id, availabilities);
          await addAccount(tx, id, fields);
        })
        .catch(asFieldError);
      return show(actor, getWritable(actor, await find(actor, id)));
    },

    async update(actor, id, version, input) {
      reachable(actor, 'doctor.write');
      const before = getWritable(actor, await find(actor, id));
      const doctor = parseInput(doctorRule, input);
      const { availabilities, ...fields } = doctor;
      const moves = actor.kind !== 'doctor' && fields.practiceAddress !== before.practiceAddress;
      const moved = moves ? await locate(fields.practiceAddress) : undefined;
      const profileId = await db
        .as(actor, async (tx) => {
          if (actor.kind === 'planner') await reauthorize(tx, actor, 'doctor.write', null);
          const stored = getWritable(actor, await lockRow(tx, 'doctors', { id }));
          requireVersion(stored, version);
          // The practice was looked up for the address that was there before the lock.
          requireVersion(stored, before.version);
          if (actor.kind === 'doctor') refuseAllButHours(stored, doctor);
          refuseWrongLicence(fields.inamiNumber, stored.inamiNumber);
          await compareAndSet(tx, stored, version, { ...fields, ...moved });
          await repository.replaceAvailabilities(tx, id, availabilities);
          return followAccount(tx, stored, fields);
        })
        .catch(asFieldError);
      if (profileId !== null) identity.forget(profileId);
      return show(actor, getWritable(actor, await find(actor, id)));
    },

    async invite(actor, id) {
      reachable(actor, 'doctor.write');
      if (!can(actor, 'doctor.write', {})) throw new AppError('access.forbidden');
      const doctor = await show(actor, getWritable(actor, await find(actor, id)));
      if (!doctor.mayBeInvited) throw new AppError('user.notInvited');
      if (doctor.isInvited) await identity.admitInvitation(doctor.email);
      await db
        .as(actor, async (tx) => {
          await reauthorize(tx, actor, 'doctor.write', null);
          const stored = await lockRow(tx, 'doctors', { id });
          if (!stored?.active) throw new AppError('user.notInvited');
          const profile = await lockRow(tx, 'profiles', { doctorId: id });
          if (!profile) await addAccount(tx, id, stored);
          else if (await identity.isUnused(tx, profile)) await identity.invite(tx, { profileId: profile.id, companyId: null });
          else throw new AppError('user.notInvited');
        })
        .catch(asFieldError);
      return show(actor, getWritable(actor, await find(actor, id)));
    },
  };
}

/** A doctor's hours are the doctor's; licence, languages, reach and name are the provider's to check. */
function refuseAllButHours(before: DoctorFields, { availabilities: _hours, ...fields }: DoctorInput): void {
  const stable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter((name) => stable(fields[name]) !== stable(before[name]));
  if (changed.length === 0) return;
  throw new AppError('access.forbidden', {}, { issues: changed.map((path) => fieldIssue(path, 'invalidChoice')) });
}

const emailTaken = () => fieldErrorAt('email', 'emailTaken');
const asViolation = mapViolations({
  doctors_email_key: emailTaken,
  doctors_inamiNumber_key: () => fieldErrorAt('inamiNumber', 'inamiTaken'),
});
/** Turns an error of a constraint or of the account into an error at the field of the form. */
const asFieldError = (error: unknown): never =>
  asViolation(error instanceof AppError && error.code === 'user.duplicateEmail' ? emailTaken() : error);

function refuseWrongLicence(entered: string, stored: string | null): void {
  const fieldError = inamiError(entered, stored);
  if (fieldError !== null) throw fieldErrorAt('inamiNumber', fieldError);
}
