import { readsComment } from '@checkwell/domain/check/comments/comments';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { LiveMessage } from '@checkwell/domain/live';
import { type Actor, can } from '@checkwell/domain/policy';
import type { Database } from '../../platform/db/database.ts';
import { type CheckEvent, type CommentEvent, LIVE_CHANNEL, type LiveEvent, type NotificationEvent } from '../../platform/live/notify.ts';
import type { Log } from '../../platform/log.ts';

/** Who reads, as authenticated at a moment. */
export interface LivePrincipal {
  readonly actor: Actor;
  /** The account at its issuer. */
  readonly subject: string;
  readonly endsAt: Date;
}

export interface LiveReader {
  send(message: LiveMessage): void;
  /** Sends a keep-alive comment, so that no proxy closes a quiet stream. */
  keepAlive(): void;
  /** Asks the database who reads now. @throws {AppError} below 500 when the credentials are worth nothing any more */
  authenticate(): Promise<LivePrincipal>;
  /** The server ends the stream. */
  end(): void;
}

export interface LiveSubscription {
  close(): void;
}

export interface LiveService {
  /** @throws {AppError} `access.unauthenticated`, or `request.tooMany` beyond the streams that one profile may have */
  open(actor: Actor, reader: LiveReader): LiveSubscription;
  /**
   * To be called from time to time: ends the streams whose credentials have expired, keeps quiet ones alive, and asks again who reads where
   * that is not known, or where a notification of a change may have been lost. It asks nothing otherwise.
   */
  sweep(): void;
  /** Open streams. */
  count(): number;
  /** Ends every stream; their readers come back to another process. */
  close(): void;
}

/** Windows and devices of one person. */
const MAX_PER_PROFILE = 10;
const MAX_STREAMS = 5000;
/** Proxies close what is quiet for longer: HAProxy after 50 s as Debian sets it up, nginx and the load balancers of AWS after 60. */
export const KEEP_ALIVE_MS = 45_000;
/**
 * Notified by triggers of the tables that say who somebody is and what they may (0048_standing_notifications.sql). The channel keeps its name:
 * while a new version is rolled out, processes of both listen to the same triggers.
 */
const RIGHTS_CHANNEL = 'standing';
/**
 * A client that is notified of a change asks for what changed, a moment later. So many are told at once, and as many more after each pause:
 * otherwise a thousand open screens would ask at the same instant, and everybody else's requests would be refused with theirs.
 */
const TOLD_AT_ONCE = 20;
const PAUSE_MS = 10;
/** How many readers are asked about at the same time, so that a reconnection leaves connections to the requests. */
const CHECKS_AT_ONCE = 3;

interface Entry {
  readonly reader: LiveReader;
  readonly profileId: string;
  actor: Actor;
  /** Undefined until the database was asked for the first time, and while it could not be. */
  principal: LivePrincipal | undefined;
  /** When something was sent last, in milliseconds since 1970. */
  sentAt: number;
  /** Counts the queries: a result that a later query has overtaken is thrown away. */
  asked: number;
  /** Their next messages, by their text: sent once, however often they were queued. */
  readonly untold: Map<string, News>;
}

interface News {
  readonly message: LiveMessage;
  /** Asked again right before the notification. */
  readonly concerns: (actor: Actor) => boolean;
}

const everybody = (): boolean => true;

/**
 * Tells open screens what changed, across all processes on one database: the code that changes a check says so in its
 * transaction (`notifyLive`), every process receives it, and passes it to those of its readers who may read that check, some at a time.
 */
