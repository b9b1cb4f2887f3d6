import type { Insertable } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';

export type NewMail = Insertable<Tables['mails']>;

/** A file that goes along with a mail. */
export interface MailAttachment {
  /** Without a path, as the reader sees it. */
  readonly fileName: string;
  /** Such as `application/pdf`. */
  readonly mediaType: string;
  readonly content: Uint8Array;
}

export async function insert(tx: WriteTx, mail: NewMail, attachments: readonly MailAttachment[]): Promise<void> {
  await tx.insertInto('mails').values(mail).execute();
  if (attachments.length === 0) return;
  await tx
    .insertInto('mail_attachments')
    .values(
      attachments.map(({ fileName, mediaType, content }, position) => ({
        mailId: mail.id,
        position,
        fileName,
        mediaType,
        byteSize: content.byteLength,
        content: Buffer.from(content),
      })),
    )
    .execute();
}

export async function findMail(tx: ReadTx, id: string) {
  return tx.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findAttachments(tx: ReadTx, id: string): Promise<readonly MailAttachment[]> {
  return tx
    .selectFrom('mail_attachments')
    .select(['fileName', 'mediaType', 'content'])
    .where('mailId', '=', id)
    .orderBy('position')
    .execute();
}

/** @param keepContent false: what was said now stands in the recipient's mailbox, and no longer here */
export async function markSent(tx: WriteTx, id: string, sentAt: Date, keepContent: boolean): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'sent', sentAt, error: '', ...(!keepContent && { html: '', plainText: '' }) })
    .where('id', '=', id)
    .execute();
  if (!keepContent) await tx.deleteFrom('mail_attachments').where('mailId', '=', id).execute();
}

/** @param state `queued` while it will be tried again */
export async function recordError(tx: WriteTx, id: string, state: 'queued' | 'failed', error: string): Promise<void> {
  await tx.updateTable('mails').set({ state, error }).where('id', '=', id).execute();
}
