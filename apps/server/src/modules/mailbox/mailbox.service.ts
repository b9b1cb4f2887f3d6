import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@checkwell/domain/clock';
import { TEXT } from '@checkwell/domain/constants';
import { AppError } from '@checkwell/domain/errors';
import { PLAIN_LISTS } from '@checkwell/domain/lists/lists';
import type { MailSortField, MailState } from '@checkwell/domain/people/mail-enums';
import type { Actor } from '@checkwell/domain/policy';
import type { Config } from '../../config.ts';
import { deriveSecret } from '../../config.ts';
import { logAccess } from '../../platform/db/access-log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { PageArguments, Sort } from '../../platform/db/keyset.ts';
import type { Page } from '../../platform/db/page.ts';
import { reachable } from '../../platform/guard.ts';
import { isId } from '../../platform/ids.ts';
import type { AttachmentRow, MailDetail, MailRow } from './mailbox.repository.ts';
import * as repository from './mailbox.repository.ts';

export type SentMail = MailRow;

/** What a mail said; only the demo keeps and shows it. */
export interface MailView extends MailRow {
  /** Address of the mail as its reader sees it, good for some minutes; null outside the demo. */
  readonly htmlUrl: string | null;
  readonly plainText: string | null;
  readonly attachments: readonly (AttachmentRow & { readonly url: string })[];
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
  /** Newest first, unless sorted otherwise. */
  list(actor: Actor, options: MailListArguments): Promise<Page<SentMail>>;
  /** @throws {AppError} `entity.notFound` */
  get(actor: Actor, id: string): Promise<MailView>;
  /** The mail as HTML, for whoever has the address that `get` gave. @throws {AppError} `entity.notFound` */
  openHtml(id: string, ticket: string): Promise<string>;
  /** @throws {AppError} `entity.notFound` */
  openAttachment(actor: Actor, id: string, position: number): Promise<AttachmentRow & { readonly content: Buffer }>;
}

/** A frame cannot send an Authorization header, so the address itself is the key; long enough to load, too short to pass on. */
const TICKET_MS = 10 * 60_000;

export interface MailboxDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Pick<Config, 'demo' | 'appSecret'>;
}

export function createMailboxService({ db, clock, config }: MailboxDeps): MailboxService {
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

  /** Of a text message the subject is what it says. */
  const shown = <Row extends MailRow>(row: Row): Row => (config.demo || row.channel === 'Mail' ? row : { ...row, subject: '' });

  const view = (mail: MailDetail, attachments: readonly AttachmentRow[]): MailView => {
    const { html, plainText, ...envelope } = shown(mail);
    if (!config.demo) return { ...envelope, htmlUrl: null, plainText: null, attachments: [] };
    return {
      ...envelope,
      htmlUrl: html === '' ? null : `/v1/api/mails/${mail.id}/html?ticket=${ticketFor(mail.id)}`,
      plainText: plainText === '' ? null : plainText,
      attachments: attachments.map((attachment) => ({ ...attachment, url: `/v1/api/mails/${mail.id}/attachments/${attachment.position}` })),
    };
  };

  return {
    async list(actor, { search, state, sort, first, after }) {
      reachable(actor, 'mailbox.read');
      const query = {
        search: (search ?? '').slice(0, TEXT.search),
        state: state ?? null,
        sort: sort ?? PLAIN_LISTS.mails.first,
        first,
        after,
      };
      const page = await db.as(actor, (tx) => repository.findPage(tx, query), { readonly: true });
      return { ...page, nodes: page.nodes.map(shown) };
    },

    async get(actor, id) {
      reachable(actor, 'mailbox.read');
      if (!isId(id)) throw new AppError('entity.notFound');
      return db.as(actor, async (tx) => {
        const [mail, attachments] = [await repository.findMail(tx, id), await repository.findAttachments(tx, id)];
        if (!mail) throw new AppError('entity.notFound');
        await logAccess(tx, actor, 'mail.read', 'mails', null, id);
        return view(mail, attachments);
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
