import * as z from 'zod/mini';
import { dayOf, instantAt } from '../../clock.ts';
import { REASONABLE_HOURS } from '../../constants.ts';
import { choice, instant, type ValidationKey } from '../../validation.ts';
import type { CheckLocation, CheckStatus } from '../enums.ts';
import { PRICES } from '../price/price.ts';

/** What a doctor reports with one tap on the way to a mission and there (docs/decisions/0063). Not statuses of the check. */
export const VISIT_TAPS = ['onMyWay', 'arrived', 'left'] as const;
export type VisitTap = (typeof VISIT_TAPS)[number];

/** The fields of a check with the times of the taps. */
export const VISIT_COLUMNS = { onMyWay: 'onMyWayAt', arrived: 'arrivedAt', left: 'leftAt' } as const satisfies Record<VisitTap, string>;

/** The recorded times of the taps; null: not tapped. */
export interface VisitTimes {
  readonly onMyWayAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly leftAt: Date | null;
}

/** The initial values, also after the appointment was changed or cancelled: taps belong to one appointment. */
export const NO_VISIT = { onMyWayAt: null, arrivedAt: null, leftAt: null, visitReceivedAt: null } as const;

/** A tap as the phone sends it. `appointmentStart`: the start of the appointment that it belongs to. */
export const visitRule = z.strictObject({
  tap: choice(VISIT_TAPS, 'invalidChoice'),
  tappedAt: instant('examinationRequired'),
  appointmentStart: instant('examinationRequired'),
});
export type VisitInput = z.output<typeof visitRule>;

/**
 * The check at the location that its appointment was made for. An employer who changes the location while an appointment stands changes what is ordered:
 * that appointment, and a doctor who is on the way to it, stay until the provider answers. Until then its location decides whether the doctor is under way,
 * what a cancellation and a trip in vain cost, and what the doctor is paid (docs/decisions/0063).
 */
export const atAppointmentLocation = <
  Check extends { readonly checkLocation: CheckLocation; readonly appointmentLocation: CheckLocation | null },
>(
  check: Check,
): Check => ({ ...check, checkLocation: check.appointmentLocation ?? check.checkLocation });

/**
 * Whether the doctor has set out to the worker: then the fee for late cancellation applies at any hour (domain.md 4.3). Only for home visits: doctors do
 * not travel to their practice for one examination, and its cancellation fee was shown by the hour. Of a check `atAppointmentLocation`.
 */
export const isUnderWay = ({
  checkLocation,
  onMyWayAt,
  arrivedAt,
}: Pick<VisitTimes, 'onMyWayAt' | 'arrivedAt'> & { readonly checkLocation: CheckLocation }): boolean =>
  checkLocation === 'House' && (onMyWayAt !== null || arrivedAt !== null);

/**
 * Whether the doctor travelled or waited for a check that then could not be carried out: only then is it charged (domain.md 4.3). Not before the
 * appointment, and not while a problem is open, because the doctor was told not to set out.
 * @param check `atAppointmentLocation`
 * @param attempted whether the doctor found nobody at home
 */
export const wentInVain = (
  check: Pick<VisitTimes, 'onMyWayAt' | 'arrivedAt'> & {
    readonly status: CheckStatus;
    readonly checkLocation: CheckLocation;
    readonly appointmentStart: Date | null;
  },
  attempted: boolean,
  now: Date,
): boolean =>
  isUnderWay(check) ||
  attempted ||
  (check.status === 'WaitingForCheck' && check.appointmentStart !== null && check.appointmentStart <= now);

/** A tap that arrives later than this, in minutes, was kept by a phone without network. */
const LATE_TAP_MINUTES = 2;

/**
 * The recorded time of a tap: the server's time, or the phone's time if the phone kept the tap until the network came back. A time in the future is
 * replaced by the server's time.
 * @returns `receivedAt`: when the tap arrived, if `at` is the phone's time
 */
export function momentOfTap(tappedAt: Date, now: Date): { readonly at: Date; readonly receivedAt: Date | null } {
  const late = now.getTime() - tappedAt.getTime() > LATE_TAP_MINUTES * 60_000;
  return late ? { at: tappedAt, receivedAt: now } : { at: now, receivedAt: null };
}

/**
 * The recorded time of a tap of a visit. If the tap before has the server's time and this one the phone's, this one could seem a few minutes earlier; it
 * then gets the time of the tap before.
 * @returns as `momentOfTap`
 */
export function momentOfVisit(
  { onMyWayAt, arrivedAt }: Pick<VisitTimes, 'onMyWayAt' | 'arrivedAt'>,
  tap: VisitTap,
  tappedAt: Date,
  now: Date,
): ReturnType<typeof momentOfTap> {
  const moment = momentOfTap(tappedAt, now);
  const before = { onMyWay: null, arrived: onMyWayAt, left: arrivedAt }[tap];
  const early = before === null ? 0 : before.getTime() - moment.at.getTime();
  return before !== null && early > 0 && early <= LATE_TAP_MINUTES * 60_000 ? { ...moment, at: before } : moment;
}

/**
 * Until this instant, inclusive, no tap is accepted: only after it can a cancellation be late on that day. So the fee for a visit whose time the employer
 * does not know stays within the bounds shown before (docs/decisions/0051).
 */
export const firstTapOf = (appointmentStart: Date): Date =>
  new Date(instantAt(dayOf(appointmentStart), REASONABLE_HOURS.from).getTime() - PRICES.lateHours * 3_600_000);

/** Why a tap at that time is refused; null: it is accepted. */
export function visitError(
  visit: VisitTimes & { readonly appointmentStart: Date },
  tap: VisitTap,
  at: Date,
): Extract<ValidationKey, 'visitTooEarly' | 'visitOrder'> | null {
  if (at <= firstTapOf(visit.appointmentStart)) return 'visitTooEarly';
  const { onMyWayAt, arrivedAt } = visit;
  switch (tap) {
    case 'onMyWay':
      return arrivedAt === null ? null : 'visitOrder';
    case 'arrived':
      return onMyWayAt !== null && at < onMyWayAt ? 'visitOrder' : null;
    case 'left':
      return arrivedAt === null || at < arrivedAt ? 'visitOrder' : null;
  }
}

/** The last tap, which can be undone; null: none. */
export function lastTap({ onMyWayAt, arrivedAt, leftAt }: VisitTimes): VisitTap | null {
  if (leftAt !== null) return 'left';
  if (arrivedAt !== null) return 'arrived';
  return onMyWayAt === null ? null : 'onMyWay';
}
