import type { CheckLocation } from '@checkwell/domain/check/enums';
import { dayOfPrice, pricedLocation, priceOf, vatOn } from '@checkwell/domain/check/price/price';
import type { CalendarDay } from '@checkwell/domain/clock';

/** An amount in cents, without and with VAT. */
export interface Amount {
  readonly excl: number;
  readonly incl: number;
}

/** The price of a check now, and after the change in the form, by the rule that the server uses. */
export function modifiedPrice(
  check: {
    /** Of the appointment; null: none. */
    readonly checkDate: CalendarDay | null;
    /** The agreed price: a new calculation could give another one. */
    readonly companyTotalPrice: number;
    /** null for users who do not see the price. */
    readonly visitCharged: boolean | null;
  },
  change: {
    readonly checkLocation: CheckLocation;
    readonly startDate: CalendarDay;
    readonly endDate: CalendarDay;
    /** false: the check goes back to planning with the change. */
    readonly keepsAppointment: boolean;
  },
  contractPrice: number,
  today: CalendarDay,
): { readonly before: Amount; readonly after: Amount } {
  const checkDate = dayOfPrice(change.keepsAppointment ? check.checkDate : null, change, today);
  return {
    before: withVat(check.companyTotalPrice),
    after: withVat(priceOf({ contractPrice, checkLocation: pricedLocation(change.checkLocation, check.visitCharged === true), checkDate })),
  };
}

const withVat = (excl: number): Amount => ({ excl, incl: excl + vatOn(excl) });
