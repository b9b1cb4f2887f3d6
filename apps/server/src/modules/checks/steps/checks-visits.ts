import { refusalOf } from '@checkwell/domain/check/lifecycle';
import { lastTap, momentOfVisit, NO_VISIT, VISIT_COLUMNS, type VisitTap, visitError, visitRule } from '@checkwell/domain/check/times/visit';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import { type Claim, claimOf, inTurn, isRepeated } from '../../../platform/db/idempotency.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import { parseInput } from '../../../platform/input.ts';
import type * as repository from '../checks.repository.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible } from './checks-steps.ts';

/**
 * On the way, there, leaving: facts about a mission that its doctor says (docs/decisions/0063). They change neither the status nor the
 * version of the check, nor when it was changed last: an employer, who sees those, would read the minute of an unannounced visit.
 */
export interface CheckVisits {
  /**
   * Idempotent: the first moment stays.
   * @throws {AppError} `entity.notFound`, `access.forbidden`, `check.actionNotAllowed`; `entity.changedMeanwhile`: another appointment than
   * the doctor saw; `request.invalid`: too early, or out of order
   */
  recordVisit(actor: Actor, id: string, input: unknown, idempotencyKey?: string | null): Promise<CheckView>;
  /**
   * Takes the last tap back; without one nothing happens.
   * @param tap the one that is meant: while it is not the last one, nothing happens; null: whichever is
   */
  undoVisit(actor: Actor, id: string, tap?: VisitTap | null, idempotencyKey?: string | null): Promise<CheckView>;
}

type Change = (check: CheckRecord, now: Date) => { readonly name: string; readonly changes: repository.CheckChanges } | null;

/** The column of a tap, with its moment. */
const momentAs = (tap: VisitTap, at: Date | null): { readonly [Column in (typeof VISIT_COLUMNS)[VisitTap]]?: Date | null } => ({
  [VISIT_COLUMNS[tap]]: at,
});

export function createCheckVisits({ db, clock }: { readonly db: Database; readonly clock: { now(): Date } }): CheckVisits {
  /** Decides on the locked check; who cancels, plans or reports at the same time comes before or after. */
  async function change(actor: Actor, id: string, claim: Claim | null, decide: Change): Promise<CheckView> {
    const step = async (tx: WriteTx) => {
      const seen = await getVisible(tx, actor, id);
      if (await isRepeated(tx, claim, profileIdOf(actor), seen)) return showCheck(actor, seen, clock.now());
      const { companyId } = seen;
      const held = await lockRow(tx, 'checks', { companyId, id });
      if (!held) throw new AppError('entity.notFound');
      // Read under the lock: a mission that the doctor lost meanwhile is not found.
      const check = await getVisible(tx, actor, id);
      if (!can(actor, 'check.visit', check)) throw new AppError('access.forbidden');
      const now = clock.now();
      const decided = decide(check, now);
      if (decided === null) return showCheck(actor, check, now);
      // Where a result can be sent, and none waits.
      if (refusalOf('recordResult', check, actor) !== null || check.resultDueAt !== null) throw new AppError('check.actionNotAllowed');
      await updateRow(tx, held, decided.changes);
      await logAccess(tx, actor, `check.${decided.name}`, 'checks', companyId, id);
      return showCheck(actor, await getVisible(tx, actor, id), now);
    };
    return inTurn(claim, profileIdOf(actor), () => db.as(actor, step));
  }

  return {
    async recordVisit(actor, id, input, key = null) {
      reachable(actor, 'check.visit');
      const parsed = parseInput(visitRule, input);
      const { tap, tappedAt, appointmentStart } = parsed;
      const claim = key === null ? null : claimOf('recordVisit', key, { ...parsed, id });
      return change(actor, id, claim, (check, now) => {
        if (check.appointmentStart?.getTime() !== appointmentStart.getTime()) throw new AppError('entity.changedMeanwhile');
        if (check[VISIT_COLUMNS[tap]] !== null) return null;
        const { at, receivedAt } = momentOfVisit(check, tap, tappedAt, now);
        const fieldError = visitError({ ...check, appointmentStart }, tap, at);
        if (fieldError !== null) throw fieldErrorAt('tap', fieldError);
        return { name: tap, changes: { ...momentAs(tap, at), ...(receivedAt && { visitReceivedAt: receivedAt }) } };
      });
    },

    async undoVisit(actor, id, meant = null, key = null) {
      reachable(actor, 'check.visit');
      const claim = key === null ? null : claimOf('undoVisit', key, { id, tap: meant });
      return change(actor, id, claim, (check) => {
        const tap = lastTap(check);
        if (tap === null || (meant !== null && meant !== tap)) return null;
        const taken = momentAs(tap, null);
        return { name: `undo.${tap}`, changes: lastTap({ ...check, ...taken }) === null ? NO_VISIT : taken };
      });
    },
  };
}
