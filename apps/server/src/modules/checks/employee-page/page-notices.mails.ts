import type { MailTemplate } from '../../../platform/mail/mailer.ts';
import type { NoticeReader } from '../messages/checks-notices.repository.ts';

/** Where the mail leads; nothing of what was sent, nor of whom. */
export interface PageNoticeParams {
  readonly checkId: string;
  /** Why somebody gets it. */
  readonly role: NoticeReader['role'];
  /** The check is archived: employers find it among the reports. */
  readonly isOver: boolean;
}

/** Says that an employee sent something by their page, which waits for the employer's HR. */
const noticeMail = (name: 'sentCertificate' | 'travelClaim'): MailTemplate<PageNoticeParams> => ({
  name,
  write({ checkId, role, isOver }, writer) {
    const t = writer.translator('mail');
    return {
      subject: t(`fromEmployee.${name}.subject`),
      preview: t(`fromEmployee.${name}.preview`),
      heading: t(`fromEmployee.${name}.subject`),
      blocks: [
        { kind: 'text', text: t(`fromEmployee.${name}.text`) },
        { kind: 'action', label: t(`fromEmployee.${name}.open`), url: writer.link(`/${isOver ? 'reports' : 'checks'}/${checkId}`) },
      ],
      why: [t(`why.${role}`), t('why.settings')].join(' '),
    };
  },
});

/** A certificate waits to be looked at. */
export const SENT_CERTIFICATE_MAIL = noticeMail('sentCertificate');

/** Travel costs wait to be paid or refused. */
export const TRAVEL_CLAIM_MAIL = noticeMail('travelClaim');
