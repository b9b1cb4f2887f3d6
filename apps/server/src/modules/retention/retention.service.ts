import { legalHoldRule } from '@checkwell/domain/check/rules';
import { type Clock, instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type EmployeeErasure, employeeErasureRule } from '@checkwell/domain/person/erasure';
import { type Actor, isDeletedFor } from '@checkwell/domain/policy';
import { recordsErasedBefore } from '@checkwell/domain/retention';
import * as z from 'zod/mini';
import { logAccess } from '../../platform/db/access-log.ts';
import type { ErasedEmployee, ErasureList } from '../../platform/db/backup/erasure-list.ts';
import type { Database, ReadTx, WriteTx } from '../../platform/db/database.ts';
import { lockName, lockRow, updateRow } from '../../platform/db/locked.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import type { LogSeals } from '../../platform/db/seals/seals.ts';
import { permit, profileIdOf, reachable } from '../../platform/guard.ts';
import type { Throttle } from '../../platform/identity/throttle.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Log } from '../../platform/log.ts';
import * as repository from './retention.repository.ts';

/** Numbers of records whose personal data were erased, or that were deleted. */
export interface Erased {
  readonly checks: number;
  readonly certificateFiles: number;
  /** Uploads that no record names, and former files of certificates. */
  readonly unattachedDocuments: number;
  readonly certificates: number;
  readonly employees: number;
}

/** The result of erasing again those employees whom a restore has brought back. */
export interface Repeated {
  /** How many were erased again. */
  readonly erased: number;
  /** Ids of those who have an open check: they stay until it is cancelled or carried out, and the next run erases them. */
  readonly running: readonly string[];
}

export interface RetentionService {
  /**
   * Erases the records whose retention period is over (domain/retention.ts), the oldest first, in transactions of `AT_ONCE` records. After an interruption the
   * next run continues. A check under legal hold keeps its personal data, its certificate,
   * certificates that its employee sent, and its employee.
   */
  erase(): Promise<Erased>;
  /**
   * Sets a legal hold: an archived check is kept beyond its retention period.
   * @param input the reason, which is stored on the check and in the access log; parsed here
   * @throws {AppError} `access.forbidden`; `request.invalid`; `entity.notFound`, also for a check out of reach; `check.actionNotAllowed`: it is open,
   * erased, or under a legal hold already
   */
  hold(actor: Actor, checkId: string, input: unknown): Promise<void>;
  /** Lifts a legal hold; the reason is stored in the access log. Errors as for `hold`; here `check.actionNotAllowed` if there is no hold. */
  liftHold(actor: Actor, checkId: string, input: unknown): Promise<void>;
  /**
   * Preview: what erasing the employee now would remove and keep.
   * @throws {AppError} `access.forbidden`; `entity.notFound`, also for an employee out of reach
   */
  employeeErasure(actor: Actor, employeeId: string): Promise<EmployeeErasure>;
  /**
   * Erases an employee at their request, except what a legal hold keeps, in one transaction (docs/decisions/0103).
   * @param input the reason, which is stored in the access log; parsed here
   * @returns what was removed and what stays
   * @throws {AppError} as `employeeErasure`; `request.invalid`; `employee.checkRunning`: a check is open; `employee.keptByOrder`: LOG_ERASURE=off;
   * `request.tooMany` with `retryAfterSeconds`
   */
  eraseEmployee(actor: Actor, employeeId: string, input: unknown): Promise<EmployeeErasure>;
  /**
   * Erases again the employees whom a restore has brought back, each in a transaction of its own (docs/decisions/0107). Changes nothing for employees who are
   * still erased, and nothing at all with LOG_ERASURE=off.
   */
  repeatErasures(erased: readonly ErasedEmployee[]): Promise<Repeated>;
}

export interface RetentionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly logSeals: Pick<LogSeals, 'eraseOf'>;
  readonly outbox: Pick<Outbox, 'put' | 'handleExternal'>;
  /** The list of erasures outside of the database; null without BACKUP_DIR. */
  readonly erasures: ErasureList | null;
  readonly throttle: Pick<Throttle, 'erasure'>;
  /** false: everything is kept (LOG_ERASURE=off). */
  readonly erases: boolean;
}

/** Records in one transaction: few enough that nobody waits long for their locks. */
const AT_ONCE = 100;
const ERASURE = { kind: 'system', name: 'record erasure' } as const satisfies Actor;
const REPETITION = { kind: 'system', name: 'repeated erasure' } as const satisfies Actor;
const ERASURE_NOTES = 'employeeErased';
const noteRule = z.strictObject({ companyId: z.guid(), employeeId: z.guid(), at: z.iso.datetime() });

