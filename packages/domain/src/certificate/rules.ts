import * as z from 'zod/mini';
import { lengthInDays } from '../clock.ts';
import { MAX_PERIOD_DAYS, TEXT } from '../constants.ts';
import type { FieldIssue } from '../errors.ts';
import { employeeRule } from '../people/rules.ts';
import { across, choice, day, id, issuesOf, key, line, yesNo } from '../validation.ts';
import { CERTIFICATE_TYPES, ENTRY_TYPES, INCAPACITY_TYPES } from './enums.ts';

/** Types of incapacity for which no check can be ordered (design.md 4; dispatch.md 1), with the reason. */
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
 * The worker in the form of a certificate: a new employee, or changes of an existing one. The fields that the specification requires are compulsory
 * (section 5, Save certificate).
 */
export const certificateWorkerRule = z.strictObject({
  /** Version of the employee that was changed; null for a new employee. */
  version: z.nullable(z.int({ error: key('required') })),
  /** Empty: the company's next number for a new employee, the stored one otherwise. */
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

/** The fields of a stored employee that prevent saving a certificate, such as a missing telephone number. */
export function workerErrors(employee: Omit<CertificateWorkerInput, 'version'>): readonly FieldIssue[] {
  const fields = Object.keys(certificateWorkerRule.shape) as (keyof CertificateWorkerInput)[];
  const known: Partial<CertificateWorkerInput> = employee;
  const result = z.safeParse(certificateWorkerRule, Object.fromEntries(fields.map((field) => [field, known[field] ?? null])));
  return result.success ? [] : issuesOf(result.error);
}

/** Fields of a certificate as the employer saves it (specification, section 5, Save certificate), without its worker. */
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

/** The period is at most `MAX_PERIOD_DAYS` long. The days themselves are checked by the fields. */
export const periodNotTooLong = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => lengthInDays(startDate, endDate) <= MAX_PERIOD_DAYS,
  { path: 'endDate', error: key('periodTooLong') },
);

/** The last day is not before the first. */
export const endFromStart = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => endDate >= startDate,
  { path: 'endDate', error: key('endBeforeStart') },
);

/** A medical certificate needs its document; an absence declaration does not (specification, section 5). */
export const certificateRule = z
  .strictObject({
    /** null: `employee` is a new employee. */
    employeeId: z.nullable(id('employeeRequired')),
    /** null: the stored employee is not changed. */
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

/** Whether the image is required before a check on this certificate (specification, section 5, Certificate detail). A declaration needs none. */
export const needsImage = ({ entryType, documentId }: Pick<CertificateInput, 'entryType' | 'documentId'>): boolean =>
  entryType === 'MEDICAL_CERTIFICATE' && documentId === null;

/** The fields of a certificate that are stored. */
export type CertificateFields = Omit<CertificateInput, 'employeeId' | 'employee'> & { readonly employeeId: string };

/** The input of advice on a certificate that is being entered; `certificateId`: the one that is being changed. */
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
