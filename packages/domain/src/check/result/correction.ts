import { RESULT_CORRECTION_HOURS } from '../../constants.ts';
import { type CheckOccurence, COMPLETED_OCCURRENCES } from '../enums.ts';
import type { CheckField } from '../fields.ts';

/**
 * Reasons for which a doctor corrects a result after the employer has read it (domain.md 4.3; docs/decisions/0078). The employer reads only this
 * reason; a doctor's comment is shown only after its review (comment-gate.ts).
 */
export const CORRECTION_REASONS = ['Mistyped', 'Misunderstood', 'LearnedLater'] as const;
/** Why a report has a new version: its doctor corrected it, or an arbitrating doctor has ruled (arbitration.ts). */
export const VERSION_REASONS = [...CORRECTION_REASONS, 'Arbitration'] as const;
export type VersionReason = (typeof VERSION_REASONS)[number];
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

/** The fields that a correction may change; the history keeps their former values. */
export const CORRECTABLE_FIELDS = [
  'checkOccurence',
  'examinedFrom',
  'examinedTo',
  'examinationMinutes',
  'newIncapacityEndDate',
  'earlyReturn',
  'workerDisagreement',
  'secondCheckNeeded',
  'prolongationNeeded',
  'injuryDifference',
  'checkPlausibility',
] as const satisfies readonly CheckField[];
export type CorrectableField = (typeof CORRECTABLE_FIELDS)[number];

/** Whether the check has a result: an examination or a no-show. */
export const hasResult = (checkOccurence: CheckOccurence | null | undefined): boolean =>
  (COMPLETED_OCCURRENCES as readonly (CheckOccurence | null | undefined)[]).includes(checkOccurence);

/** Until when the result can be corrected. */
export const correctionEnd = (archivedAt: Date): Date => new Date(archivedAt.getTime() + RESULT_CORRECTION_HOURS * 3_600_000);
