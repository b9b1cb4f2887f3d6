import * as z from 'zod/mini';
import { lengthInDays } from '../clock.ts';
import { LONGEST_PERIOD_DAYS, TEXT } from '../constants.ts';
import { across, choice, day, id, key, line, yesNo } from '../validation.ts';
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

/** Why a type of incapacity cannot be checked; its sentence stands in the namespace `enums` (`notCheckable`). */
export type NotCheckableReason = (typeof NOT_CHECKABLE_TYPES)[keyof typeof NOT_CHECKABLE_TYPES];

/** Whether a check may be ordered for this type of incapacity. */
export const isCheckable = (type: (typeof INCAPACITY_TYPES)[number]): boolean => !(type in NOT_CHECKABLE_TYPES);

/** Fields of a certificate as the employer saves it (specification, section 5, Save certificate). */
export const certificateFields = {
  employeeId: id('employeeRequired'),
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

/** A period that is longer than any certificate's. The days themselves are judged by the fields. */
export const periodNotTooLong = across<{ startDate: string; endDate: string }>(
  ['startDate', 'endDate'],
  ({ startDate, endDate }) => lengthInDays(startDate, endDate) <= LONGEST_PERIOD_DAYS,
  { path: 'endDate', error: key('periodTooLong') },
);

/** A medical certificate needs its document; an absence declaration has none (specification, section 5). */
export const certificateRule = z.strictObject(certificateFields).check(
  across<{ startDate: string; endDate: string }>(['startDate', 'endDate'], ({ startDate, endDate }) => endDate >= startDate, {
    path: 'endDate',
    error: key('endBeforeStart'),
  }),
  periodNotTooLong,
  across<{ entryType: (typeof ENTRY_TYPES)[number]; documentId: string | null }>(
    ['entryType', 'documentId'],
    ({ entryType, documentId }) => entryType === 'ABSENCE_DECLARATION' || documentId !== null,
    { path: 'documentId', error: key('certificateRequired') },
  ),
);
export type CertificateInput = z.infer<typeof certificateRule>;
