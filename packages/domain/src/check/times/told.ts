import { dayOf } from '../../clock.ts';
import { afterWakingMinutes, beforeWakingMinutes, nextMorning, WAKING_DAY_MINUTES, wakingMinutes } from '../../offers/waves.ts';
import { isMobilePhone } from '../../people/numbers/phone.ts';
import { type DecidedState, type EmployeeNews, isDecisionNews, isDecisionTrue } from '../employee-news.ts';
import type { CheckLocation } from '../enums.ts';
import { isAnnounced } from './announcement.ts';
import { letterReachedAt } from './letter.ts';

/**
 * Whether an employee was notified of an appointment in time; a no-show can only be recorded then (docs/decisions/0106). Home visits are not
 * announced (domain.md 4.2): for them the recorded attempt decides (no-show.ts).
 */

/**
 * How an employee is notified. `page`: the employee opened the employee's page and read it there (docs/decisions/0106). `unrecorded`: the appointment is
 * from before notices were recorded; it counts as notified, because nobody could have known that it had to be recorded.
 */
export const EMPLOYEE_MESSAGE_CHANNELS = ['sms', 'mail', 'phone', 'letter', 'card', 'page', 'unrecorded'] as const;
export type EmployeeMessageChannel = (typeof EMPLOYEE_MESSAGE_CHANNELS)[number];

/** Who answered a call. A voicemail does not count as the employee, because it may be heard late or never. */
export const REACHED = ['employee', 'voicemail', 'nobody'] as const;
export type Reached = (typeof REACHED)[number];

/**
 * The shortest notice before an appointment, by channel, in waking minutes: nights (21:00 to 07:00) do not count, because nobody has to look at a
 * telephone then. The law sets no term for an appointment away from home; these are ours, rather longer than usual.
 *
 * - sms, phone: two hours, so that an employee who is notified at 8 can be at a nearby practice at 10.
 * - mail: a whole waking day (14 hours), enough for an employee who reads email once a day (docs/decisions/0093).
 * - card: four hours after it was left at the door (domain.md 2.1), because it lies there until somebody comes home; after a card in the evening the
 *   appointment is the next morning at the earliest.
 * - letter: four hours after the letter counts as read (letter.ts).
 * - page: as a text message, counted from when the page was opened, because it is read at that moment.
 */
export const NOTICE = {
  sms: { wakingMinutes: 120 },
  mail: { wakingMinutes: WAKING_DAY_MINUTES },
  phone: { wakingMinutes: 120 },
  letter: { wakingMinutes: 240 },
  card: { wakingMinutes: 240 },
  page: { wakingMinutes: 120 },
} as const satisfies Record<Exclude<EmployeeMessageChannel, 'unrecorded'>, object>;

/** Contact details of the employee of a check. */
export interface EmployeeContact {
  /** Mobile number for this check; empty without one. */
  readonly phoneNumber: string;
  /** The employee's own number, mobile or not. */
  readonly workerPhoneNumber: string;
  /** Private e-mail address; empty without one. */
  readonly workerEmail: string;
}

/** A way in which the product itself notifies an employee. */
export interface MessageTarget {
  readonly channel: 'sms' | 'mail';
  /** Number or address. */
  readonly to: string;
}

/**
 * The ways in which the product notifies an employee, in order; the first that works is used. First a text message, which is read soon, to the mobile
 * number of the check or the employee's own; then an email, if no text message can be sent or none arrived. Planners make calls and post letters.
 */
export function waysToTell({ phoneNumber, workerPhoneNumber, workerEmail }: EmployeeContact): readonly MessageTarget[] {
  const mobiles = [...new Set([phoneNumber, workerPhoneNumber])].filter(isMobilePhone);
  return [
    ...mobiles.map((to) => ({ channel: 'sms', to }) as const),
    ...(workerEmail === '' ? [] : [{ channel: 'mail', to: workerEmail } as const]),
  ];
}

/**
 * The ways to tell that an appointment does not take place: those by which the employee was told of it, the last one first, because the check may have
 * other contacts by now; then the contacts of the check. After a call, a letter or a card there are only these.
 * @param employeeMessages of that appointment that the employee may know of, oldest first
 */
export function waysToCancel(
  contact: EmployeeContact,
  employeeMessages: readonly {
    readonly channel: EmployeeMessageChannel | null;
    readonly phoneNumber: string | null;
    readonly email: string | null;
  }[],
): readonly MessageTarget[] {
  const told = employeeMessages.toReversed().flatMap(({ channel, phoneNumber, email }): MessageTarget[] => {
    if (channel === 'mail') return email ? [{ channel, to: email }] : [];
    return (channel === 'sms' || channel === 'phone') && phoneNumber && isMobilePhone(phoneNumber)
      ? [{ channel: 'sms', to: phoneNumber }]
      : [];
  });
  return [...told, ...waysToTell(contact)];
}

/** The facts of the current appointment of which the employee must be notified. */
export interface ToldAppointment {
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date | null;
}

