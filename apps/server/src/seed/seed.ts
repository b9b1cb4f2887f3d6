import { setImmediate as turn } from 'node:timers/promises';
import type { CheckLocation } from '@checkwell/domain/check/enums';
import { addDays, type Clock, instantAt } from '@checkwell/domain/clock';
import { WORKER_TRAVEL_KM } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { daysOfMonth, monthsToInvoice } from '@checkwell/domain/invoice/monthly';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import { companyNumberFrom } from '@checkwell/domain/people/numbers/vat';
import { foldText, searchTextOf } from '@checkwell/domain/people/search-text';
import { roadKm } from '@checkwell/domain/planning/geo';
import type { Identity } from '../modules/identity/identity.service.ts';
import type { InvoiceService } from '../modules/invoices/invoices.service.ts';
import type { Database, WriteTx } from '../platform/db/database.ts';
import { belgianPlaces, type Place } from '../platform/geo/places.ts';
import { hashPassword } from '../platform/identity/password-hash.ts';
import { DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts';
import { bulkInsert } from './bulk.ts';
import { type DocumentStore, MOST_DOCUMENTS, writeDocuments } from './documents.ts';
import { addHistory } from './history.ts';
import type { HistoryRows, Row, SeedCompany, SeedDoctor, SeedEmployee } from './history-types.ts';
import { COMPANIES, FIRST_NAMES, FUNCTIONS, LAST_NAMES, STREETS } from './names.ts';
import { type Random, randomFrom } from './random.ts';

/** How large the demo is; the defaults are domain.md 3.2. */
export interface SeedSize {
  readonly companies: number;
  readonly checks: number;
}
export const DEFAULT_SIZE: SeedSize = { companies: 12, checks: 18_000 };
const DOCTORS = 220;
/** When the demo's companies, doctors and people joined; fixed, so that a repeated seed meets its own rows. */
const FOUNDED = new Date('2023-11-06T08:00:00Z');

export interface SeedDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly identity: Pick<Identity, 'createAccount'>;
  readonly invoices: Pick<InvoiceService, 'issueMonth'>;
  readonly documents: DocumentStore;
  /** Called as work goes on: employees done, of how many. */
  readonly onProgress?: (done: number, total: number) => void;
  /** … and, once the rows stand, indexes made. */
  readonly onIndexes?: (done: number, total: number) => void;
}

/** After so many the connection has its turn. */
const EMPLOYEES_PER_TURN = 20;
const HISTORY_TABLES = ['employees', 'certificates', 'checks', 'check_events', 'employee_messages'] as const;

/** Whether nothing of substance is in the database yet, so that the demo may fill it. */
export async function isEmpty(db: Database): Promise<boolean> {
  return db.system(
    'seed: is it empty',
    async (tx) => (await tx.selectFrom('employees').select('id').limit(1).executeTakeFirst()) === undefined,
  );
}

/**
 * Fills the database with the demo: companies, doctors, people, accounts of every role and two years of history.
 * The same size on the same day gives the same rows on every machine. The history comes in one transaction, so a
 * seed that was killed leaves an "empty" database that the next start fills.
 */
