import type { CheckStatus } from '@checkwell/domain/check/enums';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import type { Actor } from '@checkwell/domain/policy';
import type { Insertable } from 'kysely';
import type { Database, Tables, WriteTx } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';

/**
 * A small set of fixtures for tests: two companies with users of each kind, superiors, employees and certificates; the provider's planner
 * and doctors. The rows are inserted without the services, so that a test of one service does not depend on others.
 */
export interface Fixtures {
  readonly a: FixtureCompany;
  readonly b: FixtureCompany;
  readonly actors: {
    readonly adminA: EmployerActor;
    /** Basic user of A who is the superior `a.superiors[0]`. */
    readonly basicA: EmployerActor;
    /** Basic user of A who is the superior `a.superiors[1]`. */
    readonly otherBasicA: EmployerActor;
    /** Basic user of A without a superior record. */
    readonly looseBasicA: EmployerActor;
    readonly adminB: EmployerActor;
    /** Admin of A and basic user of B (superior `b.superiors[0]`). */
    readonly adminAB: EmployerActor;
    readonly planner: Extract<Actor, { kind: 'planner' }>;
    /** The doctor `doctors.brussels`. */
    readonly doctor: DoctorActor;
    /** The doctor `doctors.antwerp`. */
    readonly otherDoctor: DoctorActor;
    readonly system: Actor;
    readonly anonymous: Actor;
  };
  readonly doctors: {
    /** FR, NL, EN; every location; weekdays 8 to 18 h. */
    readonly brussels: string;
    /** NL; office only; Monday, Wednesday 9 to 12 h. */
    readonly antwerp: string;
    /** FR, NL; every location; no longer works for us. */
    readonly retired: string;
  };
}

export interface FixtureCompany {
  readonly id: string;
  readonly name: string;
  readonly superiors: readonly [string, string];
  /** Two employees of each superior, then one without. All in Brussels. */
  readonly employees: readonly [string, string, string, string, string];
  /** One per employee, today and the nine days after. */
  readonly certificates: readonly [string, string, string, string, string];
  /** A document that no certificate has yet. */
  readonly document: string;
}

export type EmployerActor = Extract<Actor, { kind: 'employer' }>;
export type DoctorActor = Extract<Actor, { kind: 'doctor' }>;

const BRUSSELS = { latitude: 50.8467, longitude: 4.3525, geoPrecision: 'locality' } as const;
const ANTWERP = { latitude: 51.2194, longitude: 4.4025, geoPrecision: 'locality' } as const;
const NAMES = [
  ['Jan', 'Peeters'],
  ['Zoé', 'Müller'],
  ['Marie-Claire', 'Van den Berghe'],
  ['Ömer', 'Yılmaz'],
  ['An', "D'Hondt"],
] as const;

let created = 0;

