import type { MailTemplate } from '../../../platform/mail/mailer.ts';

/** Where a mail about a result that is held too long leads; nothing of the result, nor about whom. */
export interface HeldResultMailParams {
  readonly checkId: string;
  /** Its doctor was asked, and has not answered. */
  readonly asked: boolean;
}

/** Tells planners that a result waits for them. */
export const HELD_RESULT_MAIL: MailTemplate<HeldResultMailParams> = {
  name: 'heldResult',
  write({ checkId, asked }, { translator, link }) {
    const t = translator('mail');
    const text = asked ? 'heldResult.textAsked' : 'heldResult.text';
    return {
      subject: t('heldResult.subject'),
      preview: t(text),
      heading: t('heldResult.subject'),
      blocks: [
        { kind: 'text', text: t(text) },
        { kind: 'action', label: t('heldResult.open'), url: link(`/planning/${checkId}`) },
      ],
      why: t('heldResult.why'),
    };
  },
};
