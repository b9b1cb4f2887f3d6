import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { AppError } from '@checkwell/domain/errors';
import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import { searchRule } from '@checkwell/domain/lists/rules';
import { SEND_AGAIN_MAX, type SendAgain, sendAgainOf } from '@checkwell/domain/messages/failures';
import type { MailSortField, MailState } from '@checkwell/domain/people/mail-enums';
import type { Actor } from '@checkwell/domain/policy';
import { deriveSecret } from '../../config/secrets.ts';
import type { Config } from '../../config.ts';
import { logAccess, logAccesses } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { reauthorize } from '../../platform/db/reauthorize.ts';
import { reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import { parseInput } from '../../platform/input.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { LockedMessage } from '../../platform/mail/locked-message.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Sms } from '../../platform/sms/sms.ts';
import type { AttachmentRow, MailDetail, MailRow, MessageEvent } from './mailbox.repository.ts';
import * as repository from './mailbox.repository.ts';

export interface SentMail extends MailRow {
  /** null: it has not failed. */
  readonly sendAgain: SendAgain | null;
}

/** The outcome of the wish to send several again. */
export interface SentAgain {
  readonly sent: number;
  readonly skipped: number;
}

/** What a mail said; only the demo keeps and shows it. */
export interface MailView extends SentMail {
  /** Address of the mail as its reader sees it, good for some minutes; null outside the demo. */
  readonly htmlUrl: string | null;
  readonly plainText: string | null;
  readonly attachments: readonly (AttachmentRow & { readonly url: string })[];
  /** Each state that it came to after it was written, oldest first. */
  readonly events: readonly MessageEvent[];
}

export interface MailListArguments extends PageArguments {
  readonly search?: string | null | undefined;
  readonly state?: MailState | null | undefined;
  readonly sort?: Sort<MailSortField> | null | undefined;
}

/**
 * Mails and text messages that left, for the provider: whether each arrived (evidence, domain.md 4.2), and in the demo, where they go nowhere, also
 * what they say. Outside the demo nobody but the recipient reads a mail: some carry links that open an account.
 */
export interface MailboxService {
  /** Newest first, unless sorted otherwise. @throws {AppError} `request.invalid` at `search` */
  list(actor: Actor, options: MailListArguments): Promise<Page<SentMail>>;
  /** @throws {AppError} `entity.notFound` */
  get(actor: Actor, id: string): Promise<MailView>;
  /** The mail as HTML, for the holder of the address that `get` gave. @throws {AppError} `entity.notFound` */
  openHtml(id: string, ticket: string): Promise<string>;
  /** @throws {AppError} `entity.notFound` */
  openAttachment(actor: Actor, id: string, position: number): Promise<AttachmentRow & { readonly content: Buffer }>;
  /**
   * Tries again what failed permanently: mails and text messages as they were written, and other effects. Each of them once, however many
   * people ask; what has not failed any more, or cannot be sent again, is left as it is.
   * @throws {AppError} `request.invalid` for none or too many
   */
  sendAgain(actor: Actor, ids: readonly string[]): Promise<SentAgain>;
}

/** A frame cannot send an Authorization header, so the address itself is the key; long enough to load, too short to pass on. */
const TICKET_MS = 10 * 60_000;

export interface MailboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'demo' | 'appSecret'>;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly sms: Sms;
}

