import {
  audiencesFor,
  awaitsRelease,
  type CommentAudience,
  type CommentFacts,
  type CommentInput,
  type CommentRole,
  commentRule,
  readsComment,
  visibleSince,
} from '@checkwell/domain/check/comments/comments';
import type { Clock } from '@checkwell/domain/clock';
import { COMMENTS } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can, reachOf } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { type Claim, claimKey, claimOf, inTurn } from '../../../platform/db/idempotency.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import type { Throttle } from '../../../platform/identity/throttle.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import { notifyLive } from '../../../platform/live/notify.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { getVisible } from '../steps/checks-steps.ts';
import type { CommentNotices } from './comments.jobs.ts';
import * as repository from './comments.repository.ts';
import { type CommentView, isWithdrawable, showComments } from './comments.view.ts';

export type { CommentView } from './comments.view.ts';

/** The comments on a check that one actor reads. */
export interface CheckComments {
  /** The first one first. */
  readonly comments: readonly CommentView[];
  /** Audiences for which the actor may write; empty: they may not write, or not any more. */
  readonly audiences: readonly CommentAudience[];
}

/** Comments on a check between HR, planners and doctor (docs/decisions/0065). */
export interface CommentService {
  /** Access is logged. @throws {AppError} `entity.notFound`, `access.forbidden` */
  commentsOf(actor: Actor, checkId: string): Promise<CheckComments>;
  /**
   * Idempotent per key.
   * @param input `commentRule`
   * @throws {AppError} as `commentsOf`; `comment.closed`, `comment.tooMany`, `request.tooMany`, `request.idempotencyMismatch`
   */
  addComment(actor: Actor, checkId: string, input: unknown, idempotencyKey: string): Promise<CheckComments>;
  /** Deletes the text of a comment; that there was one stays visible. Idempotent. @throws {AppError} `comment.notWithdrawable` */
  withdrawComment(actor: Actor, checkId: string, id: string): Promise<CheckComments>;
  /** Lets the employer read what a doctor wrote for them. Idempotent. @throws {AppError} `check.actionNotAllowed` */
  releaseCheckComment(actor: Actor, checkId: string, id: string): Promise<CheckComments>;
  /** The actor has read what they could read until then. @returns how many came since */
  markCommentsRead(actor: Actor, checkId: string, until: Date): Promise<number>;
  /** How many comments the actor has not read, by check; those with none are left out. */
  unreadComments(actor: Actor, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, number>>;
}

export interface CommentDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly comments: CommentNotices;
  readonly throttle: Pick<Throttle, 'comment'>;
}

/** Programs and visitors have no comments; everybody else writes as what they are. */
function roleOf({ kind }: Actor): CommentRole {
  if (kind === 'anonymous' || kind === 'system') throw new AppError('access.forbidden');
  return kind;
}

