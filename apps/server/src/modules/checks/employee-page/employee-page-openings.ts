import { hasOpenedPage } from '@checkwell/domain/check/times/told';
import type { WriteTx } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import { newId } from '../../../platform/ids.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { recordTold } from '../messages/checks-employee.jobs.ts';
import { findEmployeeMessages, insertEmployeeMessage } from '../messages/checks-employee.repository.ts';
import { notifyScreens } from '../steps/checks-steps.ts';
import { isSameContact } from './employee-page-links.ts';

type Expected = Pick<CheckRecord, 'status' | 'employeeTold' | 'resultDueAt' | 'appointmentStart'>;

/** Whether this appointment is still valid, nothing is reported of it, and the employee may know of it (docs/decisions/0051). */
const stands = ({ status, employeeTold, resultDueAt, appointmentStart }: Expected, shown: Date): boolean =>
  status === 'WaitingForCheck' && employeeTold !== null && resultDueAt === null && appointmentStart?.getTime() === shown.getTime();

/**
 * Logs the first time that the employee opens their page about the appointment that it showed. A reload locks and writes nothing.
 * The check keeps its version, so users filling in a form about it lose nothing.
 */
export async function writeOpening(tx: WriteTx, check: CheckRecord, shown: Date, now: Date): Promise<void> {
  if (!stands(check, shown) || hasOpenedPage(check, await findEmployeeMessages(tx, [check]))) return;
  const held = await lockRow(tx, 'checks', { companyId: check.companyId, id: check.id });
  // Meanwhile it was moved, the numbers were corrected, or it was opened on another telephone.
  if (!held || !stands(held, shown) || !isSameContact(check, held) || hasOpenedPage(held, await findEmployeeMessages(tx, [held]))) return;
  const { companyId, id: checkId, checkLocation, doctorId } = held;
  await insertEmployeeMessage(tx, {
    companyId,
    id: newId(),
    checkId,
    news: 'Invited',
    channel: 'page',
    appointmentStart: shown,
    checkLocation,
    doctorId,
    createdAt: now,
    sentAt: now,
  });
  await recordTold(tx, held);
  await notifyScreens(tx, check, null);
}