export function createMailboxService({ db, clock, config, outbox, mailer, sms }: MailboxDeps): MailboxService {
  const key = deriveSecret(config, 'address of a mail in the mailbox');
  const sign = (id: string, until: number): string => createHmac('sha256', key).update(`${id} ${until}`).digest('base64url');

  function ticketFor(id: string): string {
    const until = clock.now().getTime() + TICKET_MS;
    return `${until}.${sign(id, until)}`;
  }

  function admits(id: string, ticket: string): boolean {
    const [until = '', signature = ''] = ticket.split('.');
    const [given, wanted] = [Buffer.from(signature), Buffer.from(sign(id, Number(until)))];
    return given.length === wanted.length && timingSafeEqual(given, wanted) && Number(until) > clock.now().getTime();
  }

  /** Shows the text of a text message as its subject. */
  const shown = <Row extends MailRow>(row: Row): Row & SentMail => ({
    ...row,
    ...(!config.demo && row.channel !== 'Mail' && { subject: '' }),
    sendAgain: sendAgainOf(row, clock.now()),
  });

  const view = (mail: MailDetail, attachments: readonly AttachmentRow[], events: readonly MessageEvent[]): MailView => {
    const { html, plainText, ...envelope } = shown(mail);
    if (!config.demo) return { ...envelope, events, htmlUrl: null, plainText: null, attachments: [] };
    return {
      ...envelope,
      events,
      htmlUrl: html === '' ? null : `/v1/api/mails/${mail.id}/html?ticket=${ticketFor(mail.id)}`,
      plainText: plainText === '' ? null : plainText,
      attachments: attachments.map((attachment) => ({ ...attachment, url: `/v1/api/mails/${mail.id}/attachments/${attachment.position}` })),
    };
  };

  return {
    async list(actor, { search, state, sort, first, after }) {
      reachable(actor, 'mailbox.read');
      const query = {
        search: parseInput(searchRule, { search }).search ?? '',
        state: state ?? null,
        sort: sort ?? PLAIN_LISTS.mails.first,
        first,
        after,
      };
      const page = await db.as(actor, (tx) => repository.findPage(tx, query), { readonly: true, replica: true });
      return { ...page, nodes: page.nodes.map(shown) };
    },

    async get(actor, id) {
      reachable(actor, 'mailbox.read');
      if (!isId(id)) throw new AppError('entity.notFound');
      return db.as(actor, async (tx) => {
        const [mail, attachments] = [await repository.findMail(tx, id), await repository.findAttachments(tx, id)];
        const events = await repository.findEvents(tx, id);
        if (!mail) throw new AppError('entity.notFound');
        await logAccess(tx, actor, 'mail.read', 'mails', null, id);
        return view(mail, attachments, events);
      });
    },

    async sendAgain(actor, ids) {
      reachable(actor, 'mailbox.sendAgain');
      const wanted = [...new Set(ids)].filter(isId).sort();
      if (wanted.length === 0 || ids.length > SEND_AGAIN_MAX) throw new AppError('request.invalid');
      return db.system('send again', async (tx) => {
        // In the order of ARCHITECTURE.md, "Locks": all effects, all text messages, all mails, then the caller.
        const dead = await outbox.lockDead(tx, wanted);
        const messages = new Map<string, LockedMessage & { readonly table: 'text_messages' | 'mails' }>();
        for (const [table, { lockFailed }] of [
          ['text_messages', sms],
          ['mails', mailer],
        ] as const) {
          for (const id of wanted) {
            const message = await lockFailed(tx, id);
            if (message) messages.set(id, { ...message, table });
          }
        }
        await reauthorize(tx, actor, 'mailbox.sendAgain', null);
        const possible = wanted.filter(
          (id) => (messages.get(id)?.sendAgain ?? (dead.has(id) && !messages.has(id) && 'Possible')) === 'Possible',
        );
        for (const id of possible) {
          const message = messages.get(id);
          await (message ? message.requeue() : outbox.retry(tx, id));
          const { companyId } = message ?? dead.get(id) ?? { companyId: null };
          await logAccesses(tx, actor, 'message.sendAgain', message?.table ?? 'outbox', [{ companyId, subjectId: id }]);
        }
        return { sent: possible.length, skipped: wanted.length - possible.length };
      });
    },

    async openHtml(id, ticket) {
      const mail =
        config.demo && isId(id) && admits(id, ticket) ? await db.system('mailbox', (tx) => repository.findMail(tx, id)) : undefined;
      if (!mail || mail.html === '') throw new AppError('entity.notFound');
      return mail.html;
    },

    async openAttachment(actor, id, position) {
      reachable(actor, 'mailbox.read');
      if (!config.demo || !isId(id)) throw new AppError('entity.notFound');
      return db.as(actor, async (tx) => {
        const attachment = await repository.findAttachment(tx, id, position);
        if (!attachment) throw new AppError('entity.notFound');
        await logAccess(tx, actor, 'mail.read', 'mails', null, id);
        return attachment;
      });
    },
  };
}
