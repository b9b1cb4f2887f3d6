import type { CheckStatus } from '@checkwell/domain/check/enums';
import { CHECK_ACTIONS, WAITING_RESULT_ACTIONS } from '@checkwell/domain/check/lifecycle';
import { useTranslations } from '../i18n/translations.ts';

/** Texts that exist for events: the actions of the life cycle, the order itself, and results that wait (`checks:event`). */
const EVENT_NAMES = ['order', ...CHECK_ACTIONS, ...WAITING_RESULT_ACTIONS] as const;
type EventName = (typeof EVENT_NAMES)[number];

/** How an event looks in every history: an `IconName` and a `Tone` of ui/content. */
const LOOKS = {
  order: { icon: 'clipboard', tone: 'brand' },
  startPlanning: { icon: 'route', tone: 'info' },
  schedule: { icon: 'calendarCheck', tone: 'brand' },
  acceptOffer: { icon: 'calendarCheck', tone: 'brand' },
  reschedule: { icon: 'calendar', tone: 'info' },
  unschedule: { icon: 'calendar', tone: 'warning' },
  reportProblem: { icon: 'alert', tone: 'warning' },
  employeeConfirm: { icon: 'check', tone: 'info' },
  employeeMove: { icon: 'calendar', tone: 'info' },
  employeeReport: { icon: 'alert', tone: 'warning' },
  employeeDisagree: { icon: 'alert', tone: 'warning' },
  recordAttempt: { icon: 'bell', tone: 'warning' },
  leaveCard: { icon: 'bell', tone: 'warning' },
  resolveProblem: { icon: 'check', tone: 'success' },
  modify: { icon: 'edit', tone: 'info' },
  cancel: { icon: 'xCircle', tone: 'neutral' },
  recordResult: { icon: 'checkCircle', tone: 'success' },
  holdResult: { icon: 'eye', tone: 'info' },
  releaseResult: { icon: 'check', tone: 'info' },
  questionResult: { icon: 'help', tone: 'warning' },
  confirmResult: { icon: 'check', tone: 'info' },
  reviseResult: { icon: 'edit', tone: 'info' },
  correctResult: { icon: 'edit', tone: 'warning' },
  recordArbitration: { icon: 'users', tone: 'info' },
  recordRuling: { icon: 'checkCircle', tone: 'warning' },
  excuseNoShow: { icon: 'check', tone: 'info' },
  withdrawExcuse: { icon: 'rotate', tone: 'warning' },
  submitResult: { icon: 'clipboard', tone: 'info' },
  takeBackResult: { icon: 'rotate', tone: 'neutral' },
  markNonOperable: { icon: 'xCircle', tone: 'warning' },
  delete: { icon: 'trash', tone: 'neutral' },
  releaseComment: { icon: 'eye', tone: 'info' },
  withholdComment: { icon: 'eyeOff', tone: 'neutral' },
} as const satisfies Record<EventName, { readonly icon: string; readonly tone: string }>;

const ACTORS = ['employer', 'planner', 'doctor'] as const;
/** What the product did for the holder of the link in a message. */
const OF_EMPLOYEE: readonly string[] = ['employeeConfirm', 'employeeMove', 'employeeReport', 'employeeDisagree'];

interface CheckEvent {
  readonly action: string;
  readonly toStatus: CheckStatus;
  readonly actorKind: string;
  readonly actorName: string | null;
}

/** What a line of a check's history says: what happened, by whom, and how it looks; an action that this version does not know has the status. */
export function useEventLine() {
  const t = useTranslations('checks');
  const enums = useTranslations('enums');
  return ({ action, toStatus, actorKind, actorName }: CheckEvent) => {
    const name = EVENT_NAMES.find((known) => known === action);
    const actor = ACTORS.find((known) => known === actorKind);
    const byActor = actor && (actorName ? t(`eventBy.${actor}`, { name: actorName }) : t(`eventBy.${actor}Unknown`));
    return {
      title: name ? t(`event.${name}`) : t('event.other', { status: enums(`checkStatus.${toStatus}`) }),
      by: OF_EMPLOYEE.includes(action) ? t('eventBy.employee') : (byActor ?? t('eventBy.system')),
      ...(name ? LOOKS[name] : {}),
    };
  };
}
