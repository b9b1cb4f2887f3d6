import type { MailState } from '../people/mail-enums.ts';

/** The order of the states of a mail. */
const PROGRESS: Readonly<Record<MailState, number>> = { queued: 0, sent: 1, delivered: 2, failed: 3 };

/**
 * Whether a report changes the state of a mail. Reports may come repeatedly and in any order, and the state never goes back. Unlike a text message, a mail
 * may bounce after a server accepted it, so a failure replaces a delivery (RFC 3464).
 */
export const isLaterMailState = (reported: MailState, current: MailState): boolean => PROGRESS[reported] > PROGRESS[current];

/** The enhanced status code in a reply of a mail server (RFC 3463), such as 5.1.1; empty: none. */
export const statusCodeIn = (said: string): string => /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(said)?.[0] ?? '';
