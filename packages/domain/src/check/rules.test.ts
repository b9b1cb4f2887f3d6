import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { INCAPACITY_TYPES } from '../certificate/enums.ts';
import { isCheckable } from '../certificate/rules.ts';
import { addDays, dayOf, instantAt, timeOf } from '../clock.ts';
import { issuesOf } from '../validation.ts';
import {
  CHECK_TIMINGS,
  COMPLETED_OCCURRENCES,
  EXAMINED_OCCURRENCES,
  NON_OPERABLE_REASON_CODES,
  ORDERABLE_LOCATIONS,
  PROBLEM_REASONS,
} from './enums.ts';
import { incapacityFactFields } from './incapacity-facts.ts';
import {
  callError,
  cancelRule,
  isFarFromAppointment,
  locationAllowed,
  modifyRule,
  momentError,
  nonOperableRule,
  orderIncapacityStep,
  orderRule,
  orderWorkerStep,
  problemRule,
  REPORTABLE_OCCURRENCES,
  resultError,
  resultRule,
  scheduleRule,
} from './rules.ts';

const ID = '0193a5e4-7f00-7abc-8def-0123456789ab';
const ORDER = {
  companyId: ID,
  employeeId: null,
  workerFirstName: 'Jan',
  workerLastName: 'Janssens',
  workerAddress: 'Kerkstraat 1, 9000 Gent',
  workerPhoneNumber: '+3291234567',
  workerGender: 'Male',
  workerLanguage: 'NL',
  employeeMatricule: '',
  superiorId: null,
  phoneNumber: '+32470123456',
  workerEmail: 'jan@example.be',
  certificateId: null,
  documentId: null,
  startDate: '2026-11-16',
  endDate: '2026-11-27',
  incapacityType: 'Illness',
  certificateType: 'FirstCertificate',
  accidentDate: null,
  accidentTime: null,
  incapacityPercentage: null,
  authorizedExit: true,
  locationCheck: 'Office',
  typeCheck: 'Optimized',
  providerComment: '',
  doctorComment: 'Speaks little Dutch.\nPlease ring twice.',
};
const MODIFICATION = {
  workerAddress: 'Kerkstraat 1, 9000 Gent',
  workerPhoneNumber: '+3291234567',
  phoneNumber: '+32470123456',
  startDate: '2026-11-16',
  endDate: '2026-11-27',
  locationCheck: 'House',
  typeCheck: 'Immediate',
  authorizedExit: false,
  providerComment: '',
  doctorComment: '',
};
const APPOINTMENT = { doctorId: ID, appointmentStart: new Date('2026-11-23T09:00:00Z'), appointmentMinutes: 20 };
const RESULT = {
  checkOccurence: 'Yes',
  examinedFrom: new Date('2026-11-23T09:02:00Z'),
  examinedTo: new Date('2026-11-23T09:15:00Z'),
  newIncapacityEndDate: null,
  workerDisagreement: false,
  secondCheckNeeded: false,
  prolongationNeeded: false,
  injuryDifference: null,
  independenceDeclared: true,
  findingsHandedOver: true,
  archiveComment: '',
  medicalNote: '',
};
const NO_SHOW = { ...RESULT, checkOccurence: 'NoShow', findingsHandedOver: false };

const fieldErrors = (rule: z.ZodMiniType, value: unknown): Record<string, string> => {
  const result = z.safeParse(rule, value);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
};

const TEXTS_WRONG = [
  ['providerComment', 'a'.repeat(2001), 'tooLong'],
  ['doctorComment', 'a\u0000b', 'invalidCharacters'],
  ['doctorComment', 'half \ud83d', 'invalidCharacters'],
] as const;
const PERIOD_WRONG = [
  ['startDate', '', 'startDateRequired'],
  ['startDate', '2026-02-30', 'dateInvalid'],
  ['endDate', '', 'endDateRequired'],
  ['endDate', '9999-12-31', 'dateInvalid'],
  ['endDate', '2026-11-15', 'endNotAfterStart'],
  ['endDate', '2032-11-15', 'periodTooLong'],
] as const;

