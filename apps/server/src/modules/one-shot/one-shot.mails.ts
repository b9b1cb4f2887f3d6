import { VAT_PERCENT } from '@checkwell/domain/constants';
import { becomeClientPath, oneShotPath } from '@checkwell/domain/one-shot/limits';
import type { Amounts } from '@checkwell/domain/one-shot/price';
import type { CheckNoticeKind } from '@checkwell/domain/people/notifications';
import type { MailTemplate } from '../../platform/mail/mailer.ts';
import { type CheckNotice, NOTICE_MAILS } from '../checks/checks.service.ts';

/** Mails to the person who ordered and pays a One Shot Check. Subjects name nobody and nothing about health. */
interface Linked {
  readonly token: string;
}

/** Confirms the payment: invoice number, amounts, and the link. */
export const PAID_MAIL: MailTemplate<Linked & { readonly amounts: Amounts; readonly number: string }> = {
  name: 'oneShotPaid',
  write({ token, amounts, number }, { translator, formats, link }) {
    const t = translator('oneShotMails');
    return {
      subject: t('paid.subject'),
      preview: t('paid.preview'),
      heading: t('paid.heading'),
      blocks: [
        { kind: 'text', text: t('paid.text') },
        {
          kind: 'facts',
          rows: [
            [t('fact.invoice'), number],
            [t('fact.net'), formats.money(amounts.netCents)],
            [translator('common')('vat', { percent: VAT_PERCENT }), formats.money(amounts.vatCents)],
            [t('fact.total'), formats.money(amounts.totalCents)],
          ],
        },
        { kind: 'action', label: t('follow'), url: link(oneShotPath(token) as `/${string}`) },
        { kind: 'text', text: t('keepLink') },
      ],
      why: t('why'),
    };
  },
};

/** Reminds of an order that is not paid yet. */
export const UNPAID_MAIL: MailTemplate<Linked & { readonly payableUntil: string }> = {
  name: 'oneShotUnpaid',
  write({ token, payableUntil }, { translator, formats, link }) {
    const t = translator('oneShotMails');
    const until = new Date(payableUntil);
    return {
      subject: t('unpaid.subject'),
      preview: t('unpaid.preview'),
      heading: t('unpaid.heading'),
      blocks: [
        { kind: 'text', text: t('unpaid.text', { date: formats.dateLong(until), time: formats.time(until) }) },
        { kind: 'action', label: t('unpaid.action'), url: link(oneShotPath(token) as `/${string}`) },
        { kind: 'text', text: t('unpaid.ignore') },
      ],
      why: t('why'),
    };
  },
};

/** A refund to the card, with the reason if a planner gave one. `refundedCents`: VAT included. */
export const REFUNDED_MAIL: MailTemplate<Linked & { readonly refundedCents: number; readonly reason: string }> = {
  name: 'oneShotRefunded',
  write({ token, refundedCents, reason }, { translator, formats, link }) {
    const t = translator('oneShotMails');
    return {
      subject: t('refunded.subject'),
      preview: t('refunded.preview'),
      heading: t('refunded.heading'),
      blocks: [
        { kind: 'text', text: t('refunded.text', { amount: formats.money(refundedCents) }) },
        ...(reason === '' ? [] : [{ kind: 'facts', rows: [[t('refunded.reason'), reason]] } as const]),
        { kind: 'action', label: t('view'), url: link(oneShotPath(token) as `/${string}`) },
      ],
      why: t('why'),
    };
  },
};

/** Notices after which the check does not change any more, so that the link offers to view it instead of following it. */
const ENDS: ReadonlySet<CheckNoticeKind> = new Set(['ResultAvailable', 'CheckCancelled']);

/** News of the check, in the words that employers get, with the link; a result also comes with the offer to become a client. */
export const NEWS_MAIL: MailTemplate<Linked & { readonly notice: CheckNotice }> = {
  name: 'oneShotNews',
  write({ token, notice }, writer) {
    const t = writer.translator('oneShotMails');
    const { blocks, ...content } = NOTICE_MAILS[notice.kind].write({ notice, reader: { role: 'orderer', hasAccount: false } }, writer);
    return {
      ...content,
      blocks: [
        ...blocks,
        { kind: 'action', label: t(ENDS.has(notice.kind) ? 'view' : 'follow'), url: writer.link(oneShotPath(token) as `/${string}`) },
        ...(notice.kind === 'ResultAvailable'
          ? [
              { kind: 'text', text: t('offer') } as const,
              {
                kind: 'action',
                label: writer.translator('oneShot')('client.start'),
                url: writer.link(becomeClientPath(token) as `/${string}`),
              } as const,
            ]
          : []),
      ],
      why: t('why'),
    };
  },
};
