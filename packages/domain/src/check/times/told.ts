import { dayOf } from '../../clock.ts';
import { afterWakingMinutes, beforeWakingMinutes, sendableAt, WAKING_DAY_MINUTES, wakingMinutes } from '../../offers/waves.ts';
import { isMobilePhone } from '../../people/numbers/phone.ts';
import { type DecidedState, type EmployeeNews, isDecisionNews, isDecisionTrue } from '../employee-news.ts';
import type { CheckLocation } from '../enums.ts';
import { isAnnounced } from './announcement.ts';
import { letterReachedAt } from './letter.ts';

/**
 * Whether an employee was notified of an appointment in time: a no-show can be recorded of nobody else (docs/decisions/0106). Home visits are not
 * announced (domain.md 4.2); whether somebody was at the door rests on the visit itself.
 */

/**
 * How somebody is told. `page`: the employee opened the page of their link, and read it there (docs/decisions/0106). `unrecorded`: the appointment was made before this was kept, so nothing says how; it counts as told, because nobody
 * could have known that it had to be recorded.
 */
export const TELLING_CHANNELS = ['sms', 'mail', 'phone', 'letter', 'card', 'page', 'unrecorded'] as const;
export type TellingChannel = (typeof TELLING_CHANNELS)[number];

/** Who answered a call. A voicemail is not the employee: nobody knows whether, and when, it is listened to. */
export const REACHED = ['employee', 'voicemail', 'nobody'] as const;
export type Reached = (typeof REACHED)[number];

/**
 * How much earlier than the appointment somebody must have been told. The law knows no term for an appointment that was never a visit: these
 * are ours, on the employee's side of what is usual.
 *
 * - sms, phone: two hours of the day, so that somebody who is told at 8 can be at a doctor nearby at 10. Nights (21:00 to 07:00) count
 *   nothing: nobody has to look at a telephone then.
 * - mail: a whole waking day (14 hours of the day), so that somebody who looks at their mails once a day has read it (docs/decisions/0093).
 * - card: four hours of the day, left at the door of a visit (domain.md 2.1), because it lies there until somebody comes home; who finds one in
 *   the evening is expected the next morning at the earliest.
 * - letter: the same, from when a posted one counts as read (letter.ts).
 * - page: as a text message, from when the page was opened: whoever opens it has read it there and then, whatever message led to it.
 */
export const NOTICE = {
  sms: { wakingMinutes: 120 },
  mail: { wakingMinutes: WAKING_DAY_MINUTES },
  phone: { wakingMinutes: 120 },
  letter: { wakingMinutes: 240 },
  card: { wakingMinutes: 240 },
  page: { wakingMinutes: 120 },
} as const satisfies Record<Exclude<TellingChannel, 'unrecorded'>, object>;

/** How to reach the employee of a check. */
export interface EmployeeContact {
  /** Mobile number for this check; empty without one. */
  readonly phoneNumber: string;
  /** The employee's own number, of any telephone. */
  readonly workerPhoneNumber: string;
  /** Private e-mail address; empty without one. */
  readonly workerEmail: string;
}

/** A way by which the product itself tells an employee. */
export interface TellingWay {
  readonly channel: 'sms' | 'mail';
  /** Number or address. */
  readonly to: string;
}

/**
 * The ways by which the product tells an employee, the first that works is taken: a text message, which is read soon, to the mobile number
 * of the check or to the employee's own; an e-mail where no text message can be sent, or none arrived. Calls and letters are the planners'.
 */
export function waysToTell({ phoneNumber, workerPhoneNumber, workerEmail }: EmployeeContact): readonly TellingWay[] {
  const mobiles = [...new Set([phoneNumber, workerPhoneNumber])].filter(isMobilePhone);
  return [
    ...mobiles.map((to) => ({ channel: 'sms', to }) as const),
    ...(workerEmail === '' ? [] : [{ channel: 'mail', to: workerEmail } as const]),
  ];
}

/** The current appointment, as the employee must know it. */
export interface ToldAppointment {
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
}

/** One attempt to tell an employee something about an appointment. */
export interface TellingFacts {
  /** null: there was no way to tell. */
  readonly channel: TellingChannel | null;
  readonly news: EmployeeNews;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date;
  /** The version of the check by which the decision came that it tells of; null of an appointment. */
  readonly decisionVersion: number | null;
  readonly createdAt: Date;
  /** Taken by the operator or the mail server, said, or opened; of a letter the beginning of the day of posting. */
  readonly sentAt: Date | null;
  /** As the operator or the mail server reported. */
  readonly deliveredAt: Date | null;
  /** It did not arrive. A mail can come back although a server took it. */
  readonly failedAt: Date | null;
  /** Of calls. */
  readonly reached: Reached | null;
  /** Somebody took it back: it was recorded by mistake. */
  readonly withdrawnAt: Date | null;
}

/**
 * The state of the appointment, kept with the check. Waiting: something is under way. InTime, Late: told. NotTold: nothing arrived,
 * and nothing more is under way. Unrecorded: from before this was kept.
 */
