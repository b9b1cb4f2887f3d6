import type { CheckLocation } from '@checkwell/domain/check/enums';
import { inamiOf } from '@checkwell/domain/people/numbers/inami';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Place } from '../../platform/geo/places.ts';
import { bulkInsert } from '../bulk.ts';
import type { Row, SeedDoctor } from '../history-types.ts';
import { FIRST_NAMES, LAST_NAMES, STREETS } from '../names.ts';
import type { Random } from '../random.ts';
import { around, mobile, slug } from './details.ts';

const DOCTORS = 220;

/** The existing doctors, or 220 new ones spread over the country in proportion to its population. */
export async function doctorsOf(tx: WriteTx, random: Random, places: readonly Place[], founded: Date): Promise<readonly SeedDoctor[]> {
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
  // Additions to an existing demo make no more missions for the doctors whom visitors sign in as.
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
    const nativeLanguage = index === 0 ? 'NL' : index === 1 ? 'FR' : nativeLanguageOf(random, place);
    const gender = random.chance(0.5) ? 'Female' : 'Male';
    const firstName = index === 0 ? 'Els' : index === 1 ? 'Benoît' : random.pick(FIRST_NAMES[nativeLanguage][gender]);
    const lastName = index === 0 ? 'Vandenberghe' : index === 1 ? 'Lejeune' : random.pick(LAST_NAMES[nativeLanguage]);
    const others = (['NL', 'FR', 'EN', 'DE'] as const).filter(
      (language) => language !== nativeLanguage && random.chance(language === 'EN' ? 0.6 : language === 'DE' ? 0.06 : 0.35),
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
      languages: [nativeLanguage, ...others],
      inamiNumber: inamiOf(110_000 + index * 100 + random.int(0, 99)),
      practiceAddress: `${random.pick(STREETS[nativeLanguage])} ${random.int(1, 180)}, ${place.postcode} ${place.locality}`,
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

/** Weekly hours: mornings, afternoons or both, on some weekdays. */
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

const nativeLanguageOf = (random: Random, place: Place): 'NL' | 'FR' | 'DE' =>
  place.language === 'DE' ? 'DE' : place.language === 'FR' ? 'FR' : place.language === 'NL' ? 'NL' : random.pick(['NL', 'FR', 'FR']);
