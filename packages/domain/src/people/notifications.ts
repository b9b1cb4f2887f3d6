import * as z from 'zod/mini';
import type { MissionNews } from '../check/mission-news.ts';
import { choice, key, maxLength } from '../validation.ts';

/** Messages about the steps of checks, for the employer's side. */
export const CHECK_NOTICE_KINDS = [
  'OrderReceived',
  'AppointmentMade',
  'ProblemNeedsEmployer',
  'ResultAvailable',
  'CheckCancelled',
] as const;
export type CheckNoticeKind = (typeof CHECK_NOTICE_KINDS)[number];

/** Messages about checks that a user of an employer may get by e-mail; each can be switched off (design.md 1, superior). */
export const NOTIFICATION_KINDS = [...CHECK_NOTICE_KINDS, 'CommentWritten', 'CertificateSent', 'TravelClaimed'] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/**
 * What somebody with an account reads in the application, whether or not a mail about it is wanted: what employers get mails about, what happens to
 * a doctor's mission, and results that wait too long for a planner. A mission that was given to somebody else is not among them: its doctor may not
 * see the check any more, and reads of it in the mail alone.
 */
export const APP_NOTIFICATION_KINDS = [
  ...NOTIFICATION_KINDS,
  'MissionPlanned',
  'MissionAccepted',
  'MissionMoved',
  'MissionOnHold',
  'MissionResultAsked',
  'MissionCancelled',
  'ResultWaits',
] as const;
export type AppNotificationKind = (typeof APP_NOTIFICATION_KINDS)[number];

/** What a doctor reads in the application of news about a mission; null: nothing. */
export const missionNotificationKind = (news: MissionNews): AppNotificationKind | null => (news === 'Withdrawn' ? null : `Mission${news}`);

/** Days after which a notification is deleted, read or not: the check itself says all of it. */
export const NOTIFICATION_DAYS = 90;
/** As many as are shown, the newest first. */
export const NOTIFICATIONS_SHOWN = 50;

/** The kinds that a user does not want by mail. */
export const mutedNotificationsRule = z.array(choice(NOTIFICATION_KINDS, 'invalidChoice')).check(
  maxLength(NOTIFICATION_KINDS.length, { error: key('invalidChoice'), abort: true }),
  z.refine((kinds) => new Set(kinds).size === kinds.length, { error: key('invalidChoice') }),
);