const CASES: readonly (readonly [
  name: string,
  rule: z.ZodMiniType,
  example: object,
  wrong: readonly (readonly [field: string, value: unknown, key: string])[],
])[] = [
  [
    'order',
    orderRule,
    ORDER,
    [
      ['companyId', '', 'companyRequired'],
      ['employeeId', 'x', 'invalidChoice'],
      ['workerFirstName', '', 'firstNameRequired'],
      ['workerLastName', '', 'lastNameRequired'],
      ['workerAddress', '', 'addressRequired'],
      ['workerPhoneNumber', '', 'phoneRequired'],
      ['workerPhoneNumber', '1', 'phoneFormat'],
      ['workerGender', '', 'genderRequired'],
      ['workerLanguage', '', 'languageRequired'],
      ['superiorId', '', 'superiorRequired'],
      ['phoneNumber', '02 123 45 67', 'gsmFormat'],
      ['workerEmail', 'jan@example', 'emailFormat'],
      ['incapacityType', '', 'incapacityTypeRequired'],
      ['incapacityType', 'MaternityLeave', 'typeNotCheckable'],
      ['certificateType', '', 'certificateTypeRequired'],
      ['accidentDate', '2026-02-30', 'dateInvalid'],
      ['accidentTime', '25:00', 'required'],
      ['incapacityPercentage', 0, 'percentageRange'],
      ['incapacityPercentage', 100, 'percentageRange'],
      ['incapacityPercentage', 33.3, 'percentageRange'],
      ['authorizedExit', null, 'authorizedExitRequired'],
      ['locationCheck', '', 'checkLocationRequired'],
      ['locationCheck', 'Unknown', 'invalidChoice'],
      ['typeCheck', '', 'checkTypeRequired'],
      ['typeCheck', undefined, 'checkTypeRequired'],
      ...PERIOD_WRONG,
      ...TEXTS_WRONG,
    ],
  ],
  [
    'modification',
    modifyRule,
    MODIFICATION,
    [
      ['workerAddress', '', 'addressRequired'],
      ['workerPhoneNumber', 'x', 'phoneFormat'],
      ['typeCheck', 'Soon', 'invalidChoice'],
      ['authorizedExit', 1, 'invalidChoice'],
      ...PERIOD_WRONG,
      ...TEXTS_WRONG,
    ],
  ],
  [
    'cancellation',
    cancelRule,
    { reason: 'The worker has resumed.' },
    [
      ['reason', ' ', 'reasonRequired'],
      ['reason', 'a'.repeat(501), 'tooLong'],
    ],
  ],
  [
    'problem',
    problemRule,
    { problemReason: 'AddressUnclear', problemOwner: 'employer', problemComment: '' },
    [
      ['problemReason', 'Weather', 'invalidChoice'],
      ['problemOwner', 'doctor', 'invalidChoice'],
      ['problemComment', 'a\u0007', 'invalidCharacters'],
    ],
  ],
  [
    'not operable',
    nonOperableRule,
    { nonOperableReason: 'NoDoctorFound', archiveComment: '' },
    [
      ['nonOperableReason', '', 'reasonRequired'],
      ['nonOperableReason', 'toString', 'invalidChoice'],
      ['archiveComment', null, 'required'],
    ],
  ],
  [
    'appointment',
    scheduleRule,
    APPOINTMENT,
    [
      ['doctorId', '', 'doctorRequired'],
      ['appointmentStart', null, 'momentRequired'],
      ['appointmentStart', '2026-11-23T09:00:00Z', 'momentRequired'],
      ['appointmentStart', new Date(8.64e15), 'dateInvalid'],
      ['appointmentMinutes', 9, 'durationRange'],
      ['appointmentMinutes', 121, 'durationRange'],
      ['appointmentMinutes', 20.5, 'durationRange'],
      ['appointmentMinutes', Number.POSITIVE_INFINITY, 'durationRange'],
    ],
  ],
  [
    'result',
    resultRule,
    RESULT,
    [
      ['checkOccurence', 'Deleted', 'invalidChoice'],
      ['checkOccurence', 'Cancelled', 'invalidChoice'],
      ['examinedFrom', null, 'examinationRequired'],
      ['examinedTo', new Date(Number.NaN), 'examinationRequired'],
      ['examinedTo', new Date('+010000-01-01T00:00:00Z'), 'dateInvalid'],
      ['examinedTo', new Date('2026-11-23T09:01:59Z'), 'examinationOrder'],
      ['examinedTo', new Date('2026-11-23T19:02:01Z'), 'examinationTooLong'],
      ['newIncapacityEndDate', '', 'newEndRequired'],
      ['newIncapacityEndDate', '2026-11-31', 'dateInvalid'],
      ['workerDisagreement', 'no', 'invalidChoice'],
      ['secondCheckNeeded', undefined, 'required'],
      ['prolongationNeeded', 0, 'invalidChoice'],
      ['injuryDifference', 'yes', 'invalidChoice'],
      ['checkPlausibility', 'Maybe', 'invalidChoice'],
      ['independenceDeclared', false, 'declarationRequired'],
      ['findingsHandedOver', undefined, 'required'],
      ['findingsHandedOver', false, 'findingsRequired'],
      ['archiveComment', 'a\u0000', 'invalidCharacters'],
      ['medicalNote', 'a'.repeat(2001), 'tooLong'],
    ],
  ],
];

