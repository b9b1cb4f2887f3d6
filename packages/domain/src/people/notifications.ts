import * as z from 'zod/mini';
import type { CheckStatus, CheckTiming } from '../check/enums.ts';
import type { MissionNews } from '../check/mission-news.ts';
import { addDays, dayOf, instantAt } from '../clock.ts';
import { choice } from '../validation.ts';

/** Messages about the steps of checks, for the employer's side. */
export const CHECK_NOTICE_KINDS = [
  'OrderReceived',
  'AppointmentMade',
  'AppointmentOff',
  'ProblemNeedsEmployer',
  'EmployeeReported',
  'ResultAvailable',
  'CheckCancelled',
] as const;
export type CheckNoticeKind = (typeof CHECK_NOTICE_KINDS)[number];

/** Groups of users that receive notifications. */
export type NotificationReader = 'employer' | 'planner' | 'doctor';

/**
 * AtOnce: by mail at once. Daily: in one mail per day. InApp: in the application only. For offers also by mail at once and by text message: SmsAlways for
 * all checks, SmsImmediate for immediate ones.
 */
export const DELIVERIES = ['AtOnce', 'Daily', 'InApp', 'SmsImmediate', 'SmsAlways'] as const;
export type Delivery = (typeof DELIVERIES)[number];

interface KindRule {
  readonly readers: readonly NotificationReader[];
  /** The choices of its readers; the first is the default. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
  /** Shown in the application too. Not for a mission that the doctor does not have yet, or no longer has. */
  readonly inApp: boolean;
  /** It may wait for the daily mail only if its appointment is far enough away (`DAILY_MAIL.noticeHours`). */
  readonly beforeAppointment?: boolean;
  /** It is mailed at once despite another choice if its appointment is less than `DAILY_MAIL.noticeHours` away. */
  readonly mailWhenSoon?: boolean;
}

const ANY = ['AtOnce', 'Daily', 'InApp'] as const;
/**
 * Planning stops until the user answers, so a daily mail could come too late. Users who work in the application all day may choose it alone; the setting
 * warns about the risk.
 */
const PROMPT = ['AtOnce', 'InApp'] as const;
/** Nothing has to be done before the next message. */
const QUIET = ['InApp', 'AtOnce'] as const;
/** A doctor who does not open the application would miss a visit, or travel for nothing. */
const BY_MAIL = ['AtOnce', 'Daily'] as const;
/** A doctor for an immediate check must be found within hours; for others a mail is enough. The mail is always sent. */
const BY_MAIL_AND_SMS = ['SmsImmediate', 'SmsAlways', 'AtOnce'] as const;
/** Somebody depends today on what the reader does. */
const NEVER_LATER = ['AtOnce'] as const;

/**
 * The kinds of notifications about checks: their readers, the possible deliveries, and whether they may wait (docs/decisions/0095). Messages about one's
 * account, and those to people without account, are not included, because their delivery cannot be chosen.
 */
export const NOTIFICATIONS = {
  OrderReceived: { readers: ['employer'], deliveries: ANY, inApp: true },
  AppointmentMade: { readers: ['employer'], deliveries: ANY, inApp: true },
  AppointmentOff: { readers: ['employer'], deliveries: QUIET, inApp: true, mailWhenSoon: true },
  ProblemNeedsEmployer: { readers: ['employer'], deliveries: PROMPT, inApp: true },
  EmployeeReported: { readers: ['employer'], deliveries: PROMPT, inApp: true },
  ResultAvailable: { readers: ['employer'], deliveries: ANY, inApp: true },
  CheckCancelled: { readers: ['employer'], deliveries: ANY, inApp: true },
  CommentWritten: { readers: ['employer', 'planner', 'doctor'], deliveries: ANY, inApp: true },
  CertificateSent: { readers: ['employer'], deliveries: ANY, inApp: true },
  TravelClaimed: { readers: ['employer'], deliveries: ANY, inApp: true },
  MissionOffered: { readers: ['doctor'], deliveries: BY_MAIL_AND_SMS, inApp: false },
  MissionPlanned: { readers: ['doctor'], deliveries: BY_MAIL, inApp: true, beforeAppointment: true },
  MissionAccepted: { readers: ['doctor'], deliveries: BY_MAIL, inApp: true, beforeAppointment: true },
  MissionMoved: { readers: ['doctor'], deliveries: BY_MAIL, inApp: true, beforeAppointment: true },
  MissionOnHold: { readers: ['doctor'], deliveries: NEVER_LATER, inApp: true },
  MissionResultAsked: { readers: ['doctor'], deliveries: NEVER_LATER, inApp: true },
  MissionDisagreed: { readers: ['doctor'], deliveries: NEVER_LATER, inApp: true },
  MissionRuled: { readers: ['doctor'], deliveries: BY_MAIL, inApp: true },
  MissionWithdrawn: { readers: ['doctor'], deliveries: NEVER_LATER, inApp: false },
  MissionCancelled: { readers: ['doctor'], deliveries: BY_MAIL, inApp: true, beforeAppointment: true },
  ResultWaits: { readers: ['planner'], deliveries: NEVER_LATER, inApp: true },
  DoctorNotFound: { readers: ['planner'], deliveries: ANY, inApp: true, beforeAppointment: true },
} as const satisfies Readonly<Record<string, KindRule>>;

export type NotificationKind = keyof typeof NOTIFICATIONS;
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATIONS) as readonly NotificationKind[];

