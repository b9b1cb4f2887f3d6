import type { MailTemplate } from '../../../platform/mail/mailer.ts';
import type { NoticeReader } from '../messages/checks.notices.repository.ts';

/** Where the mail leads; nothing of what was sent, nor of whom. */
export interface SentCertificateMailParams {
  readonly checkId: string;
  readonly role: NoticeReader['role'];
  /** The check is archived: employers find it among the reports. */
  readonly isOver: boolean;
}

/** Says that an employee sent a certificate, which waits to be looked at. */
export const SENT_CERTIFICATE_MAIL: MailTemplate<SentCertificateMailParams> = {
  name: 'sentCertificate',
  write({ checkId, role, isOver }, writer) {
    const t = writer.words('mail');
    return {
      subject: t('sentCertificate.subject'),
      preview: t('sentCertificate.preview'),
      heading: t('sentCertificate.subject'),
      blocks: [
        { kind: 'text', text: t('sentCertificate.text') },
        { kind: 'action', label: t('sentCertificate.open'), url: writer.link(`/${isOver ? 'reports' : 'checks'}/${checkId}`) },
      ],
      why: [t(`why.${role}`), t('why.settings')].join(' '),
    };
  },
};
