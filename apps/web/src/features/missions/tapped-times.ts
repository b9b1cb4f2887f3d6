import { useState } from 'react';
import { clock } from '../../lib/browser/time.ts';
import { clearDraft, draftKey, readDraft, writeDraft } from '../../lib/forms/draft.ts';
import { localStore } from '../../lib/session/storage.ts';
import type { TappedTimes } from './result-form.ts';

interface MissionKey {
  readonly id: string;
  readonly companyId: string;
}
const keyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `times-${id}`, companyId });
/** Under which key the report of a mission is kept while it is written, and until the employer reads it. */
export const reportKeyOf = ({ id, companyId }: MissionKey) => draftKey({ form: `result-${id}`, companyId });

/** What this device keeps of a mission that is over goes. */
export function forgetMission(mission: MissionKey): void {
  clearDraft(keyOf(mission), localStore);
  clearDraft(reportKeyOf(mission));
}

const NOTHING: TappedTimes = { arrivedAt: null, leftAt: null };

const asInstant = (value: unknown): Date | null => {
  const at = typeof value === 'string' ? new Date(value) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
};

/** What was kept; of something else, nothing. */
const parse = (raw: unknown): TappedTimes | undefined => {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { arrivedAt, leftAt } = raw as Record<keyof TappedTimes, unknown>;
  return { arrivedAt: asInstant(arrivedAt), leftAt: asInstant(leftAt) };
};

/**
 * When the doctor arrived and left: kept on the device at the tap, so that neither a reload, nor a place without network, nor a phone
 * that ends the tab in a pocket loses it; a sign-out takes it along, as all drafts. The report carries the times to the server.
 */
export function useTappedTimes(mission: MissionKey) {
  const key = keyOf(mission);
  const [times, setTimes] = useState(() => readDraft(key, parse, localStore) ?? NOTHING);
  const keep = (next: TappedTimes) => {
    writeDraft(key, next, localStore);
    setTimes(next);
  };
  return {
    times,
    /** Says that the doctor arrives, or leaves, now. */
    tap: () => keep(times.arrivedAt === null ? { ...times, arrivedAt: clock.now() } : { ...times, leftAt: clock.now() }),
    /** Takes the last tap back. */
    undo: () => keep(times.leftAt === null ? NOTHING : { ...times, leftAt: null }),
  };
}
