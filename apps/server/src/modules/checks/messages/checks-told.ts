import { callError, callRule, letterRule } from '@checkwell/domain/check/rules';
import { letterError } from '@checkwell/domain/check/times/letter';
import { currentMessages, decisionMessages, decisiveMessage } from '@checkwell/domain/check/times/told';
import { instantAt } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { type Actor, can } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { Database, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import { type Locked, lockRow, updateRow } from '../../../platform/db/locked.ts';
import { fieldErrorAt, profileIdOf, reachable } from '../../../platform/guard.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { parseInput } from '../../../platform/input.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { type CheckView, showCheck } from '../checks.view.ts';
import { getVisible, lockVersion, notifyScreens } from '../steps/checks-steps.ts';
import { recordTold } from './checks-employee.jobs.ts';
import * as repository from './checks-employee.repository.ts';

/** One attempt to tell an employee, as somebody may see it. */
export interface ShownEmployeeMessage extends repository.EmployeeMessage {
  /** Whether it is about the current appointment, or stood when the check ended; or about the last decision on a check that is over. */
  readonly current: boolean;
  /** Whether it decides that a no-show counts. */
  readonly decides: boolean;
}

/** What employees were told, and the calls and letters by which planners told them. Inputs are parsed here. */
export interface EmployeeTold {
  /** Messages to employees by id of the check, oldest first, for checks that the actor sees. */
  findEmployeeMessages(actor: Actor, checks: readonly RecordKey[]): Promise<ReadonlyMap<string, readonly ShownEmployeeMessage[]>>;
  /**
   * Records a call about the current appointment, or about the last decision on a check that is over.
   * @throws {AppError} `check.actionNotAllowed`: there is neither, or a result waits
   */
  recordCall(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /**
   * Records that a letter about the same was posted.
   * @throws {AppError} as `recordCall`
   */
  recordLetter(actor: Actor, id: string, version: number, input: unknown): Promise<CheckView>;
  /**
   * Takes back a call or letter: recorded by mistake, or a letter that the post returned. The history keeps it.
   * @throws {AppError} `entity.notFound`
   */
  withdrawEmployeeMessage(actor: Actor, id: string, version: number, employeeMessageId: string): Promise<CheckView>;
}

export function createEmployeeTold({ db, clock }: { readonly db: Database; readonly clock: { now(): Date } }): EmployeeTold {
  /** Changes what is known of the employee. The check keeps its version, so users filling in a form about it lose nothing. */
  async function change(
    actor: Actor,
    id: string,
    version: number,
    write: (tx: WriteTx, told: Told, now: Date) => Promise<void>,
  ): Promise<CheckView> {
    reachable(actor, 'check.notifyEmployee');
    return db.as(actor, async (tx) => {
      const seen = await getVisible(tx, actor, id);
      if (!can(actor, 'check.notifyEmployee', seen)) throw new AppError('access.forbidden');
      const { held, check } = await lockVersion(tx, seen, version);
      const about = aboutOf(check, await repository.findEmployeeMessages(tx, [held]));
      const now = clock.now();
      await write(tx, { held, check, about }, now);
      await recordTold(tx, held);
      await logAccess(tx, actor, 'check.notifyEmployee', 'checks', check.companyId, id);
      const changed = await getVisible(tx, actor, id);
      await notifyScreens(tx, changed, null);
      return showCheck(actor, changed, now);
    });
  }

  return {
    async findEmployeeMessages(actor, checks) {
      reachable(actor, 'check.read');
      if (checks.length === 0) return new Map();
      return db.as(
        actor,
        async (tx) => {
          const employeeMessages = await repository.findEmployeeMessages(tx, checks);
          const topics = await repository.findTopics(tx, checks);
          return new Map(
            topics.map((topic) => {
              const own = employeeMessages.filter(({ checkId }) => checkId === topic.id);
              const current = new Set([...currentMessages(topic, own), ...decisionMessages(topic, own)]);
              const decisive = decisiveMessage(topic, own);
              const shown = own.map((message) => ({
                ...message,
                // Who carries out the check has the number of the mission, as long as it is shown.
                ...(actor.kind === 'doctor' && { phoneNumber: '', email: '' }),
                current: current.has(message),
                decides: message === decisive,
              }));
              return [topic.id, shown];
            }),
          );
        },
        { readonly: true },
      );
    },

    async recordCall(actor, id, version, input) {
      const { calledAt, reached, phoneNumber } = parseInput(callRule, input);
      return change(actor, id, version, async (tx, { check, about }, now) => {
        const fieldError = callError(calledAt, { creationDate: about.since ?? check.creationDate }, now);
        if (fieldError !== null) throw fieldErrorAt('calledAt', fieldError);
        await repository.insertEmployeeMessage(tx, {
          ...recorded(actor, check, about, now),
          channel: 'phone',
          sentAt: calledAt,
          reached,
          phoneNumber,
        });
      });
    },

    async recordLetter(actor, id, version, input) {
      const { postedOn } = parseInput(letterRule, input);
      return change(actor, id, version, async (tx, { held, check, about }, now) => {
        // The product tells of an appointment as soon as it is made: nobody can have posted a letter about it before.
        const [first] = currentMessages(check, await repository.findEmployeeMessages(tx, [held]));
        const fieldError = letterError(postedOn, about.since ?? first?.createdAt ?? check.creationDate, now);
        if (fieldError !== null) throw fieldErrorAt('postedOn', fieldError);
        await repository.insertEmployeeMessage(tx, {
          ...recorded(actor, check, about, now),
          channel: 'letter',
          sentAt: instantAt(postedOn, '00:00'),
        });
      });
    },

    async withdrawEmployeeMessage(actor, id, version, employeeMessageId) {
      return change(actor, id, version, async (tx, { held: { companyId }, about }, now) => {
        const row = isId(employeeMessageId) ? await lockRow(tx, 'employee_messages', { companyId, id: employeeMessageId }) : undefined;
        if (row?.checkId !== id || row.decisionVersion !== about.decisionVersion || !isRecorded(row.channel) || row.withdrawnAt !== null)
          throw new AppError('entity.notFound');
        await updateRow(tx, row, { withdrawnAt: now, withdrawnByProfileId: profileIdOf(actor) });
      });
    },
  };
}

/** What planners record, and can take back. */
const isRecorded = (channel: string | null): boolean => channel === 'phone' || channel === 'letter';

/** What planners tell an employee of. */
export interface About extends Pick<repository.EmployeeMessage, 'news' | 'appointmentStart' | 'decisionVersion'> {
  /** When the product first wrote of it; null: of the current appointment, see there. */
  readonly since: Date | null;
}

interface Told {
  readonly held: Locked<'checks'>;
  readonly check: CheckRecord;
  readonly about: About;
}

/**
 * The current appointment, or the last decision on a check that is over.
 * @throws {AppError} `check.actionNotAllowed`: of a visit nobody is told, and while a result waits nothing else happens to the check
 */
export function aboutOf(check: CheckRecord, employeeMessages: readonly repository.EmployeeMessage[]): About {
  const { status, employeeTold, resultDueAt, appointmentStart } = check;
  const [first] = decisionMessages(check, employeeMessages);
  if (first)
    return { news: first.news, appointmentStart: first.appointmentStart, decisionVersion: first.decisionVersion, since: first.createdAt };
  if (status !== 'WaitingForCheck' || employeeTold === null || resultDueAt !== null || appointmentStart === null)
    throw new AppError('check.actionNotAllowed');
  return { news: 'Invited', appointmentStart, decisionVersion: null, since: null };
}

/** Something that a planner told the employee. */
const recorded = (actor: Actor, { companyId, id, checkLocation, doctorId }: CheckRecord, about: About, now: Date) => ({
  companyId,
  id: newId(),
  checkId: id,
  news: about.news,
  appointmentStart: about.appointmentStart,
  decisionVersion: about.decisionVersion,
  checkLocation,
  doctorId,
  createdAt: now,
  profileId: profileIdOf(actor),
});
