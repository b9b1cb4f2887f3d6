import type { MailState } from '../people/mail-enums.ts';
import { SMS_FAILURES } from './sms.ts';

/** Why a mail did not arrive, grouped by what the sender can do about it. */
export const MAIL_FAILURES = ['wrongAddress', 'mailboxFull', 'blocked', 'unreachable', 'expired', 'other'] as const;
export type MailFailure = (typeof MAIL_FAILURES)[number];

/** Why a message failed permanently. */
export const MESSAGE_FAILURES = [...new Set([...MAIL_FAILURES, ...SMS_FAILURES])] as const;
export type MessageFailure = (typeof MAIL_FAILURES)[number] | (typeof SMS_FAILURES)[number];

/** Enhanced status codes of mail servers (RFC 3463, RFC 5248) with their failures. */
const CODES: readonly (readonly [RegExp, MailFailure])[] = [
  [/\b5\.1\.(0|1|2|3|6|10)\b/, 'wrongAddress'],
  [/\b5\.(2\.1|4\.4)\b/, 'wrongAddress'], // the mailbox is closed; the domain has no mail server
  [/\b5\.2\.2\b/, 'mailboxFull'],
  [/\b5\.7\.\d+\b/, 'blocked'],
];
/** For servers without enhanced codes (RFC 5321, 4.2.3): 550 and 553 are about the mailbox, 552 about its storage. */
const REPLIES: Readonly<Record<string, MailFailure>> = {
  550: 'wrongAddress',
  551: 'wrongAddress',
  553: 'wrongAddress',
  552: 'mailboxFull',
};

/** The failure in a permanent refusal of a mail. @param said the reply of the recipient's server */
export function mailRefusal(said: string): MailFailure {
  const coded = CODES.find(([code]) => code.test(said));
  if (coded) return coded[1];
  if (/\b5\.\d{1,3}\.\d{1,3}\b/.test(said)) return 'other';
  return REPLIES[/\b(55\d)\b/.exec(said)?.[1] ?? ''] ?? 'other';
}

/** Whether a failed message can be sent again. Expired: its content is no longer valid. Gone: the gateway accepted it once, or its content is deleted. */
export const SEND_AGAIN = ['Possible', 'Expired', 'Gone'] as const;
export type SendAgain = (typeof SEND_AGAIN)[number];

/** The facts that decide whether a message can be sent again. */
interface MessageState {
  readonly state: MailState;
  /** Whether its content is still stored. */
  readonly hasContent: boolean;
  /** Whether the gateway accepted it once. */
  readonly left: boolean;
  readonly validUntil: Date | null;
}

/** Whether a message can be sent again; null: it has not failed. */
export function sendAgainOf({ state, hasContent, left, validUntil }: MessageState, now: Date): SendAgain | null {
  if (state !== 'failed') return null;
  if (validUntil !== null && validUntil <= now) return 'Expired';
  return hasContent && !left ? 'Possible' : 'Gone';
}

/** The most messages sent again at once. */
export const SEND_AGAIN_MAX = 50;
