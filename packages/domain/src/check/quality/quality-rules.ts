/**
 * Quality rules for a result, before the employer reads it (domain.md 4.1, "internal quality gate"; docs/decisions/0088). `hold`: the result is held
 * for review by a planner, because it is implausible, contradicts itself, or lacks proof. `note`: the finding is shown to planners in the history, and
 * the result is not held. Impossible results (an end outside the incapacity, an examination in the future) are refused by the form (`resultError`).
 */
export const QUALITY_RULES = {
  /** Too short to judge fitness for work (quality.ts). */
  examinationShort: 'hold',
  /** Longer than such an examination ever takes (quality.ts). */
  examinationLong: 'hold',
  /** Outside the hours that count as reasonable (domain.md 2.1). */
  unusualHour: 'hold',
  /** On another day than the one for which the employee was invited. */
  otherDay: 'hold',
  /** On the day of the appointment, but far from its time; the doctor has given a reason. */
  farFromAppointment: 'note',
  /** The reported times differ from those at which the doctor pressed "arrived" and "left". */
  differsFromTaps: 'note',
  /** The same doctor reported another check at the same time. */
  overlapsOtherCheck: 'hold',
  /** Too far from where the same doctor was just before or after. */
  travelImpossible: 'hold',
  /** Reported as fit before the end of the certificate, and as needing a prolongation. Refused since (`findingsError`); the history has such results. */
  prolongationWithReturn: 'hold',
  /** A no-show of a home visit, with neither position nor photograph of the attempt. */
  attemptUnproven: 'hold',
  /** A no-show at a practice or by video, after too short a wait (quality.ts). */
  waitedShort: 'hold',
  /** A no-show, although no record says how the employee was notified. The sealed history has this name: it cannot change. */
  tellingUnrecorded: 'hold',
  /** The comment may reveal an illness; a planner reviews the comment anyway before the employer reads it. */
  medicalTerms: 'note',
  /** The same in a comment that needs no review. */
  medicalTermsUnread: 'hold',
} as const satisfies Record<string, 'hold' | 'note'>;
export type QualityRule = keyof typeof QUALITY_RULES;

// `Object.keys` returns exactly these keys.
export const QUALITY_RULE_NAMES = Object.keys(QUALITY_RULES) as readonly QualityRule[];
export const isQualityRule = (name: string): name is QualityRule => name in QUALITY_RULES;

/** Whether the findings hold the result for review. */
export const isHeld = (findings: readonly QualityRule[]): boolean => heldFindings(findings).length > 0;

/** The findings that hold the result. */
export const heldFindings = (findings: readonly QualityRule[]): readonly QualityRule[] =>
  findings.filter((rule) => QUALITY_RULES[rule] === 'hold');
