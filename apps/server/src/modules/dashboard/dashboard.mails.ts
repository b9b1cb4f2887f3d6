import type { PeriodName } from '@checkwell/domain/dashboard/period';
import type { MailTemplate } from '../../platform/mail/mailer.ts';

/** A report for one reader; the files go along as attachments. */
export interface DashboardMail {
  readonly sender: string;
  /** Company, superior, period, in the reader's language. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The figures that a reader looks for first. */
  readonly figures: readonly (readonly [label: string, value: string])[];
  readonly filter: {
    readonly companyId: string;
    readonly superiorId: string | null;
    readonly period: PeriodName;
    readonly from: string | null;
    readonly to: string | null;
  };
  /** Can sign in and open the dashboard. */
  readonly hasAccount: boolean;
}

/** Names nobody whose absence was checked: figures alone. */
export const dashboardMail: MailTemplate<DashboardMail> = {
  name: 'dashboardReport',
  write({ sender, facts, figures, filter, hasAccount }, { translator, link }) {
    const t = translator('dashboard');
    const search = new URLSearchParams({
      companyId: filter.companyId,
      ...(filter.superiorId !== null && { superiorId: filter.superiorId }),
      period: filter.period,
      ...(filter.from !== null && { from: filter.from }),
      ...(filter.to !== null && { to: filter.to }),
    });
    return {
      subject: t('mail.subject'),
      preview: t('mail.preview'),
      heading: t('mail.heading'),
      blocks: [
        { kind: 'text', text: t('mail.text', { sender }) },
        { kind: 'facts', rows: facts },
        { kind: 'facts', rows: figures },
        ...(hasAccount ? [{ kind: 'action', label: t('mail.open'), url: link(`/dashboard?${search}`) } as const] : []),
      ],
      why: t('mail.why', { sender }),
    };
  },
};
