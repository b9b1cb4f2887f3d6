import { domainToASCII } from 'node:url';
import type { Clock } from '@checkwell/domain/clock';
import { LINK_LANGUAGE } from '@checkwell/domain/constants';
import { mailRefusal, sendAgainOf } from '@checkwell/domain/messages/failures';
import { isLaterMailState, statusCodeIn } from '@checkwell/domain/messages/mail';
import { foldText } from '@checkwell/domain/people/search-text';
import type { MessageLanguage, Namespace } from '@checkwell/messages';
import { type Formats, formatPhone, formatsIn } from '@checkwell/messages/formats';
import { getTranslator, type Translator } from '@checkwell/messages/translator';
import { type Config, offersOneShot } from '../../config.ts';
import type { WriteTx } from '../db/database.ts';
import type { Locked } from '../db/locked.ts';
import { newId } from '../ids.ts';
import { NotRecorded, type Outbox, PermanentFailure } from '../jobs/outbox.ts';
import { madeUpMailServer } from '../stand-ins/stand-ins.ts';
import { inSpan, type NewSpan } from '../trace.ts';
import { readDsn } from './dsn.ts';
import { type MailContent, renderMail } from './layout.ts';
import { effectOf, type LockedMessage, lockedMessage, quietHours, type Urgency } from './locked-message.ts';
import type { MailAttachment } from './mails.repository.ts';
import * as repository from './mails.repository.ts';
import type { MessageListener } from './message-listener.ts';
import type { MailReport } from './report.ts';
import { embeddedTransport, type MailTransport, smtpTransport } from './transport.ts';

/** What a template writes with, in the reader's language. */
export interface MailWriter {
  readonly language: MessageLanguage;
  /** Labels: `enums`. A mail to workers needs a namespace that German has too. */
  translator<N extends Namespace>(namespace: N): Translator<N>;
  readonly formats: Formats;
  /** A page of the product, absolute: `link('/checks/…')`. */
  link(path: `/${string}`): string;
  /** Where readers reach the planners, as it is dialled and read. */
  readonly phone: string;
  /** Whether One Shot Checks may be mentioned. */
  readonly offersOneShot: boolean;
}

/** One kind of mail, in `<noun>.mails.ts` of its module. */
export interface MailTemplate<Params> {
  /** Kept with the mail, such as `orderReceived`. */
  readonly name: string;
  write(params: Params, writer: MailWriter): MailContent;
}

export interface NewMail<Params> {
  /** Whose data it is about; null: no company's. */
  readonly companyId: string | null;
  /** One address. */
  readonly to: string;
  readonly language: MessageLanguage;
  readonly template: MailTemplate<Params>;
  readonly params: Params;
  readonly attachments?: readonly MailAttachment[];
  /** The check of that company that it is about; its page says when the mail failed. */
  readonly checkId?: string;
  /** After this moment it would say something that is over, or its link opens nothing: it does not leave any more, and is not sent again. */
  readonly validUntil?: Date;
  /** Left out: at once. */
  readonly urgency?: Urgency;
}

export interface Mailer {
  /**
   * Writes a mail and asks for its delivery, in the transaction of the change that causes it: it leaves when, and only if, that
   * commits, as often as it takes.
   *
   *     await mailer.enqueue(tx, { companyId, to, language, template: reportMail, params: { … }, attachments: [{ fileName, mediaType, content }] });
   *
   * @returns the mail's id, which is also its Message-ID
   * @throws {TypeError} an address or subject that could not be in a header
   */
  enqueue<Params>(tx: WriteTx, mail: NewMail<Params>): Promise<string>;
  /**
   * Takes back mails that have not left yet: what they say is over. One that a server was asked to take may have been sent although no answer came:
   * it is not tried any more. Locks them: in the order of ARCHITECTURE.md, `mails` come before what follows them there.
   * @returns the ids of those that certainly do not leave any more
   */
  withdraw(tx: WriteTx, ids: readonly string[]): Promise<readonly string[]>;
  /** Is called with what happens to the mails of a template, except those that were withdrawn. One listener each. */
  onNews(template: string, listener: MessageListener): void;
  /** Records what somebody reports of a mail that left. @returns undefined: there is no such mail */
  recordReport(tx: WriteTx, report: MailReport): Promise<{ readonly template: string; readonly isNew: boolean } | undefined>;
  /** Locks a mail, if there is one, and says whether it can be sent again; undefined: there is none. Its effect is locked before. */
  lockFailed(tx: WriteTx, id: string): Promise<LockedMessage | undefined>;
}

