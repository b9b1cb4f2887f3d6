import type { MessageFailure } from '@checkwell/domain/messages/failures';
import type { MailSortField, MailState, MessageChannel } from '@checkwell/domain/people/mail-enums';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables } from '../../platform/db/database.ts';
import { cappedCount, keysetPage, type PageArguments, type Sort, type SortKey } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { searchCondition, searchPatterns } from '../../platform/db/search/search.ts';
import { foldedOrder } from '../../platform/db/search/similar.ts';

type MailColumns = Selectable<Tables['mails']>;

export interface MailRow
  extends Pick<MailColumns, 'id' | 'recipient' | 'language' | 'template' | 'subject' | 'error' | 'createdAt' | 'sentAt'> {
  readonly channel: MessageChannel;
  readonly state: MailState;
  /** null: a mail about no company. */
  readonly companyName: string | null;
  /** Why it failed permanently; null: it has not. */
  readonly failure: MessageFailure | null;
  readonly failedAt: Date | null;
  /** Attempts that failed. */
  readonly attempts: number;
  readonly hasContent: boolean;
  /** Whether it was taken once, so that it may have arrived. */
  readonly left: boolean;
  readonly validUntil: Date | null;
}

export interface MailDetail extends MailRow, Pick<MailColumns, 'html' | 'plainText'> {}

/** A state that a mail or text message came to. */
export interface MessageEvent {
  readonly state: MailState;
  /** What said so: of mails the enhanced status code (RFC 3463), of text messages what the gateway calls it; empty for none. */
  readonly code: string;
  readonly at: Date;
}

export interface AttachmentRow {
  readonly position: number;
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
}

/**
 * Mails, text messages, and what else was given up. A text message has no subject: it begins with what it says, as long as that is kept.
 * Of an effect nothing is told but what it was: its payload and the text of its error may say more than its reader is to know.
 */
const MESSAGES = sql`(
  select id, 'Mail' as channel, "companyId", recipient::text as recipient, language, template, subject, html, "plainText", state, error, "createdAt",
    "sentAt", "searchText", failure, "failedAt", attempts, html <> '' as "hasContent", "sentAt" is not null as "left", "validUntil" from mails
  union all
  select id, 'Sms', "companyId", recipient, language, template, text, '', text, state, error, "createdAt", "sentAt", recipient, failure, "failedAt",
    attempts, text <> '', "sentAt" is not null or "providerId" is not null or failure is not distinct from 'notKnown', "validUntil" from text_messages
  union all
  select id, 'Effect', "companyId", '', '', topic, '', '', '', 'failed', '', "createdAt", null, '', 'other', "deadAt", attempts, true, false, null
  from outbox where "deadAt" is not null and topic not in ('mail', 'sms'))`;
const COLUMNS = sql`m.id, m.channel, m.recipient, m.language, m.template, m.subject, m.state, m.error, m."createdAt", m."sentAt", c.name as "companyName",
  m.failure, m."failedAt", m.attempts, m."hasContent", m."left", m."validUntil"`;
/** Behind an equal value the newest and the oldest follow one another: ids grow with time. */
const SORTS: Readonly<Record<MailSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  createdAt: { expression: sql.ref('m.createdAt'), type: 'timestamptz' },
  subject: { expression: foldedOrder('m.subject'), type: 'text' },
  recipient: { expression: sql.ref('m.recipient'), type: 'text' },
  companyName: { expression: sql`coalesce(${foldedOrder('c.name')}, '')`, type: 'text' },
  state: { expression: sql.ref('m.state'), type: 'text' },
};

export async function findPage(
  tx: ReadTx,
  {
    search,
    state,
    sort: { field, direction },
    ...args
  }: PageArguments & { readonly search: string; readonly state: MailState | null; readonly sort: Sort<MailSortField> },
): Promise<Page<MailRow>> {
  const page = keysetPage(args, { ...SORTS[field], name: field, direction, id: sql.ref('m.id') });
  const where = sql`${searchCondition('m.searchText', searchPatterns(search))} and ${state === null ? sql`true` : sql`m.state = ${state}`}`;
  const [{ rows }, count] = await Promise.all([
    sql<MailRow & { readonly key: string }>`
      select ${COLUMNS}, ${page.key} as key from ${MESSAGES} m left join companies c on c.id = m."companyId"
      where ${where} and ${page.condition} order by ${page.order} limit ${page.limit}`.execute(tx),
    cappedCount(tx, sql`select from ${MESSAGES} m where ${where}`),
  ]);
  const { rows: nodes, pageInfo } = page.cut(rows);
  return { nodes, pageInfo, ...count };
}

export async function findMail(tx: ReadTx, id: string): Promise<MailDetail | undefined> {
  const { rows } = await sql<MailDetail>`
    select ${COLUMNS}, m.html, m."plainText" from ${MESSAGES} m left join companies c on c.id = m."companyId" where m.id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** The outcome of a mail or text message, oldest first. Sent again, it comes to a state once more. */
export async function findEvents(tx: ReadTx, id: string): Promise<readonly MessageEvent[]> {
  const { rows } = await sql<MessageEvent>`
    select state, code, at from mail_events where "mailId" = ${id}
    union all select state, code, at from text_message_events where "messageId" = ${id}
    order by at, state`.execute(tx);
  return rows;
}

export async function findAttachments(tx: ReadTx, id: string): Promise<readonly AttachmentRow[]> {
  return tx
    .selectFrom('mail_attachments')
    .select(['position', 'fileName', 'mediaType', 'byteSize'])
    .where('mailId', '=', id)
    .orderBy('position')
    .execute();
}

export async function findAttachment(
  tx: ReadTx,
  id: string,
  position: number,
): Promise<(AttachmentRow & { readonly content: Buffer }) | undefined> {
  return tx
    .selectFrom('mail_attachments')
    .select(['position', 'fileName', 'mediaType', 'byteSize', 'content'])
    .where('mailId', '=', id)
    .where('position', '=', position)
    .executeTakeFirst();
}
