import { companyNumberFrom } from '@checkwell/domain/people/numbers/vat';
import { roadKm } from '@checkwell/domain/planning/geo';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Place } from '../../platform/geo/places.ts';
import { COMPANIES, STREETS } from '../names.ts';
import type { Random } from '../random.ts';
import { DEFAULT_SIZE, type SeedSize } from '../size.ts';
import { slug } from './details.ts';

/** A client company of the demo that is still to be written. */
export interface Company {
  readonly id: string;
  readonly name: string;
  readonly companyNumber: string;
  readonly companyAddress: string;
  readonly language: 'nl' | 'fr';
  readonly staff: number;
  /** Contract price of a check, in cents. */
  readonly price: number;
  /** Share of certificates that are checked. */
  readonly control: number;
  readonly units: readonly string[];
  /** Where its employees live; larger towns are repeated. */
  readonly homes: readonly Place[];
  readonly founded: Date;
}

/** Distance between the company numbers of two rounds: larger than the range within one round, so that no number repeats. */
const ROUND_OFFSET = 20_000;

/** The companies of the demo. Beyond the length of the list of names, names repeat with a number. */
export function companiesOf(random: Random, places: readonly Place[], size: SeedSize, offset: number, founded: Date): readonly Company[] {
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
      companyNumber: companyNumberFrom(String(Number(template.base) + round * ROUND_OFFSET).padStart(8, '0')),
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

/** Places within commuting distance, repeated in proportion to their population. */
function weightedHomes(places: readonly Place[], seat: Place): readonly Place[] {
  return places
    .filter((place) => roadKm(place, seat) <= 45)
    .flatMap((place) => Array<Place>(Math.max(1, Math.round(place.population / 5000))).fill(place));
}

/** Inserts companies; existing ones stay unchanged. */
export async function insertCompanies(tx: WriteTx, companies: readonly Company[]): Promise<void> {
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
