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

/** Who can be told something. */
export type NotificationReader = 'employer' | 'planner' | 'doctor';

/**
 * At once by mail, in one mail a day, or in the application alone. Of an offer, also: at once by mail, and by text message too, of all checks or of
 * immediate ones alone.
 */
export const DELIVERIES = ['AtOnce', 'Daily', 'InApp', 'SmsImmediate', 'SmsAlways'] as const;
export type Delivery = (typeof DELIVERIES)[number];

interface KindRule {
  readonly readers: readonly NotificationReader[];
  /** What its readers may choose; the first holds until they do. */
  readonly deliveries: readonly [Delivery, ...Delivery[]];
  /** It is in the application too. What does not is no longer its reader's, or not yet. */
  readonly inApp: boolean;
  /** It may only wait for the daily mail when the appointment that it concerns is far enough away (`DAILY_MAIL.noticeHours`). */
  readonly beforeAppointment?: boolean;
  /** It comes by mail whatever somebody chose, if the appointment that it concerns was less than `DAILY_MAIL.noticeHours` away. */
  readonly mailWhenSoon?: boolean;
}

const ANY = ['AtOnce', 'Daily', 'InApp'] as const;
/**
 * Planning stops until it is answered: a daily mail could come when the answer is of no use any more, to somebody who relies on it. In the
 * application it is at once, for those who work there all day; the setting says what they risk.
 */
const PROMPT = ['AtOnce', 'InApp'] as const;
/** Nobody has to do anything about it before the next message. */
const QUIET = ['InApp', 'AtOnce'] as const;
/** A doctor who does not look into the application would not set out, or would set out for nothing. */
const BY_MAIL = ['AtOnce', 'Daily'] as const;
/** An immediate check has to find its doctor within hours, between two patients; another one can wait until the mail is read. The mail comes always. */
const BY_MAIL_AND_SMS = ['SmsImmediate', 'SmsAlways', 'AtOnce'] as const;
/** Somebody else waits today for what its reader does. */
const NEVER_LATER = ['AtOnce'] as const;

/**
 * Each kind of message about a check: who can be told, how, and whether it may wait at all (docs/decisions/0095). Messages about one's account, and those to
 * people without one, are not among them: nobody chooses how to get them.
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

/** What is in the application, whether or not a mail about it is wanted. */
export type AppNotificationKind = {
  [Kind in NotificationKind]: (typeof NOTIFICATIONS)[Kind]['inApp'] extends true ? Kind : never;
}[NotificationKind];
export const isInApp = (kind: NotificationKind): kind is AppNotificationKind => NOTIFICATIONS[kind].inApp;
export const APP_NOTIFICATION_KINDS: readonly AppNotificationKind[] = NOTIFICATION_KINDS.filter(isInApp);

/** The rule of a kind; of one kind the table itself says more precisely what is in it. */
export const notificationRule = (kind: NotificationKind): KindRule => NOTIFICATIONS[kind];

/** What somebody of this side can be told of. */
export const kindsOf = (reader: NotificationReader): readonly NotificationKind[] =>
  NOTIFICATION_KINDS.filter((kind) => notificationRule(kind).readers.includes(reader));

/** How somebody gets a kind. @param chosen what they chose; null: nothing */
export function deliveryOf(kind: NotificationKind, chosen: Delivery | null): Delivery {
  const { deliveries } = notificationRule(kind);
  return chosen !== null && deliveries.includes(chosen) ? chosen : deliveries[0];
}

/** Whether a doctor gets an offer by text message, beside the mail. @param chosen null: nothing */
export function isOfferTexted(chosen: Delivery | null, checkTiming: CheckTiming): boolean {
  const delivery = deliveryOf('MissionOffered', chosen);
  return delivery === 'SmsAlways' || (delivery === 'SmsImmediate' && checkTiming === 'Immediate');
}

/**
 * The daily mail: when it is written (Belgian time), how far away an appointment must be then for news about it to wait, in hours, and how many
 * lines it has at most. The quiet hours end before it (`WAKING_HOURS`).
 */
export const DAILY_MAIL = { at: '07:30', noticeHours: 24, mostLines: 30 } as const;

/** When the next daily mail is written. */
export function nextDailyMail(now: Date): Date {
  const today = instantAt(dayOf(now), DAILY_MAIL.at);
  return now < today ? today : instantAt(addDays(dayOf(now), 1), DAILY_MAIL.at);
}

/**
 * How a message that is caused now reaches somebody: what they chose, but at once where the daily mail would come too late.
 * @param concernsFrom when the earliest appointment begins that it changes, for kinds about appointments
 */
export function deliveryAt(kind: NotificationKind, chosen: Delivery | null, now: Date, concernsFrom: Date | null): Delivery {
  const delivery = deliveryOf(kind, chosen);
  const noticeMs = DAILY_MAIL.noticeHours * 3_600_000;
  if (notificationRule(kind).mailWhenSoon && concernsFrom !== null && concernsFrom.getTime() - now.getTime() < noticeMs) return 'AtOnce';
  if (delivery !== 'Daily' || !notificationRule(kind).beforeAppointment) return delivery;
  const latest = nextDailyMail(now).getTime() + noticeMs;
  return concernsFrom !== null && concernsFrom.getTime() >= latest ? 'Daily' : 'AtOnce';
}

/** What there is to know of something that waits for the daily mail, when it is written. */
export interface WaitingNotification {
  readonly kind: AppNotificationKind;
  readonly checkId: string;
  readonly at: Date;
  /** Seen in the application; null: not yet. */
  readonly readAt: Date | null;
  readonly status: CheckStatus;
  readonly appointmentStart: Date | null;
  /** A certificate that the employee sent, a travel claim, waits for HR; a comment waits for its reader. */
  readonly certificateWaits: boolean;
  readonly claimWaits: boolean;
  readonly commentWaits: boolean;
}

/** Whether the daily mail still says it: not what its reader has seen, what was answered meanwhile, or what does not hold any more. */
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

/** The lines of a daily mail, the newest first: of one check each kind once. */
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

/** Of which kind news about a mission is, for its doctor. */
export const missionNotificationKind = (news: MissionNews): NotificationKind => `Mission${news}`;

/** Days after which a notification is deleted, read or not: the check itself says all of it. */
export const NOTIFICATION_DAYS = 90;
/** As many as are shown, the newest first. */
export const NOTIFICATIONS_SHOWN = 50;

/** What somebody chooses for one kind; whether it is theirs to choose depends on who they are. */
export const notificationChoiceRule = z.object({
  kind: choice(NOTIFICATION_KINDS, 'invalidChoice'),
  delivery: choice(DELIVERIES, 'invalidChoice'),
});

/** Whether somebody of this side may choose this. */
export const mayChoose = (reader: NotificationReader, kind: NotificationKind, delivery: Delivery): boolean =>
  kindsOf(reader).includes(kind) && notificationRule(kind).deliveries.includes(delivery);
