import type { MailState } from '../people/mail-enums.ts';
import { SMS_FAILURES } from './sms.ts';

/** Why a mail did not arrive, as far as whoever sent it can do something about it. */
export const MAIL_FAILURES = ['wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'expired', 'other'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** Why a message failed permanently. */
export const MESSAGE_FAILURES = [...new Set([...MAIL_FAILURES, ...SMS_FAILURES])] as const;
export type MessageFailure = (typeof MAIL_FAILURES)[number] | (typeof SMS_FAILURES)[number];

/** Enhanced status codes of mail servers (RFC 3463, RFC 5248), by what can be done about them. */
const CODES: readonly (readonly [RegExp, MailFailure])[] = [
  [/\b5\.1\.(0|1|2|3|6|10)\b/, 'wrongAddress'],
  [/\b5\.(2\.1|4\.4)\b/, 'wrongAddress'], // the mailbox is closed; the domain has no mail server
  [/\b5\.2\.2\b/, 'mailboxFull'],
  [/\b5\.7\.\d+\b/, 'blocked'],
];
/** Servers that give no enhanced code (RFC 5321, 4.2.3): 550 and 553 are about the mailbox, 552 about its room. */
const REPLIES: Readonly<Record<string, MailFailure>> = {
  550: 'wrongAddress',
  551: 'wrongAddress',
  553: 'wrongAddress',
  552: 'mailboxFull',
};

/** @param said what the recipient's server said when it refused a mail permanently */
export function mailRefusal(said: string): MailFailure {
  const coded = CODES.find(([code]) => code.test(said));
  if (coded) return coded[1];
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(said)) return 'other';
  return REPLIES[/\b(55\d)\b/.exec(said)?.[1] ?? ''] ?? 'other';
}

/** Whether a message that failed can be sent again: it can; what it says is over; it left once, or what it said is not kept. */
export const SEND_AGAIN = ['Possible', 'Expired', 'Gone'] as const;
export type SendAgain = (typeof SEND_AGAIN)[number];

/** What decides whether a message is sent again. */
interface MessageState {
  readonly state: MailState;
  /** Whether what it says is still kept. */
  readonly hasContent: boolean;
  /** Whether the gateway once took it. */
  readonly left: boolean;
  readonly validUntil: Date | null;
}

/** @returns null: it has not failed */
export function sendAgainOf({ state, hasContent, left, validUntil }: MessageState, now: Date): SendAgain | null {
  if (state !== 'failed') return null;
  if (validUntil !== null && validUntil <= now) return 'Expired';
  return hasContent && !left ? 'Possible' : 'Gone';
}

/** As many as are sent again at once. */
export const SEND_AGAIN_MOST = 50;