export function createCommentService({ db, clock, comments: notices, throttle }: CommentDeps): CommentService {
  const findAllowed = async (
    tx: ReadTx,
    actor: Actor,
    checkId: string,
    ability: 'comment.read' | 'comment.write',
  ): Promise<CheckRecord> => {
    const check = await getVisible(tx, actor, checkId);
    if (!can(actor, ability, check)) throw new AppError('access.forbidden');
    return check;
  };

  /** The check, which nobody takes from the actor before this ends: a mission that was lost meanwhile is not found. */
  async function lockAllowed(tx: WriteTx, actor: Actor, checkId: string, ability: 'comment.read' | 'comment.write'): Promise<CheckRecord> {
    const { companyId, id } = await getVisible(tx, actor, checkId);
    if (!(await lockRow(tx, 'checks', { companyId, id }))) throw new AppError('entity.notFound');
    return findAllowed(tx, actor, checkId, ability);
  }

  async function show(tx: ReadTx, actor: Actor, check: CheckRecord): Promise<CheckComments> {
    const now = clock.now();
    const rows = await repository.findOfCheck(tx, check);
    const profileId = profileIdOf(actor);
    const readUntil = profileId === null ? null : await repository.findReadUntil(tx, check, profileId);
    return {
      comments: showComments(actor, check, rows, readUntil, now),
      audiences: can(actor, 'comment.write', check) ? audiencesFor(roleOf(actor), check, now) : [],
    };
  }

  function notify(tx: WriteTx, check: CheckRecord, facts: CommentFacts): Promise<void> {
    const { companyId, id, version, superiorId, orderedByProfileId, doctorId, archivedAt } = check;
    const { audience, authorRole, releasedAt } = facts;
    const comment = { audience, authorRole, doctorId: facts.doctorId, releasedAt: releasedAt?.toISOString() ?? null };
    const seenBy = { superiorId, orderedByProfileId, doctorId, archivedAt: archivedAt?.toISOString() ?? null };
    return notifyLive(tx, { topic: 'comment', companyId, id, version, ...seenBy, comment });
  }

  async function add(
    tx: WriteTx,
    actor: Actor,
    profileId: string,
    checkId: string,
    input: CommentInput,
    claim: Claim,
  ): Promise<CheckComments> {
    const check = await lockAllowed(tx, actor, checkId, 'comment.write');
    const { companyId } = check;
    const id = newId();
    if ((await claimKey(tx, claim, { profileId, companyId, resultId: id })) !== null) return show(tx, actor, check);
    const now = clock.now();
    const authorRole = roleOf(actor);
    const audiences = audiencesFor(authorRole, check, now);
    if (audiences.length === 0) throw new AppError('comment.closed');
    if (!audiences.includes(input.audience)) throw fieldErrorAt('audience', 'invalidChoice');
    const { count, lastAt } = await repository.findLength(tx, check);
    if (count >= COMMENTS.maxPerCheck) throw new AppError('comment.tooMany');
    const comment = {
      companyId,
      id,
      checkId: check.id,
      authorProfileId: profileId,
      authorRole,
      authorName: authorRole === 'doctor' && check.doctorFullName !== '' ? check.doctorFullName : await repository.findName(tx, profileId),
      doctorId: check.doctorId,
      audience: input.audience,
      text: input.text,
      // No two at the same moment: what is read until a moment is read permanently.
      createdAt: lastAt !== null && lastAt >= now ? new Date(lastAt.getTime() + 1) : now,
    };
    await repository.insertComment(tx, comment);
    await logAccess(tx, actor, 'comment.write', 'checks', companyId, check.id);
    await notify(tx, check, { ...comment, releasedAt: null });
    await notices.notify(tx, check, comment.createdAt);
    return show(tx, actor, check);
  }

  return {
    async commentsOf(actor, checkId) {
      reachable(actor, 'comment.read');
      return db.as(actor, async (tx) => {
        const check = await findAllowed(tx, actor, checkId, 'comment.read');
        await logAccess(tx, actor, 'comment.read', 'checks', check.companyId, check.id);
        return show(tx, actor, check);
      });
    },

    async addComment(actor, checkId, input, idempotencyKey) {
      reachable(actor, 'comment.write');
      const parsed = parseInput(commentRule, input);
      const profileId = profileIdOf(actor);
      if (profileId === null) throw new AppError('access.forbidden');
      const claim = claimOf('addCheckComment', idempotencyKey, { ...parsed, checkId });
      await throttle.comment(profileId);
      return inTurn(claim, profileId, () => db.as(actor, (tx) => add(tx, actor, profileId, checkId, parsed, claim)));
    },

    async withdrawComment(actor, checkId, id) {
      reachable(actor, 'comment.write');
      return db.as(actor, async (tx) => {
        const check = await lockAllowed(tx, actor, checkId, 'comment.write');
        const held = await lockReadable(tx, actor, check, id);
        if (held.authorProfileId !== profileIdOf(actor)) throw new AppError('access.forbidden');
        if (held.withdrawnAt === null) {
          const now = clock.now();
          if (!isWithdrawable(actor, held, now)) throw new AppError('comment.notWithdrawable');
          // One that had to wait for its turn is written a millisecond later than it was sent.
          await updateRow(tx, held, { text: '', withdrawnAt: new Date(Math.max(now.getTime(), held.createdAt.getTime())) });
          await logAccess(tx, actor, 'comment.withdraw', 'checks', check.companyId, check.id);
          await notify(tx, check, held);
        }
        return show(tx, actor, check);
      });
    },

    async releaseCheckComment(actor, checkId, id) {
      reachable(actor, 'comment.release');
      return db.as(actor, async (tx) => {
        const check = await lockAllowed(tx, actor, checkId, 'comment.read');
        const held = await lockReadable(tx, actor, check, id);
        if (!can(actor, 'comment.release', check)) throw new AppError('access.forbidden');
        if (held.releasedAt === null) {
          if (held.withdrawnAt !== null || !awaitsRelease(held)) throw new AppError('check.actionNotAllowed');
          const now = clock.now();
          const { lastAt } = await repository.findLength(tx, check);
          const releasedAt = lastAt !== null && lastAt >= now ? new Date(lastAt.getTime() + 1) : now;
          await updateRow(tx, held, { releasedAt, releasedByProfileId: profileIdOf(actor) });
          await logAccess(tx, actor, 'comment.release', 'checks', check.companyId, check.id);
          await notify(tx, check, { ...held, releasedAt });
          await notices.notify(tx, check, releasedAt);
        }
        return show(tx, actor, check);
      });
    },

    async markCommentsRead(actor, checkId, until) {
      reachable(actor, 'comment.read');
      const profileId = profileIdOf(actor);
      if (profileId === null) throw new AppError('access.forbidden');
      return db.as(actor, async (tx) => {
        const check = await findAllowed(tx, actor, checkId, 'comment.read');
        // A comment cannot have been read before it was written.
        const shown = (await show(tx, actor, check)).comments.map((comment) => comment.visibleSince.getTime());
        const read = Math.max(...shown.filter((moment) => moment <= until.getTime()));
        if (Number.isFinite(read)) await repository.markRead(tx, check, profileId, new Date(read));
        return (await show(tx, actor, check)).comments.filter(({ isUnread }) => isUnread).length;
      });
    },

    async unreadComments(actor, checks) {
      const profileId = profileIdOf(actor);
      const reach = reachOf(actor, 'comment.read');
      if (profileId === null || checks.length === 0 || reach.kind === 'none') return new Map();
      const rows = await db.as(actor, (tx) => repository.findUnread(tx, reach, checks, profileId), { readonly: true });
      const now = clock.now();
      const counts = new Map<string, number>();
      for (const row of rows) {
        if (!readsComment(actor, row, row, now)) continue;
        if (row.readUntil !== null && visibleSince(actor, row) <= row.readUntil) continue;
        counts.set(row.checkId, (counts.get(row.checkId) ?? 0) + 1);
      }
      return counts;
    },
  };

  /** @throws {AppError} `entity.notFound`, also for a comment that the actor may not read */
  async function lockReadable(tx: WriteTx, actor: Actor, check: CheckRecord, id: string) {
    const readable =
      isId(id) && (await repository.findOfCheck(tx, check)).some((row) => row.id === id && readsComment(actor, row, check, clock.now()));
    if (!readable) throw new AppError('entity.notFound');
    const held = await repository.lockComment(tx, check, id);
    if (!held) throw new AppError('access.forbidden');
    return held;
  }
}
