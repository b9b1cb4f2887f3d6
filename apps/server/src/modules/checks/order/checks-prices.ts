import { cancellationFee, cancellationFeeBounds, dayOfPrice, pricedLocation, priceOf } from '@checkwell/domain/check/price/price';
import type { AppointmentPrecision } from '@checkwell/domain/check/times/announcement';
import { chargeableAppointment } from '@checkwell/domain/check/times/appointment';
import { atAppointmentLocation, isUnderWay } from '@checkwell/domain/check/times/visit';
import { type CalendarDay, dayOf } from '@checkwell/domain/clock';
import { ONE_SHOT_PRICE_CENTS } from '@checkwell/domain/constants';
import type { CheckRecord } from '../checks.repository.ts';

/** The day of the appointment; null without one. */
export const plannedDay = ({ appointmentStart }: CheckRecord): CalendarDay | null =>
  appointmentStart === null ? null : dayOf(appointmentStart);

/** Whether the price is that of a home visit because of an attempt (`pricedLocation`). A One Shot Check costs what was paid. */
export const isVisitCharged = ({ source, attemptedAt }: Pick<CheckRecord, 'source' | 'attemptedAt'>): boolean =>
  source !== 'OneShot' && attemptedAt !== null;

/** What the check would cost on that day, or on an ordinary one; cents, VAT excluded. A One Shot Check costs what was paid. */
export const priceOn = (check: CheckRecord, checkDate: CalendarDay | null): number =>
  check.source === 'OneShot'
    ? ONE_SHOT_PRICE_CENTS
    : priceOf({
        contractPrice: check.contractPrice,
        checkLocation: pricedLocation(check.checkLocation, isVisitCharged(check)),
        checkDate,
      });

/** What the check would cost without its appointment, from `today` on; cents, VAT excluded. */
export const priceWithoutAppointment = (check: CheckRecord, today: CalendarDay): number =>
  priceOn(check, dayOfPrice(null, { startDate: check.incapacityStartDate, endDate: check.incapacityEndDate }, today));

/** What the appointment that stands would cost: the price before the order was changed, if it was (`atAppointmentLocation`). */
export const priceOfAppointment = (check: CheckRecord): number => priceOn(atAppointmentLocation(check), plannedDay(check));

/** What the check would cost now; before it is archived `companyTotalPrice` is an estimate. */
export const currentPrice = (check: CheckRecord): number => check.companyTotalPrice ?? priceOn(check, plannedDay(check));

const cancellable = (check: CheckRecord) => ({
  price: check.appointmentLocation === null ? currentPrice(check) : priceOfAppointment(check),
  appointmentStart: chargeableAppointment(check),
  underWay: isUnderWay(atAppointmentLocation(check)),
});

/** What cancelling costs at `now`, cents. */
export const feeOf = (check: CheckRecord, now: Date): number => cancellationFee(cancellable(check), now);

/** The same, as exactly as somebody may know who knows the appointment with this precision. */
export const feeBoundsOf = (check: CheckRecord, precision: AppointmentPrecision, now: Date) =>
  cancellationFeeBounds(cancellable(check), precision, now);