export const TOLD_STATES = ['Waiting', 'InTime', 'Late', 'NotTold', 'Unrecorded'] as const;
export type ToldState = (typeof TOLD_STATES)[number];
/** Of whom nobody can say that they missed it: what planners still have to tell while the appointment is to come. */
export const UNTOLD_STATES = ['Late', 'NotTold'] as const satisfies readonly ToldState[];

/** Whether what was told is about the current appointment: the same moment, place and doctor. */
export const isAbout = (telling: TellingFacts, { checkLocation, doctorId, appointmentStart }: ToldAppointment): boolean =>
  telling.news !== 'Cancelled' &&
  telling.checkLocation === checkLocation &&
  telling.doctorId === doctorId &&
  telling.appointmentStart.getTime() === appointmentStart?.getTime();

/**
 * What was told of the current appointment, oldest first. Whatever came before something else was told does not count: who was told
 * ten, then two, then ten again knows of ten by the last message alone.
 * @param tellings of the check, in any order
 */
export function currentTellings<T extends TellingFacts>(appointment: ToldAppointment, tellings: readonly T[]): readonly T[] {
  const ordered = tellings.filter(({ news }) => !isDecisionNews(news)).toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const other = ordered.findLastIndex((telling) => !isAbout(telling, appointment));
  return ordered.slice(other + 1);
}

/**
 * Whether the employee opened their page about the current appointment: the first time counts, so nothing more is to be written.
 * @param tellings of the check, in any order
 */
export const hasOpenedPage = (appointment: ToldAppointment, tellings: readonly TellingFacts[]): boolean =>
  currentTellings(appointment, tellings).some(({ channel }) => channel === 'page');

/** What was told of the last decision on a check that is over, in the order given; nothing if that decision does not hold any more. */
export function decisionTellings<T extends TellingFacts>(check: DecidedState, tellings: readonly T[]): readonly T[] {
  const last = Math.max(...tellings.map(({ decisionVersion }) => decisionVersion ?? 0));
  return tellings.filter(({ news, decisionVersion }) => decisionVersion === last && isDecisionNews(news) && isDecisionTrue(news, check));
}

/** Whether the employee may know of it: also of what was handed over without an answer so far. */
export const mayHaveArrived = ({ channel, failedAt, withdrawnAt, reached }: TellingStates): boolean =>
  channel !== null && failedAt === null && withdrawnAt === null && (channel !== 'phone' || reached === 'employee');

/**
 * When it reached the employee, as far as anybody knows; null: it did not. An operator's word on the delivery is better than on the sending. Of a
 * letter it may be still to come.
 */
export function reachedAt({ channel, sentAt, deliveredAt, failedAt, reached, withdrawnAt }: TellingFacts): Date | null {
  if (failedAt !== null || withdrawnAt !== null) return null;
  if (channel === 'letter') return sentAt && letterReachedAt(dayOf(sentAt));
  return channel === 'phone' && reached !== 'employee' ? null : (deliveredAt ?? sentAt);
}

/** Whether it still may arrive: it waits to be sent. */
const isUnderway = ({ channel, sentAt, failedAt, withdrawnAt }: TellingFacts): boolean =>
  channel !== null && channel !== 'unrecorded' && sentAt === null && failedAt === null && withdrawnAt === null;

/** Whether somebody who was told at `at` on this channel had the notice that they are due. */
export function isInTime(channel: TellingChannel, at: Date, appointmentStart: Date): boolean {
  switch (channel) {
    case 'sms':
    case 'mail':
    case 'phone':
    case 'letter':
    case 'card':
    case 'page':
      return at < appointmentStart && wakingMinutes(at, appointmentStart) >= NOTICE[channel].wakingMinutes;
    case 'unrecorded':
      return true;
  }
}

/** The earliest appointment that is proposed now: one of which the employee can still be told in time, where they are notified of it at all. */
export const soonestProposed = (checkLocation: CheckLocation, now: Date): Date =>
  isAnnounced(checkLocation) ? afterWakingMinutes(now, NOTICE.sms.wakingMinutes) : now;

/** What planners themselves can still do so that the employee is told in time. */
export interface WaysLeft {
  /** Until when a call that the employee answers is in time; null: no call is in time any more. */
  readonly callUntil: Date | null;
  /** When a letter that is posted today counts as read, and whether that is in time. */
  readonly letter: { readonly readAt: Date; readonly inTime: boolean };
}

/** @param now of today's letter and call */
export function waysLeft(appointmentStart: Date, now: Date): WaysLeft {
  const readAt = letterReachedAt(dayOf(now));
  return {
    callUntil: isInTime('phone', now, appointmentStart) ? beforeWakingMinutes(appointmentStart, NOTICE.phone.wakingMinutes) : null,
    letter: { readAt, inTime: isInTime('letter', readAt, appointmentStart) },
  };
}

