import type { Clock } from '@checkwell/domain/clock';
import { foldText } from '@checkwell/domain/people/search-text';
import type { MessageLanguage, Namespace } from '@checkwell/messages';
import { type Formats, formatsIn } from '@checkwell/messages/formats';
import { getTranslator, type Translator } from '@checkwell/messages/translator';
import type { Config } from '../../config.ts';
import type { WriteTx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { type Outbox, PermanentFailure } from '../jobs/outbox.ts';
import { type MailContent, renderMail } from './layout.ts';
import type { MailAttachment } from './mails.repository.ts';
import * as repository from './mails.repository.ts';
import { embeddedTransport, type MailTransport, smtpTransport } from './transport.ts';

/** What a template writes with, in the reader's language. */
export interface MailWriter {
  readonly language: MessageLanguage;
  /** Labels: `enums`. A mail to workers needs a namespace that German has too. */
  words<N extends Namespace>(namespace: N): Translator<N>;
  readonly formats: Formats;
  /** A page of the product, absolute: `link('/checks/…')`. */
  link(path: `/${string}`): string;
}

/** One kind of mail. Stands in its module, as `<noun>.mails.ts`. */
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
}

export interface Mailer {
  /**
   * Writes a mail and asks for its delivery, in the transaction of the change that causes it: it leaves when, and only if, that
   * commits, as often as it takes.
   *
   *     await mailer.enqueue(tx, { companyId, to, language, template: reportMail, params: { … }, attachments: [{ fileName, mediaType, content }] });
   *
   * @returns the mail's id, which is also its Message-ID
   * @throws {TypeError} an address or subject that could not stand in a header
   */
  enqueue<Params>(tx: WriteTx, mail: NewMail<Params>): Promise<string>;
}

const TOPIC = 'mail';
/** One address and nothing that could begin another header or recipient. */
const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[a-z0-9.-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not stand in a header
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

export interface MailerDeps {
  readonly config: Pick<Config, 'mail' | 'publicUrl' | 'demo'>;
  readonly clock: Clock;
  readonly outbox: Outbox;
}

/** Mails of the product: by SMTP where `SMTP_URL` says so, else kept for the mailbox page. */
export function createMailer({ config, clock, outbox }: MailerDeps): Mailer {
  const { mail: mailConfig, publicUrl, demo } = config;
  const { smtpUrl } = mailConfig;
  const transport: MailTransport = smtpUrl === null ? embeddedTransport : smtpTransport({ ...mailConfig, smtpUrl }, demo);

  outbox.handle(TOPIC, {
    async deliver(tx, { id }) {
      const mail = await repository.findMail(tx, id);
      if (!mail) throw new PermanentFailure('There is no such mail.');
      const attachments = await repository.findAttachments(tx, id);
      try {
        await transport.send({ ...mail, attachments });
      } catch (error) {
        // Refused for good is an answer like another: it stands with the mail, and nobody needs to look after it.
        if (!(error instanceof PermanentFailure)) throw error;
        await repository.recordError(tx, id, 'failed', error.message);
        return;
      }
      await repository.markSent(tx, id, clock.now(), transport.keepsContent);
    },
    failed: (tx, { id }, error, willRetry) => repository.recordError(tx, id, willRetry ? 'queued' : 'failed', error),
  });

  return {
    async enqueue(tx, { companyId, to, language, template, params, attachments = [] }) {
      const recipient = to.trim().toLowerCase();
      if (!ADDRESS.test(recipient)) throw new TypeError('A mail goes to one plain address.');
      const content = template.write(params, {
        language,
        words: (namespace) => getTranslator(language, namespace),
        formats: formatsIn(language),
        link: (path) => publicUrl + path,
      });
      const subject = content.subject.replace(CONTROL, ' ').trim();
      const id = newId();
      await repository.insert(
        tx,
        {
          id,
          companyId,
          recipient,
          language,
          template: template.name,
          subject,
          ...renderMail({ ...content, subject }, { language, publicUrl }),
          createdAt: clock.now(),
          searchText: foldText(`${recipient} ${subject}`),
        },
        attachments,
      );
      return outbox.put(tx, { id, topic: TOPIC, companyId, payload: {} });
    },
  };
}
