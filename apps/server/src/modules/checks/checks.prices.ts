import { standingAppointment } from '@checkwell/domain/check/appointment';
import { cancellationFee, priceOf } from '@checkwell/domain/check/price';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import type { CheckRecord } from './checks.repository.ts';

/** The day of the appointment; null without one. */
export const plannedDay = ({ appointmentStart }: CheckRecord): CalendarDay | null =>
  appointmentStart === null ? null : dayOf(appointmentStart);

/** What the check would cost on that day, or on an ordinary one; cents, VAT excluded. */
export const priceOn = (check: CheckRecord, checkDate: CalendarDay | null): number =>
  priceOf({ contractPrice: check.contractPrice, checkLocation: check.checkLocation, checkDate });

/** What the check would cost now; before it is archived `companyTotalPrice` is an estimate. */
export const currentPrice = (check: CheckRecord): number => check.companyTotalPrice ?? priceOn(check, plannedDay(check));

/** What cancelling would cost at `now`, cents. */
export const feeOf = (check: CheckRecord, now: Date): number =>
  cancellationFee({ price: currentPrice(check), appointmentStart: standingAppointment(check) }, now);