/** What counts: the first attempt that was in time, else the first that arrived at all. undefined: none did. */
export function decisiveTelling<T extends TellingFacts>(appointment: ToldAppointment, tellings: readonly T[]): T | undefined {
  const arrived = currentTellings(appointment, tellings).filter((telling) => reachedAt(telling) !== null);
  return arrived.find((telling) => isTimely(telling)) ?? arrived[0];
}

function isTimely(telling: TellingFacts): boolean {
  const at = reachedAt(telling);
  return telling.channel !== null && at !== null && isInTime(telling.channel, at, telling.appointmentStart);
}

/**
 * The state of the appointment.
 * @param tellings of the check, in any order
 * @returns null: nobody is notified of it, such as of a home visit
 */
export function toldState(appointment: ToldAppointment, tellings: readonly TellingFacts[]): ToldState | null {
  if (appointment.appointmentStart === null || !isAnnounced(appointment.checkLocation)) return null;
  const current = currentTellings(appointment, tellings);
  const decisive = decisiveTelling(appointment, tellings);
  if (decisive && isTimely(decisive)) return 'InTime';
  if (current.some(({ channel }) => channel === 'unrecorded')) return 'Unrecorded';
  if (current.length === 0 || current.some(isUnderway)) return 'Waiting';
  return decisive ? 'Late' : 'NotTold';
}

/** Why nobody can say that somebody missed an appointment: a key of `validation`. */
export type ToldRefusal = 'noShowNotTold' | 'noShowToldLate';

/**
 * Whether somebody who did not come to an appointment knew of it in time. A home visit asks for nothing that was told: what it asks for is in
 * `noShowRefusal` (no-show.ts).
 * @returns null: they did
 */
export function toldRefusal(check: { readonly checkLocation: CheckLocation; readonly employeeTold: ToldState | null }): ToldRefusal | null {
  if (!isAnnounced(check.checkLocation)) return null;
  switch (check.employeeTold) {
    case 'InTime':
    case 'Unrecorded':
      return null;
    case 'Late':
      return 'noShowToldLate';
    case 'Waiting':
    case 'NotTold':
    case null:
      return 'noShowNotTold';
  }
}

/**
 * Whether a text message leaves in the quiet hours: if by morning fewer waking minutes than a text message needs would be left. Such a message never
 * makes a no-show, since nights do not count; but who has to be somewhere at eight should know before seven.
 */
export const leavesAtNight = (now: Date, appointmentStart: Date): boolean =>
  !isInTime('sms', sendableAt(now), appointmentStart) && sendableAt(now) > now;

/** What a line about an attempt says: a key of `checks:telling`. */
export const TELLING_KEYS = [
  'none',
  'unrecorded',
  'smsWaiting',
  'smsSent',
  'smsDelivered',
  'smsFailed',
  'smsNotKnown',
  'mailWaiting',
  'mailSent',
  'mailDelivered',
  'mailFailed',
  'phoneEmployee',
  'phoneVoicemail',
  'phoneNobody',
  'phoneWithdrawn',
  'letter',
  'letterWithdrawn',
  'card',
  'page',
] as const;
export type TellingKey = (typeof TELLING_KEYS)[number];

export function tellingKey({ channel, sentAt, deliveredAt, failedAt, isNotKnown, reached, withdrawnAt }: TellingRecord): TellingKey {
  switch (channel) {
    case null:
      return 'none';
    case 'unrecorded':
      return 'unrecorded';
    case 'card':
    case 'page':
      return channel;
    case 'letter':
      return withdrawnAt === null ? 'letter' : 'letterWithdrawn';
    case 'phone':
      if (withdrawnAt !== null) return 'phoneWithdrawn';
      return reached === 'employee' ? 'phoneEmployee' : reached === 'voicemail' ? 'phoneVoicemail' : 'phoneNobody';
    case 'sms':
    case 'mail':
      if (failedAt !== null) return channel === 'sms' && isNotKnown ? 'smsNotKnown' : `${channel}Failed`;
      if (deliveredAt !== null) return `${channel}Delivered`;
      return sentAt === null ? `${channel}Waiting` : `${channel}Sent`;
  }
}

/** What a line about an attempt says it was about: a key of `checks:tellings`. */
export function tellingTopic(news: EmployeeNews): 'about' | 'cancelled' | 'Ruled' | 'Excused' | 'ExcuseWithdrawn' {
  if (isDecisionNews(news)) return news;
  return news === 'Cancelled' ? 'cancelled' : 'about';
}

/** The outcome of an attempt; as instants, or as the API writes them. */
export interface TellingStates {
  readonly channel: TellingChannel | null;
  readonly sentAt: Date | string | null;
  readonly deliveredAt: Date | string | null;
  readonly failedAt: Date | string | null;
  readonly reached: Reached | null;
  readonly withdrawnAt: Date | string | null;
}

/** The same, with what else the line about it says. */
export interface TellingRecord extends TellingStates {
  /** Of a text message that counts as failed: nobody knows whether it left (docs/decisions/0060). */
  readonly isNotKnown: boolean;
}
