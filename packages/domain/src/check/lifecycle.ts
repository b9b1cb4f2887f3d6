import { type Ability, type Actor, can } from '../policy.ts';
import {
  type ArbitrationParty,
  type ArbitrationRuling,
  type CheckLocation,
  type CheckOccurence,
  type CheckStatus,
  type CommentReview,
  EXAMINED_OCCURRENCES,
  type NextActor,
  type NoShowExcuse,
  type ProblemOwner,
} from './enums.ts';
import { hasResult } from './result/correction.ts';

/**
 * The life cycle of a check: one table, status × action → status (design.md 4).
 * `availableActions`, which says what a screen offers, uses `refusalOf`, which refuses the request.
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

/** Actions on a result before it is recorded (docs/decisions/0052, 0088): lines of the history that change no status. */
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
    // A change after a doctor accepted needs the provider's confirmation, so it becomes a problem owned by the provider.
    modify: 'ModificationProblem',
    cancel: 'Archived',
    // Nobody at home: the visit can be reported as a no-show, or the doctor leaves a card with an appointment at the practice (check/times/attempt.ts).
    recordAttempt: 'WaitingForCheck',
    leaveCard: 'WaitingForCheck',
    recordResult: 'Archived',
    // Review of a held result by a planner and the doctor; the employer does not read the result meanwhile.
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
    // An examined employee disagrees in writing (domain.md 4.3). A disagreement that the doctor noted is part of the result.
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
    // A corrected version of the report, possible for a limited time (result/correction.ts).
    correctResult: 'Archived',
    // Disputed findings go to an arbitrating doctor, whose ruling makes the next version of the report (result/arbitration.ts).
    recordArbitration: 'Archived',
    recordRuling: 'Archived',
    // The outcome stays a no-show; the excuse is recorded in addition (result/excuse.ts).
    excuseNoShow: 'Archived',
    withdrawExcuse: 'Archived',
    markNonOperable: null,
    delete: null,
    // Only decides whether the employer may read the doctor's comment; the report stays the same (comment-gate.ts).
    releaseComment: 'Archived',
    withholdComment: 'Archived',
  },
} as const satisfies Record<CheckStatus, Record<CheckAction, CheckStatus | null>>;

/** The permission that each action requires. */
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

/** The facts of a check on which the life cycle depends. An optional fact that is left out counts as null. */
export interface CheckFacts {
  readonly companyId: string;
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  readonly status: CheckStatus;
  readonly problemOwner: ProblemOwner | null;
  readonly commentReview: CommentReview;
  /** Left out: not a home visit. */
  readonly checkLocation?: CheckLocation;
  /** null: no outcome yet. */
  readonly checkOccurence?: CheckOccurence | null;
  /** Until when a submitted result can be taken back; after that it is recorded. */
  readonly resultDueAt?: Date | null;
  /** Since when the result is held for review by a planner, because it is implausible (docs/decisions/0088). */
  readonly resultHeldAt?: Date | null;
  /** Since when the doctor has a question about it to answer. */
  readonly resultAskedAt?: Date | null;
  /** null: no arbitration. */
  readonly arbitrationAskedBy?: ArbitrationParty | null;
  readonly arbitrationRuling?: ArbitrationRuling | null;
  readonly noShowExcuse?: NoShowExcuse | null;
  /** When the personal data of the check were erased: its findings can no longer be disputed or excused. */
  readonly erasedAt?: Date | null;
}

/** Actions that exist only for a held result. */
const HELD_RESULT_ACTIONS: readonly CheckAction[] = ['releaseResult', 'questionResult', 'confirmResult', 'reviseResult'];

/** The status after the action, or null if the action does not exist in this status. */
export function nextStatus(status: CheckStatus, action: CheckAction): CheckStatus | null {
  return TRANSITIONS[status][action];
}

/**
 * Why an action is refused. `status`: not possible in the current state of the check. `permission`: the actor may not do it. `owner`: the problem
 * must be solved by the other side.
 */
