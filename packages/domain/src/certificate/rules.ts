import * as z from 'zod/mini';
import { lengthInDays } from '../clock.ts';
import { LONGEST_PERIOD_DAYS, TEXT } from '../constants.ts';
import type { FieldIssue } from '../errors.ts';
import { employeeRule } from '../people/rules.ts';
import { across, choice, day, id, issuesOf, key, line, yesNo } from '../validation.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';

/** Types of incapacity that no control doctor may judge (design.md 4; dispatch.md 1), with why. */
export const NOT_CHECKABLE_TYPES = {
  MaternityLeave: 'leave',
  BirthLeave: 'leave',
  BirthLeaveForCoParents: 'leave',
  PaternityLeave: 'leave',
  BreastFeeding: 'leave',
  AbsenceForMedicalExamination: 'examination',
  Hospitalization: 'hospital',
  MandatoryHospitalization: 'hospital',
  EndOfCareerIllness: 'endOfCareer',
} as const satisfies Partial<Record<(typeof INCAPACITY_TYPES)[number], 'leave' | 'examination' | 'hospital' | 'endOfCareer'>>;

/** Why a type of incapacity cannot be checked; its sentence is in the namespace `enums` (`notCheckable`). */
export type NotCheckableReason = (typeof NOT_CHECKABLE_TYPES)[keyof typeof NOT_CHECKABLE_TYPES];

/** Whether a check may be ordered for this type of incapacity. */
export const isCheckable = (type: (typeof INCAPACITY_TYPES)[number]): boolean => !(type in NOT_CHECKABLE_TYPES);

/**
 * The worker as the form of a certificate shows and changes them: somebody new, or what of the employee is to be another.
 * What the specification wants to be known of them is compulsory (section 5, Save certificate).
 */
export const certificateWorkerRule = z.strictObject({
  /** Which state of the employee was changed; null for somebody new. */
  version: z.nullable(z.int({ error: key('required') })),
  /** Empty: the company's next number for somebody new, the stored one otherwise. */
  employeeMatricule: line(TEXT.code),
  employeeFirstName: employeeRule.shape.employeeFirstName,
  employeeLastName: employeeRule.shape.employeeLastName,
  employeeLanguage: employeeRule.shape.employeeLanguage,
  employeeGender: employeeRule.shape.employeeGender,
  employeePhoneNumber: employeeRule.shape.employeePhoneNumber,
  employeeAddress: employeeRule.shape.employeeAddress,
  function: employeeRule.shape.function,
});
export type CertificateWorkerInput = z.infer<typeof certificateWorkerRule>;

/** What of a stored employee keeps a certificate from being saved, such as a telephone number that nobody entered. */
export function workerFaults(employee: Omit<CertificateWorkerInput, 'version'>): readonly FieldIssue[] {
  const fields = Object.keys(certificateWorkerRule.shape) as (keyof CertificateWorkerInput)[];
  const known: Partial<CertificateWorkerInput> = employee;
  const result = z.safeParse(certificateWorkerRule, Object.fromEntries(fields.map((field) => [field, known[field] ?? null])));
  return result.success ? [] : issuesOf(result.error);
}

/** Fields of a certificate as the employer saves it (specification, section 5, Save certificate), but for its worker. */
export const certificateFields = {
  superiorId: id('superiorRequired'),
  incapacityReason: choice(INCAPACITY_TYPES, 'incapacityTypeRequired'),
  entryType: choice(ENTRY_TYPES, 'entryTypeRequired'),
  certifType: choice(CERTIFICATE_TYPES, 'certificateTypeRequired'),
  authorizedExit: yesNo('authorizedExitRequired'),
  startDate: day('startDateRequired'),
  endDate: day('endDateRequired'),
  doctorName: line(TEXT.name),
  documentId: z.nullable(id('certificateRequired')),
};

/** A period that is longer than any certificate's. The days themselves are checked by the fields. */
export const periodNotTooLong = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => lengthInDays(startDate, endDate) <= LONGEST_PERIOD_DAYS,
  { path: 'endDate', error: key('periodTooLong') },
);

/** The last day is not before the first. */
export const endFromStart = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => endDate >= startDate,
  { path: 'endDate', error: key('endBeforeStart') },
);

/** A medical certificate needs its document; an absence declaration has none (specification, section 5). */
export const certificateRule = z
  .strictObject({
    /** null: `employee` is somebody new. */
    employeeId: z.nullable(id('employeeRequired')),
    /** null: the employee stays as stored. */
    employee: z.nullish(certificateWorkerRule),
    ...certificateFields,
  })
  .check(
    across<{ employeeId: string | null; employee?: object | null | undefined }>(
      ['employeeId'],
      ({ employeeId, employee }) => employeeId !== null || (employee !== null && employee !== undefined),
      { path: 'employeeId', error: key('employeeRequired') },
    ),
    endFromStart,
    periodNotTooLong,
    across<{ entryType: (typeof ENTRY_TYPES)[number]; documentId: string | null }>(
      ['entryType', 'documentId'],
      ({ entryType, documentId }) => entryType === 'ABSENCE_DECLARATION' || documentId !== null,
      { path: 'documentId', error: key('certificateRequired') },
    ),
  );
export type CertificateInput = z.infer<typeof certificateRule>;

/** Whether a check on this certificate waits for its image (specification, section 5, Certificate detail). A declaration has none. */
export const needsImage = ({ entryType, documentId }: Pick<CertificateInput, 'entryType' | 'documentId'>): boolean =>
  entryType === 'MEDICAL_CERTIFICATE' && documentId === null;

/** What is kept of a certificate. */
export type CertificateFields = Omit<CertificateInput, 'employeeId' | 'employee'> & { readonly employeeId: string };

/** What advice on a certificate in the making needs to know; `certificateId`: the one that is being changed. */
export const certificateAdviceRule = z
  .strictObject({
    employeeId: id('employeeRequired'),
    certificateId: z.nullish(id()),
    startDate: certificateFields.startDate,
    endDate: certificateFields.endDate,
    entryType: certificateFields.entryType,
    incapacityReason: certificateFields.incapacityReason,
    certifType: z.nullish(certificateFields.certifType),
    documentId: z.nullish(id()),
  })
  .check(endFromStart, periodNotTooLong);
export type CertificateAdviceInput = z.infer<typeof certificateAdviceRule>;