export function createLiveService({ db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Log }): LiveService {
  const open = new Set<Entry>();
  let unlisten: (() => void) | undefined;
  let closed = false;
  /** Readers whose credentials and rights are to be checked again. */
  const due = new Set<Entry>();
  let asking = 0;
  /** Readers to notify, in order. */
  const waiting = new Set<Entry>();
  let pause: NodeJS.Timeout | undefined;
  let told = 0;

  function scheduleReauthentication(entry: Entry): void {
    due.add(entry);
    if (asking >= CHECKS_AT_ONCE) return;
    void askAll();
  }

  async function askAll(): Promise<void> {
    asking += 1;
    for (let [entry] = due; entry; [entry] = due) {
      due.delete(entry);
      if (open.has(entry)) await ask(entry);
    }
    // In the same microtask as the end of the loop: an entry that became due in between would see all checks busy, and wait for ever.
    asking -= 1;
  }

  async function ask(entry: Entry): Promise<void> {
    entry.asked += 1;
    const { asked } = entry;
    try {
      const principal = await entry.reader.authenticate();
      if (asked !== entry.asked) return;
      entry.principal = principal;
      entry.actor = principal.actor;
    } catch (error) {
      entry.principal = undefined;
      // Only the loss of the credentials ends the stream; a database that is away must not (specification, section 8).
      if (error instanceof AppError && error.status < 500) entry.reader.end();
      else log.warn('The rights of a live stream could not be checked again; it goes on for now.');
    }
  }

  /** @param payload as 0048_standing_notifications.sql says; undefined: something may have been missed */
  function handleRightsChange(payload: string | undefined): void {
    const [kind = '', id = ''] = payload?.split(' ') ?? [];
    for (const entry of open) if (payload === undefined || isAbout(entry, kind, id)) scheduleReauthentication(entry);
  }

  /** Tells those whom it concerns, in the order in which they came. */
  function notify(message: LiveMessage, concerns: News['concerns']): void {
    const text = JSON.stringify(message);
    for (const entry of open) {
      if (!concerns(entry.actor)) continue;
      entry.untold.set(text, { message, concerns });
      waiting.add(entry);
    }
    tellSome();
  }

  function tellSome(): void {
    for (const entry of waiting) {
      if (told === TOLD_AT_ONCE) break;
      waiting.delete(entry);
      if (!open.has(entry)) continue;
      told += 1;
      for (const { message, concerns } of entry.untold.values()) if (concerns(entry.actor)) entry.reader.send(message);
      entry.untold.clear();
      entry.sentAt = clock.now().getTime();
    }
    if (told > 0) pause ??= setTimeout(endPause, PAUSE_MS);
  }

  function endPause(): void {
    pause = undefined;
    told = 0;
    tellSome();
  }

  function handle(payload: string | undefined): void {
    if (payload === undefined) {
      notify({ event: 'refresh', data: { topic: 'check', companyId: null } }, everybody);
      return;
    }
    let event: LiveEvent;
    try {
      event = JSON.parse(payload) as LiveEvent;
    } catch {
      log.warn('A live message that is no JSON was left out.');
      return;
    }
    if (event.topic === 'signUp') notify({ event: 'signUp', data: event }, (actor) => can(actor, 'signUp.read', {}));
    else if (event.topic === 'flag') notify({ event: 'flag', data: event }, everybody);
    else if (event.topic === 'notification') handleNotification(event);
    else if (event.topic === 'comment') handleComment(event);
    else handleCheck(event);
  }

  function handleNotification({ profileIds, ...data }: NotificationEvent): void {
    const readers = new Set(profileIds);
    notify({ event: 'notification', data }, (actor) => 'profileId' in actor && readers.has(actor.profileId));
  }

  function handleCheck(event: CheckEvent): void {
    const { topic, companyId, id, version, status } = event;
    // The account of a doctor who takes no more missions ends with the last one.
    for (const entry of open) if (entry.actor.kind === 'doctor' && isOfDoctor(entry.actor.doctorId, event)) scheduleReauthentication(entry);
    notify({ event: 'check', data: { topic, companyId, id, version, status } }, (actor) => isConcerned(actor, event));
  }

  function handleComment(event: CommentEvent): void {
    const { topic, companyId, id, version } = event;
    const now = clock.now();
    notify({ event: 'comment', data: { topic, companyId, id, version } }, (actor) => mayReadComment(actor, event, now));
  }

  function listen(): () => void {
    const ends = [db.listen(LIVE_CHANNEL, handle), db.listen(RIGHTS_CHANNEL, handleRightsChange)];
    return () => {
      for (const end of ends) end();
    };
  }

  return {
    open(actor, reader) {
      if (actor.kind === 'anonymous' || actor.kind === 'system') throw new AppError('access.unauthenticated');
      const { profileId } = actor;
      const own = [...open].filter((entry) => entry.profileId === profileId).length;
      if (own >= MAX_PER_PROFILE || open.size >= MAX_STREAMS || closed)
        throw new AppError(closed ? 'server.overloaded' : 'request.tooMany', { retryAfterSeconds: 30 });
      // Listening begins with the first reader: a process without any needs no connection for it.
      unlisten ??= listen();
      const entry: Entry = { reader, profileId, actor, principal: undefined, sentAt: clock.now().getTime(), asked: 0, untold: new Map() };
      open.add(entry);
      // The reader was looked up before the stream was open, and perhaps cached: changes since then notified nobody.
      scheduleReauthentication(entry);
      return { close: () => void open.delete(entry) };
    },
    sweep() {
      const now = clock.now().getTime();
      const disconnected = !db.isListening();
      for (const entry of open) {
        if (entry.principal && entry.principal.endsAt.getTime() <= now) {
          entry.reader.end();
          continue;
        }
        if (disconnected || !entry.principal) scheduleReauthentication(entry);
        // A clock that was set back would keep it quiet until it has caught up.
        if (Math.abs(now - entry.sentAt) >= KEEP_ALIVE_MS) {
          entry.sentAt = now;
          entry.reader.keepAlive();
        }
      }
    },
    count: () => open.size,
    close() {
      closed = true;
      unlisten?.();
      clearTimeout(pause);
      for (const { reader } of open) reader.end();
      open.clear();
    },
  };
}

function isAbout({ actor, profileId, principal }: Entry, kind: string, id: string): boolean {
  switch (kind) {
    case 'subject':
      return principal === undefined || principal.subject === id;
    case 'profile':
      return profileId === id;
    case 'doctor':
      return actor.kind === 'doctor' && actor.doctorId === id;
    case 'company':
      return actor.kind === 'employer' && actor.memberships.some(({ companyId }) => companyId === id);
    default:
      return true; // a newer process tells of more than this one knows
  }
}

const isOfDoctor = (doctor: string, { doctorId, formerDoctorId }: CheckEvent): boolean => doctorId === doctor || formerDoctorId === doctor;

function isConcerned(actor: Actor, { companyId, superiorId, orderedByProfileId, doctorId, formerDoctorId }: CheckEvent): boolean {
  if (can(actor, 'check.read', { companyId, superiorId, orderedByProfileId, doctorId })) return true;
  return actor.kind === 'doctor' && formerDoctorId === actor.doctorId;
}

/** Nobody is notified of a comment that they may not read: its existence alone would say something. */
function mayReadComment(actor: Actor, { comment, archivedAt, ...check }: CommentEvent, now: Date): boolean {
  const { releasedAt, ...facts } = comment;
  return (
    can(actor, 'comment.read', check) &&
    readsComment(
      actor,
      { ...facts, releasedAt: releasedAt === null ? null : new Date(releasedAt) },
      { archivedAt: archivedAt === null ? null : new Date(archivedAt) },
      now,
    )
  );
}