/** Fields that may not be empty, but accept null for "none". */
const MAY_BE_NULL: readonly string[] = ['superiorId', 'newIncapacityEndDate'];
const requiredOf = (wrong: (typeof CASES)[number][3]) =>
  wrong.flatMap(([field, value, key]) =>
    value === '' && key.endsWith('Required') && !MAY_BE_NULL.includes(field) ? [[field, key] as const] : [],
  );

describe.each(CASES)('%s', (_name, rule, example, wrong) => {
  it('accepts the example, and parsing it again changes nothing', () => {
    const once = z.parse(rule, example);
    expect(z.parse(rule, once)).toEqual(once);
  });

  it.each(wrong)('refuses %s: %j with %s', (field, value, key) => {
    expect(fieldErrors(rule, { ...example, [field]: value })).toEqual({ [field]: key });
  });

  // A form without a choice sends null; an API client leaves the field out.
  it.each(requiredOf(wrong))('requires %s: null is refused', (field, key) => {
    expect(fieldErrors(rule, { ...example, [field]: null })).toEqual({ [field]: key });
  });

  it('reports all missing fields at once', () => {
    const missing = fieldErrors(rule, {});
    // Fields for some types of incapacity only may be left out.
    const asked = Object.keys(example).filter((field) => !(field in incapacityFactFields));
    for (const field of asked) expect(missing, field).toHaveProperty(field);
  });

  it.each(['status', 'version', 'companyTotalPrice', 'orderedByProfileId', 'constructor'])('refuses the unknown field %s', (field) => {
    expect(fieldErrors(rule, { ...example, [field]: 1 })).toEqual({ [field]: 'unknownField' });
  });

  it('never throws, for any input', () => {
    fc.assert(
      fc.property(fc.anything({ withDate: true, withNullPrototype: true }), fc.constantFrom(...Object.keys(example)), (value, field) => {
        expect(z.safeParse(rule, value).success).toBe(false);
        const result = z.safeParse(rule, { ...example, [field]: value });
        if (result.success) expect(Object.keys(result.data as object).sort()).toEqual(Object.keys(example).sort());
      }),
    );
  });
});

describe('the moment of a call', () => {
  const creationDate = new Date('2026-11-25T20:04:59.900Z');
  const errorOf = (calledAt: string, now: string) => callError(new Date(calledAt), { creationDate }, new Date(now));

  it('cannot be in the future or before the order', () => {
    expect(errorOf('2026-11-25T20:06:00Z', '2026-11-25T20:05:30Z')).toBe('toldMomentFuture');
    expect(errorOf('2026-11-25T20:03:00Z', '2026-11-25T20:05:30Z')).toBe('toldMomentEarly');
    expect(errorOf('2026-11-25T20:05:00Z', '2026-11-25T20:05:30Z')).toBeNull();
  });

  it('may be the minute of the order, because it is entered without seconds', () => {
    expect(errorOf('2026-11-25T20:04:00Z', '2026-11-25T20:04:59.950Z')).toBeNull();
  });
});

