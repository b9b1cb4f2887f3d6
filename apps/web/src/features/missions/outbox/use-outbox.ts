import { VISIT_COLUMNS, type VisitTap, type VisitTimes } from '@checkwell/domain/check/times/visit';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { invalidate, useChange } from '../../../lib/api/query.ts';
import { clock } from '../../../lib/browser/time.ts';
import { notify, notifyError } from '../../../lib/browser/toast.ts';
import type { MissionFieldsFragment } from '../missions.gql.ts';
import { type OutboxState, outbox } from './outbox.ts';
import { type Action, type ActionRequest, makesVersion } from './outbox-actions.ts';

/** The state of the outbox, for rendering. */
export const useOutbox = (): OutboxState => useSyncExternalStore(outbox.subscribe, outbox.state);

/** The waiting actions of a mission, in order. */
function useWaiting(missionId: string): readonly Action[] {
  const { actions } = useOutbox();
  return useMemo(() => actions.filter((action) => action.missionId === missionId && action.state === 'waiting'), [actions, missionId]);
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** The times of a visit after all waiting actions; the first time of each kind counts. */
export function timesAfter(
  mission: Pick<MissionFieldsFragment, 'onMyWayAt' | 'arrivedAt' | 'leftAt'>,
  waiting: readonly Action[],
): VisitTimes {
  const times = { onMyWayAt: dateOf(mission.onMyWayAt), arrivedAt: dateOf(mission.arrivedAt), leftAt: dateOf(mission.leftAt) };
  for (const { work } of waiting) {
    if (work?.kind === 'recordVisit') times[VISIT_COLUMNS[work.input.tap]] ??= new Date(work.input.tappedAt);
    if (work?.kind === 'undoVisit') times[VISIT_COLUMNS[work.tap]] = null;
  }
  return times;
}

/** A mission after all its waiting actions. */
export function useOptimisticMission(mission: MissionFieldsFragment) {
  const waiting = useWaiting(mission.id);
  return useMemo(() => {
    const last = waiting.findLast(({ work }) => work !== null && makesVersion(work));
    return {
      times: timesAfter(mission, waiting),
      /** The version for the next action: each waiting action adds one, even if the server has carried it out already. */
      version: last?.work && 'version' in last.work ? last.work.version + 1 : mission.version,
      /** A report or a correction that waits to be sent; undefined: none, or it was taken back. */
      report: last?.name === 'recordResult' || last?.name === 'correctResult' ? last : undefined,
      takeBack: last?.name === 'takeBackResult' ? last : undefined,
      attempt: waiting.findLast(({ name }) => name === 'recordAttempt'),
    };
  }, [mission, waiting]);
}

interface ActSettings {
  /** The message to show when the server has carried out the action. */
  readonly success?: string;
  /** Called when the action was sent, or is kept to be sent. */
  readonly onDone?: () => void;
  /** Called with the error of a refused action; returns false if the screen shows the error itself. */
  readonly onRefused?: (error: ApiError) => boolean;
}

/**
 * Carries out a doctor's action. An action that is refused while its screen is open is corrected there, and removed from the outbox.
 */
export function useAct(mission: MissionFieldsFragment, { success, onDone, onRefused }: ActSettings = {}) {
  const stands = useRef(true);
  useEffect(() => {
    stands.current = true;
    return () => {
      stands.current = false;
    };
  }, []);
  const change = useChange(async ({ work, at }: { readonly work: ActionRequest; readonly at?: Date }) => {
    const outcome = await outbox.act(mission, work, at);
    if (outcome.state !== 'refused') {
      if (success && outcome.state === 'sent') notify('success', success);
      onDone?.();
      return;
    }
    if (!stands.current) return;
    await outbox.discard(outcome.action);
    if (outcome.error.code === 'entity.changedMeanwhile') void invalidate('check');
    if (onRefused?.(outcome.error) !== false) notifyError(outcome.error);
  });
  return { act: (work: ActionRequest, at?: Date) => change.mutate(at ? { work, at } : { work }), isPending: change.isPending };
}

/** The times of a visit, with functions to tap the next one and to undo the last. */
export function useTaps(mission: MissionFieldsFragment) {
  const { times } = useOptimisticMission(mission);
  const waiting = useWaiting(mission.id);
  const { act, isPending } = useAct(mission);
  const unsent = waiting.at(-1);
  return {
    times,
    busy: isPending,
    tap: (tap: VisitTap) => {
      const at = clock.now();
      act({ kind: 'recordVisit', input: { tap, tappedAt: at.toISOString(), appointmentStart: mission.appointmentStart ?? '' } }, at);
    },
    /** Undoes the last tap; one that was never sent is only removed from the outbox. */
    undo: () => {
      const last = times.leftAt !== null ? 'left' : times.arrivedAt !== null ? 'arrived' : 'onMyWay';
      if (unsent?.name === last && !unsent.tried) void outbox.discard(unsent).catch(notifyError);
      else act({ kind: 'undoVisit', tap: last });
    },
  };
}