export type ActionRefusal = 'status' | 'permission' | 'owner';

/** Why the actor may not take this action now; null: the actor may. */
export function refusalOf(action: CheckAction, check: CheckFacts, actor: Actor): ActionRefusal | null {
  if (nextStatus(check.status, action) === null) return 'status';
  if (!can(actor, ACTION_ABILITY[action], check)) return 'permission';
  // While a submitted result is pending, the check has no other actions: the result must be recorded or taken back first.
  if (HELD_RESULT_ACTIONS.includes(action)) return heldRefusal(action, check);
  if (check.resultDueAt && action !== 'recordResult') return 'status';
  // An employer solves only problems that the employer owns.
  if (action === 'resolveProblem' && actor.kind === 'employer' && check.problemOwner !== 'employer') return 'owner';
  // A doctor acts only on a check with a current appointment.
  if (action === 'markNonOperable' && actor.kind === 'doctor' && check.status !== 'WaitingForCheck') return 'status';
  if (action === 'reportProblem' && actor.kind === 'doctor' && check.status !== 'WaitingForCheck') return 'status';
  // Attempts and cards exist only for home visits.
  if ((action === 'recordAttempt' || action === 'leaveCard') && check.checkLocation !== 'House') return 'status';
  if (DISPUTE_ACTIONS.includes(action)) return disputeRefusal(action, check);
  // Only a result can be corrected, not a cancellation or a check that was not carried out.
  if (action === 'correctResult' && !hasResult(check.checkOccurence)) return 'status';
  // During and after arbitration the control doctor cannot change the result.
  if (action === 'correctResult' && check.arbitrationAskedBy) return 'status';
  if (action === 'excuseNoShow' && (check.checkOccurence !== 'NoShow' || check.noShowExcuse || check.erasedAt)) return 'status';
  if (action === 'withdrawExcuse' && !check.noShowExcuse) return 'status';
  // A released comment cannot be withheld, because the employer may have read it.
  if (action === 'releaseComment' && check.commentReview !== 'Waiting' && check.commentReview !== 'Withheld') return 'status';
  if (action === 'withholdComment' && check.commentReview !== 'Waiting') return 'status';
  return null;
}

function heldRefusal(action: CheckAction, { resultHeldAt = null, resultAskedAt = null }: CheckFacts): 'status' | null {
  if (resultHeldAt === null) return 'status';
  // One question at a time; an answer only to a question.
  if (action === 'questionResult') return resultAskedAt === null ? null : 'status';
  if (action === 'confirmResult') return resultAskedAt === null ? 'status' : null;
  return null;
}

/** Actions about disputed findings. */
const DISPUTE_ACTIONS: readonly CheckAction[] = ['employeeDisagree', 'recordArbitration', 'recordRuling'];

function disputeRefusal(action: CheckAction, check: CheckFacts): 'status' | null {
  // Without an examination there are no findings to dispute.
  if (!EXAMINED_OCCURRENCES.some((occurrence) => occurrence === check.checkOccurence) || check.erasedAt) return 'status';
  switch (action) {
    case 'recordRuling':
      // A ruling can be entered again, to correct a mistake.
      return check.arbitrationAskedBy ? null : 'status';
    default:
      // The ruling is final (domain.md 2.2).
      return check.arbitrationRuling ? 'status' : null;
  }
}

/** The actions that the actor may take on the check now, in the order of CHECK_ACTIONS. The API field is `Check.availableActions`. */
export function availableActions(check: CheckFacts, actor: Actor): readonly CheckAction[] {
  return CHECK_ACTIONS.filter((action) => refusalOf(action, check, actor) === null);
}

/** Who has to act next. */
export function nextActor(check: Pick<CheckFacts, 'status' | 'problemOwner' | 'resultHeldAt' | 'resultAskedAt'>): NextActor {
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
