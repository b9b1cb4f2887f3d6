import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import { type CheckEvent, LIVE_CHANNEL, type LiveEvent } from '../../platform/live/notify.ts';
import type { Log } from '../../platform/log.ts';

/** What a reader of the stream gets. */
export type LiveMessage =
  | {
      readonly event: 'check';
      readonly data: {
        readonly topic: 'check';
        readonly companyId: string;
        readonly id: string;
        readonly version: number;
        readonly status: string;
      };
    }
  | {
      readonly event: 'signUp';
      readonly data: { readonly topic: 'signUp'; readonly companyId: null; readonly id: string; readonly version: number };
    }
  | {
      readonly event: 'flag';
      readonly data: { readonly topic: 'flag'; readonly companyId: null; readonly id: string; readonly version: number };
    }
  /** Something may have been missed: every check on the screen is to be asked for again. */
  | { readonly event: 'refresh'; readonly data: { readonly topic: 'check'; readonly companyId: null } };

export interface LiveReader {
  send(message: LiveMessage): void;
  /** The server ends the stream. */
  end(): void;
}

export interface LiveSubscription {
  /** The actor as it is now: rights may change while a stream is open. */
  actor: Actor;
  close(): void;
}

export interface LiveService {
  /** @throws {AppError} `access.unauthenticated`, or `request.tooMany` beyond the streams that one profile may have */
  open(actor: Actor, reader: LiveReader): LiveSubscription;
  /** Open streams. */
  count(): number;
  /** Ends every stream; their readers come back to another process. */
  close(): void;
}

/** Windows and devices of one person. */
const MOST_PER_PROFILE = 10;
const MOST_STREAMS = 5000;

/**
 * Tells open screens what changed, across all processes on one database: whoever changes a check says so in its
 * transaction (`notifyLive`), every process hears it, and passes it to those of its readers who may read that check.
 */
export function createLiveService({ db, log }: { readonly db: Database; readonly log: Log }): LiveService {
  const open = new Map<LiveSubscription, { readonly reader: LiveReader; readonly profileId: string }>();
  let unlisten: (() => void) | undefined;
  let closed = false;

  function handle(payload: string | undefined): void {
    if (payload === undefined) {
      for (const { reader } of open.values()) reader.send({ event: 'refresh', data: { topic: 'check', companyId: null } });
      return;
    }
    let event: LiveEvent;
    try {
      event = JSON.parse(payload) as LiveEvent;
    } catch {
      log.warn('A live message that is no JSON was left out.');
      return;
    }
    if (event.topic === 'signUp') {
      const { topic, id, version } = event;
      for (const [{ actor }, { reader }] of open) {
        if (can(actor, 'signUp.read', {})) reader.send({ event: 'signUp', data: { topic, companyId: null, id, version } });
      }
      return;
    }
    if (event.topic === 'flag') {
      const { topic, id, version } = event;
      for (const { reader } of open.values()) reader.send({ event: 'flag', data: { topic, companyId: null, id, version } });
      return;
    }
    const { topic, companyId, id, version, status } = event;
    for (const [{ actor }, { reader }] of open) {
      if (concerns(actor, event)) reader.send({ event: 'check', data: { topic, companyId, id, version, status } });
    }
  }

  return {
    open(actor, reader) {
      if (actor.kind === 'anonymous' || actor.kind === 'system') throw new AppError('access.unauthenticated');
      const { profileId } = actor;
      const own = [...open.values()].filter((entry) => entry.profileId === profileId).length;
      if (own >= MOST_PER_PROFILE || open.size >= MOST_STREAMS || closed)
        throw new AppError(closed ? 'server.overloaded' : 'request.tooMany', { retryAfterSeconds: 30 });
      // Listening begins with the first reader: a process without any needs no connection for it.
      unlisten ??= db.listen(LIVE_CHANNEL, handle);
      const subscription: LiveSubscription = { actor, close: () => void open.delete(subscription) };
      open.set(subscription, { reader, profileId });
      return subscription;
    },
    count: () => open.size,
    close() {
      closed = true;
      unlisten?.();
      for (const { reader } of open.values()) reader.end();
      open.clear();
    },
  };
}

function concerns(actor: Actor, { companyId, superiorId, orderedByProfileId, doctorId, formerDoctorId }: CheckEvent): boolean {
  if (can(actor, 'check.read', { companyId, superiorId, orderedByProfileId, doctorId })) return true;
  return actor.kind === 'doctor' && formerDoctorId === actor.doctorId;
}