describe('order', () => {
  it('has the fields of its steps, and a few of its own', () => {
    const steps = [orderWorkerStep, orderIncapacityStep].flatMap((step) => Object.keys(step.shape));
    expect(['companyId', 'parentCheckId', 'isRandom', ...steps].sort()).toEqual(Object.keys(orderRule.shape).sort());
    expect(['parentCheckId', 'isRandom', ...Object.keys(ORDER)].sort()).toEqual(Object.keys(orderRule.shape).sort());
  });

  it('accepts every orderable location and timing, and exactly the types that can be checked', () => {
    for (const locationCheck of ORDERABLE_LOCATIONS)
      for (const typeCheck of CHECK_TIMINGS) expect(fieldErrors(orderRule, { ...ORDER, locationCheck, typeCheck })).toEqual({});
    for (const incapacityType of INCAPACITY_TYPES) {
      expect(fieldErrors(orderRule, { ...ORDER, incapacityType, incapacityPercentage: 50 })).toEqual(
        isCheckable(incapacityType) ? {} : { incapacityType: 'typeNotCheckable' },
      );
    }
  });

  it('may be for one day', () => {
    expect(fieldErrors(orderRule, { ...ORDER, endDate: ORDER.startDate })).toEqual({});
  });

  it('needs a GSM number for a visit and a telecheck, and none for the office', () => {
    for (const [locationCheck, expected] of [
      ['Office', {}],
      ['House', { locationCheck: 'gsmNeeded' }],
      ['Telecheck', { locationCheck: 'gsmNeeded' }],
    ] as const) {
      expect(fieldErrors(orderRule, { ...ORDER, phoneNumber: ' ', locationCheck })).toEqual(expected);
      // The form for changes has both fields on one screen.
      expect(fieldErrors(modifyRule, { ...MODIFICATION, phoneNumber: '', locationCheck })).toEqual(
        locationCheck === 'Office' ? {} : { phoneNumber: 'gsmForLocation' },
      );
      expect(locationAllowed(locationCheck, ' ')).toBe(locationCheck === 'Office');
      expect(locationAllowed(locationCheck, '0470')).toBe(true);
    }
  });

  it('reports all errors at once, including rules across fields', () => {
    expect(
      fieldErrors(orderRule, {
        ...ORDER,
        workerFirstName: '',
        endDate: '2026-11-15',
        incapacityType: 'BirthLeave',
        phoneNumber: '',
        locationCheck: 'House',
        doctorComment: 5,
      }),
    ).toEqual({
      workerFirstName: 'firstNameRequired',
      endDate: 'endNotAfterStart',
      incapacityType: 'typeNotCheckable',
      locationCheck: 'gsmNeeded',
      doctorComment: 'required',
    });
  });

  it('stores telephone numbers in international form', () => {
    const order = z.parse(orderRule, { ...ORDER, workerPhoneNumber: '09/123.45.67', phoneNumber: '0470 12 34 56' });
    expect([order.workerPhoneNumber, order.phoneNumber]).toEqual(['+3291234567', '+32470123456']);
  });
});

describe('reasons', () => {
  it('are all accepted', () => {
    for (const problemReason of PROBLEM_REASONS)
      expect(fieldErrors(problemRule, { problemReason, problemOwner: 'provider', problemComment: '' })).toEqual({});
    for (const nonOperableReason of NON_OPERABLE_REASON_CODES)
      expect(fieldErrors(nonOperableRule, { nonOperableReason, archiveComment: '' })).toEqual({});
  });
});

