import * as z from 'zod/mini';
import { ORDERABLE_LOCATIONS } from '../check/enums.ts';
import { DEFAULT_LANGUAGE, DOCTOR_KM, INTERFACE_LANGUAGES, type InterfaceLanguage, TEXT } from '../constants.ts';
import { choice, key, line, maxLength, minLength, timeOfDay } from '../validation.ts';
import { WORKER_LANGUAGES, type WorkerLanguage } from './enums.ts';
import { inamiDigits } from './numbers/inami.ts';
import { emailRule, phoneRule } from './rules.ts';

/** The most periods of weekly hours: three per day. */
const MAX_AVAILABILITIES = 21;

/** The professional licence (INAMI in French, RIZIV in Dutch), stored as eleven digits; `inamiError` validates its check digits. */
function inamiRule() {
  return z.pipe(
    line(TEXT.code, 'inamiFormat').check(
      z.refine<string>((text) => /^\d{11}$/.test(inamiDigits(text)), { error: key('inamiFormat'), abort: true }),
    ),
    z.transform(inamiDigits),
  );
}

/** Hours of one weekday (1 = Monday) in which a doctor takes missions, Belgian time, `HH:MM`. */
const availabilityRule = z
  .strictObject({
    weekday: z
      .int({ error: key('invalidChoice') })
      .check(z.minimum(1, { error: key('invalidChoice') }), z.maximum(7, { error: key('invalidChoice') })),
    fromTime: timeOfDay(),
    toTime: timeOfDay(),
  })
  .check(z.refine(({ fromTime, toTime }) => fromTime < toTime, { path: ['toTime'], error: key('availabilityOrder') }));
export type DoctorAvailability = z.infer<typeof availabilityRule>;

/** The weekly hours of a doctor; periods of one day must not overlap. */
export const availabilitiesRule = z.array(availabilityRule).check(
  maxLength(MAX_AVAILABILITIES, { error: key('invalidChoice'), abort: true }),
  z.refine((all) => !overlap(all), { error: key('availabilityOverlap') }),
);

function overlap(all: readonly DoctorAvailability[]): boolean {
  return all.some((one, index) =>
    all.slice(index + 1).some((other) => one.weekday === other.weekday && one.fromTime < other.toTime && other.fromTime < one.toTime),
  );
}

const severalOf = <const Values extends readonly string[]>(values: Values) =>
  z.array(choice(values, 'invalidChoice')).check(
    minLength(1, { error: key('required'), abort: true }),
    maxLength(values.length, { error: key('invalidChoice'), abort: true }),
    z.refine((chosen) => new Set(chosen).size === chosen.length, { error: key('invalidChoice') }),
  );

/** A control doctor, as planners edit it. */
export const doctorRule = z.strictObject({
  firstName: line(TEXT.name, 'firstNameRequired'),
  lastName: line(TEXT.name, 'lastNameRequired'),
  email: emailRule(),
  phoneNumber: phoneRule(),
  languages: severalOf(WORKER_LANGUAGES),
  inamiNumber: inamiRule(),
  practiceAddress: line(TEXT.address, 'addressRequired'),
  locations: severalOf(ORDERABLE_LOCATIONS),
  maxKm: z
    .int({ error: key('kmRange') })
    .check(z.minimum(DOCTOR_KM.min, { error: key('kmRange') }), z.maximum(DOCTOR_KM.max, { error: key('kmRange') })),
  active: z.boolean({ error: key('required') }),
  availabilities: availabilitiesRule,
});
export type DoctorInput = z.infer<typeof doctorRule>;

/** The interface language for a doctor: the first of the doctor's languages in which the interface exists, otherwise the default. */
export function languageOfDoctor(languages: readonly WorkerLanguage[]): InterfaceLanguage {
  const spoken = languages.map((language) => language.toLowerCase());
  const offered: readonly string[] = INTERFACE_LANGUAGES;
  return (spoken.find((language) => offered.includes(language)) as InterfaceLanguage | undefined) ?? DEFAULT_LANGUAGE;
}

/** The fields that doctors can change themselves. */
export const doctorHoursRule = z.pick(doctorRule, { availabilities: true });

/** The filter of the list of doctors. */
export const doctorFilterRule = z.strictObject({
  language: z.nullish(choice(WORKER_LANGUAGES, 'invalidChoice')),
  location: z.nullish(choice(ORDERABLE_LOCATIONS, 'invalidChoice')),
  active: z.nullish(z.boolean({ error: key('invalidChoice') })),
  search: z.nullish(line(TEXT.search)),
});
export type DoctorFilter = z.infer<typeof doctorFilterRule>;