/** Retention of records: erasure by age and at the request of an employee, and legal holds (docs/decisions/0098, 0103). */
export function createRetentionService({ db, clock, log, logSeals, outbox, erasures, throttle, erases }: RetentionDeps): RetentionService {
  outbox.handleExternal(ERASURE_NOTES, {
    prepare: async (_, { payload }) => z.parse(noteRule, payload),
    // The list ignores a line that it has already, so that a repeated effect adds nothing.
    call: async (note) => erasures?.add({ kind: 'erased', ...note }),
    record: async () => undefined,
  });

  /** Repeats `batch` until nothing is left. @param subject kind of record in the access log @returns how many records were erased */
  async function inBatches(subject: string, batch: (tx: WriteTx) => Promise<number>): Promise<number> {
    let erased = 0;
    for (let done = AT_ONCE; done > 0; erased += done)
      done = await db.system(ERASURE.name, async (tx) => {
        // One process at a time, because all of them look for the oldest records.
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
      await reauthorize(tx, actor, 'check.hold', found.companyId);
      const check = await lockRow(tx, 'checks', found);
      if (!check || isDeletedFor(actor, check)) throw new AppError('entity.notFound');
      if (check.status !== 'Archived' || check.erasedAt !== null || (check.legalHoldAt !== null) === held)
        throw new AppError('check.actionNotAllowed');
      await updateRow(tx, check, { legalHoldAt: held ? clock.now() : null, legalHoldReason: held ? reason : '' });
      await logAccess(tx, actor, held ? 'check.hold' : 'check.liftHold', 'checks', found.companyId, found.id, reason);
    });
  }

  /** The key of an employee whom the actor may erase. @throws {AppError} `access.forbidden`, `entity.notFound` */
  async function findErasable(tx: ReadTx, actor: Actor, id: string): Promise<repository.EmployeeKey> {
    const key = isId(id) ? await repository.findEmployeeKey(tx, reachable(actor, 'employee.read'), id) : undefined;
    if (!key) throw new AppError('entity.notFound');
    permit(actor, 'employee.erase', { companyId: key.companyId });
    return key;
  }

  /** Erases the employee and logs it. @returns undefined if there is no such employee any more @throws {AppError} `employee.checkRunning` */
  async function eraseNow(
    tx: WriteTx,
    actor: Actor,
    key: repository.EmployeeKey,
    reason: string | null,
  ): Promise<repository.Taken | undefined> {
    const found = await repository.eraseEmployee(tx, key, clock.now());
    if (!found) return undefined;
    if (found.running > 0) throw new AppError('employee.checkRunning');
    await repository.eraseFormerFiles(tx, key.companyId);
    await logSeals.eraseOf(tx, key.companyId, found.checkIds, found.employeeStays ? [] : [key.id]);
    await logAccess(tx, actor, 'employee.erase', 'employees', key.companyId, key.id, reason);
    return found;
  }

  return {
    async employeeErasure(actor, employeeId) {
      reachable(actor, 'employee.erase');
      return db.as(actor, async (tx) => repository.findErasure(tx, await findErasable(tx, actor, employeeId)), { readonly: true });
    },

    async eraseEmployee(actor, employeeId, input) {
      reachable(actor, 'employee.erase');
      const { reason } = parseInput(employeeErasureRule, input);
      const key = await db.as(actor, (tx) => findErasable(tx, actor, employeeId), { readonly: true });
      if (!erases) throw new AppError('employee.keptByOrder');
      await throttle.erasure(profileIdOf(actor) ?? '');
      // A transaction of the system, because no user has rights on all erased tables. The actor's permission was checked above, and is checked again below.
      const taken = await db.system('employee erasure', async (tx) => {
        await repository.lockEmployeeMessages(tx, key);
        await reauthorize(tx, actor, 'employee.erase', key.companyId);
        const found = await eraseNow(tx, actor, key, reason);
        if (!found) throw new AppError('entity.notFound');
        if (erasures !== null) {
          const at = (await repository.transactionMoment(tx)).toISOString();
          await outbox.put(tx, {
            topic: ERASURE_NOTES,
            companyId: key.companyId,
            payload: { companyId: key.companyId, employeeId: key.id, at } satisfies ErasedEmployee,
          });
        }
        return found;
      });
      // Installations without BACKUP_DIR need this line: after restoring a backup of another kind, it tells whom to erase again
      // (docs/operations/backup.md).
      log.info(`Erased employee ${key.id} of company ${key.companyId}.`);
      return {
        runningChecks: 0,
        checks: taken.checkIds.length,
        heldChecks: taken.held,
        certificates: taken.certificates,
        employeeStays: taken.employeeStays,
      };
    },

    async repeatErasures(erased) {
      if (!erases || erased.length === 0) return { erased: 0, running: [] };
      const returned = await db.system(REPETITION.name, (tx) => repository.findReturned(tx, erased));
      const running: string[] = [];
      let count = 0;
      for (const key of returned) {
        try {
          const found = await db.system(REPETITION.name, async (tx) => {
            await repository.lockEmployeeMessages(tx, key);
            return eraseNow(tx, REPETITION, key, null);
          });
          if (found) count += 1;
        } catch (error) {
          if (!(error instanceof AppError && error.code === 'employee.checkRunning')) throw error;
          running.push(key.id);
        }
      }
      return { erased: count, running };
    },

    async erase() {
      const before = recordsErasedBefore(clock.today());
      const now = clock.now();
      return {
        checks: await inBatches('checks', async (tx) => {
          const due = await repository.findExpiredChecks(tx, instantAt(before.checks, '00:00'), AT_ONCE);
          return due.length === 0 ? 0 : repository.eraseChecks(tx, due, now);
        }),
        certificateFiles: await inBatches('documents', (tx) => repository.eraseCertificateFiles(tx, before.certificateFiles, AT_ONCE, now)),
        unattachedDocuments: await inBatches('documents', (tx) =>
          repository.eraseUnattachedDocuments(tx, instantAt(before.unattachedDocuments, '00:00'), AT_ONCE),
        ),
        certificates: await inBatches('certificates', (tx) => repository.eraseCertificates(tx, before.certificates, AT_ONCE)),
        employees: await inBatches('employees', (tx) => repository.eraseEmployees(tx, before.employees, AT_ONCE)),
      };
    },
    hold: (actor, checkId, input) => change(actor, checkId, input, true),
    liftHold: (actor, checkId, input) => change(actor, checkId, input, false),
  };
}
