import { mailRefusal } from '@checkwell/domain/messages/failures';
import { statusCodeIn } from '@checkwell/domain/messages/mail';
import { onFirstUse } from '../on-first-use.ts';
import type { MailReport } from './report.ts';

const library = onFirstUse(['postal-mime'], async () => (await import('postal-mime')).default);

const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}';
/** Headers in which a server says to which address a mail was delivered. */
const RECIPIENT_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'to'];
/** Far more than any notice needs. */
const LIMITS = { maxNestingDepth: 8, maxHeadersSize: 64 * 1024, maxRfc822NestingDepth: 0, forceRfc822Attachments: true } as const;

/** The address that a mail comes back to: each has its own (VERP). @param address of the installation, without a `+` */
export const bounceAddress = (address: string, mailId: string): string => address.replace('@', `+${mailId}@`);

/**
 * What a notice of a mail server says about one of our mails (RFC 3464). The mail is known by the address that the notice was sent to, else by
 * the Message-ID of what came back. Both hold the mail's id, which nobody knows but its reader.
 * @returns null: it is no such notice, about no mail of the product, or about one that is still under way
 */
export async function readDsn(raw: Uint8Array): Promise<MailReport | null> {
  const { headers, attachments } = await (await library()).parse(raw, LIMITS);
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!status) return null;
  const returned = attachments.find(({ mimeType }) => mimeType === 'message/rfc822' || mimeType === 'text/rfc822-headers');
  const sentTo = headers.filter(({ key }) => RECIPIENT_HEADERS.includes(key)).map(({ value }) => value);
  const messageId = returned && (await fieldsOf(textOf(returned.content))).get('message-id');
  const mailId =
    new RegExp(`\\+(${UUID})@`, 'i').exec(sentTo.join(' '))?.[1] ?? new RegExp(`^<?(${UUID})@`, 'i').exec(messageId?.trim() ?? '')?.[1];
  if (mailId === undefined) return null;

  // The first block is about the notice; each mail of the product has one recipient, so one block follows.
  const blocks = textOf(status.content)
    .trim()
    .split(/\r?\n\s*\r?\n/);
  const recipient = await fieldsOf(blocks[1] ?? '');
  const action = recipient.get('action')?.trim().toLowerCase();
  const said = [recipient.get('status'), recipient.get('diagnostic-code')].filter(Boolean).join(' ').replaceAll(/\s+/g, ' ').slice(0, 500);
  if (action === 'delivered')
    return { mailId: mailId.toLowerCase(), state: 'delivered', failure: null, code: statusCodeIn(said), said: '' };
  if (action !== 'failed') return null;
  return { mailId: mailId.toLowerCase(), state: 'failed', failure: mailRefusal(said), code: statusCodeIn(said), said };
}

const textOf = (content: string | Uint8Array | ArrayBuffer): string =>
  typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString('utf8');

/** Fields of a block, by their names in lower case. */
async function fieldsOf(block: string): Promise<ReadonlyMap<string, string>> {
  const { headers } = await (await library()).parse(block, LIMITS);
  return new Map(headers.map(({ key, value }) => [key, value]));
}
