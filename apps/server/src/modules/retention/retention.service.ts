import { legalHoldRule } from '@checkwell/domain/check/rules';
import { type Clock, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import type { Actor } from '@checkwell/domain/policy';
import { recordsErasedBefore } from '@checkwell/domain/retention';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../platform/db/database.ts';
import { lockName, lockRow, updateRow } from '../../platform/db/locked.ts';
import { permitNow } from '../../platform/db/standing.ts';
import { permit, reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import * as repository from './retention.repository.ts';

/** How many records lost what was personal, or were deleted. */
export interface Erased {
  readonly checks: number;
  readonly certificateFiles: number;
  readonly certificates: number;
  readonly employees: number;
}

export interface RetentionService {
  /**
   * Erases what is past its term (domain/retention.ts) in transactions of `AT_ONCE` records, the oldest first. Whatever ends it between two of them, the
   * next run goes on. A check with a legal hold keeps everything that belongs to it.
   */
  erase(): Promise<Erased>;
  /**
   * Keeps a check that has ended beyond its term.
   * @param input the reason, which stands on the check and in the access log; parsed here
   * @throws {AppError} `entity.notFound`, also for those out of reach; `check.actionNotAllowed`: it is open, erased or held
   */
  hold(actor: Actor, checkId: string, input: unknown): Promise<void>;
  /** Ends that; the reason stands in the access log. Otherwise as `hold`. */
  liftHold(actor: Actor, checkId: string, input: unknown): Promise<void>;
}

/** Records of one transaction: little enough that nobody waits for their locks. */
const AT_ONCE = 100;
const ERASURE = { kind: 'system', name: 'record erasure' } as const satisfies Actor;

/** Who keeps what for how long, and what ends then (docs/decisions/0098). */
export function createRetentionService({ db, clock }: { readonly db: Database; readonly clock: Clock }): RetentionService {
  /** Repeats `batch` until nothing is left. @param subject as the access log names it */
  async function inBatches(subject: string, batch: (tx: WriteTx) => Promise<number>): Promise<number> {
    let erased = 0;
    for (let done = AT_ONCE; done > 0; erased += done)
      done = await db.system(ERASURE.name, async (tx) => {
        // One process at a time: all of them look for the oldest.
        await lockName(tx, ERASURE.name);
        const count = await batch(tx);
        if (count > 0) await logAccess(tx, ERASURE, 'record.erase', subject, null, null);
        return count;
      });
    return erased;
  }

  async function change(actor: Actor, checkId: string, input: unknown, held: boolean): Promise<void> {
    const reach = reachable(actor, 'check.hold');
    const { reason } = parseInput(legalHoldRule, input);
    if (!isId(checkId)) throw new AppError('entity.notFound');
    await db.as(actor, async (tx) => {
      const found = await repository.findCheckKey(tx, reach, checkId);
      if (!found) throw new AppError('entity.notFound');
      permit(actor, 'check.hold', { companyId: found.companyId });
      await permitNow(tx, actor, 'check.hold', found.companyId);
      const check = await lockRow(tx, 'checks', found);
      if (!check) throw new AppError('entity.notFound');
      if (check.status !== 'Archived' || check.erasedAt !== null || (check.legalHoldAt !== null) === held)
        throw new AppError('check.actionNotAllowed');
      await updateRow(tx, check, { legalHoldAt: held ? clock.now() : null, legalHoldReason: held ? reason : '' });
      await logAccess(tx, actor, held ? 'check.hold' : 'check.liftHold', 'checks', found.companyId, found.id, reason);
    });
  }

  return {
    async erase() {
      const before = recordsErasedBefore(clock.today());
      const now = clock.now();
      return {
        checks: await inBatches('checks', async (tx) => {
          const due = await repository.findExpiredChecks(tx, instantAt(before.checks, '00:00'), AT_ONCE);
          return due.length === 0 ? 0 : repository.eraseChecks(tx, due, now);
        }),
        certificateFiles: await inBatches('documents', (tx) => repository.eraseCertificateFiles(tx, before.certificateFiles, AT_ONCE, now)),
        certificates: await inBatches('certificates', (tx) => repository.eraseCertificates(tx, before.certificates, AT_ONCE)),
        employees: await inBatches('employees', (tx) => repository.eraseEmployees(tx, before.employees, AT_ONCE)),
      };
    },
    hold: (actor, checkId, input) => change(actor, checkId, input, true),
    liftHold: (actor, checkId, input) => change(actor, checkId, input, false),
  };
}
