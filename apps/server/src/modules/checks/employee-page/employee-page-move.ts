import { dayOf } from '@checkwell/domain/clock';
import { isMovable, isReachable, type MoveState, moveDays } from '@checkwell/domain/employee-page/move';
import type { ReadTx } from '../../../platform/db/database.ts';
import type { DoctorRecord, PlanningService } from '../../planning/planning.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { priceOn } from '../order/checks-prices.ts';
import * as repository from './employee-page.repository.ts';

/** Whether the employee can move the appointment, and to which times. */
export interface Move {
  readonly state: MoveState;
  /** Earliest first; none unless it is `Open`. */
  readonly slots: readonly Date[];
}

/**
 * What the rules of domain/employee-page/move.ts leave of the doctor's free times (the planners' own code); the employer pays no more for any of them.
 * @param check has an appointment that the employee knows of
 */
export async function moveOf(
  tx: ReadTx,
  planning: Pick<PlanningService, 'freeSlotsOf'>,
  check: CheckRecord & { readonly appointmentStart: Date },
  doctor: DoctorRecord | undefined,
  now: Date,
): Promise<Move> {
  const { appointmentStart } = check;
  if (await repository.hasMoved(tx, check)) return { state: 'Moved', slots: [] };
  if (!isMovable(appointmentStart, now)) return { state: 'Late', slots: [] };
  const costsNoMore = (start: Date) => priceOn(check, dayOf(start)) <= priceOn(check, dayOf(appointmentStart));
  const free = doctor?.active ? await planning.freeSlotsOf(tx, doctor, moveDays(check, dayOf(now)), appointmentStart) : [];
  const slots = free.filter((start) => isReachable(start, appointmentStart, now) && costsNoMore(start));
  return { state: slots.length === 0 ? 'Full' : 'Open', slots };
}
