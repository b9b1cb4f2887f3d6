import { type Ability, type Actor, can } from '../policy.ts';
import {
  type ArbitrationParty,
  type ArbitrationRuling,
  type CheckLocation,
  type CheckOccurence,
  type CheckStatus,
  type CommentReview,
  EXAMINED_OCCURRENCES,
  type NoShowExcuse,
  type ProblemOwner,
} from './enums.ts';
import { hasResult } from './result/correction.ts';

/**
 * The life of a check: one table, status × action → status (design.md 4).
 * The function that lights a button (`availableActions`) is the function that refuses the request (`refusalOf`).
 */
export const CHECK_ACTIONS = [
  'startPlanning',
  'schedule',
  'acceptOffer',
  'reschedule',
  'unschedule',
  'reportProblem',
  'employeeConfirm',
  'employeeMove',
  'employeeReport',
  'employeeDisagree',
  'resolveProblem',
  'modify',
  'cancel',
  'recordAttempt',
  'leaveCard',
  'recordResult',
  'releaseResult',
  'questionResult',
  'confirmResult',
  'reviseResult',
  'correctResult',
  'recordArbitration',
  'recordRuling',
  'excuseNoShow',
  'withdrawExcuse',
  'markNonOperable',
  'delete',
  'releaseComment',
  'withholdComment',
] as const;
export type CheckAction = (typeof CHECK_ACTIONS)[number];

/** What happens to a result before it is recorded (docs/decisions/0052, 0088): lines of the history, but no steps of the life cycle. */
export const WAITING_RESULT_ACTIONS = ['submitResult', 'takeBackResult', 'holdResult'] as const;
export type WaitingResultAction = (typeof WAITING_RESULT_ACTIONS)[number];

/** `null`: the action does not exist in that status. */
export const TRANSITIONS = {
  Reception: {
    startPlanning: 'Planning',
    schedule: null,
    acceptOffer: null,
    reschedule: null,
    unschedule: null,
    reportProblem: 'ModificationProblem',
    employeeConfirm: null,
    employeeMove: null,
    employeeReport: null,
    employeeDisagree: null,
    resolveProblem: null,
    modify: 'Reception',
    cancel: 'Archived',
    recordAttempt: null,
    leaveCard: null,
    recordResult: null,
    releaseResult: null,
    questionResult: null,
    confirmResult: null,
    reviseResult: null,
    correctResult: null,
    recordArbitration: null,
    recordRuling: null,
    excuseNoShow: null,
    withdrawExcuse: null,
    markNonOperable: 'Archived',
    delete: 'Archived',
    releaseComment: null,
    withholdComment: null,
  },
  Planning: {
    startPlanning: null,
    schedule: 'WaitingForCheck',
    acceptOffer: 'WaitingForCheck',
    reschedule: null,
    unschedule: null,
    reportProblem: 'ModificationProblem',
    employeeConfirm: null,
    employeeMove: null,
    employeeReport: null,
    employeeDisagree: null,
    resolveProblem: null,
    modify: 'Planning',
    cancel: 'Archived',
    recordAttempt: null,
    leaveCard: null,
    recordResult: null,
    releaseResult: null,
    questionResult: null,
    confirmResult: null,
    reviseResult: null,
    correctResult: null,
    recordArbitration: null,
    recordRuling: null,
    excuseNoShow: null,
    withdrawExcuse: null,
    markNonOperable: 'Archived',
    delete: 'Archived',
    releaseComment: null,
    withholdComment: null,
  },
  WaitingForCheck: {
    startPlanning: null,
    schedule: null,
    acceptOffer: null,
    reschedule: 'WaitingForCheck',
    unschedule: 'Planning',
    reportProblem: 'ModificationProblem',
    employeeConfirm: 'WaitingForCheck',
    employeeMove: 'WaitingForCheck',
    employeeReport: 'ModificationProblem',
    employeeDisagree: null,
    resolveProblem: null,
    // A change after a doctor accepted needs the provider's confirmation, so it appears as a problem of theirs.
    modify: 'ModificationProblem',
    cancel: 'Archived',
    // Nobody at home: the visit can be reported as a no-show, or a card names an appointment at the practice (check/times/attempt.ts).
    recordAttempt: 'WaitingForCheck',
    leaveCard: 'WaitingForCheck',
    recordResult: 'Archived',
    // A result that was sent and is held: what a planner and the doctor say about it; it stays one that the employer does not read.
    releaseResult: 'WaitingForCheck',
    questionResult: 'WaitingForCheck',
    confirmResult: 'WaitingForCheck',
    reviseResult: 'WaitingForCheck',
    correctResult: null,
    recordArbitration: null,
    recordRuling: null,
    excuseNoShow: null,
    withdrawExcuse: null,
    markNonOperable: 'Archived',
    delete: 'Archived',
    releaseComment: null,
    withholdComment: null,
  },
  ModificationProblem: {
    startPlanning: null,
    schedule: null,
    acceptOffer: null,
    reschedule: null,
    unschedule: null,
    reportProblem: null,
    employeeConfirm: null,
    employeeMove: null,
    employeeReport: null,
    employeeDisagree: null,
    resolveProblem: 'Planning',
    modify: 'ModificationProblem',
    cancel: 'Archived',
    recordAttempt: null,
    leaveCard: null,
    recordResult: null,
    releaseResult: null,
    questionResult: null,
    confirmResult: null,
    reviseResult: null,
    correctResult: null,
    recordArbitration: null,
    recordRuling: null,
    excuseNoShow: null,
    withdrawExcuse: null,
    markNonOperable: 'Archived',
    delete: 'Archived',
    releaseComment: null,
    withholdComment: null,
  },
  Archived: {
    startPlanning: null,
    schedule: null,
    acceptOffer: null,
    reschedule: null,
    unschedule: null,
    reportProblem: null,
    employeeConfirm: null,
    employeeMove: null,
    employeeReport: null,
    // Whoever was examined says in writing that they do not agree (domain.md 4.3); a doctor's word to the same effect is in the result.
    employeeDisagree: 'Archived',
    resolveProblem: null,
    modify: null,
    cancel: null,
    recordAttempt: null,
    leaveCard: null,
    recordResult: null,
    releaseResult: null,
    questionResult: null,
    confirmResult: null,
    reviseResult: null,
    // The next version of the report, for a day (result/correction.ts).
    correctResult: 'Archived',
    // Findings in dispute go to an arbitrating doctor, whose ruling is the next version of the report (result/arbitration.ts).
    recordArbitration: 'Archived',
    recordRuling: 'Archived',
    // A no-show stays one; whether force majeure excuses it is said beside it (result/excuse.ts).
    excuseNoShow: 'Archived',
    withdrawExcuse: 'Archived',
    markNonOperable: null,
    delete: null,
    // The report stays what it is; the employer may read the doctor's words, or not (comment-gate.ts).
    releaseComment: 'Archived',
    withholdComment: 'Archived',
  },
} as const satisfies Record<CheckStatus, Record<CheckAction, CheckStatus | null>>;

