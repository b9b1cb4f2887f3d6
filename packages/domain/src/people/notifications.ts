import * as z from 'zod/mini';
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

/** The kinds that a user does not want. */
export const mutedNotificationsRule = z.array(choice(NOTIFICATION_KINDS, 'invalidChoice')).check(
  maxLength(NOTIFICATION_KINDS.length, { error: key('invalidChoice'), abort: true }),
  z.refine((kinds) => new Set(kinds).size === kinds.length, { error: key('invalidChoice') }),
);