/** One attempt to notify an employee of an appointment or of a decision. */
export interface EmployeeMessageFacts {
  /** null: there was no way to notify the employee. */
  readonly channel: EmployeeMessageChannel | null;
  readonly news: EmployeeNews;
  readonly checkLocation: CheckLocation;
  readonly doctorId: string | null;
  readonly appointmentStart: Date;
  /** For a decision, the version of the check that it made; null for an appointment. */
  readonly decisionVersion: number | null;
  readonly createdAt: Date;
  /** When the message was accepted by the SMS operator or mail server, the call was made, or the page opened; for a letter the start of the day of posting. */
  readonly sentAt: Date | null;
  /** The delivery as reported by the operator or the mail server. */
  readonly deliveredAt: Date | null;
  /** When the message failed. An email can bounce after a server has accepted it. */
  readonly failedAt: Date | null;
  /** Only for calls. */
  readonly reached: Reached | null;
  /** When the record was withdrawn, because it was a mistake. */
  readonly withdrawnAt: Date | null;
}

/**
 * Whether the employee was notified of the current appointment, stored with the check. Waiting: a message is still to be sent. InTime, Late: notified.
 * NotTold: no message arrived and none is waiting. Unrecorded: from before notices were recorded.
 */
export const TOLD_STATES = ['Waiting', 'InTime', 'Late', 'NotTold', 'Unrecorded'] as const;
export type ToldState = (typeof TOLD_STATES)[number];
/** States in which a planner still has to notify the employee before the appointment. */
export const UNTOLD_STATES = ['Late', 'NotTold'] as const satisfies readonly ToldState[];

/** Whether the notice is about this appointment: the same time, place and doctor. */
export const isAbout = (message: EmployeeMessageFacts, { checkLocation, doctorId, appointmentStart }: ToldAppointment): boolean =>
  message.news !== 'Cancelled' &&
  message.checkLocation === checkLocation &&
  message.doctorId === doctorId &&
  message.appointmentStart.getTime() === appointmentStart?.getTime();

/**
 * The notices of the current appointment, oldest first. Notices from before one of another appointment do not count: if the employee was notified of
 * ten o'clock, then two, then ten again, only the last notice counts.
 * @param employeeMessages of the check, in any order
 */
export function currentMessages<T extends EmployeeMessageFacts>(
  appointment: ToldAppointment,
  employeeMessages: readonly T[],
): readonly T[] {
  const ordered = employeeMessages
    .filter(({ news }) => !isDecisionNews(news))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const other = ordered.findLastIndex((message) => !isAbout(message, appointment));
  return ordered.slice(other + 1);
}

/**
 * Whether the employee has already opened the page about the current appointment; only the first time is recorded.
 * @param employeeMessages of the check, in any order
 */
export const hasOpenedPage = (appointment: ToldAppointment, employeeMessages: readonly EmployeeMessageFacts[]): boolean =>
  currentMessages(appointment, employeeMessages).some(({ channel }) => channel === 'page');

/** The notices of the last decision on an archived check, in the order given; empty if that decision no longer holds. */
export function decisionMessages<T extends EmployeeMessageFacts>(check: DecidedState, employeeMessages: readonly T[]): readonly T[] {
  const last = Math.max(...employeeMessages.map(({ decisionVersion }) => decisionVersion ?? 0));
  return employeeMessages.filter(
    ({ news, decisionVersion }) => decisionVersion === last && isDecisionNews(news) && isDecisionTrue(news, check),
  );
}

/** Whether the employee may know of it; true also for a message without a delivery report so far. */
export const mayHaveArrived = ({ channel, failedAt, withdrawnAt, reached }: EmployeeMessageStates): boolean =>
  channel !== null && failedAt === null && withdrawnAt === null && (channel !== 'phone' || reached === 'employee');

/** Whether the employee may know of it, also where nobody knows whether the text message left. */
export const mayKnowOf = (message: EmployeeMessageRecord): boolean => message.isNotKnown || mayHaveArrived(message);

/**
 * What the employee knows by now: the messages about the last appointment of which they may know, oldest first; none if there is no such appointment, or
 * if they may know that it does not take place.
 * @param employeeMessages of the check, oldest first
 */
export function knownMessages<T extends EmployeeMessageFacts & EmployeeMessageRecord>(employeeMessages: readonly T[]): readonly T[] {
  const known = employeeMessages.filter((message) => !isDecisionNews(message.news) && mayKnowOf(message));
  const last = known.at(-1);
  return last ? currentMessages(last, known) : [];
}

/**
 * When the notice reached the employee, as far as is known; null: it did not. The reported delivery is preferred to the sending. For a letter this may be
 * in the future.
 */
export function reachedAt({ channel, sentAt, deliveredAt, failedAt, reached, withdrawnAt }: EmployeeMessageFacts): Date | null {
  if (failedAt !== null || withdrawnAt !== null) return null;
  if (channel === 'letter') return sentAt && letterReachedAt(dayOf(sentAt));
  return channel === 'phone' && reached !== 'employee' ? null : (deliveredAt ?? sentAt);
}

/** Whether the message is still to be sent. */
const isUnderway = ({ channel, sentAt, failedAt, withdrawnAt }: EmployeeMessageFacts): boolean =>
  channel !== null && channel !== 'unrecorded' && sentAt === null && failedAt === null && withdrawnAt === null;