export async function seed(
  { db, clock, identity, invoices, documents, onProgress, onIndexes }: SeedDeps,
  size: SeedSize = DEFAULT_SIZE,
): Promise<void> {
  const now = clock.now();
  const existing = await db.system('seed: companies', async (tx) => tx.selectFrom('employees').select('companyId').distinct().execute());
  const offset = existing.length;
  const random = randomFrom(20_261_121 + offset);
  const founded = FOUNDED;
  const places = belgianPlaces();
  const companies = companiesOf(random, places, size, offset, founded);
  const doctors = await db.system('seed: base', async (tx) => {
    await insertCompanies(tx, companies);
    return doctorsOf(tx, random, places, founded);
  });
  const demo = offset === 0 ? demoAccounts(companies) : [];
  await makeAccounts(identity, random, demo, companies, doctors, founded);
  const plannerIds = await db.system('seed: planners', async (tx) =>
    (await tx.selectFrom('profiles').select('id').where('kind', '=', 'planner').orderBy('userName').execute()).map(({ id }) => id),
  );
  await db.load(
    HISTORY_TABLES,
    async (tx) => {
      const total = companies.reduce((sum, { staff }) => sum + staff, 0);
      const takenSlots = new Set<string>();
      const room = { left: MOST_DOCUMENTS };
      let done = 0;
      /** What was made is written while the next part is being made. */
      let written: Promise<void> = Promise.resolve();
      for (const company of companies) {
        const superiorIds = await superiorsOf(tx, random, company, founded);
        const ordererIds = (
          await tx.selectFrom('company_users').select('profileId').where('companyId', '=', company.id).orderBy('profileId').execute()
        ).map(({ profileId }) => profileId);
        const seedCompany: SeedCompany = {
          id: company.id,
          price: company.price,
          control: company.control,
          ordererIds: ordererIds.length > 0 ? ordererIds : plannerIds,
          plannerIds,
        };
        const near = nearDoctors(doctors);
        for (let from = 0; from < company.staff; from += 500) {
          const employeeRows: Row[] = [];
          const rows: HistoryRows = { certificates: [], documents: [], checks: [], check_events: [], employee_messages: [] };
          for (let index = from; index < Math.min(company.staff, from + 500); index += 1) {
            const { employee, row } = employeeOf(random, company, index, superiorIds, near, founded);
            employeeRows.push(row);
            addHistory({ random, now, company: seedCompany, takenSlots, documents: room }, employee, rows);
            if (index % EMPLOYEES_PER_TURN === 0) await turn();
          }
          await written;
          written = writeHistory(tx, documents, employeeRows, rows).then(() => {
            done += employeeRows.length;
            onProgress?.(done, total);
          });
          written.catch(() => undefined); // looked at above and below
        }
      }
      await written;
    },
    onIndexes,
  );
  await issueInvoices(invoices, random, now);
}

/** What clients were invoiced in the last year, each month on the first of the next. Killed before this, the product's job does it, dated then. */
async function issueInvoices(invoices: SeedDeps['invoices'], random: Random, now: Date): Promise<void> {
  for (const month of monthsToInvoice(now)) {
    const at = instantAt(addDays(daysOfMonth(month).to, 1), '03:00');
    await invoices.issueMonth(month, { at, newId: () => random.uuid(at) });
  }
}

async function writeHistory(
  tx: WriteTx,
  store: DocumentStore,
  employees: readonly Row[],
  { certificates, documents, checks, check_events, employee_messages }: HistoryRows,
): Promise<void> {
  await Promise.all([
    writeDocuments(tx, store, documents),
    bulkInsert(tx, 'employees', employees),
    bulkInsert(tx, 'certificates', certificates),
    bulkInsert(tx, 'checks', checks),
    bulkInsert(tx, 'check_events', check_events),
    bulkInsert(tx, 'employee_messages', employee_messages),
  ]);
}

interface Company {
  readonly id: string;
  readonly name: string;
  readonly companyNumber: string;
  readonly companyAddress: string;
  readonly language: 'nl' | 'fr';
  readonly staff: number;
  readonly price: number;
  readonly control: number;
  readonly units: readonly string[];
  /** Where its people live, by weight of population. */
  readonly homes: readonly Place[];
  readonly founded: Date;
}

/** Between the numbers of a company's namesakes: more than all companies of one round are apart, so that no number comes twice. */
const NUMBERS_APART = 20_000;

function companiesOf(random: Random, places: readonly Place[], size: SeedSize, offset: number, founded: Date): readonly Company[] {
  const staffScale = (size.checks / DEFAULT_SIZE.checks) * (DEFAULT_SIZE.companies / size.companies);
  return Array.from({ length: size.companies }, (_, position): Company => {
    const index = offset + position;
    const template = COMPANIES[index % COMPANIES.length] ?? COMPANIES[0];
    const round = Math.floor(index / COMPANIES.length);
    const seat =
      places.find(({ locality, aliases }) => locality === template.locality || aliases.includes(template.locality)) ?? random.pick(places);
    const street = random.pick(STREETS[template.language === 'nl' ? 'NL' : 'FR']);
    return {
      id: random.uuid(founded),
      name: round === 0 ? template.name : `${template.name} ${round + 1}`,
      companyNumber: companyNumberFrom(String(Number(template.base) + round * NUMBERS_APART).padStart(8, '0')),
      companyAddress: `${street} ${random.int(1, 180)}, ${seat.postcode} ${seat.locality}`,
      language: template.language,
      staff: Math.max(1, Math.round(template.staff * staffScale)),
      price: template.price,
      control: template.control,
      units: template.units,
      homes: weightedHomes(places, seat),
      founded,
    };
  });
}

