import type { ExpectedState } from '@checkwell/domain/check/employee-news';
import type { CheckStatus } from '@checkwell/domain/check/enums';
import { type CheckAction, nextStatus, refusalOf, type WaitingResultAction } from '@checkwell/domain/check/lifecycle';
import type { EventNote } from '@checkwell/domain/check/notes';
import { toldAfter } from '@checkwell/domain/check/times/told-after';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can, reachOf } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import { lockAccounting } from '../../../platform/db/accounting-lock.ts';
import type { Database, ReadTx, WriteTx } from '../../../platform/db/database.ts';
import { type Claim, inTurn, isRepeated } from '../../../platform/db/idempotency.ts';
import { type Locked, lockRow, requireVersion, updateRow } from '../../../platform/db/locked.ts';
import { profileIdOf, reachable } from '../../../platform/guard.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { notifyLive } from '../../../platform/live/notify.ts';
import type { CheckNotices } from '../checks.jobs.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import type { MissionNotices } from '../messages/checks-missions.jobs.ts';
import type { OfferEnds } from '../offers/offers-ends.ts';

type Detail = string | number | boolean | readonly string[] | null;
type Details = Readonly<Record<string, Detail | Readonly<Record<string, Detail>>>>;

/** What one action changes; status, version and history follow from the life cycle. */
export interface Step {
  readonly changes?: repository.CheckChanges;
  /** Why, in the actor's words. */
  readonly reason?: string;
  readonly notes?: readonly EventNote[];
  /** Facts for the history; never medical, never a person's data. */
  readonly details?: Details;
  /** More to do in the same transaction. */
  readonly also?: () => Promise<unknown>;
}

/**
 * Takes one action of the life cycle: refused as the buttons are, decided on the locked check in the version that the actor saw, with
 * its line in the history, its entry in the access log and its message to open screens, all or nothing.
 * @param version the one that the actor saw
 * @param choose the action, if it depends on the check
 * @param lockFirst locks what comes before checks (ARCHITECTURE.md, "Locks")
 * @param claim of the caller's key: what was done under it already is answered with the check as it is now
 * @throws {AppError} `entity.notFound`, `access.forbidden`, `entity.changedMeanwhile`, `check.actionNotAllowed`, `check.doctorBusy`
 */
export type ApplyTransition = (
  actor: Actor,
  id: string,
  version: number,
  choose: CheckAction | ((check: CheckRecord) => CheckAction),
  decide: (check: CheckRecord, tx: WriteTx, now: Date) => Promise<Step> | Step,
  lockFirst?: (tx: WriteTx, check: CheckRecord) => Promise<unknown>,
  claim?: Claim | null,
) => Promise<CheckView>;

/** A doctor's taps make no new version (docs/decisions/0063): they count as they are under the lock. */
const visitOf = ({ onMyWayAt, arrivedAt, leftAt, visitReceivedAt }: Locked<'checks'>) => ({
  onMyWayAt,
  arrivedAt,
  leftAt,
  visitReceivedAt,
});

const NO_PROBLEM = { problemReason: null, problemOwner: null, problemComment: '' } as const satisfies repository.CheckChanges;

/** Notifies employees of their appointments, and of decisions on checks that are over. */
export interface EmployeeNotifier {
  /** Asks for the message that an action gives rise to, in its transaction. */
  notifyEmployee(tx: WriteTx, action: CheckAction, before: CheckRecord, after: CheckRecord): Promise<void>;
}

export interface StepDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly notices: CheckNotices;
  readonly missions: MissionNotices;
  readonly employee: EmployeeNotifier;
  readonly offers: OfferEnds;
}

export function createSteps({ db, clock, notices, missions, employee, offers }: StepDeps): ApplyTransition {
  return async (actor, id, version, choose, decide, lockFirst, claim = null) => {
    reachable(actor, 'check.read');
    const step = async (tx: WriteTx) => {
      const seen = await getVisible(tx, actor, id);
      if (await isRepeated(tx, claim, profileIdOf(actor), seen)) return showCheck(actor, seen, clock.now());
      const action = typeof choose === 'string' ? choose : choose(seen);
      const refusal = refusalOf(action, seen, actor);
      if (refusal === 'permission') throw new AppError('access.forbidden');
      if (seen.version !== version) throw new AppError('entity.changedMeanwhile');
      const status = nextStatus(seen.status, action);
      if (refusal !== null || status === null) throw new AppError('check.actionNotAllowed');
      const ends = status === 'Archived' && seen.status !== 'Archived';
      if (ends) await lockAccounting(tx, seen.companyId, 'share');
      await lockFirst?.(tx, seen);
      const { held, check } = await lockVersion(tx, seen, version);
      // Not earlier: a check that ends now belongs to a month that is not invoiced yet.
      const now = clock.now();
      const { changes = {}, reason = '', notes = [], details = {}, also } = await decide({ ...check, ...visitOf(held) }, tx, now);
      const changed = await writeAction(tx, held, {
        actor,
        check,
        action,
        now,
        status,
        changes: {
          ...(status === 'ModificationProblem' ? {} : NO_PROBLEM),
          ...(ends ? { archivedAt: now } : {}),
          ...changes,
          employeeTold: toldAfter(check, stateAfter(check, status, changes)),
        },
        reason,
        details: { ...details, notes },
        also,
      });
      await notices.notify(tx, action, changed, check);
      await missions.tellDoctors(tx, actor, action, check, changed);
      await employee.notifyEmployee(tx, action, check, changed);
      // The check leaves planning, or what was asked has changed: its doctors need not answer any more.
      if (check.status === 'Planning') await offers.end(tx, changed, now);
      return showCheck(actor, changed, now);
    };
    return inTurn(claim, profileIdOf(actor), () => db.as(actor, step));
  };
}

