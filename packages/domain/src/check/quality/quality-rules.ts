/**
 * What the product looks at in a result before the employer reads it (domain.md 4.1, "internal quality gate"; docs/decisions/0088). `hold`: a
 * planner reads it first, because it is hardly possible, contradicts itself, or could not be proven. `note`: planners read it in the history, and
 * nothing waits. What can never be (an end outside the incapacity, an examination in the future) the form refuses already (`resultFault`).
 */
export const QUALITY_RULES = {
  /** Nobody judges fitness for work in so little time (quality.ts). */
  examinationShort: 'hold',
  /** Longer than any examination for this purpose (quality.ts). */
  examinationLong: 'hold',
  /** Outside the hours that are held to be reasonable (domain.md 2.1). */
  unusualHour: 'hold',
  /** On another day than the one for which the employee was invited. */
  otherDay: 'hold',
  /** Of the same day, but far from the appointment; the doctor has said why. */
  farFromAppointment: 'note',
  /** The reported times are not those at which the doctor tapped "arrived" and "left". */
  differsFromTaps: 'note',
  /** The same doctor reported another check at the same time. */
  overlapsOtherCheck: 'hold',
  /** Too far from where the same doctor was just before or after. */
  travelImpossible: 'hold',
  /** Fit for work before the end, and unfit beyond it. */
  prolongationWithReturn: 'hold',
  /** A no-show of a visit, with neither position nor photograph of the attempt. */
  attemptUnproven: 'hold',
  /** A no-show at a practice or by video, after too short a wait (quality.ts). */
  waitedShort: 'hold',
  /** A no-show of somebody of whom nothing says how they were told. */
  tellingUnrecorded: 'hold',
  /** The comment may say something about an illness; a planner reads it in any case before the employer does. */
  medicalTerms: 'note',
  /** The same in a comment that no planner would read. */
  medicalTermsUnread: 'hold',
} as const satisfies Record<string, 'hold' | 'note'>;
export type QualityRule = keyof typeof QUALITY_RULES;

// The table has these keys and no others.
export const QUALITY_RULE_NAMES = Object.keys(QUALITY_RULES) as readonly QualityRule[];
export const isQualityRule = (name: string): name is QualityRule => name in QUALITY_RULES;

/** Whether a planner has to read the result first. */
export const isHeld = (findings: readonly QualityRule[]): boolean => heldFindings(findings).length > 0;

/** Those because of which it waits. */
export const heldFindings = (findings: readonly QualityRule[]): readonly QualityRule[] =>
  findings.filter((rule) => QUALITY_RULES[rule] === 'hold');