export async function createFixtures(db: Database, clock: Clock): Promise<Fixtures> {
  created += 1;
  const number = created;
  return db.system('test fixtures', async (tx) => {
    const a = await company(tx, clock, `Alfa ${number}`, number * 2);
    const b = await company(tx, clock, `Beta ${number}`, number * 2 + 1);
    const brussels = await doctor(tx, `brussels${number}`, {
      ...BRUSSELS,
      languages: ['FR', 'NL', 'EN'],
      locations: ['Office', 'House', 'Telecheck'],
      practiceAddress: 'Grote Markt 1, 1000 Brussel',
    });
    const antwerp = await doctor(tx, `antwerp${number}`, {
      ...ANTWERP,
      languages: ['NL'],
      locations: ['Office'],
      practiceAddress: 'Meir 1, 2000 Antwerpen',
    });
    const retired = await doctor(tx, `retired${number}`, {
      ...BRUSSELS,
      languages: ['FR', 'NL'],
      locations: ['Office', 'House', 'Telecheck'],
      practiceAddress: 'Grote Markt 2, 1000 Brussel',
      active: false,
    });
    await tx
      .insertInto('doctor_availabilities')
      .values([
        ...[1, 2, 3, 4, 5].map((weekday) => ({ doctorId: brussels, weekday, fromTime: '08:00', toTime: '18:00' })),
        ...[1, 3].map((weekday) => ({ doctorId: antwerp, weekday, fromTime: '09:00', toTime: '12:00' })),
      ])
      .execute();
    const employer = async (
      name: string,
      ...companies: readonly (readonly [FixtureCompany, 'admin' | 'basic', string | null])[]
    ): Promise<EmployerActor> => {
      const home = companies[0]?.[0] ?? a;
      const profileId = await profile(tx, `${name}.${number}`, { kind: 'employer', companyId: home.id });
      for (const [{ id: companyId }, accesType, superiorId] of companies) {
        await tx
          .insertInto('company_users')
          .values({ companyId, profileId, accesType, superiorId, languages: ['en'] })
          .execute();
      }
      const memberships = companies.map(([{ id: companyId }, accesType, superiorId]) => ({ companyId, accesType, superiorId }));
      return { kind: 'employer', profileId, email: `${name}.${number}@example.be`, memberships };
    };
    const doctorActor = async (name: string, doctorId: string): Promise<DoctorActor> => {
      const profileId = await profile(tx, `${name}.${number}`, { kind: 'doctor', doctorId });
      return { kind: 'doctor', profileId, email: `${name}.${number}@example.be`, doctorId };
    };
    const actors: Fixtures['actors'] = {
      adminA: await employer('admin.a', [a, 'admin', null]),
      basicA: await employer('basic.a', [a, 'basic', a.superiors[0]]),
      otherBasicA: await employer('other.a', [a, 'basic', a.superiors[1]]),
      looseBasicA: await employer('loose.a', [a, 'basic', null]),
      adminB: await employer('admin.b', [b, 'admin', null]),
      adminAB: await employer('admin.ab', [a, 'admin', null], [b, 'basic', b.superiors[0]]),
      planner: {
        kind: 'planner',
        profileId: await profile(tx, `planner.${number}`, { kind: 'planner' }),
        email: `planner.${number}@example.be`,
      },
      doctor: await doctorActor('doctor', brussels),
      otherDoctor: await doctorActor('doctor.antwerp', antwerp),
      system: { kind: 'system', name: 'test' },
      anonymous: { kind: 'anonymous' },
    };
    return { a, b, actors, doctors: { brussels, antwerp, retired } };
  });
}

async function company(tx: WriteTx, clock: Clock, name: string, number: number): Promise<FixtureCompany> {
  const companyId = newId();
  await tx
    .insertInto('companies')
    .values({
      id: companyId,
      name,
      companyNumber: `BE${String(number).padStart(10, '0')}`,
      companyAddress: 'Wetstraat 16, 1000 Brussel',
      staffCount: 50,
      checkPrice: 100_00,
    })
    .execute();
  const superiors = [newId(), newId()] as const;
  await tx
    .insertInto('superiors')
    .values(
      superiors.map((id, index) => ({
        companyId,
        id,
        email: `superior${index}.${number}@example.be`,
        firstName: 'Superior',
        lastName: `${name} ${index}`,
        language: 'fr' as const,
      })),
    )
    .execute();
  const employees = NAMES.map(() => newId());
  await tx
    .insertInto('employees')
    .values(
      NAMES.map(([employeeFirstName, employeeLastName], index) => ({
        companyId,
        id: employees[index] as string,
        employeeMatricule: `${number}-${index}`,
        employeeFirstName,
        employeeLastName,
        employeeLanguage: 'FR' as const,
        employeeGender: 'Female' as const,
        employeePhoneNumber: '+3221234567',
        employeeAddress: 'Nieuwstraat 5, 1000 Brussel',
        superiorId: superiors[index >> 1] ?? null,
        ...BRUSSELS,
        searchText: searchTextOf(employeeFirstName, employeeLastName, `${number}-${index}`),
      })),
    )
    .execute();
  const certificates = NAMES.map(() => newId());
  await tx
    .insertInto('certificates')
    .values(
      NAMES.map(([firstName, lastName], index) => ({
        companyId,
        id: certificates[index] as string,
        employeeId: employees[index] as string,
        superiorId: superiors[index >> 1] ?? null,
        startDate: clock.today(),
        endDate: addDays(clock.today(), 9),
        incapacityReason: 'Illness' as const,
        authorizedExit: true,
        entryType: 'ABSENCE_DECLARATION' as const,
        certifType: 'FirstCertificate' as const,
        createdAt: clock.now(),
        searchText: searchTextOf(firstName, lastName, `${number}-${index}`),
      })),
    )
    .execute();
  const document = newId();
  await tx
    .insertInto('documents')
    .values({
      companyId,
      id: document,
      kind: 'certificate',
      fileName: 'certificate.pdf',
      mediaType: 'application/pdf',
      byteSize: 10,
      sha256: Buffer.alloc(32),
      storageKey: newId(),
    })
    .execute();
  // TypeScript does not know the length of lists made by `map`.
  return { id: companyId, name, superiors, employees: employees as never, certificates: certificates as never, document };
}