/** The permission that each action asks for. */
export const ACTION_ABILITY = {
  startPlanning: 'check.plan',
  schedule: 'check.plan',
  acceptOffer: 'offer.answer',
  reschedule: 'check.plan',
  unschedule: 'check.plan',
  reportProblem: 'check.reportProblem',
  employeeConfirm: 'employeePage.answer',
  employeeMove: 'employeePage.answer',
  employeeReport: 'employeePage.answer',
  employeeDisagree: 'employeePage.answer',
  resolveProblem: 'check.resolveProblem',
  modify: 'check.modify',
  cancel: 'check.cancel',
  recordAttempt: 'check.visit',
  leaveCard: 'check.visit',
  recordResult: 'check.recordResult',
  releaseResult: 'check.reviewResult',
  questionResult: 'check.reviewResult',
  confirmResult: 'check.correctResult',
  reviseResult: 'check.correctResult',
  correctResult: 'check.correctResult',
  recordArbitration: 'check.arbitrate',
  recordRuling: 'check.arbitrate',
  excuseNoShow: 'check.excuse',
  withdrawExcuse: 'check.excuse',
  markNonOperable: 'check.recordResult',
  delete: 'check.delete',
  releaseComment: 'check.reviewComment',
  withholdComment: 'check.reviewComment',
} as const satisfies Record<CheckAction, Ability>;

/** What the life cycle must know of a check. */
export interface CheckFacts {
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  readonly status: CheckStatus;
  readonly problemOwner: ProblemOwner | null;
  readonly commentReview: CommentReview;
  /** What a caller does not know is no visit. */
  readonly checkLocation?: CheckLocation;
  /** What a caller does not know is no result. */
  readonly checkOccurence?: CheckOccurence | null;
  /** Until when a result that was sent can be taken back; then it is recorded. */
  readonly resultDueAt?: Date | null;
  /** Since when the result waits for a planner, because something about it is odd (docs/decisions/0088). */
  readonly resultHeldAt?: Date | null;
  /** Since when the doctor is asked about it. */
  readonly resultAskedAt?: Date | null;
  /** What a caller does not know has not happened. */
  readonly arbitrationAskedBy?: ArbitrationParty | null;
  readonly arbitrationRuling?: ArbitrationRuling | null;
  readonly noShowExcuse?: NoShowExcuse | null;
  /** When everything personal was taken out of the check: nothing more is said of it. */
  readonly erasedAt?: Date | null;
}

