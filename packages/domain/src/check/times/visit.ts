import * as z from 'zod/mini';
import { dayOf, instantAt } from '../../clock.ts';
import { REASONABLE_HOURS } from '../../constants.ts';
import { choice, instant, type ValidationKey } from '../../validation.ts';
import type { CheckLocation, CheckStatus } from '../enums.ts';
import { PRICES } from '../price/price.ts';

/** What a doctor says with one tap on the way to a mission and there (docs/decisions/0063). Facts about the check, not statuses of it. */
export const VISIT_TAPS = ['onMyWay', 'arrived', 'left'] as const;
export type VisitTap = (typeof VISIT_TAPS)[number];

/** Where a check keeps the moment of each. */
export const VISIT_COLUMNS = { onMyWay: 'onMyWayAt', arrived: 'arrivedAt', left: 'leftAt' } as const satisfies Record<VisitTap, string>;

/** Moments that count; null: not said. */
export interface VisitTimes {
  readonly onMyWayAt: Date | null;
  readonly arrivedAt: Date | null;
  readonly leftAt: Date | null;
}

/** Belongs to one appointment: with another one, or none, it starts again. */
export const NO_VISIT = { onMyWayAt: null, arrivedAt: null, leftAt: null, visitReceivedAt: null } as const;

/** A tap as the phone sends it. `appointmentStart`: of the appointment that it is about. */
export const visitRule = z.strictObject({
  tap: choice(VISIT_TAPS, 'invalidChoice'),
  tappedAt: instant('examinationRequired'),
  appointmentStart: instant('examinationRequired'),
});
export type VisitInput = z.output<typeof visitRule>;

/**
 * Whether the doctor has set out to the worker: cancelling is late then, whatever the hour (domain.md 4.3). Nobody travels to an examination
 * at the practice for its sake, and the employer read there what cancelling costs to the hour.
 */
export const isUnderWay = ({
  checkLocation,
  onMyWayAt,
  arrivedAt,
}: Pick<VisitTimes, 'onMyWayAt' | 'arrivedAt'> & { readonly checkLocation: CheckLocation }): boolean =>
  checkLocation === 'House' && (onMyWayAt !== null || arrivedAt !== null);

/**
 * Whether somebody went, or waited, for a check that then could not be carried out: only then is it charged (domain.md 4.3). An appointment that was to
 * come cost nobody a way, and of one that a problem holds up the doctor was told not to set out.
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

/** A tap that comes later than this was kept by a phone without network, in minutes. */
const LATE_TAP_MINUTES = 2;

/**
 * When somebody tapped: by the server's clock; by the phone's own where the tap was kept until the network came back. A phone whose clock is
 * ahead is not believed.
 * @returns `receivedAt`: set where the moment is the phone's own
 */
export function momentOfTap(tappedAt: Date, now: Date): { readonly at: Date; readonly receivedAt: Date | null } {
  const late = now.getTime() - tappedAt.getTime() > LATE_TAP_MINUTES * 60_000;
  return late ? { at: tappedAt, receivedAt: now } : { at: now, receivedAt: null };
}

/**
 * The moment of a tap of a visit. The tap before may count by the server's clock, and this one by the phone's, because it had to wait: they
 * were made in their order, so the few minutes by which this one would come first are none.
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
 * Until this moment, itself included, nobody is on the way: only after it may a cancellation be late on that day. So the fee of a visit whose minute the
 * employer does not know stays within what they read before (docs/decisions/0051).
 */
export const firstTapOf = (appointmentStart: Date): Date =>
  new Date(instantAt(dayOf(appointmentStart), REASONABLE_HOURS.from).getTime() - PRICES.lateHours * 3_600_000);

/** What is wrong with a tap at that moment; null: nothing. */
export function visitFault(
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

/** The tap that was made last, the one that can be undone; null: none. */
export function lastTap({ onMyWayAt, arrivedAt, leftAt }: VisitTimes): VisitTap | null {
  if (leftAt !== null) return 'left';
  if (arrivedAt !== null) return 'arrived';
  return onMyWayAt === null ? null : 'onMyWay';
}
