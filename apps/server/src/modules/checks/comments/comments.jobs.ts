import { readsComment, visibleSince } from '@checkwell/domain/check/comments/comments';
import type { Clock } from '@checkwell/domain/clock';
import { COMMENTS } from '@checkwell/domain/constants';
import { sendableAt } from '@checkwell/domain/offers/waves';
import { type Actor, can } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { COMMENT_MAIL } from './comments.mails.ts';
import * as repository from './comments.repository.ts';
import { isNews } from './comments.view.ts';

/** Tells by mail those who have not looked. */
export interface CommentNotices {
  /** Asks for the mails that a comment gives rise to, in its transaction. @param since when it could first be read */
  notify(tx: WriteTx, check: CheckRecord, since: Date): Promise<void>;
}

const TOPIC = 'commentNotice';
const SYSTEM: Actor = { kind: 'system', name: 'comments' };
const MINUTE_MS = 60_000;
const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * MINUTE_MS);

interface CommentEffect {
  readonly companyId: string;
  readonly checkId: string;
}

export interface CommentNoticeDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

/** The actor that the reader would be after signing in, for the policy. */
function actorOf(reader: repository.CommentReader, companyId: string): Actor {
  const { kind, profileId, email, doctorId, accesType, superiorId } = reader;
  if (kind === 'doctor') return doctorId === null ? { kind: 'anonymous' } : { kind, profileId, email, doctorId };
  if (kind === 'planner') return { kind, profileId, email };
  return { kind, profileId, email, memberships: accesType === null ? [] : [{ companyId, accesType, superiorId }] };
}

/**
 * When the last comment could first be read that the reader has neither read nor was notified of; null: there is none. What was written just now
 * has an effect of its own.
 */
function latestUntold(
  reader: repository.CommentReader,
  check: CheckRecord,
  comments: readonly repository.CommentRow[],
  now: Date,
): Date | null {
  const { readUntil, mailedUntil } = reader;
  const actor = actorOf(reader, check.companyId);
  if (!can(actor, 'comment.read', check)) return null;
  const settled = minutesAfter(now, -COMMENTS.mailAfterMinutes);
  const untold = comments
    .filter((comment) => readsComment(actor, comment, check, now) && isNews(actor, comment, readUntil))
    .map((comment) => visibleSince(actor, comment))
    .filter((since) => since <= settled && (mailedUntil === null || since > mailedUntil));
  return untold.toSorted((one, other) => other.getTime() - one.getTime())[0] ?? null;
}

/**
 * Comments are told a moment after they were written, to those who have not read them by then; to nobody more often than COMMENTS says,
 * and to nobody at night (domain.md 4.2). The mail says that there is something, and nothing of it.
 */
export function createCommentNotices({ clock, outbox, mailer, notifications }: CommentNoticeDeps): CommentNotices {
  const askFor = (tx: WriteTx, payload: CommentEffect, dueAt: Date): Promise<string> =>
    outbox.put(tx, { topic: TOPIC, companyId: payload.companyId, payload, dueAt: sendableAt(dueAt) });

  async function tellReader(tx: WriteTx, check: CheckRecord, reader: repository.CommentReader, latest: Date, now: Date): Promise<void> {
    const { companyId, id: checkId } = check;
    const { kind, email, language, profileId } = reader;
    const atOnce = await notifications.notify(tx, { companyId, checkId, kind: 'CommentWritten', readers: [reader] });
    const params = { checkId, reader: kind, isOver: check.status === 'Archived' };
    if (atOnce.length > 0) await mailer.enqueue(tx, { companyId, to: email, language, template: COMMENT_MAIL, params });
    // What waits for the daily mail, or is in the application alone, counts as told too: once, and not again with the next comment.
    await repository.recordMail(tx, check, profileId, now, latest);
  }

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const effect = payload as CommentEffect;
      const { companyId, checkId } = effect;
      const now = clock.now();
      if (sendableAt(now) > now) {
        await askFor(tx, effect, now);
        return;
      }
      // Two effects of one check come one after the other: the second reads what the first has told.
      if (!(await lockRow(tx, 'checks', { companyId, id: checkId }))) return;
      const check = await getVisible(tx, SYSTEM, checkId);
      const comments = await repository.findOfCheck(tx, check);
      const later: Date[] = [];
      for (const reader of await repository.findReaders(tx, check)) {
        const latest = latestUntold(reader, check, comments, now);
        const mayAt = reader.mailedAt === null ? now : minutesAfter(reader.mailedAt, COMMENTS.mailEveryMinutes);
        if (latest === null) continue;
        if (mayAt > now) later.push(mayAt);
        else await tellReader(tx, check, reader, latest, now);
      }
      const [next] = later.toSorted((one, other) => one.getTime() - other.getTime());
      if (next !== undefined) await askFor(tx, effect, next);
    },
  });

  return {
    async notify(tx, { companyId, id }, since) {
      await askFor(tx, { companyId, checkId: id }, minutesAfter(since, COMMENTS.mailAfterMinutes));
    },
  };
}
