import * as z from 'zod/mini';
import { isCalendarDay } from './clock.ts';
import {
  APPOINTMENT_MINUTES,
  EXAMINATION_MAX_MINUTES,
  LIST_VIEWS,
  MAX_PERIOD_DAYS,
  PARTIAL_INCAPACITY_PERCENT,
  PASSWORD,
  REASONABLE_HOURS,
  WORK_RULE_LIMITS,
} from './constants.ts';
import type { ErrorParams, FieldIssue } from './errors.ts';
import { AVAILABILITY_LIMITS } from './law/availability.ts';

/**
 * Message keys of validation rules; the texts are in the namespace `validation` of packages/messages, where a missing text does not compile.
 */
export const VALIDATION_KEYS = [
  'required',
  'tooLong',
  'invalidChoice',
  'invalidCharacters',
  'emailRequired',
  'emailInvalid',
  'emailFormat',
  'passwordRequired',
  'passwordConfirmLink',
  'passwordRule',
  'passwordMismatch',
  'passwordTooLong',
  'passwordContext',
  'phoneRequired',
  'phoneFormat',
  'gsmFormat',
  'gsmNeeded',
  'gsmForLocation',
  'firstNameRequired',
  'lastNameRequired',
  'addressRequired',
  'genderRequired',
  'languageRequired',
  'accessTypeRequired',
  'matriculeRequired',
  'superiorRequired',
  'employeeRequired',
  'incapacityTypeRequired',
  'entryTypeRequired',
  'certificateTypeRequired',
  'authorizedExitRequired',
  'certificateRequired',
  'certificateRegistered',
  'certificateChecked',
  'documentInfected',
  'startDateRequired',
  'endDateRequired',
  'dateInvalid',
  'endBeforeStart',
  'endNotAfterStart',
  'filterStartRequired',
  'periodTooLong',
  'periodEnded',
  'typeNotCheckable',
  'checkTypeRequired',
  'checkLocationRequired',
  'companyRequired',
  'companyNameRequired',
  'reasonRequired',
  'doctorRequired',
  'momentRequired',
  'momentPast',
  'tooLateToAsk',
  'momentHours',
  'momentOutsidePeriod',
  'durationRange',
  'accidentDateRequired',
  'accidentAfterStart',
  'percentageRange',
  'occurrenceRequired',
  'noShowNotTold',
  'noShowToldLate',
  'noShowNoAttempt',
  'noShowNoCard',
  'bellRequired',
  'cardNotPossible',
  'cardMomentTaken',
  'toldMomentRequired',
  'toldMomentFuture',
  'toldMomentEarly',
  'reachedRequired',
  'postedOnRequired',
  'postedFuture',
  'postedEarly',
  'examinationRequired',
  'timesReasonRequired',
  'verdictRequired',
  'examinationFuture',
  'examinationOrder',
  'visitTooEarly',
  'visitOrder',
  'examinationTooLong',
  'noShowBeforeAppointment',
  'newEndRequired',
  'newEndLater',
  'newEndBeforeCheck',
  'newEndWithoutExamination',
  'disagreementWithoutExamination',
  'prolongationWithoutConfirmation',
  'declarationRequired',
  'findingsRequired',
  'correctionReasonRequired',
  'correctionOtherDay',
  'dayFuture',
  'dayBeforeCheck',
  'dayBeforeArbitration',
  'arbitrationTooLate',
  'newEndOfDay',
  'vatFormat',
  'vatTaken',
  'termsRequired',
  'nissInvalid',
  'nissTaken',
  'matriculeTaken',
  'emailTaken',
  'inamiTaken',
  'inamiFormat',
  'addressNotFound',
  'kmRange',
  'countRange',
  'certificateTermRange',
  'availabilityDaysRange',
  'priceRange',
  'creditAmount',
  'creditQuantity',
  'creditTooHigh',
  'availabilityOrder',
  'availabilityOverlap',
  'exceptionPast',
  'exceptionTooFar',
  'exceptionTooLong',
  'exceptionOneDay',
  'exceptionOverlap',
  'absenceHasMission',
  'availabilityWindow',
  'optOutSize',
  'codeTaken',
  'superiorUnknown',
  'nissForbidden',
  'changedMeanwhile',
  'recipientUnknown',
  'shareRange',
  'telecheckOff',
  'unknownField',
  'viewNameTaken',
  'viewsFull',
  'commentAudienceRequired',
  'ibanInvalid',
  'paymentDayRange',
] as const;
export type ValidationKey = (typeof VALIDATION_KEYS)[number];

/** Returns the message key itself, so that a typo does not compile. */
export const key = (name: ValidationKey): ValidationKey => name;

