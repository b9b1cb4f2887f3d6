import type { CheckNoticeKind } from '../people/notifications.ts';
import type { ProblemOwner } from './enums.ts';
import type { CheckAction } from './lifecycle.ts';

/** An action of the life cycle, or the order with which it begins. */
export type NoticedAction = CheckAction | 'order';

/**
 * The message that an action gives rise to, for whoever ordered the check and the worker's superior (domain.md 4.2);
 * null: none. A problem that the provider solves alone needs nobody's attention.
 */
export function noticeKindOf(action: NoticedAction, problemOwner: ProblemOwner | null): CheckNoticeKind | null {
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
      return problemOwner === 'employer' ? 'ProblemNeedsEmployer' : null;
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
    case 'unschedule':
    case 'resolveProblem':
    case 'employeeConfirm':
    case 'employeeReport':
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
