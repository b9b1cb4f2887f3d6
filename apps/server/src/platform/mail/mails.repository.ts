import type { MailFailure } from '@checkwell/domain/messages/failures';
import { type Insertable, sql } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';
import { type Locked, lockRow, updateRow } from '../db/locked.ts';

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

/** An attempt failed. @param end null: it will be tried again */
export async function recordError(
  tx: WriteTx,
  id: string,
  error: string,
  end: { readonly failure: MailFailure; readonly failedAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ error, attempts: sql`attempts + 1`, ...(end && { state: 'failed', ...end }) })
    .where('id', '=', id)
    .execute();
}

export const lock = (tx: WriteTx, id: string): Promise<Locked<'mails'> | undefined> => lockRow(tx, 'mails', { id });

/** It waits again, as when it was written. */
export async function requeue(tx: WriteTx, row: Locked<'mails'>): Promise<void> {
  await updateRow(tx, row, { state: 'queued', error: '', failure: null, failedAt: null, attempts: 0 });
}
