import type { CommentFacts } from '@checkwell/domain/check/comments/comments';
import type { LiveEvents } from '@checkwell/domain/live';
import type { WriteTx } from '../db/database.ts';
import { notify } from '../db/notify.ts';

/** What other processes are told when something changed, for the screens that are open there. */
export type LiveEvent = CheckEvent | CommentEvent | NotificationEvent | LiveEvents['signUp'] | LiveEvents['flag'];

/** A change of a check, with the fields by which the policy decides who may be notified. */
export interface CheckEvent extends Readonly<LiveEvents['check']> {
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  /** A doctor who just lost the mission, and must be notified of that too. */
  readonly formerDoctorId?: string | null;
}

/** A new comment, with the fields that decide who reads it. Instants are text. */
export interface CommentEvent extends Readonly<LiveEvents['comment']> {
  readonly superiorId: string | null;
  readonly orderedByProfileId: string | null;
  readonly doctorId: string | null;
  /** When the check was archived. */
  readonly archivedAt: string | null;
  readonly comment: Omit<CommentFacts, 'releasedAt'> & { readonly releasedAt: string | null };
}

/** A notification, with its recipient. */
export interface NotificationEvent extends Readonly<LiveEvents['notification']> {
  readonly profileIds: readonly string[];
}

/** The channel of LISTEN and NOTIFY. */
export const LIVE_CHANNEL = 'live';

/** Tells it when, and only if, the transaction commits. */
export function notifyLive(tx: WriteTx, event: LiveEvent): Promise<void> {
  return notify(tx, LIVE_CHANNEL, JSON.stringify(event));
}