const TOPIC = 'mail';
const handOver = ({ template }: { readonly template: string }): NewSpan => ({
  name: 'mail hand-over',
  kind: 'client',
  attributes: { 'checkwell.template': template },
});
/** A mail that comes back, where the product is its own mail server. */
const BOUNCE_TOPIC = 'mailBounce';
const SENT = { state: 'sent', failure: null, code: '', error: '', left: true } as const satisfies repository.MailNews;
/** Its content is no longer valid, so it is not sent. */
const EXPIRED = { state: 'failed', failure: 'expired', code: '', error: '', left: false } as const satisfies repository.MailNews;
/** One address and nothing that could begin another header or recipient. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[a-z0-9.-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not be in a header
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The address with its host in ASCII: `x@münchen.de` becomes `x@xn--mnchen-3ya.de` (RFC 5891), as nodemailer writes it. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** A link into the product that opens in the language of the mail, where no other was chosen. Its other parameters and its hash stay as they are. */
function linkIn(language: MessageLanguage, address: string): string {
  const [, page = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  return `${page}${page.includes('?') ? '&' : '?'}${LINK_LANGUAGE}=${language}${hash}`;
}

export interface MailerDeps {
  readonly config: Pick<Config, 'mail' | 'publicUrl' | 'demo' | 'seller' | 'languages' | 'oneShotChecks' | 'payments'>;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

type WriterConfig = Pick<Config, 'publicUrl' | 'seller' | 'languages' | 'oneShotChecks' | 'payments'>;

/** What every message is written with, in the reader's language. */
export const writerIn = (language: MessageLanguage, config: WriterConfig): MailWriter => ({
  language,
  translator: (namespace) => getTranslator(language, namespace),
  formats: formatsIn(language),
  link: (path) => linkIn(language, config.publicUrl + path),
  phone: formatPhone(config.seller.phoneNumber),
  offersOneShot: offersOneShot(config),
});

/** A mail as its reader gets it. */
export function writeMail<Params>(
  { template, params, language }: Pick<NewMail<Params>, 'template' | 'params' | 'language'>,
  config: WriterConfig,
): { readonly subject: string; readonly html: string; readonly plainText: string } {
  const { publicUrl, seller, languages } = config;
  const content = template.write(params, writerIn(language, config));
  const subject = content.subject.replace(CONTROL, ' ').trim();
  return { subject, ...renderMail({ ...content, subject }, { language, publicUrl, seller, languages }) };
}

/** Mails of the product: by SMTP where `SMTP_URL` says so, else kept for the mailbox page. */
export function createMailer({ config, clock, outbox }: MailerDeps): Mailer {
  const { mail: mailConfig, demo } = config;
  const { smtpUrl } = mailConfig;
  const transport: MailTransport = smtpUrl === null ? embeddedTransport : smtpTransport({ ...mailConfig, smtpUrl }, demo);
  const { keepsContent } = transport;
  const listeners = new Map<string, MessageListener>();

  async function recordNews(tx: WriteTx, row: Locked<'mails'>, news: repository.MailNews): Promise<void> {
    const { id, template } = row;
    const now = clock.now();
    await repository.recordNews(tx, row, news, now, keepsContent);
    await listeners.get(template)?.news(tx, { id, state: news.state, failure: news.failure, at: now });
  }

  async function recordReport(tx: WriteTx, { mailId, state, failure, code, said }: MailReport) {
    const row = await repository.lock(tx, mailId);
    if (!row) return;
    const isNew = isLaterMailState(state, row.state);
    if (isNew) await recordNews(tx, row, { state, failure, code, error: said, left: true });
    return { template: row.template, isNew };
  }

  outbox.handleExternal(TOPIC, {
    isOnce: (refusal: string | null) => refusal === null,

    async prepare(tx, effect) {
      const { id } = effect;
      const mail = await repository.lock(tx, id);
      if (!mail) throw new PermanentFailure('There is no such mail.');
      // A report came before the answer.
      if (mail.state !== 'queued') return null;
      const now = clock.now();
      if (mail.validUntil !== null && mail.validUntil <= now) {
        await recordNews(tx, mail, EXPIRED);
        return null;
      }
      const early = quietHours(effect, now);
      if (early) return early;
      await repository.beginAttempt(tx, mail, now);
      return { ...mail, attachments: await repository.findAttachments(tx, id) };
    },

    /** @returns why the recipient's server refuses this mail permanently; null: it took it */
    async call(mail): Promise<string | null> {
      try {
        await inSpan(handOver(mail), () => transport.send(mail));
        return null;
      } catch (error) {
        // Refused permanently is an answer like another: it is with the mail, and nobody needs to look after it.
        if (error instanceof PermanentFailure) return error.message;
        throw error;
      }
    },

    async record(tx, refusal, { id }) {
      const row = await repository.lock(tx, id);
      // A report may have come before the answer.
      if (row?.state !== 'queued') return undefined;
      if (refusal === null) {
        await recordNews(tx, row, SENT);
        if (smtpUrl === null && (await madeUpMailServer.bounces(row.recipient)))
          await outbox.put(tx, { topic: BOUNCE_TOPIC, companyId: row.companyId, payload: { mailId: id } });
        return undefined;
      }
      const failure = mailRefusal(refusal);
      await recordNews(tx, row, { state: 'failed', failure, code: statusCodeIn(refusal), error: refusal, left: false });
      return 'refused';
    },

    async failed(tx, { id }, error, willRetry) {
      const row = await repository.lock(tx, id);
      if (row?.state !== 'queued') return;
      const { message } = error;
      // Without the listener: it may be what failed.
      if (error instanceof NotRecorded) await repository.recordNews(tx, row, SENT, clock.now(), keepsContent);
      else if (willRetry) await repository.recordError(tx, row, message);
      else await recordNews(tx, row, { state: 'failed', failure: 'unreachable', code: '', error: message, left: false });
    },
  });

  if (smtpUrl === null) {
    outbox.handle(BOUNCE_TOPIC, {
      async deliver(tx, { payload }) {
        const { mailId } = payload as { readonly mailId: string };
        const report = await readDsn(Buffer.from(await madeUpMailServer.bounceNotice(mailId, mailConfig.from.address)));
        if (report) await recordReport(tx, report);
      },
    });
  }

  return {
    async enqueue(tx, { companyId, to, language, template, params, attachments = [], checkId, validUntil, urgency = 'atOnce' }) {
      const recipient = to.trim().toLowerCase();
      if (!ADDRESS.test(asciiAddress(recipient))) throw new TypeError('A mail goes to one plain address.');
      const mail = writeMail({ template, params, language }, config);
      const [id, now] = [newId(), clock.now()];
      await repository.insert(
        tx,
        {
          id,
          companyId,
          recipient,
          language,
          template: template.name,
          ...mail,
          createdAt: now,
          checkId: checkId ?? null,
          validUntil: validUntil ?? null,
          searchText: foldText(`${recipient} ${mail.subject}`),
        },
        attachments,
      );
      return outbox.put(tx, { id, topic: TOPIC, companyId, ...effectOf(urgency, now) });
    },

    async withdraw(tx, ids) {
      const withdrawn: string[] = [];
      for (const id of ids.toSorted()) {
        const row = await repository.lock(tx, id);
        if (row?.state !== 'queued') continue;
        if (row.attemptedAt === null) {
          await repository.recordNews(tx, row, EXPIRED, clock.now(), keepsContent);
          withdrawn.push(id);
        } else await repository.endAttempts(tx, row, clock.now());
      }
      return withdrawn;
    },

    onNews(template, listener) {
      if (listeners.has(template)) throw new Error(`Somebody listens to mails of ${template} already.`);
      listeners.set(template, listener);
    },

    recordReport,

    async lockFailed(tx, id) {
      const row = await repository.lock(tx, id);
      if (!row) return;
      return lockedMessage(tx, {
        clock,
        outbox,
        topic: TOPIC,
        row,
        sendAgain: sendAgainOf({ ...row, hasContent: row.html !== '', left: row.sentAt !== null }, clock.now()),
        listener: listeners.get(row.template),
        requeue: (at) => repository.requeue(tx, row, at),
      });
    },
  };
}
