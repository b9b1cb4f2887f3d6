import { EMPLOYEE_REPORTS } from '../employee-page/contract.ts';
import type { CheckNoticeKind } from '../people/notifications.ts';
import type { CheckStatus, ProblemOwner, ProblemReason } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';
import { owesNoFee } from './times/appointment.ts';

/** An action of the life cycle, or the order of the check. */
export type NoticedAction = CheckAction | 'order';

/** The problem of a check after an action, and its status before the action. */
export interface NoticedState {
  readonly problemOwner: ProblemOwner | null;
  readonly problemReason: ProblemReason | null;
  /** null: there was no check before. */
  readonly statusBefore: CheckStatus | null;
}

/** Whether the problem is one that employees report, such as being abroad or in hospital: HR can act on it, regardless of who owns the problem. */
export const isReportOfEmployee = (reason: ProblemReason | null): boolean => EMPLOYEE_REPORTS.some((report) => report === reason);

/** Whether the problem is reported by the employee and makes cancelling the check free. */
export const cancelsFree = (reason: ProblemReason | null): boolean => isReportOfEmployee(reason) && owesNoFee(reason);

/** Whether the problem cancels the appointment: the provider looks for another one, and has notified the employer. */
export const isAppointmentOff = ({ problemOwner, problemReason }: Pick<NoticedState, 'problemOwner' | 'problemReason'>): boolean =>
  problemOwner === 'provider' && problemReason !== 'EmployerModification' && !isReportOfEmployee(problemReason);

/**
 * The message that an action causes to the user who ordered the check and to the worker's superior (domain.md 4.2); null: none. A problem that the
 * provider solves alone causes one only if it cancels an appointment that was announced to the employer.
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