/** What is done with a result that is held, and with no other. */
const HELD_RESULT_ACTIONS: readonly CheckAction[] = ['releaseResult', 'questionResult', 'confirmResult', 'reviseResult'];

/** The status that the action leads to, or null when it does not exist in this status. */
export function nextStatus(status: CheckStatus, action: CheckAction): CheckStatus | null {
  return TRANSITIONS[status][action];
}

/**
 * Why the actor may not take this action now; null when it may.
 * `status`: the life cycle has no such step here. `permission`: somebody else's step. `owner`: the other side must act.
 */
export type ActionRefusal = 'status' | 'permission' | 'owner';

export function refusalOf(action: CheckAction, check: CheckFacts, actor: Actor): ActionRefusal | null {
  if (nextStatus(check.status, action) === null) return 'status';
  if (!can(actor, ACTION_ABILITY[action], check)) return 'permission';
  // While a result waits, nothing else happens to the check: it is recorded, or taken back first.
  if (HELD_RESULT_ACTIONS.includes(action)) return heldRefusal(action, check);
  if (check.resultDueAt && action !== 'recordResult') return 'status';
  // The employer answers what it was asked; what waits for the provider, the provider confirms.
  if (action === 'resolveProblem' && actor.kind === 'employer' && check.problemOwner !== 'employer') return 'owner';
  // A doctor declares a mission impossible only while it is a mission.
  if (action === 'markNonOperable' && actor.kind === 'doctor' && check.status !== 'WaitingForCheck') return 'status';
  if (action === 'reportProblem' && actor.kind === 'doctor' && check.status !== 'WaitingForCheck') return 'status';
  // At a practice nobody is before a closed door.
  if ((action === 'recordAttempt' || action === 'leaveCard') && check.checkLocation !== 'House') return 'status';
  if (DISPUTE_ACTIONS.includes(action)) return disputeRefusal(action, check);
  // What was cancelled or not carried out has no findings.
  if (action === 'correctResult' && !hasResult(check.checkOccurence)) return 'status';
  // What is before an arbitrating doctor, or was ruled, is not the control doctor's to change.
  if (action === 'correctResult' && check.arbitrationAskedBy) return 'status';
  if (action === 'excuseNoShow' && (check.checkOccurence !== 'NoShow' || check.noShowExcuse || check.erasedAt)) return 'status';
  if (action === 'withdrawExcuse' && !check.noShowExcuse) return 'status';
  // What the employer has read cannot be taken back.
  if (action === 'releaseComment' && check.commentReview !== 'Waiting' && check.commentReview !== 'Withheld') return 'status';
  if (action === 'withholdComment' && check.commentReview !== 'Waiting') return 'status';
  return null;
}

function heldRefusal(action: CheckAction, { resultHeldAt = null, resultAskedAt = null }: CheckFacts): 'status' | null {
  if (resultHeldAt === null) return 'status';
  // One question at a time, and an answer to a question.
  if (action === 'questionResult') return resultAskedAt === null ? null : 'status';
  if (action === 'confirmResult') return resultAskedAt === null ? 'status' : null;
  return null;
}

/** What is said of findings that somebody disputes. */
const DISPUTE_ACTIONS: readonly CheckAction[] = ['employeeDisagree', 'recordArbitration', 'recordRuling'];

function disputeRefusal(action: CheckAction, check: CheckFacts): 'status' | null {
  // Who was not examined has no findings to disagree with.
  if (!EXAMINED_OCCURRENCES.some((occurrence) => occurrence === check.checkOccurence) || check.erasedAt) return 'status';
  switch (action) {
    case 'recordRuling':
      // A ruling that was entered wrongly is entered once more.
      return check.arbitrationAskedBy ? null : 'status';
    default:
      // The ruling is final (domain.md 2.2).
      return check.arbitrationRuling ? 'status' : null;
  }
}

/** What the actor may do with the check now, in the order of the table. Travels as `Check.availableActions`. */
export function availableActions(check: CheckFacts, actor: Actor): readonly CheckAction[] {
  return CHECK_ACTIONS.filter((action) => refusalOf(action, check, actor) === null);
}

/** Who is expected to act next. */
export function nextActor(
  check: Pick<CheckFacts, 'status' | 'problemOwner' | 'resultHeldAt' | 'resultAskedAt'>,
): 'provider' | 'doctor' | 'employer' | 'nobody' {
  switch (check.status) {
    case 'Reception':
    case 'Planning':
      return 'provider';
    case 'WaitingForCheck':
      return check.resultHeldAt && !check.resultAskedAt ? 'provider' : 'doctor';
    case 'ModificationProblem':
      return check.problemOwner === 'employer' ? 'employer' : 'provider';
    case 'Archived':
      return 'nobody';
  }
}
