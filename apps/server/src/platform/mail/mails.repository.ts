import type { MailFailure } from '@checkwell/domain/messages/failures';
import type { MailState } from '@checkwell/domain/people/mail-enums';
import type { Insertable } from 'kysely';
import type { ReadTx, Tables, WriteTx } from '../db/database.ts';
import { storable } from '../db/fragments.ts';
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

export async function findAttachments(tx: ReadTx, id: string): Promise<readonly MailAttachment[]> {
  return tx
    .selectFrom('mail_attachments')
    .select(['fileName', 'mediaType', 'content'])
    .where('mailId', '=', id)
    .orderBy('position')
    .execute();
}

/** What is known of a mail, beside its state. */
export interface MailNews {
  readonly state: MailState;
  readonly failure: MailFailure | null;
  /** The enhanced status code; empty for none. */
  readonly code: string;
  /** What its reader's server said. */
  readonly error: string;
  /** Whether a server took it. */
  readonly left: boolean;
}

/** @param keepContent false: what left now is in the recipient's mailbox, and no longer here */
export async function recordNews(tx: WriteTx, row: Locked<'mails'>, news: MailNews, now: Date, keepContent: boolean): Promise<void> {
  const { state, failure, code, error, left } = news;
  // What never left can be sent again as long as it is true.
  const forget = (left || failure === 'expired') && !keepContent;
  await updateRow(tx, row, {
    state,
    failure,
    error: storable(error),
    ...(left && { sentAt: row.sentAt ?? now }),
    ...(state === 'delivered' && { deliveredAt: now }),
    ...(state === 'failed' && { failedAt: now, attempts: row.attempts + 1 }),
    ...(forget && { html: '', plainText: '' }),
  });
  if (forget) await tx.deleteFrom('mail_attachments').where('mailId', '=', row.id).execute();
  await tx
    .insertInto('mail_events')
    .values({ mailId: row.id, state, code, at: now })
    .onConflict((same) => same.doNothing())
    .execute();
}

/** An attempt begins; the first one is remembered. */
export async function beginAttempt(tx: WriteTx, row: Locked<'mails'>, now: Date): Promise<void> {
  if (row.attemptedAt === null) await updateRow(tx, row, { attemptedAt: now });
}

/** It may have left, and is not tried again. */
export async function endAttempts(tx: WriteTx, row: Locked<'mails'>, now: Date): Promise<void> {
  if (row.validUntil === null || row.validUntil > now) await updateRow(tx, row, { validUntil: now });
}

/** The last attempt failed, another will follow. */
export async function recordError(tx: WriteTx, row: Locked<'mails'>, error: string): Promise<void> {
  await updateRow(tx, row, { error: storable(error), attempts: row.attempts + 1 });
}

export const lock = (tx: WriteTx, id: string): Promise<Locked<'mails'> | undefined> => lockRow(tx, 'mails', { id });

/** It waits again, as when it was written. */
export async function requeue(tx: WriteTx, row: Locked<'mails'>, now: Date): Promise<void> {
  await updateRow(tx, row, { state: 'queued', error: '', failure: null, failedAt: null, attempts: 0 });
  await tx.insertInto('mail_events').values({ mailId: row.id, state: 'queued', code: '', at: now }).execute();
}
