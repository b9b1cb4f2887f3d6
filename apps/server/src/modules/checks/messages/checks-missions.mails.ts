import type { MissionNews } from '@checkwell/domain/check/mission-news';
import { doctorPay } from '@checkwell/domain/check/price/price';
import { missionNotificationKind, notificationRule } from '@checkwell/domain/people/notifications';
import type { MailBlock } from '../../../platform/mail/layout.ts';
import type { MailTemplate, MailWriter } from '../../../platform/mail/mailer.ts';
import type { CheckRecord } from '../checks.repository.ts';

/** What a message to a doctor says about a mission, as it was when the message was caused. */
export interface MissionNotice extends Pick<CheckRecord, 'checkLocation' | 'workerLanguage' | 'distanceToCheck'> {
  readonly companyId: string;
  readonly checkId: string;
  readonly doctorId: string;
  readonly news: MissionNews;
  /** The current appointment; of a mission that is gone the former one. Instants as text. */
  readonly appointmentStart: string | null;
  readonly appointmentEnd: string | null;
  /** The earliest appointment that the news changes, as text; missing in messages from before daily mails. */
  readonly concernsFrom?: string | null;
}

export interface MissionParams {
  readonly notice: MissionNotice;
  /** Can sign in and open the mission. */
  readonly hasAccount: boolean;
}

/** Messages to the doctor of a check. Nobody is named and no address given: those are in the product, behind the sign-in. */
export const MISSION_MAIL: MailTemplate<MissionParams> = {
  name: 'mission',
  write({ notice, hasAccount }, writer) {
    const t = writer.translator('mail');
    const { news } = notice;
    const stands = news === 'Planned' || news === 'Accepted' || news === 'Moved';
    const moment = writer.formats.moment(notice.appointmentStart);
    return {
      subject: t(`mission.${news}.subject`, { moment }),
      preview: t('mission.preview'),
      heading: t(`mission.${news}.heading`),
      blocks: [
        { kind: 'text', text: t(`mission.${news}.text`) },
        { kind: 'facts', rows: [...appointment(notice, writer), ...(stands ? conditions(notice, writer) : [])] },
        ...(stands ? towards(notice, hasAccount, writer) : []),
        ...(news === 'ResultAsked' || ((news === 'Disagreed' || news === 'Ruled') && hasAccount)
          ? [{ kind: 'action' as const, label: t('mission.open'), url: writer.link(`/missions/${notice.checkId}`) }]
          : []),
      ],
      why: [t('mission.why'), ...(hasAccount && isChosen(news) ? [t('why.settings')] : [])].join(' '),
    };
  },
};

const isChosen = (news: MissionNews): boolean => notificationRule(missionNotificationKind(news)).deliveries.length > 1;

/** The way to the mission, and to the planners. */
function towards({ checkId }: MissionNotice, hasAccount: boolean, { translator, link, phone }: MailWriter): MailBlock[] {
  const t = translator('mail');
  return [
    hasAccount
      ? { kind: 'action', label: t('mission.open'), url: link(`/missions/${checkId}`) }
      : { kind: 'text', text: t('mission.noAccount', { phone }) },
    { kind: 'text', text: t('mission.call', { phone }) },
  ];
}

type Row = readonly [label: string, value: string];

function appointment({ appointmentStart, appointmentEnd, checkLocation }: MissionNotice, { translator, formats }: MailWriter): Row[] {
  const t = translator('mail');
  const place = translator('enums')(`checkLocation.${checkLocation}`);
  if (appointmentStart === null || appointmentEnd === null) return [[t('fact.location'), place]];
  return [
    [t('fact.appointment'), formats.appointment(appointmentStart, appointmentEnd)],
    [t('fact.location'), place],
  ];
}

function conditions(notice: MissionNotice, { translator, formats }: MailWriter): Row[] {
  const t = translator('mail');
  return [
    [t('mission.language'), translator('enums')(`workerLanguage.${notice.workerLanguage}`)],
    [t('mission.fee'), formats.money(doctorPay(notice).doctorTotalPrice)],
  ];
}
