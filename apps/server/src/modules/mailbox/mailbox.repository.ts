import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadTx, Tables } from '../../platform/db/database.ts';
import { cappedCount, keysetPage, type PageArguments, type SortKey } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { searchCondition, searchPatterns } from '../../platform/db/search.ts';

type MailColumns = Selectable<Tables['mails']>;

export interface MailRow
  extends Pick<MailColumns, 'id' | 'recipient' | 'language' | 'template' | 'subject' | 'state' | 'error' | 'createdAt' | 'sentAt'> {
  /** null: a mail about no company. */
  readonly companyName: string | null;
}

export interface MailDetail extends MailRow, Pick<MailColumns, 'html' | 'plainText'> {}

export interface AttachmentRow {
  readonly position: number;
  readonly fileName: string;
  readonly mediaType: string;
  readonly byteSize: number;
}

const COLUMNS = sql`m.id, m.recipient::text, m.language, m.template, m.subject, m.state, m.error, m."createdAt", m."sentAt", c.name as "companyName"`;
const NEWEST: SortKey = { name: 'createdAt', direction: 'desc', expression: sql`m."createdAt"`, type: 'timestamptz', id: sql`m.id` };

/** Newest first. */
export async function findPage(
  tx: ReadTx,
  { search, state, ...args }: PageArguments & { readonly search: string; readonly state: MailColumns['state'] | null },
): Promise<Page<MailRow>> {
  const page = keysetPage(args, NEWEST);
  const where = sql`${searchCondition('m.searchText', searchPatterns(search))} and ${state === null ? sql`true` : sql`m.state = ${state}`}`;
  const [{ rows }, count] = await Promise.all([
    sql<MailRow & { readonly key: string }>`
      select ${COLUMNS}, ${page.key} as key from mails m left join companies c on c.id = m."companyId"
      where ${where} and ${page.condition} order by ${page.order} limit ${page.limit}`.execute(tx),
    cappedCount(tx, sql`select from mails m where ${where}`),
  ]);
  const { rows: nodes, pageInfo } = page.cut(rows);
  return { nodes, pageInfo, ...count };
}

export async function findMail(tx: ReadTx, id: string): Promise<MailDetail | undefined> {
  const { rows } = await sql<MailDetail>`
    select ${COLUMNS}, m.html, m."plainText" from mails m left join companies c on c.id = m."companyId" where m.id = ${id}`.execute(tx);
  return rows[0];
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