describe('moment of an appointment', () => {
  const PERIOD = { incapacityStartDate: '2026-11-16', incapacityEndDate: '2026-11-27' };
  const NOW = instantAt('2026-11-18', '12:00');
  const at = (day: string, time: string, minutes = 20) => momentError(instantAt(day, time), minutes, PERIOD, NOW);

  it('must be in the future, within reasonable hours and within the incapacity', () => {
    expect(at('2026-11-18', '12:00')).toBeNull();
    expect(at('2026-11-18', '11:59')).toBe('momentPast');
    expect(at('2026-11-19', '07:00')).toBeNull();
    expect(at('2026-11-19', '06:59')).toBe('momentHours');
    expect(at('2026-11-19', '19:40')).toBeNull();
    expect(at('2026-11-19', '19:41')).toBe('momentHours');
    expect(at('2026-11-19', '23:50')).toBe('momentHours');
    expect(at('2026-11-27', '19:00')).toBeNull();
    expect(at('2026-11-28', '09:00')).toBe('momentOutsidePeriod');
    // Sundays and holidays are allowed (domain.md 1.1).
    expect(at('2026-11-22', '10:00')).toBeNull();
  });

  it('is checked in Belgian local time on both sides of a clock change', () => {
    const march = { incapacityStartDate: '2026-03-01', incapacityEndDate: '2026-04-30' };
    const early = new Date('2026-02-01T00:00:00Z');
    expect(momentError(new Date('2026-03-28T06:00:00Z'), 20, march, early)).toBeNull();
    expect(momentError(new Date('2026-03-28T05:00:00Z'), 20, march, early)).toBe('momentHours');
    expect(momentError(new Date('2026-03-29T05:00:00Z'), 20, march, early)).toBeNull();
    expect(momentError(new Date('2026-03-29T18:00:00Z'), 20, march, early)).toBe('momentHours');
  });

  it('is checked without error for every instant that the rule accepts', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T23:59:59Z'), noInvalidDate: true }),
        fc.integer({ min: 10, max: 120 }),
        (start, minutes) => {
          const fieldError = momentError(start, minutes, PERIOD, NOW);
          if (fieldError !== null) return;
          expect(start.getTime()).toBeGreaterThanOrEqual(NOW.getTime());
          expect(dayOf(start) >= PERIOD.incapacityStartDate && dayOf(start) <= PERIOD.incapacityEndDate).toBe(true);
          expect(timeOf(start) >= '07:00').toBe(true);
        },
      ),
    );
  });
});