/** Values of messages with a general limit. */
const LIMITS: Partial<Record<ValidationKey, ErrorParams>> = {
  passwordRule: { min: PASSWORD.minLength, digits: PASSWORD.minDigits },
  passwordTooLong: { max: PASSWORD.maxLength },
  periodTooLong: { max: MAX_PERIOD_DAYS },
  momentHours: REASONABLE_HOURS,
  durationRange: { min: APPOINTMENT_MINUTES.min, max: APPOINTMENT_MINUTES.max },
  examinationTooLong: { max: EXAMINATION_MAX_MINUTES },
  percentageRange: PARTIAL_INCAPACITY_PERCENT,
  certificateTermRange: { max: WORK_RULE_LIMITS.certificateTermDays },
  availabilityDaysRange: { max: WORK_RULE_LIMITS.availabilityDays },
  viewsFull: { max: LIST_VIEWS.max },
  // The rule in force; a rule that depends on a day gives its own values (workRulesRule).
  availabilityWindow: { ...AVAILABILITY_LIMITS.at(-1)?.value },
};

/**
 * The values in the message of an error, such as `{ max: 100 }`. Takes a zod issue (whose own limit has precedence) or anything with a message key; empty for
 * messages without values.
 */
export function paramsOf(issue: { readonly message: string; readonly maximum?: unknown }): ErrorParams {
  const limits = LIMITS[issue.message as ValidationKey] ?? {};
  const isTextLimit = issue.message === key('tooLong') || issue.message === key('passwordTooLong');
  return isTextLimit && typeof issue.maximum === 'number' ? { ...limits, max: issue.maximum } : limits;
}

/** An error found by a service, in the shape of validation errors. */
export function fieldIssue(path: string, message: ValidationKey): FieldIssue {
  const params = paramsOf({ message });
  return Object.keys(params).length > 0 ? { path, message, params } : { path, message };
}

// Control characters except tab, line feed and carriage return; they do not belong in texts and break CSV and mail.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the purpose.
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

/** Characters that start a new line in some format: a file, a mail header, a script. */
const LINE_BREAK = /[\r\n\t\u2028\u2029]/;

/** Invisible characters that change the direction of text: `ziek\u202Efdp.exe` reads like `ziekexe.pdf` (Unicode TR 36, 2.4). */
const DIRECTION = /\p{Bidi_Control}/gu;

/** The text without characters of direction. Phones and office programs add them to copied text, so they are removed, not refused. */
const withoutDirection = () => z.overwrite<string>((text) => text.replace(DIRECTION, ''));

/** A visible character; a text of only spaces and invisible characters counts as empty. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}]/u;

/** Whether a text is well-formed Unicode without control characters (security.md, I3 and I8). */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !CONTROL.test(text);

/**
 * Zod checks the length of any value with a `length` property, even after it was refused as not a text; for `{"length":{"toString":1}}` the comparison
 * throws. This check applies only to texts and arrays.
 */
function ofTextsAndLists<Check extends z.core.$ZodCheck<never>>(check: Check): Check {
  check._zod.def.when = ({ value }) => typeof value === 'string' || Array.isArray(value);
  return check;
}

/** `z.maxLength`, safe for any input. */
export const maxLength = (...limit: Parameters<typeof z.maxLength>) => ofTextsAndLists(z.maxLength(...limit));

/** `z.minLength`, safe for any input. */
export const minLength = (...limit: Parameters<typeof z.minLength>) => ofTextsAndLists(z.minLength(...limit));

// Fields never abort, because an aborted field would skip the rules across other fields (`across`). Of several errors of one
// field, `issuesOf` and the forms show the first.

/** A text of one line, trimmed, without characters of direction, in NFC; `requiredKey` makes it required. */
export function line(max: number, requiredKey?: ValidationKey) {
  const checks = [
    maxLength(max, { error: key('tooLong') }),
    z.refine<string>((text) => isCleanText(text) && !LINE_BREAK.test(text), { error: key('invalidCharacters') }),
  ] as const;
  const base = z.string({ error: requiredKey ?? key('required') }).check(withoutDirection(), z.trim(), z.normalize());
  return requiredKey
    ? base.check(
        z.refine((text) => VISIBLE.test(text), { error: requiredKey }),
        ...checks,
      )
    : base.check(...checks);
}

/** A text of several lines, trimmed, without characters of direction, in NFC. */
export function text(max: number) {
  return z
    .string({ error: key('required') })
    .check(
      withoutDirection(),
      z.trim(),
      z.normalize(),
      maxLength(max, { error: key('tooLong') }),
      z.refine<string>(isCleanText, { error: key('invalidCharacters') }),
    );
}

/** The error of a choice: `requiredKey` for a missing value, otherwise `invalidChoice`. */
const missingOrWrong =
  (requiredKey: ValidationKey) =>
  ({ input }: { readonly input?: unknown }): ValidationKey =>
    input === undefined || input === null || input === '' ? requiredKey : key('invalidChoice');

