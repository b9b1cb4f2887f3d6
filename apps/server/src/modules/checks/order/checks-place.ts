import { incapacityFactsOf } from '@checkwell/domain/check/incapacity-facts';
import type { EventNote } from '@checkwell/domain/check/notes';
import { CHECK_TEXTS, type OrderInput } from '@checkwell/domain/check/rules';
import { timingOf } from '@checkwell/domain/check/times/timing';
import type { Clock } from '@checkwell/domain/clock';
import { searchTextOf } from '@checkwell/domain/people/search-text';
import { pick } from '@checkwell/domain/pick';
import type { Actor } from '@checkwell/domain/policy';
import { logAccess } from '../../../platform/db/access-log.ts';
import type { WriteTx } from '../../../platform/db/database.ts';
import type { Located } from '../../../platform/geo/geocoder.ts';
import { newId } from '../../../platform/ids.ts';
import type { Employee } from '../../employees/employees.service.ts';
import type { CheckNotices } from '../checks.jobs.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from '../checks.repository.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';

/** An order of which everything is decided. */
export interface PlacedOrder
  extends Pick<
    repository.NewCheck,
    | 'companyId'
    | 'id'
    | 'certificateId'
    | 'superiorId'
    | 'orderedByProfileId'
    | 'parentCheckId'
    | 'source'
    | 'isRandom'
    | 'companyTotalPrice'
  > {
  readonly id: string;
  readonly companyId: string;
  readonly order: Omit<
    OrderInput,
    'companyId' | 'employeeId' | 'employeeMatricule' | 'superiorId' | 'certificateId' | 'documentId' | 'parentCheckId' | 'isRandom'
  >;
  readonly employee: Employee;
  readonly located: Located | null;
}

/** Writes a new check with its first event, its entry in the access log, and what others are notified. */
export async function placeCheck(
  { clock, notices }: { readonly clock: Clock; readonly notices: CheckNotices },
  tx: WriteTx,
  actor: Actor,
  { order, employee, located, ...values }: PlacedOrder,
): Promise<CheckRecord> {
  const { companyId, id } = values;
  const now = clock.now();
  const { checkTiming, fellBack } = timingOf(order.typeCheck, order);
  await repository.insertCheck(tx, {
    ...values,
    employeeId: employee.id,
    creationDate: now,
    modificationDate: now,
    // An employee is who the company's file says; where and how to reach the person during this absence, the order says.
    workerFirstName: employee.employeeFirstName,
    workerLastName: employee.employeeLastName,
    workerGender: employee.employeeGender,
    workerLanguage: order.workerLanguage,
    workerAddress: order.workerAddress,
    workerPhoneNumber: order.workerPhoneNumber,
    phoneNumber: order.phoneNumber,
    workerEmail: order.workerEmail,
    workerExternalId: employee.employeeMatricule,
    subEmployee: employee.subEmployee,
    ...placeOf(located),
    searchText: searchTextOf(employee.employeeFirstName, employee.employeeLastName, employee.employeeMatricule),
    incapacityStartDate: order.startDate,
    incapacityEndDate: order.endDate,
    incapacityType: order.incapacityType,
    certificateType: order.certificateType,
    ...incapacityFactsOf(order),
    authorizedExit: order.authorizedExit,
    checkTiming,
    checkLocation: order.locationCheck,
    ...pick(order, CHECK_TEXTS),
  });
  await repository.insertEvent(tx, {
    companyId,
    id: newId(),
    checkId: id,
    at: now,
    actorKind: actor.kind,
    actorProfileId: values.orderedByProfileId ?? null,
    action: 'order',
    fromStatus: null,
    toStatus: 'Reception',
    version: 1,
    details: JSON.stringify({ notes: fellBack ? (['timingFallback'] satisfies EventNote[]) : [] }),
  });
  await logAccess(tx, actor, 'check.order', 'checks', companyId, id);
  const ordered = await getVisible(tx, actor, id);
  await notifyScreens(tx, ordered, null);
  await notices.notify(tx, 'order', ordered, null);
  return ordered;
}

/** Where the address is, as columns of a check. */
export const placeOf = (located: Located | null) => ({
  latitude: located?.latitude ?? null,
  longitude: located?.longitude ?? null,
  geoPrecision: located?.precision ?? null,
});
