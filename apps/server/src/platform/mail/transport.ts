import type { MailConfig } from '../../config/messages.ts';
import { PermanentFailure } from '../jobs/outbox.ts';
import { onFirstUse } from '../on-first-use.ts';
import { bounceAddress } from './dsn.ts';
import type { MailAttachment } from './mails.repository.ts';

const library = onFirstUse(['nodemailer'], () => import('nodemailer'));

/** A mail on its way out. */
export interface OutgoingMail {
  /** Makes the Message-ID: a mail that leaves twice after a crash is recognised as one. */
  readonly id: string;
  readonly recipient: string;
  readonly language: string;
  readonly subject: string;
  readonly html: string;
  readonly plainText: string;
  readonly createdAt: Date;
  readonly attachments: readonly MailAttachment[];
}

/** Takes mails to their recipients' server. */
export interface MailTransport {
  /** Whether what was sent is shown by this product itself, and so must be kept. */
  readonly keepsContent: boolean;
  /** @throws {PermanentFailure} the recipient's server refuses this mail permanently (5xx); anything else may pass */
  send(mail: OutgoingMail): Promise<void>;
}

/** Mails stay in the database, where the mailbox page of the demo shows them. */
export const embeddedTransport: MailTransport = { keepsContent: true, send: async () => undefined };

/** Shorter than the outbox waits for one effect. What goes on after that would leave, and then leave again with the next attempt. */
const SEND_LIMIT_MS = 35_000;
/**
 * Timeouts of the connection. An answer may take all the time that is left: a server that scans a mail before it answers may accept it in the end.
 */
const TIMEOUTS = { connectionTimeout: 8000, greetingTimeout: 8000, dnsTimeout: 8000, socketTimeout: SEND_LIMIT_MS };

/** SMTP, as `SMTP_URL` says. One connection per mail: a few a minute need no pool, and no state survives a broken one. */
export function smtpTransport(
  { smtpUrl, from, bouncesTo }: MailConfig & { readonly smtpUrl: string },
  keepsContent: boolean,
  limitMs: number = SEND_LIMIT_MS,
): MailTransport {
  const transport = onFirstUse([], async () => {
    const { createTransport } = await library();
    return createTransport({ url: smtpUrl, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true });
  });
  const host = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    keepsContent,
    async send({ id, recipient, language, subject, html, plainText, createdAt, attachments }) {
      try {
        await (await transport()).sendMail({
          messageId: `<${id}@${host}>`,
          date: createdAt,
          from,
          // An object, never a text: nodemailer would read a text as a list of addresses.
          to: { name: '', address: recipient },
          // Each mail comes back to an address of its own, so that the notice says which it was.
          ...(bouncesTo !== null && { envelope: { from: bounceAddress(bouncesTo, id), to: [recipient] } }),
          signal: AbortSignal.timeout(limitMs),
          subject,
          html,
          text: plainText,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          attachments: attachments.map(({ fileName, mediaType, content }) => ({
            filename: fileName,
            contentType: mediaType,
            content: Buffer.from(content),
          })),
        });
      } catch (error) {
        throw isRefusal(error) ? new PermanentFailure(error.message, { cause: error }) : error;
      }
    },
  };
}

/**
 * The server refuses the recipient or the message itself. A refused sender or login (5xx too) is an error of the configuration,
 * which somebody will fix: those mails wait.
 */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode === undefined || responseCode < 500) return false;
  return command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE';
}
