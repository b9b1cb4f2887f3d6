import type { WriteTx } from '../db/database.ts';
import { notify } from '../db/notify.ts';

/** What other processes and open screens are told when something changed. Ids and states only: it crosses no permission by itself. */
export type LiveEvent = CheckEvent | SignUpEvent | FlagEvent;

/** Somebody asked for access, or was answered: for the provider's team. */
export interface SignUpEvent {
  readonly topic: 'signUp';
  readonly id: string;
  readonly version: number;
}

/** A feature flag was set; `id` is its name. What it means for whom, everybody asks for themselves. */
export interface FlagEvent {
  readonly topic: 'flag';
  readonly id: string;
  readonly version: number;
}

export interface CheckEvent {
  readonly topic: 'check';
  readonly companyId: string;
  readonly id: string;
  readonly version: number;
  readonly status: string;
  /** What the policy asks about: who may hear of it. */
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  /** A doctor who just lost the mission, and must hear that too. */
  readonly formerDoctorId?: string | null;
}

/** The channel of LISTEN and NOTIFY. */
export const LIVE_CHANNEL = 'live';

/** Tells it when, and only if, the transaction commits. */
export function notifyLive(tx: WriteTx, event: LiveEvent): Promise<void> {
  return notify(tx, LIVE_CHANNEL, JSON.stringify(event));
}
