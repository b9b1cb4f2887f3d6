import type { MailTemplate } from '../../platform/mail/mailer.ts';

/** Where the document belongs to, if it does already; not its name, which may say whose it is. */
export interface InfectedMailParams {
  readonly page: `/${string}` | null;
}

/** Tells the uploader of a document that malware was found in it afterwards. */
export const INFECTED_DOCUMENT_MAIL: MailTemplate<InfectedMailParams> = {
  name: 'infectedDocument',
  write({ page }, writer) {
    const t = writer.translator('mail');
    return {
      subject: t('infectedDocument.subject'),
      preview: t('infectedDocument.preview'),
      heading: t('infectedDocument.subject'),
      blocks: [
        { kind: 'text', text: t('infectedDocument.text') },
        ...(page === null ? [] : [{ kind: 'action' as const, label: t('infectedDocument.open'), url: writer.link(page) }]),
      ],
      why: t('infectedDocument.why'),
    };
  },
};