/** The kinds that are shown in the application, for every choice of delivery. */
export type AppNotificationKind = {
  [Kind in NotificationKind]: (typeof NOTIFICATIONS)[Kind]['inApp'] extends true ? Kind : never;
}[NotificationKind];
export const isInApp = (kind: NotificationKind): kind is AppNotificationKind => NOTIFICATIONS[kind].inApp;
export const APP_NOTIFICATION_KINDS: readonly AppNotificationKind[] = NOTIFICATION_KINDS.filter(isInApp);

/** The rule of a kind, with its optional properties. */
export const notificationRule = (kind: NotificationKind): KindRule => NOTIFICATIONS[kind];

/** The kinds of notifications that this group of users receives. */
export const kindsOf = (reader: NotificationReader): readonly NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => notificationRule(kind).readers.includes(reader));

/** The delivery of a kind: the user's choice, or the default. @param chosen null: no choice */
export function deliveryOf(kind: NotificationKind, chosen: Delivery | null): Delivery {
  const { deliveries } = notificationRule(kind);
  return chosen !== null && deliveries.includes(chosen) ? chosen : deliveries[0];
}

/** Whether a doctor receives an offer by text message too. @param chosen the doctor's choice; null: none */
export function isOfferTexted(chosen: Delivery | null, checkTiming: CheckTiming): boolean {
  const delivery = deliveryOf('MissionOffered', chosen);
  return delivery === 'SmsAlways' || (delivery === 'SmsImmediate' && checkTiming === 'Immediate');
}

/**
 * The daily mail: its time (Belgian), how far away an appointment must be at that time for a notification about it to wait, in hours, and its most lines.
 * It is after the quiet hours (`WAKING_HOURS`).
 */
export const DAILY_MAIL = { at: '07:30', noticeHours: 24, maxLines: 30 } as const;

/** The time of the next daily mail. */
export function nextDailyMail(now: Date): Date {
  const today = instantAt(dayOf(now), DAILY_MAIL.at);
  return now < today ? today : instantAt(addDays(dayOf(now), 1), DAILY_MAIL.at);
}

/**
 * The delivery of a notification at `now`: the user's choice, but at once if the daily mail would come too late.
 * @param concernsFrom start of the earliest affected appointment, for kinds about appointments
 */
export function deliveryAt(kind: NotificationKind, chosen: Delivery | null, now: Date, concernsFrom: Date | null): Delivery {
  const delivery = deliveryOf(kind, chosen);
  const noticeMs = DAILY_MAIL.noticeHours * 3_600_000;
  if (notificationRule(kind).mailWhenSoon && concernsFrom !== null && concernsFrom.getTime() - now.getTime() < noticeMs) return 'AtOnce';
  if (delivery !== 'Daily' || !notificationRule(kind).beforeAppointment) return delivery;
  const latest = nextDailyMail(now).getTime() + noticeMs;
  return concernsFrom !== null && concernsFrom.getTime() >= latest ? 'Daily' : 'AtOnce';
}

/** A notification that waits for the daily mail, with the facts at the time of the mail. */
export interface WaitingNotification {
  readonly kind: AppNotificationKind;
  readonly checkId: string;
  readonly at: Date;
  /** When it was read in the application; null: not yet. */
  readonly readAt: Date | null;
  readonly status: CheckStatus;
  readonly appointmentStart: Date | null;
  /** Whether a certificate or travel claim still waits for HR, or a comment for its reader. */
  readonly certificateWaits: boolean;
  readonly claimWaits: boolean;
  readonly commentWaits: boolean;
}

/** Whether the daily mail still includes it: not if it was read, dealt with, or is no longer true. */
function isStillNews({ kind, readAt, status, appointmentStart, ...waits }: WaitingNotification, now: Date): boolean {
  if (readAt !== null) return false;
  switch (kind) {
    case 'CertificateSent':
      return waits.certificateWaits;
    case 'TravelClaimed':
      return waits.claimWaits;
    case 'CommentWritten':
      return waits.commentWaits;
    case 'OrderReceived':
      return status !== 'Archived';
    case 'DoctorNotFound':
      return status === 'Planning';
    case 'AppointmentMade':
    case 'MissionPlanned':
    case 'MissionAccepted':
    case 'MissionMoved':
      return status === 'WaitingForCheck' && appointmentStart !== null && appointmentStart > now;
    default:
      return true;
  }
}

/** The lines of a daily mail, the newest first; each kind at most once per check. */
export function dailyLines<Row extends WaitingNotification>(waiting: readonly Row[], now: Date): readonly Row[] {
  const seen = new Set<string>();
  return waiting
    .filter((row) => isStillNews(row, now))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .filter(({ kind, checkId }) => {
      const name = `${kind} ${checkId}`;
      if (seen.has(name)) return false;
      seen.add(name);
      return true;
    });
}

/** The kind of notification for news about a mission. */
export const missionNotificationKind = (news: MissionNews): NotificationKind => `Mission${news}`;

/** Days after which a notification is deleted, read or not; the check itself has the same information. */
export const NOTIFICATION_DAYS = 90;
/** The most notifications shown, the newest first. */
export const NOTIFICATIONS_SHOWN = 50;

/** A user's choice for one kind; `mayChoose` says whether it is allowed. */
export const notificationChoiceRule = z.object({
  kind: choice(NOTIFICATION_KINDS, 'invalidChoice'),
  delivery: choice(DELIVERIES, 'invalidChoice'),
});

/** Whether users of this group may choose this delivery for the kind. */
export const mayChoose = (reader: NotificationReader, kind: NotificationKind, delivery: Delivery): boolean =>
  kindsOf(reader).includes(kind) && notificationRule(kind).deliveries.includes(delivery);