describe('result', () => {
  const CHECK = {
    checkLocation: 'Office',
    incapacityStartDate: '2026-11-16',
    incapacityEndDate: '2026-11-27',
    appointmentStart: RESULT.examinedFrom,
  } as const;
  const NOW = new Date('2026-11-23T10:00:00Z');
  type FieldError = Partial<{ examinedFrom: Date; examinedTo: Date; timesReason: string; newIncapacityEndDate: string | null }>;
  const reported = {
    checkOccurence: 'Yes',
    examinedFrom: RESULT.examinedFrom,
    examinedTo: RESULT.examinedTo,
    newIncapacityEndDate: null,
    prolongationNeeded: false,
  } as const;
  const fieldError = (result: FieldError) => resultError({ ...reported, ...result }, CHECK, NOW);

  it('cannot be a no-show before an appointment at a practice or by video has begun; a home visit has no fixed time', () => {
    const before = new Date(RESULT.examinedFrom.getTime() - 60_000);
    const missed = { ...reported, checkOccurence: 'NoShow', examinedFrom: before, examinedTo: before } as const;
    for (const checkLocation of ['Office', 'Telecheck', 'Unknown'] as const)
      expect(resultError(missed, { ...CHECK, checkLocation }, NOW)).toEqual({ path: 'examinedTo', message: 'noShowBeforeAppointment' });
    expect(resultError(missed, { ...CHECK, checkLocation: 'House' }, NOW)).toBeNull();
    expect(resultError(missed, { ...CHECK, appointmentStart: null }, NOW)).toBeNull();
    expect(resultError({ ...missed, examinedTo: CHECK.appointmentStart }, CHECK, NOW)).toBeNull();
  });

  it('can have exactly the completed outcomes', () => {
    expect([...REPORTABLE_OCCURRENCES].sort()).toEqual([...COMPLETED_OCCURRENCES].sort());
    for (const checkOccurence of EXAMINED_OCCURRENCES) expect(fieldErrors(resultRule, { ...RESULT, checkOccurence })).toEqual({});
    for (const checkOccurence of ['Yes', 'YesPatientHome', 'YesSecondCheck'] as const)
      expect(fieldErrors(resultRule, { ...RESULT, checkOccurence, newIncapacityEndDate: '2026-11-25' })).toEqual({});
    expect(fieldErrors(resultRule, NO_SHOW)).toEqual({});
  });

  it('does not contradict itself, whoever sends it: what the form cannot say is refused', () => {
    expect(fieldErrors(resultRule, { ...NO_SHOW, workerDisagreement: true })).toEqual({
      workerDisagreement: 'disagreementWithoutExamination',
    });
    expect(fieldErrors(resultRule, { ...NO_SHOW, prolongationNeeded: true })).toEqual({
      prolongationNeeded: 'prolongationWithoutConfirmation',
    });
    for (const checkOccurence of ['NoCertifConfirmed', 'NoCertifDenied'] as const)
      expect(fieldErrors(resultRule, { ...RESULT, checkOccurence, newIncapacityEndDate: '2026-11-25' })).toEqual({
        newIncapacityEndDate: 'newEndOfDay',
      });
    const denied = { ...RESULT, checkOccurence: 'NoCertifDenied', prolongationNeeded: true };
    expect(fieldErrors(resultRule, denied)).toEqual({ prolongationNeeded: 'prolongationWithoutConfirmation' });
    // A shortened incapacity, but not one that the given day confirms until its end.
    const longer = { ...reported, prolongationNeeded: true };
    expect(resultError({ ...longer, newIncapacityEndDate: '2026-11-26' }, CHECK, NOW)).toEqual({
      path: 'prolongationNeeded',
      message: 'prolongationWithoutConfirmation',
    });
    expect(resultError({ ...longer, newIncapacityEndDate: '2026-11-27' }, CHECK, NOW)).toBeNull();
    // Advice of a second check goes with every outcome, a disagreement with every examination.
    expect(fieldErrors(resultRule, { ...NO_SHOW, secondCheckNeeded: true })).toEqual({});
    expect(fieldErrors(resultRule, { ...RESULT, secondCheckNeeded: true, workerDisagreement: true, prolongationNeeded: true })).toEqual({});
  });

  it('has no new end date for a no-show', () => {
    expect(fieldErrors(resultRule, { ...NO_SHOW, newIncapacityEndDate: '2026-11-25' })).toEqual({
      newIncapacityEndDate: 'newEndWithoutExamination',
    });
  });

  it('has times in the past, within the incapacity', () => {
    expect(fieldError({})).toBeNull();
    expect(fieldError({ examinedTo: new Date(NOW.getTime() + 1) })).toEqual({ path: 'examinedTo', message: 'examinationFuture' });
    expect(fieldError({ examinedTo: NOW })).toBeNull();
    expect(fieldError({ examinedFrom: new Date('2026-11-15T10:00:00Z') })).toEqual({
      path: 'examinedFrom',
      message: 'momentOutsidePeriod',
    });
  });

  it('needs a reason if its times are more than two hours before or after the appointment', () => {
    const at = (minutes: number, timesReason = '') =>
      fieldError({ examinedFrom: new Date(RESULT.examinedFrom.getTime() + minutes * 60_000), timesReason });
    const asked = { path: 'timesReason', message: 'timesReasonRequired' };
    expect([at(-120), at(-121), at(-121, 'Called the day before.')]).toEqual([null, asked, null]);
    expect(isFarFromAppointment(new Date(RESULT.examinedFrom.getTime() + 121 * 60_000), RESULT.examinedFrom.toISOString())).toBe(true);
    expect(isFarFromAppointment(RESULT.examinedFrom, null)).toBe(false);
  });

  it('may confirm or shorten the incapacity, at earliest to the day before the examination, and never lengthen it', () => {
    fc.assert(
      fc.property(fc.integer({ min: -15, max: 15 }), (days) => {
        const newIncapacityEndDate = addDays('2026-11-23', days);
        const expected =
          newIncapacityEndDate > '2026-11-27' ? 'newEndLater' : newIncapacityEndDate < '2026-11-22' ? 'newEndBeforeCheck' : undefined;
        expect(fieldError({ newIncapacityEndDate })?.message).toBe(expected);
      }),
    );
  });
});