/** Places within commuting distance; a town stands in the list as often as its size asks. */
function weightedHomes(places: readonly Place[], seat: Place): readonly Place[] {
  return places
    .filter((place) => roadKm(place, seat) <= 45)
    .flatMap((place) => Array<Place>(Math.max(1, Math.round(place.population / 5000))).fill(place));
}

async function insertCompanies(tx: WriteTx, companies: readonly Company[]): Promise<void> {
  for (const company of companies) {
    await tx
      .insertInto('companies')
      .values({
        id: company.id,
        name: company.name,
        companyNumber: company.companyNumber,
        companyAddress: company.companyAddress,
        language: company.language,
        staffCount: company.staff,
        checkPrice: company.price,
        invoicingFirstName: company.language === 'nl' ? 'Greet' : 'Valérie',
        invoicingLastName: company.language === 'nl' ? 'Bogaerts' : 'Henrion',
        invoicingEmail: `invoices@${slug(company.name)}.example`,
        invoicingPhoneNumber: '+3225550100',
        createdAt: company.founded,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

const slug = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Existing doctors, or 220 new ones spread over the country as its people are. */
async function doctorsOf(tx: WriteTx, random: Random, places: readonly Place[], founded: Date): Promise<readonly SeedDoctor[]> {
  const drawn = doctorRows(random, places, founded);
  const known = await tx
    .selectFrom('doctors')
    .select(['id', 'doctorFullName', 'latitude', 'longitude', 'locations'])
    .orderBy('id')
    .execute();
  if (known.length === 0) {
    await bulkInsert(
      tx,
      'doctors',
      drawn.map(({ row }) => row),
    );
    await bulkInsert(
      tx,
      'doctor_availabilities',
      drawn.flatMap(({ hours }) => hours),
    );
    return drawn.map(({ doctor }) => doctor);
  }
  // What is added to a demo needs no more missions for its visitors.
  return known.map((doctor) => ({ ...doctor, fullName: doctor.doctorFullName ?? '', hasAccount: false }));
}

function doctorRows(
  random: Random,
  places: readonly Place[],
  founded: Date,
): readonly { readonly doctor: SeedDoctor; readonly row: Row; readonly hours: readonly Row[] }[] {
  const weighted = places.flatMap((place) => Array<Place>(Math.max(1, Math.round(place.population / 20_000))).fill(place));
  return Array.from({ length: DOCTORS }, (_, index) => {
    // The first two are the demo's doctors with an account: one near Leuven, one near Liège.
    const fixed =
      index === 0
        ? places.find(({ locality }) => locality === 'Leuven')
        : index === 1
          ? places.find(({ locality, aliases }) => locality === 'Liège' || aliases.includes('Liège'))
          : undefined;
    const place = fixed ?? random.pick(weighted);
    const tongue = index === 0 ? 'NL' : index === 1 ? 'FR' : tongueOf(random, place);
    const gender = random.chance(0.5) ? 'Female' : 'Male';
    const firstName = index === 0 ? 'Els' : index === 1 ? 'Benoît' : random.pick(FIRST_NAMES[tongue][gender]);
    const lastName = index === 0 ? 'Vandenberghe' : index === 1 ? 'Lejeune' : random.pick(LAST_NAMES[tongue]);
    const others = (['NL', 'FR', 'EN', 'DE'] as const).filter(
      (language) => language !== tongue && random.chance(language === 'EN' ? 0.6 : language === 'DE' ? 0.06 : 0.35),
    );
    const locations: CheckLocation[] = ['Office'];
    if (index < 2 || random.chance(0.6)) locations.push('House');
    if (index < 2 || random.chance(0.25)) locations.push('Telecheck');
    const point = around(random, place);
    const id = random.uuid(founded);
    const row: Row = {
      id,
      firstName,
      lastName,
      email: `${slug(`${firstName} ${lastName}`)}-${index + 1}@doctors.example`,
      phoneNumber: mobile(random),
      languages: [tongue, ...others],
      inamiNumber: inamiOf(110_000 + index * 100 + random.int(0, 99)),
      practiceAddress: `${random.pick(STREETS[tongue])} ${random.int(1, 180)}, ${place.postcode} ${place.locality}`,
      ...point,
      geoPrecision: 'locality',
      locations,
      maxKm: random.pick([20, 25, 30, 35]),
      active: true,
      createdAt: founded.toISOString(),
    };
    return {
      doctor: { id, fullName: `${firstName} ${lastName}`, ...point, locations, hasAccount: index < 2 },
      row,
      hours: hoursOf(random, id, index < 2),
    };
  });
}

/** Weekly hours: mornings, afternoons or both, on some days of the week. */
function hoursOf(random: Random, doctorId: string, everyDay: boolean): readonly Row[] {
  return [1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    if (weekday === 6 ? !random.chance(0.15) : !everyDay && !random.chance(0.7)) return [];
    const morning = { doctorId, weekday, fromTime: '08:00', toTime: random.pick(['11:00', '12:00', '12:30']) };
    const afternoon = {
      doctorId,
      weekday,
      fromTime: random.pick(['13:00', '14:00', '15:00']),
      toTime: random.pick(['17:00', '18:00', '19:00']),
    };
    return everyDay ? [morning, afternoon] : random.pick([[morning], [afternoon], [morning, afternoon]]);
  });
}

const around = (random: Random, place: Place): { readonly latitude: number; readonly longitude: number } => ({
  latitude: Math.round((place.latitude + random.normal(0, 0.008)) * 1e5) / 1e5,
  longitude: Math.round((place.longitude + random.normal(0, 0.012)) * 1e5) / 1e5,
});

const tongueOf = (random: Random, place: Place): 'NL' | 'FR' | 'DE' =>
  place.language === 'DE' ? 'DE' : place.language === 'FR' ? 'FR' : place.language === 'NL' ? 'NL' : random.pick(['NL', 'FR', 'FR']);

const mobile = (random: Random): string =>
  `+324${random.pick([68, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 83, 84, 85, 86, 87, 91, 92, 93, 94, 95, 96, 97, 98, 99])}${String(random.int(0, 999_999)).padStart(6, '0')}`;

/** Accounts with their places in companies; one that is there already stays as it is. */
async function makeAccounts(
  identity: SeedDeps['identity'],
  random: Random,
  demo: readonly DemoAccount[],
  companies: readonly Company[],
  doctors: readonly SeedDoctor[],
  founded: Date,
): Promise<void> {
  const password = { hash: await hashPassword(DEMO_PASSWORD) };
  let nextDoctor = 0;
  for (const { email, firstName, lastName, language, kind, companies: places, migrated = false } of demo) {
    const memberships = places.flatMap((place) => {
      const company = companies[place.index];
      return company ? [{ ...place, companyId: company.id, superiorId: place.superior ? random.uuid(founded) : null }] : [];
    });
    // The numbers of the others stay what they were.
    const phoneNumber = migrated ? '+32470000000' : mobile(random);
    const doctor = kind === 'doctor' ? doctors[nextDoctor++] : undefined;
    const companyId = memberships[0]?.companyId ?? null;
    if (kind === 'employer' && companyId === null) continue;
    const entry = migrated ? { password: null, passwordResetRequired: true } : { password };
    const account = { email, ...entry, firstName, lastName, phoneNumber, language, kind, companyId, doctorId: doctor?.id ?? null };
    try {
      await identity.createAccount(account, async (tx, profileId) => {
        for (const { companyId, accesType, superiorId, requestForm } of memberships) {
          if (superiorId !== null) {
            await tx
              .insertInto('superiors')
              .values({
                companyId,
                id: superiorId,
                email,
                firstName,
                lastName,
                phoneNumber,
                language,
                requestForm: requestForm ?? '',
                createdAt: founded,
              })
              .execute();
          }
          await tx
            .insertInto('company_users')
            .values({ companyId, profileId, accesType, languages: [language], superiorId, createdAt: founded })
            .execute();
        }
      });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'user.duplicateEmail')) throw error;
    }
  }
}

/** The company's superiors: those with an account, and enough others for teams of about sixty. */
async function superiorsOf(tx: WriteTx, random: Random, company: Company, founded: Date): Promise<readonly string[]> {
  const count = Math.min(25, Math.max(1, Math.round(company.staff / 60)));
  const tongue = company.language === 'nl' ? 'NL' : 'FR';
  await bulkInsert(
    tx,
    'superiors',
    Array.from({ length: count }, (_, index) => {
      const firstName = random.pick(FIRST_NAMES[tongue][random.chance(0.5) ? 'Female' : 'Male']);
      const lastName = random.pick(LAST_NAMES[tongue]);
      return {
        companyId: company.id,
        id: random.uuid(founded),
        email: `${slug(`${firstName} ${lastName}`)}-${index + 1}@${slug(company.name)}.example`,
        firstName,
        lastName,
        phoneNumber: mobile(random),
        language: company.language,
        requestForm: '',
        createdAt: founded.toISOString(),
      };
    }),
  );
  const rows = await tx.selectFrom('superiors').select('id').where('companyId', '=', company.id).orderBy('email').execute();
  return rows.map(({ id }) => id);
}

type NearDoctors = Pick<SeedEmployee, 'doctors' | 'shownDoctor'>;

/** The twelve nearest doctors of a place, kept per place: employees of one town share them. */
function nearDoctors(doctors: readonly SeedDoctor[]): (place: Place) => NearDoctors {
  const cache = new Map<Place, NearDoctors>();
  return (place) => {
    let near = cache.get(place);
    if (!near) {
      const sorted = doctors.map((doctor) => ({ doctor, km: roadKm(place, doctor) })).sort((a, b) => a.km - b.km);
      near = {
        doctors: sorted.slice(0, 12).map(({ doctor }) => doctor),
        shownDoctor: sorted.find(({ doctor, km }) => doctor.hasAccount && km <= WORKER_TRAVEL_KM.usual)?.doctor ?? null,
      };
      cache.set(place, near);
    }
    return near;
  };
}

const LANGUAGES_OF_STAFF = {
  nl: { NL: 86, FR: 5, EN: 8, DE: 1 },
  fr: { FR: 85, NL: 4, EN: 8, DE: 3 },
} as const satisfies Record<'nl' | 'fr', Record<WorkerLanguage, number>>;

function employeeOf(
  random: Random,
  company: Company,
  index: number,
  superiorIds: readonly string[],
  near: (place: Place) => NearDoctors,
  founded: Date,
): { readonly employee: SeedEmployee; readonly row: Row } {
  const home = random.pick(company.homes);
  const language = random.weighted(LANGUAGES_OF_STAFF[company.language]);
  const gender: Gender = random.weighted({ Female: 49, Male: 49, Others: 2 });
  const namedAs = gender === 'Others' ? random.pick(['Female', 'Male'] as const) : gender;
  const id = random.uuid(founded);
  const matricule = String(100_001 + index);
  const firstName = random.pick(FIRST_NAMES[language][namedAs]);
  const lastName = random.pick(LAST_NAMES[language]);
  const employee: SeedEmployee = {
    id,
    companyId: company.id,
    matricule,
    firstName,
    lastName,
    searchText: searchTextOf(firstName, lastName, matricule),
    gender,
    language,
    phoneNumber: mobile(random),
    address: `${random.pick(STREETS[home.language === 'DE' ? 'DE' : home.language === 'FR' ? 'FR' : 'NL'])} ${random.int(1, 220)}, ${home.postcode} ${home.locality}`,
    unit: random.pick(company.units),
    superiorId: superiorIds[index % superiorIds.length] ?? random.pick(superiorIds),
    ...around(random, home),
    ...near(home),
  };
  const row: Row = {
    companyId: employee.companyId,
    id: employee.id,
    employeeMatricule: employee.matricule,
    employeeFirstName: employee.firstName,
    employeeLastName: employee.lastName,
    employeeLanguage: employee.language,
    employeeGender: employee.gender,
    employeePhoneNumber: employee.phoneNumber,
    employeeAddress: employee.address,
    function: random.pick(FUNCTIONS[company.language === 'nl' ? 'NL' : 'FR']),
    subEmployee: employee.unit,
    superiorId: employee.superiorId,
    latitude: employee.latitude,
    longitude: employee.longitude,
    geoPrecision: 'locality',
    searchText: employee.searchText,
    createdAt: founded.toISOString(),
  };
  return { employee, row };
}
