import type { SignUpRefusal } from '@checkwell/domain/identity/sign-up';
import type { MailTemplate } from '../../platform/mail/mailer.ts';

/** Mails to somebody who asked for access. For a new account the invitation says so (identity.mails.ts). */

export const ACCESS_GRANTED_MAIL: MailTemplate<{ readonly companyName: string }> = {
  name: 'accessGranted',
  write({ companyName }, { translator, link }) {
    const t = translator('accountMails');
    return {
      subject: t('granted.subject'),
      preview: t('granted.preview'),
      heading: t('granted.subject'),
      blocks: [
        { kind: 'text', text: t('granted.text', { company: companyName }) },
        { kind: 'action', label: t('granted.action'), url: link('/') },
      ],
      why: t('signUpWhy'),
    };
  },
};

export const SIGN_UP_REFUSED_MAIL: MailTemplate<{ readonly reason: Exclude<SignUpRefusal, 'Duplicate'> }> = {
  name: 'signUpRefused',
  write({ reason }, { translator, link, offersOneShot }) {
    const t = translator('accountMails');
    return {
      subject: t('refused.subject'),
      preview: t('refused.preview'),
      heading: t('refused.subject'),
      blocks: [
        { kind: 'text', text: t(`refused.reason.${reason}`) },
        ...(reason === 'CompanyUnknown' && offersOneShot ? [{ kind: 'text', text: t('refused.oneShot') } as const] : []),
        ...(reason === 'DetailsIncorrect' ? [] : [{ kind: 'text', text: t('refused.text') } as const]),
        { kind: 'action', label: t('refused.action'), url: link('/confirm-identity') },
      ],
      why: t('signUpWhy'),
    };
  },
};