/** The fields of the check that decide about its employee once the action is done. */
const stateAfter = (check: CheckRecord, status: CheckStatus, changes: repository.CheckChanges): ExpectedState => ({
  status,
  checkLocation: changes.checkLocation ?? check.checkLocation,
  doctorId: changes.doctorId === undefined ? check.doctorId : changes.doctorId,
  appointmentStart: changes.appointmentStart === undefined ? check.appointmentStart : asDate(changes.appointmentStart),
});
const asDate = (value: Date | string | null): Date | null => (value === null ? null : new Date(value));

/**
 * Locks the check: what was read of it so far holds if it still is this version, but for what the employee was told, which has no version and
 * is taken from the locked row.
 * @throws {AppError} `entity.changedMeanwhile`
 */
export async function lockVersion(
  tx: WriteTx,
  check: CheckRecord,
  version: number,
): Promise<{ readonly held: Locked<'checks'>; readonly check: CheckRecord }> {
  const { companyId, id } = check;
  const held = await lockRow(tx, 'checks', { companyId, id });
  if (!held) throw new AppError('entity.changedMeanwhile');
  requireVersion(held, version);
  return { held, check: { ...check, employeeTold: held.employeeTold } };
}

interface Action {
  readonly actor: Actor;
  /** The check as it was read before the step. */
  readonly check: CheckRecord;
  readonly action: CheckAction | WaitingResultAction;
  readonly now: Date;
  readonly status: CheckStatus;
  readonly changes: repository.CheckChanges;
  readonly reason?: string;
  /** Facts for the history; never medical, never a person's data. */
  readonly details?: object;
  /** More to do in the same transaction. */
  readonly also?: (() => Promise<unknown>) | undefined;
}

/**
 * Writes what somebody did with a check: its next version, its line in the history, its entry in the access log and its message to open
 * screens.
 * @returns the check as the actor sees it now
 * @throws {AppError} `check.doctorBusy`
 */
export async function writeAction(
  tx: WriteTx,
  held: Locked<'checks'>,
  { actor, check, action, now, status, changes, reason = '', details = {}, also }: Action,
): Promise<CheckRecord> {
  const { companyId, id } = check;
  const version = check.version + 1;
  await change(tx, held, { ...changes, status, version, modificationDate: now });
  await repository.insertEvent(tx, {
    companyId,
    id: newId(),
    checkId: id,
    at: now,
    actorKind: actor.kind,
    actorProfileId: profileIdOf(actor),
    action,
    fromStatus: check.status,
    toStatus: status,
    version,
    reason,
    details: JSON.stringify(details),
  });
  await also?.();
  await logAccess(tx, actor, `check.${action}`, 'checks', companyId, id);
  const changed = await getVisible(tx, actor, id);
  await notifyScreens(tx, changed, check.doctorId);
  return changed;
}

/** How far the actor reaches into what a check points to. */
export const linksOf = (actor: Actor): repository.Links => ({
  employees: reachOf(actor, 'employee.read'),
  certificates: reachOf(actor, 'certificate.read'),
  checks: reachOf(actor, 'check.read'),
});

/** The check, if the actor may know of it. @throws {AppError} `entity.notFound` */
export async function getVisible(tx: ReadTx, actor: Actor, id: string): Promise<CheckRecord> {
  const check = isId(id) ? await repository.findCheck(tx, reachOf(actor, 'check.read'), id, linksOf(actor)) : undefined;
  if (!check || !can(actor, 'check.read', check)) throw new AppError('entity.notFound');
  return check;
}

/** Open screens are notified of the check as it is now; the doctor who lost it too. */
export function notifyScreens(tx: WriteTx, check: CheckRecord, formerDoctorId: string | null): Promise<void> {
  const { companyId, id, version, status, superiorId, orderedByProfileId, doctorId } = check;
  const lost = formerDoctorId !== doctorId ? formerDoctorId : null;
  return notifyLive(tx, { topic: 'check', companyId, id, version, status, superiorId, orderedByProfileId, doctorId, formerDoctorId: lost });
}

/** @throws {AppError} `check.doctorBusy` */
async function change(tx: WriteTx, check: Locked<'checks'>, changes: repository.CheckChanges): Promise<void> {
  try {
    await updateRow(tx, check, changes);
  } catch (error) {
    if (repository.isDoctorBusy(error)) throw new AppError('check.doctorBusy');
    throw error;
  }
}
