import type { AppNotificationKind } from '@checkwell/domain/people/notifications';
import type { MailBlock } from '../../platform/mail/layout.ts';
import type { MailTemplate } from '../../platform/mail/mailer.ts';

/** One line of the daily mail. */
export interface DailyMailLine {
  readonly kind: AppNotificationKind;
  readonly checkId: string;
  readonly companyName: string;
  /** Empty where the mail about the same names nobody either. */
  readonly workerFullName: string;
  /** Start of the appointment of a mission, as text; null: it is not mentioned. */
  readonly appointmentStart: string | null;
  readonly isOver: boolean;
}

export interface DailyMailParams {
  readonly reader: 'employer' | 'planner' | 'doctor';
  /** At least one. */
  readonly lines: readonly DailyMailLine[];
  /** Number of notifications for which there is no line. */
  readonly more: number;
}

function pageOf(reader: DailyMailParams['reader'], { checkId, isOver }: DailyMailLine): `/${string}` {
  if (reader === 'doctor') return `/missions/${checkId}`;
  if (reader === 'planner') return `/planning/${checkId}`;
  return `/${isOver ? 'reports' : 'checks'}/${checkId}`;
}

/** What happened since the last one, for users who want one mail a day. Its subject names nobody. */
export const DAILY_MAIL_TEMPLATE: MailTemplate<DailyMailParams> = {
  name: 'daily',
  write({ reader, lines, more }, { translator, formats, link }) {
    const t = translator('mail');
    const kinds = translator('notifications');
    const count = lines.length + more;
    const blocks: MailBlock[] = [
      { kind: 'text', text: t('daily.text') },
      {
        kind: 'links',
        items: lines.map((line) => ({
          label: kinds(`kind.${line.kind}`),
          text: [line.workerFullName, line.appointmentStart === null ? '' : formats.moment(line.appointmentStart), line.companyName]
            .filter((part) => part !== '')
            .join(' · '),
          url: link(pageOf(reader, line)),
        })),
      },
      ...(more > 0 ? [{ kind: 'text', text: t('daily.more', { count: more }) } as const] : []),
      { kind: 'links', items: [{ label: t('daily.settings'), text: '', url: link('/settings/profile') }] },
    ];
    return {
      subject: t('daily.subject', { count }),
      preview: t('daily.preview'),
      heading: t('daily.subject', { count }),
      blocks,
      why: t('daily.why'),
    };
  },
};