/** One value of an enumeration. */
export function choice<const T extends readonly string[]>(values: T, requiredKey: ValidationKey) {
  return z.enum(values, { error: missingOrWrong(requiredKey) });
}

/** One value of an enumeration of lower-case texts, accepted in any case (specification, section 4: lower-cased). */
export function choiceInAnyCase<const T extends readonly string[]>(values: T, requiredKey: ValidationKey) {
  const error = missingOrWrong(requiredKey);
  const pattern = new RegExp(`^(${values.join('|')})$`, 'i');
  return z.pipe(z.string({ error }).check(z.regex(pattern, { error, abort: true }), z.toLowerCase()), z.enum(values, { error }));
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(requiredKey: ValidationKey) {
  return z
    .string({ error: requiredKey })
    .check(minLength(1, { error: requiredKey }), z.refine<string>(isCalendarDay, { error: key('dateInvalid') }));
}

/**
 * An instant. Limited to the years of calendar days (1900 to 2199), so that adding minutes gives a valid date and day texts compare like days.
 */
export function instant(requiredKey: ValidationKey) {
  return z
    .date({ error: requiredKey })
    .check(z.refine((date) => isCalendarDay(date.toISOString().slice(0, 10)), { error: key('dateInvalid') }));
}

/** An instant in JSON: ISO 8601 in UTC. */
export const instantText = (requiredKey: ValidationKey) =>
  z.pipe(
    z.iso.datetime({ error: requiredKey }),
    z.pipe(
      z.transform((value: string) => new Date(value)),
      instant(requiredKey),
    ),
  );

/** A Belgian local time, `HH:MM`. */
export const timeOfDay = () => z.string({ error: key('required') }).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: key('required') }));

/** A yes or no that must be answered. */
export function yesNo(requiredKey: ValidationKey = 'required') {
  return z.boolean({ error: missingOrWrong(requiredKey) });
}

/**
 * A rule across fields. It is checked as soon as its own fields are valid, even if others are not, so that a form shows all its errors at once.
 */
export function across<T extends object>(
  fields: readonly (keyof T & string)[],
  holds: (value: T) => boolean,
  fieldError: { readonly path: keyof T & string; readonly error: ValidationKey },
) {
  return z.refine<T>(holds, {
    path: [fieldError.path],
    error: fieldError.error,
    when: ({ issues }) =>
      !issues.some(({ code, path }) => {
        const field = path?.[0];
        // With an error of the whole input there are no fields; an unknown field does not affect the others.
        return field === undefined ? code !== 'unrecognized_keys' : (fields as readonly unknown[]).includes(field);
      }),
  });
}

/** The parts of a zod rule that lead to its fields and limits. */
interface RuleParts {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  /** Of a rule that is optional, or may be null. */
  readonly innerType?: z.core.$ZodType;
  /** Of a rule that changes the value once it is valid. */
  readonly in?: z.core.$ZodType;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } } }[];
}
function partsOf(rule: z.core.$ZodType): RuleParts {
  const parts: RuleParts = rule._zod.def;
  const within = parts.innerType ?? parts.in;
  return within ? partsOf(within) : parts;
}

/** The most characters that a rule allows in its field with this dotted name; undefined: the field is no text, or its text has no limit. */
export function textLimitAt(rule: z.core.$ZodType, name: string): number | undefined {
  let parts = partsOf(rule);
  for (const step of name.split('.')) {
    const next = parts.shape?.[step] ?? parts.element;
    if (next === undefined) return undefined;
    parts = partsOf(next);
  }
  return parts.type === 'string' ? parts.checks?.find(({ _zod: { def } }) => def.check === 'max_length')?._zod.def.maximum : undefined;
}

/** An id: a UUID. */
export function id(requiredKey: ValidationKey = 'required') {
  return z.guid({ error: missingOrWrong(requiredKey) });
}

/**
 * The errors of a failed parse, the first one of each field.
 * `path`: dotted path in the input; `message`: a validation key; `params`: the values of its message.
 */
export function issuesOf(error: z.core.$ZodError): readonly FieldIssue[] {
  const byPath = new Map<string, FieldIssue>();
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys) {
        const path = [...issue.path, name].join('.');
        byPath.set(path, fieldIssue(path, key('unknownField')));
      }
      continue;
    }
    const path = issue.path.join('.');
    if (byPath.has(path)) continue;
    const message = VALIDATION_KEYS.find((known) => known === issue.message) ?? key('required');
    const params = paramsOf({ ...issue, message });
    byPath.set(path, Object.keys(params).length > 0 ? { path, message, params } : { path, message });
  }
  return [...byPath.values()];
}