async function doctor(
  tx: WriteTx,
  name: string,
  values: Pick<Insertable<Tables['doctors']>, 'latitude' | 'longitude' | 'geoPrecision' | 'languages' | 'locations' | 'practiceAddress'> & {
    readonly active?: boolean;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('doctors')
    .values({
      id,
      firstName: 'Dokter',
      lastName: name,
      email: `${name}@practice.example.be`,
      phoneNumber: '+3221234567',
      inamiNumber: licence(),
      ...values,
    })
    .execute();
  return id;
}

let licences = 100_000;
function licence(): string {
  licences += 1;
  return inamiOf(licences);
}

async function profile(
  tx: WriteTx,
  name: string,
  role: { readonly kind: 'employer' | 'planner' | 'doctor'; readonly companyId?: string; readonly doctorId?: string },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto('profiles')
    .values({
      id,
      userName: `${name}@example.be`,
      firstName: 'Given',
      lastName: name,
      issuer: 'https://issuer.example.be',
      subject: id,
      ...role,
    })
    .execute();
  return id;
}

/**
 * Inserts a check in any status that satisfies the constraints of the table: of employee 0 of the company, ordered by nobody,
 * with a doctor and an appointment (tomorrow, 10:00) when the status needs them.
 */
export async function insertCheck(
  db: Database,
  fixtures: Fixtures,
  clock: Clock,
  values: Partial<Insertable<Tables['checks']>> & { readonly status?: CheckStatus } = {},
): Promise<{ readonly companyId: string; readonly id: string }> {
  const company = values.companyId === fixtures.b.id ? fixtures.b : fixtures.a;
  const status = values.status ?? 'Reception';
  const waiting = status === 'WaitingForCheck';
  const archived = status === 'Archived';
  const start = instantAt(addDays(clock.today(), 1), '10:00');
  const [firstName, lastName] = [values.workerFirstName ?? 'Jan', values.workerLastName ?? 'Peeters'];
  const row: Insertable<Tables['checks']> = {
    companyId: company.id,
    id: newId(),
    employeeId: company.employees[0],
    superiorId: company.superiors[0],
    source: 'Web',
    status,
    creationDate: clock.now(),
    modificationDate: clock.now(),
    workerFirstName: firstName,
    workerLastName: lastName,
    workerGender: 'Female',
    workerLanguage: 'FR',
    workerAddress: 'Nieuwstraat 5, 1000 Brussel',
    workerPhoneNumber: '+3221234567',
    phoneNumber: '+32470123456',
    workerExternalId: 'X-1',
    ...BRUSSELS,
    searchText: searchTextOf(firstName, lastName, values.workerExternalId ?? 'X-1'),
    incapacityStartDate: clock.today(),
    incapacityEndDate: addDays(clock.today(), 9),
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    checkTiming: 'Optimized',
    checkLocation: 'Office',
    companyTotalPrice: 100_00,
    ...((waiting || (archived && values.checkOccurence === undefined)) && {
      doctorId: fixtures.doctors.brussels,
      doctorFullName: 'Dokter',
      doctorFoundAt: clock.now(),
      appointmentStart: start,
      appointmentEnd: new Date(start.getTime() + 20 * 60_000),
    }),
    // Tests of a no-show set another value.
    ...(waiting && { employeeTold: 'InTime' as const }),
    ...(archived && { checkOccurence: 'NoShow' as const, archivedAt: clock.now() }),
    ...(status === 'ModificationProblem' && { problemReason: 'AddressUnclear' as const, problemOwner: 'employer' as const }),
    ...values,
  };
  await db.system('test check', async (tx) => {
    await tx.insertInto('checks').values(row).execute();
    await tx
      .insertInto('check_events')
      .values({
        companyId: row.companyId,
        id: newId(),
        checkId: row.id,
        at: clock.now(),
        actorKind: 'system',
        action: 'order',
        toStatus: status,
        version: values.version ?? 1,
      })
      .execute();
  });
  return { companyId: row.companyId, id: row.id };
}
