import { WORKER_TRAVEL_KM } from '@checkwell/domain/constants';
import type { Gender, WorkerLanguage } from '@checkwell/domain/people/enums';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { roadKm } from '@checkwell/domain/planning/geo';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Place } from '../../platform/geo/places.ts';
import { bulkInsert } from '../bulk.ts';
import type { Row, SeedDoctor, SeedEmployee } from '../history-types.ts';
import { FIRST_NAMES, FUNCTIONS, LAST_NAMES, STREETS } from '../names.ts';
import type { Random } from '../random.ts';
import type { Company } from './companies.ts';
import { around, mobile, slug } from './details.ts';

/** The ids of the company's superiors: those with an account, and enough new ones for teams of about sixty. */
export async function superiorsOf(tx: WriteTx, random: Random, company: Company, founded: Date): Promise<readonly string[]> {
  const count = Math.min(25, Math.max(1, Math.round(company.staff / 60)));
  const language = company.language === 'nl' ? 'NL' : 'FR';
  await bulkInsert(
    tx,
    'superiors',
    Array.from({ length: count }, (_, index) => {
      const firstName = random.pick(FIRST_NAMES[language][random.chance(0.5) ? 'Female' : 'Male']);
      const lastName = random.pick(LAST_NAMES[language]);
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

/** The twelve nearest doctors of a place, cached by place. */
export function nearDoctors(doctors: readonly SeedDoctor[]): (place: Place) => NearDoctors {
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

/** One employee of the company: the input of the history, and the row. */
export function employeeOf(
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
