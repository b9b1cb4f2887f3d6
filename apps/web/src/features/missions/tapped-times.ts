import { VISIT_COLUMNS, VISIT_TAPS, type VisitTap } from '@checkwell/domain/check/times/visit';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { invalidate, useGqlChange } from '../../lib/api/query.ts';
import { clock } from '../../lib/browser/time.ts';
import { notifyError } from '../../lib/browser/toast.ts';
import { clearDraft, draftKey, readDraft, writeDraft } from '../../lib/forms/draft.ts';
import { localStore } from '../../lib/session/storage.ts';
import { type MissionFieldsFragment, RecordVisitDocument, UndoVisitDocument } from './missions.gql.ts';

type MissionKey = Pick<MissionFieldsFragment, 'id' | 'companyId'>;
const keyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `times-${id}`, companyId });
/** Under which key the report of a mission is kept while it is written, and until the employer reads it. */
export const reportKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `result-${id}`, companyId });

/** Under which key an attempt is kept while it is written. */
export const attemptKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `attempt-${id}`, companyId });

/** Under which key a correction is kept while it is written: of a mission that is over. */
export const correctionKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `correction-${id}`, companyId });

/** What this device keeps of a mission that is over goes. */
export function forgetMission(mission: MissionKey): void {
  clearDraft(keyOf(mission), localStore);
  clearDraft(reportKeyOf(mission));
  clearDraft(attemptKeyOf(mission));
}

/** A tap that the server has not heard of yet. */
interface Tap {
  readonly tap: VisitTap;
  readonly tappedAt: string;
  readonly appointmentStart: string;
}

const isTap = (raw: unknown): raw is Tap => {
  if (typeof raw !== 'object' || raw === null) return false;
  const { tap, tappedAt, appointmentStart } = raw as Record<keyof Tap, unknown>;
  return (
    (VISIT_TAPS as readonly unknown[]).includes(tap) &&
    [tappedAt, appointmentStart].every((value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)))
  );
};

/** What was kept; of something else, nothing. */
const parse = (raw: unknown): readonly Tap[] | undefined => (Array.isArray(raw) && raw.every(isTap) ? raw : undefined);

const NONE: readonly Tap[] = [];

/**
 * When the doctor set out, arrived and left. A tap is kept on the device until the server has heard of it, in order, so that neither a reload, nor
 * a place without network, nor a phone that ends the tab in a pocket loses it; a sign-out takes it along, as all drafts. The server
 * counts each once, however often it comes. What it refuses is forgotten here, and the doctor is told.
 */
export function useTappedTimes(mission: MissionFieldsFragment) {
  const { id, companyId, onMyWayAt, arrivedAt, leftAt, appointmentStart } = mission;
  const key = useMemo(() => keyOf({ id, companyId }), [id, companyId]);
  const [unsent, setUnsent] = useState(() => readDraft(key, parse, localStore) ?? NONE);
  // As it is now: an answer that comes late must not undo a tap that was made meanwhile.
  const kept = useRef(unsent);
  const keep = useCallback(
    (next: readonly Tap[]) => {
      kept.current = next;
      if (next.length === 0) clearDraft(key, localStore);
      else writeDraft(key, next, localStore);
      setUnsent(next);
    },
    [key],
  );
  const { mutateAsync: record } = useGqlChange(RecordVisitDocument, { topics: ['check'], onError: () => false });
  const undoSent = useGqlChange(UndoVisitDocument, { topics: ['check'] });
  const sending = useRef(false);
  const [offline, setOffline] = useState(false);
  const sendNext = useCallback(() => {
    const [first] = kept.current;
    if (!first || sending.current) return;
    sending.current = true;
    record({ id, input: first })
      .then(() => {
        sending.current = false;
        setOffline(false);
        keep(kept.current.filter((tap) => tap !== first));
      })
      .catch((error: unknown) => {
        sending.current = false;
        if (error instanceof ApiError && error.status === 0) {
          setOffline(true);
          return;
        }
        keep(NONE);
        notifyError(error);
        void invalidate('check');
      });
  }, [id, record, keep]);
  useEffect(() => {
    if (unsent.length > 0) sendNext();
  }, [unsent, sendNext]);
  useEffect(() => {
    window.addEventListener('online', sendNext);
    return () => window.removeEventListener('online', sendNext);
  }, [sendNext]);

  const times = useMemo(() => {
    const recorded = { onMyWayAt, arrivedAt, leftAt };
    const momentOf = (tap: VisitTap): Date | null => {
      const at = unsent.find((waiting) => waiting.tap === tap)?.tappedAt ?? recorded[VISIT_COLUMNS[tap]];
      return at === null ? null : new Date(at);
    };
    return { onMyWayAt: momentOf('onMyWay'), arrivedAt: momentOf('arrived'), leftAt: momentOf('left') };
  }, [unsent, onMyWayAt, arrivedAt, leftAt]);
  return {
    times,
    /** Whether a tap waits for the network. */
    waits: offline && unsent.length > 0,
    busy: undoSent.isPending || (unsent.length > 0 && !offline),
    /** Says it now. */
    tap: (tap: VisitTap) => keep([...kept.current, { tap, tappedAt: clock.now().toISOString(), appointmentStart: appointmentStart ?? '' }]),
    /** Takes the last tap back. */
    undo: () => (kept.current.length > 0 ? keep(kept.current.slice(0, -1)) : undoSent.mutate({ id })),
  };
}