/** Whether a notice on this channel at `at` leaves enough time before the appointment (`NOTICE`). */
export function isInTime(channel: EmployeeMessageChannel, at: Date, appointmentStart: Date): boolean {
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

/** The earliest start of an appointment that is proposed now: late enough to notify the employee in time, unless it is not announced. */
export const soonestProposed = (checkLocation: CheckLocation, now: Date): Date =>
  isAnnounced(checkLocation) ? afterWakingMinutes(now, NOTICE.sms.wakingMinutes) : now;

/** What planners can still do to notify the employee in time. */
export interface WaysLeft {
  /** Until when a call that the employee answers is in time; null: it is too late. */
  readonly callUntil: Date | null;
  /** When a letter that is posted today counts as read, and whether that is in time. */
  readonly letter: { readonly readAt: Date; readonly inTime: boolean };
}

/** What planners can still do at `now`. */
export function waysLeft(appointmentStart: Date, now: Date): WaysLeft {
  const readAt = letterReachedAt(dayOf(now));
  return {
    callUntil: isInTime('phone', now, appointmentStart) ? beforeWakingMinutes(appointmentStart, NOTICE.phone.wakingMinutes) : null,
    letter: { readAt, inTime: isInTime('letter', readAt, appointmentStart) },
  };
}

/** The notice that counts: the first one in time, otherwise the first that arrived; undefined: none arrived. */
export function decisiveMessage<T extends EmployeeMessageFacts>(
  appointment: ToldAppointment,
  employeeMessages: readonly T[],
): T | undefined {
  const arrived = currentMessages(appointment, employeeMessages).filter((message) => reachedAt(message) !== null);
  return arrived.find((message) => isTimely(message)) ?? arrived[0];
}

function isTimely(message: EmployeeMessageFacts): boolean {
  const at = reachedAt(message);
  return message.channel !== null && at !== null && isInTime(message.channel, at, message.appointmentStart);
}

/**
 * Whether the employee was notified of the appointment.
 * @param employeeMessages of the check, in any order
 * @returns null: the appointment is not announced, such as a home visit
 */
export function toldState(appointment: ToldAppointment, employeeMessages: readonly EmployeeMessageFacts[]): ToldState | null {
  if (appointment.appointmentStart === null || !isAnnounced(appointment.checkLocation)) return null;
  const current = currentMessages(appointment, employeeMessages);
  const decisive = decisiveMessage(appointment, employeeMessages);
  if (decisive && isTimely(decisive)) return 'InTime';
  if (current.some(({ channel }) => channel === 'unrecorded')) return 'Unrecorded';
  if (current.length === 0 || current.some(isUnderway)) return 'Waiting';
  return decisive ? 'Late' : 'NotTold';
}

/** Why a missed appointment cannot be recorded as a no-show: a message key of `validation`. */
export type ToldRefusal = 'noShowNotTold' | 'noShowToldLate';

/**
 * Why a missed appointment cannot be recorded as a no-show: the employee was not notified in time. For a home visit `noShowRefusal` (no-show.ts) has
 * other conditions.
 * @returns null: the employee was notified in time
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
 * Whether a text message that is not sent before the night is sent in it: if in the morning the notice would be too short. Such a message is never in
 * time, because nights do not count; but an employee with an appointment at eight should know before seven.
 */
export const leavesAtNight = (now: Date, appointmentStart: Date): boolean => !isInTime('sms', nextMorning(now), appointmentStart);

/** The text about the outcome of an attempt: a message key of `checks:employeeMessage`. */
export const EMPLOYEE_MESSAGE_KEYS = [
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
export type EmployeeMessageKey = (typeof EMPLOYEE_MESSAGE_KEYS)[number];

/** The key of the text about the outcome of an attempt. */
export function employeeMessageKey({
  channel,
  sentAt,
  deliveredAt,
  failedAt,
  isNotKnown,
  reached,
  withdrawnAt,
}: EmployeeMessageRecord): EmployeeMessageKey {
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

/** The text about the subject of an attempt: a message key of `checks:employeeMessages`. */
export function employeeMessageTopic(news: EmployeeNews): 'about' | 'cancelled' | 'Ruled' | 'Excused' | 'ExcuseWithdrawn' {
  if (isDecisionNews(news)) return news;
  return news === 'Cancelled' ? 'cancelled' : 'about';
}

/** The outcome of an attempt; instants are strings in data from the API. */
export interface EmployeeMessageStates {
  readonly channel: EmployeeMessageChannel | null;
  readonly sentAt: Date | string | null;
  readonly deliveredAt: Date | string | null;
  readonly failedAt: Date | string | null;
  readonly reached: Reached | null;
  readonly withdrawnAt: Date | string | null;
}

/** The outcome of an attempt, with the other facts of its text. */
export interface EmployeeMessageRecord extends EmployeeMessageStates {
  /** For a text message that counts as failed: it is unknown whether it was sent (docs/decisions/0060). */
  readonly isNotKnown: boolean;
}
