import { EMPLOYEE_REPORTS } from '../employee-page/contract.ts';
import type { CheckNoticeKind } from '../people/notifications.ts';
import type { CheckStatus, ProblemOwner, ProblemReason } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';
import { owesNoFee } from './times/appointment.ts';

/** An action of the life cycle, or the order with which it begins. */
export type NoticedAction = CheckAction | 'order';

/** Why a check is stopped after an action, and what was before it. */
export interface NoticedState {
  readonly problemOwner: ProblemOwner | null;
  readonly problemReason: ProblemReason | null;
  /** null: there was no check before. */
  readonly statusBefore: CheckStatus | null;
}

/** Whether the employee is where no doctor examines them: HR can do something about it, whoever has the problem. */
export const isReportOfEmployee = (reason: ProblemReason | null): boolean => EMPLOYEE_REPORTS.some((report) => report === reason);

/** … and whether cancelling the check costs nothing then. */
export const cancelsFree = (reason: ProblemReason | null): boolean => isReportOfEmployee(reason) && owesNoFee(reason);

/** Whether the appointment of a check that is stopped falls through: the provider looks for another one, and has told the employer so. */
export const isAppointmentOff = ({ problemOwner, problemReason }: Pick<NoticedState, 'problemOwner' | 'problemReason'>): boolean =>
  problemOwner === 'provider' && problemReason !== 'EmployerModification' && !isReportOfEmployee(problemReason);

/**
 * The message that an action gives rise to, for whoever ordered the check and the worker's superior (domain.md 4.2);
 * null: none. A problem that the provider solves alone is told only if the appointment falls through that the employer was told of.
 */
export function noticeKindOf(action: NoticedAction, { problemOwner, problemReason, statusBefore }: NoticedState): CheckNoticeKind | null {
  switch (action) {
    case 'order':
      return 'OrderReceived';
    case 'schedule':
    case 'acceptOffer':
    case 'reschedule':
    case 'leaveCard':
    case 'employeeMove':
      return 'AppointmentMade';
    case 'reportProblem':
      if (problemOwner === 'employer') return 'ProblemNeedsEmployer';
      if (isReportOfEmployee(problemReason)) return 'EmployeeReported';
      return statusBefore === 'WaitingForCheck' ? 'AppointmentOff' : null;
    case 'unschedule':
      return 'AppointmentOff';
    case 'employeeReport':
      return 'EmployeeReported';
    case 'recordResult':
    case 'correctResult':
    case 'employeeDisagree':
    case 'recordArbitration':
    case 'recordRuling':
    case 'excuseNoShow':
    case 'withdrawExcuse':
    case 'markNonOperable':
      return 'ResultAvailable';
    case 'cancel':
      return 'CheckCancelled';
    case 'startPlanning':
    case 'resolveProblem':
    case 'employeeConfirm':
    case 'modify':
    case 'recordAttempt':
    case 'releaseResult':
    case 'questionResult':
    case 'confirmResult':
    case 'reviseResult':
    case 'delete':
    case 'releaseComment':
    case 'withholdComment':
      return null;
  }
}
