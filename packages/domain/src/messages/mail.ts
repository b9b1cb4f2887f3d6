import type { MailState } from '../people/mail-enums.ts';

/** How far a mail has come. */
const PROGRESS: Readonly<Record<MailState, number>> = { queued: 0, sent: 1, delivered: 2, failed: 3 };

/**
 * Whether a report says something new. Reports come twice and in any order: a mail never goes back. Unlike a text message it may come back after
 * a server took it, so that a failure counts over a delivery (RFC 3464 knows such notices).
 */
export const isLaterMailState = (reported: MailState, current: MailState): boolean => PROGRESS[reported] > PROGRESS[current];

/** An enhanced status code in what a mail server said (RFC 3463), such as 5.1.1; empty for none. */
export const statusCodeIn = (said: string): string => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(said)?.[0] ?? '';
