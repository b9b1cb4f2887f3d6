import { ACCOUNT_LINK_LIFE } from '@checkwell/domain/identity/account-link';
import type { MailTemplate } from '../../../platform/mail/mailer.ts';

/**
 * Mails about accounts. A link carries its token behind `#`: browsers keep that to themselves, so it is in no log of a server and in
 * no Referer. The address in front of it is the configured one, whatever a request said.
 */

export interface LinkParams {
  readonly token: string;
}

/** Where a link leads. */
export const linkPath = ({ token }: LinkParams) => `/reset-password#${token}` as const;

/** A link for somebody who forgot the password. */
export const RESET_MAIL: MailTemplate<LinkParams> = {
  name: 'passwordReset',
  write(params, { translator, link }) {
    const t = translator('accountMails');
    return {
      subject: t('reset.subject'),
      preview: t('reset.preview'),
      heading: t('reset.subject'),
      blocks: [
        { kind: 'text', text: t('reset.text') },
        { kind: 'action', label: t('choose'), url: link(linkPath(params)) },
        { kind: 'text', text: t('minutes', { minutes: ACCOUNT_LINK_LIFE.minutes }) },
        { kind: 'notice', text: t('reset.notYou') },
      ],
      why: t('reset.why'),
    };
  },
};

/** The same for an account of the former access system, after its right password (specification, section 4). */
export const MIGRATION_MAIL: MailTemplate<LinkParams> = {
  name: 'passwordMigration',
  write(params, { translator, link }) {
    const t = translator('accountMails');
    return {
      subject: t('migration.subject'),
      preview: t('migration.preview'),
      heading: t('migration.subject'),
      blocks: [
        { kind: 'text', text: t('migration.text') },
        { kind: 'action', label: t('choose'), url: link(linkPath(params)) },
        { kind: 'text', text: t('minutes', { minutes: ACCOUNT_LINK_LIFE.minutes }) },
      ],
      why: t('migration.why'),
    };
  },
};

/** The first mail of an account that somebody else made: of a user of a company, or (without company) of a doctor. */
export const INVITATION_MAIL: MailTemplate<LinkParams & { readonly email: string; readonly companyName: string | null }> = {
  name: 'invitation',
  write({ email, companyName, ...params }, { translator, link }) {
    const t = translator('accountMails');
    return {
      subject: t('invitation.subject'),
      preview: t('invitation.preview'),
      heading: t('invitation.heading'),
      blocks: [
        { kind: 'text', text: companyName === null ? t('invitation.doctorText') : t('invitation.text', { company: companyName }) },
        { kind: 'facts', rows: [[t('email'), email]] },
        { kind: 'action', label: t('choose'), url: link(linkPath(params)) },
        { kind: 'text', text: t('days', { days: ACCOUNT_LINK_LIFE.days }) },
      ],
      why: companyName === null ? t('invitation.doctorWhy') : t('invitation.why', { company: companyName }),
    };
  },
};

/** To somebody who has an account already and becomes a user of another company. */
export const MEMBERSHIP_ADDED_MAIL: MailTemplate<{ readonly companyName: string }> = {
  // The name stays: waiting mails carry it.
  name: 'placeAdded',
  write({ companyName }, { translator, link }) {
    const t = translator('accountMails');
    return {
      subject: t('added.subject'),
      preview: t('granted.preview'),
      heading: t('added.subject'),
      blocks: [
        { kind: 'text', text: t('granted.text', { company: companyName }) },
        { kind: 'action', label: t('granted.action'), url: link('/') },
      ],
      why: t('added.why', { company: companyName }),
    };
  },
};

/** After each change of a password: an owner who did not make it must be notified. */
export const PASSWORD_CHANGED_MAIL: MailTemplate<{ readonly at: Date }> = {
  name: 'passwordChanged',
  write({ at }, { translator, formats, link, phone }) {
    const t = translator('accountMails');
    return {
      subject: t('changed.subject'),
      preview: t('changed.preview'),
      heading: t('changed.subject'),
      blocks: [
        { kind: 'text', text: t('changed.text', { day: formats.dateLong(at), time: formats.time(at) }) },
        { kind: 'notice', text: t('changed.notYou', { phone }) },
        { kind: 'action', label: t('changed.action'), url: link('/forgot-password') },
      ],
      why: t('changed.why'),
    };
  },
};

/** To the old address, when the provider's planners gave an account another one. */
export const EMAIL_CHANGED_MAIL: MailTemplate<{ readonly at: Date }> = {
  name: 'emailChanged',
  write({ at }, { translator, formats, phone }) {
    const t = translator('accountMails');
    return {
      subject: t('emailChanged.subject'),
      preview: t('changed.preview'),
      heading: t('emailChanged.subject'),
      blocks: [
        { kind: 'text', text: t('emailChanged.text', { day: formats.dateLong(at), time: formats.time(at) }) },
        { kind: 'notice', text: t('emailChanged.notYou', { phone }) },
      ],
      why: t('emailChanged.why'),
    };
  },
};

/** What may happen to the ways in which an account is signed in to. */
export const PROTECTION_CHANGES = [
  'totpAdded',
  'totpRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryUsed',
  'recoveryRenewed',
  'secondStepRemoved',
  'microsoftLinked',
  'microsoftRemoved',
] as const;
export type ProtectionChange = (typeof PROTECTION_CHANGES)[number];

/** After each such change: an owner who did not make it must be notified. */
export const PROTECTION_MAIL: MailTemplate<{ readonly change: ProtectionChange; readonly at: Date }> = {
  name: 'protectionChanged',
  write({ change, at }, { translator, formats, link, phone }) {
    const t = translator('accountMails');
    return {
      subject: t(`protection.${change}.subject`),
      preview: t('changed.preview'),
      heading: t(`protection.${change}.subject`),
      blocks: [
        { kind: 'text', text: t(`protection.${change}.text`, { day: formats.dateLong(at), time: formats.time(at) }) },
        { kind: 'notice', text: t(change === 'secondStepRemoved' ? 'protection.notExpected' : 'changed.notYou', { phone }) },
        { kind: 'action', label: t('protection.action'), url: link('/settings/profile') },
      ],
      why: t('protection.why'),
    };
  },
};
