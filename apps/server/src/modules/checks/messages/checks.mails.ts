import { cancelsFree } from '@checkwell/domain/check/notices';
import { PRICES, vatOn } from '@checkwell/domain/check/price/price';
import { outcomeOf, tookPlace } from '@checkwell/domain/check/result/outcome';
import { isAnnounced } from '@checkwell/domain/check/times/announcement';
import type { CalendarDay } from '@checkwell/domain/clock';
import { VAT_PERCENT } from '@checkwell/domain/constants';
import { arbiterDesignationDeadline } from '@checkwell/domain/law/absence-rules';
import type { CheckNoticeKind } from '@checkwell/domain/people/notifications';
import type { MailBlock } from '../../../platform/mail/layout.ts';
import type { MailTemplate, MailWriter } from '../../../platform/mail/mailer.ts';
import type { CheckRecord } from '../checks.repository.ts';
import type { NoticeReader } from './checks-notices.repository.ts';

export const NOTICE_FIELDS = [
  'companyId',
  'companyName',
  'orderedByProfileId',
  'superiorId',
  'workerFullName',
  'incapacityStartDate',
  'incapacityEndDate',
  'checkTiming',
  'checkLocation',
  'appointmentStart',
  'appointmentEnd',
  'companyTotalPrice',
  'problemReason',
  'checkOccurence',
  'nonOperableReason',
  'earlyReturn',
  'checkDate',
  'checkTime',
  'newIncapacityEndDate',
  'workerDisagreement',
] as const satisfies readonly (keyof CheckRecord)[];
type Field = (typeof NOTICE_FIELDS)[number];

/** What a message says about a check: the check as it was when the message was caused, whatever happens to it meanwhile. */
export type CheckNotice = {
  readonly [Name in Field]: Exclude<CheckRecord[Name], Date> | (Date extends CheckRecord[Name] ? string : never);
} & {
  readonly checkId: string;
  readonly kind: CheckNoticeKind;
  /** The employer was notified of an appointment before, at another moment or with another doctor. */
  readonly moved: boolean;
  /**
   * What is new about a report that was there before: its doctor corrected it, the employee disputes it, an arbitrating doctor was asked or has ruled, a no-show
   * is excused, or not any more; null: nothing was there before. Missing in messages from before 27 November 2026.
   */
  readonly again?: 'Corrected' | 'Disagreed' | 'Arbitration' | 'Ruled' | 'Excused' | 'ExcuseWithdrawn' | null;
  /**
   * Of an appointment that a doctor left at a door which nobody opened: when they were there, and where the employee is expected instead. Missing in
   * messages from before 27 November 2026, as the next.
   */
  readonly card?: { readonly visitedAt: string; readonly address: string } | null;
  /** Only for an appointment that was called off: its start, or the day of a visit. */
  readonly concernsFrom?: string | null;
  /** The day on which the message was caused. Missing in messages from before 28 November 2026. */
  readonly causedOn?: CalendarDay;
  /** Only in messages that were written before 27 November 2026. */
  readonly corrected?: boolean;
  readonly disagreed?: boolean;
};

/** A message about a check for one reader. */
export interface NoticeParams {
  readonly notice: CheckNotice;
  readonly reader: Pick<NoticeReader, 'role' | 'hasAccount'>;
}

/**
 * Messages to the employer's side (domain.md 4.2). Subjects name nobody and nothing about health; nothing in them is medical, and no
 * free text of a doctor is passed on. A visit that is not announced shows its day only (domain/check/times/announcement.ts).
 */
export const NOTICE_MAILS: Readonly<Record<CheckNoticeKind, MailTemplate<NoticeParams>>> = {
  OrderReceived: {
    name: 'orderReceived',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const orderer = reader.role === 'orderer';
      // An administrator stands in for the orderer.
      const cancels = reader.role !== 'superior';
      const priced = cancels && notice.companyTotalPrice !== null;
      const text = orderer ? 'text' : reader.role === 'superior' ? 'textSuperior' : 'textAdministrator';
      return {
        subject: t(orderer ? 'orderReceived.subject' : 'orderReceived.subjectSuperior'),
        preview: t(priced ? 'orderReceived.preview' : cancels ? 'orderReceived.previewBasic' : 'orderReceived.previewSuperior'),
        heading: t(orderer ? 'orderReceived.heading' : 'orderReceived.subjectSuperior'),
        blocks: [
          { kind: 'text', text: t(`orderReceived.${text}`) },
          { kind: 'facts', rows: [...worker(notice, writer), ...wish(notice, writer), ...(priced ? price(notice, writer) : [])] },
          ...(cancels ? [{ kind: 'text', text: cancelRule(writer) } as const] : []),
          ...open(notice, reader, writer, t('openCheck')),
        ],
        why: why(reader, writer),
      };
    },
  },

  AppointmentMade: {
    name: 'appointmentMade',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const { moved, checkLocation, card = null } = notice;
      const house = !isAnnounced(checkLocation);
      // Who cannot sign in opens no page of the check.
      const here = reader.hasAccount ? '' : 'Here';
      const text = house ? (moved ? 'houseTextMoved' : 'houseText') : (`${moved ? 'textMoved' : 'text'}${here}` as const);
      return {
        subject: t(moved ? 'appointmentMade.subjectMoved' : 'appointmentMade.subject', { moment: appointmentShort(notice, writer) }),
        preview: t('appointmentMade.preview'),
        heading: t(card ? 'appointmentMade.headingCard' : moved ? 'appointmentMade.headingMoved' : 'appointmentMade.heading'),
        blocks: [
          {
            kind: 'text',
            text: card
              ? t('appointmentMade.textCard', { moment: writer.formats.momentLong(card.visitedAt) })
              : t(`appointmentMade.${text}`),
          },
          {
            kind: 'facts',
            rows: [
              ...appointment(notice, writer),
              location(notice, writer),
              ...(card ? [[t('fact.address'), card.address] as const] : []),
              ...worker(notice, writer),
            ],
          },
          ...(house ? [{ kind: 'notice', text: t('appointmentMade.discretion') } as const] : []),
          ...open(notice, reader, writer, t('openCheck')),
        ],
        why: why(reader, writer),
      };
    },
  },

  AppointmentOff: {
    name: 'appointmentOff',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      return {
        subject: t('appointmentOff.subject', { moment: appointmentShort(notice, writer) }),
        preview: t('appointmentOff.preview'),
        heading: t('appointmentOff.heading'),
        blocks: [
          { kind: 'text', text: t('appointmentOff.text') },
          { kind: 'facts', rows: [...appointment(notice, writer), location(notice, writer), ...worker(notice, writer)] },
          ...open(notice, reader, writer, t('openCheck')),
        ],
        why: why(reader, writer),
      };
    },
  },

  ProblemNeedsEmployer: {
    name: 'problem',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const reason = notice.problemReason;
      return {
        subject: t('problem.subject'),
        preview: t('problem.preview'),
        heading: t('problem.heading'),
        blocks: [
          { kind: 'text', text: reader.hasAccount ? t('problem.text') : t('problem.textCall', { phone: writer.phone }) },
          {
            kind: 'facts',
            rows: [
              ...(reason ? [[t('fact.problem'), writer.translator('enums')(`problemReason.${reason}`)] as const] : []),
              ...worker(notice, writer),
            ],
          },
          ...open(notice, reader, writer, t('answer')),
        ],
        why: why(reader, writer),
      };
    },
  },

  EmployeeReported: {
    name: 'employeeReported',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const checks = writer.translator('checks');
      const reason = notice.problemReason;
      return {
        subject: t('employeeReported.subject'),
        preview: t('employeeReported.preview'),
        heading: t('employeeReported.subject'),
        blocks: [
          { kind: 'text', text: t('employeeReported.text') },
          {
            kind: 'facts',
            rows: [
              ...(reason ? [[t('fact.reason'), writer.translator('enums')(`problemReason.${reason}`)] as const] : []),
              ...worker(notice, writer),
            ],
          },
          // The same sentence as on the page of the check.
          ...(reason ? [{ kind: 'text', text: checks(`problem.ask.${reason}`) } as const] : []),
          ...(cancelsFree(reason) ? [{ kind: 'text', text: checks('problem.free') } as const] : []),
          ...open(notice, reader, writer, t('openCheck')),
        ],
        why: why(reader, writer),
      };
    },
  },

  ResultAvailable: {
    name: 'result',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const outcome = outcomeOf(notice);
      // Who cannot sign in opens no report: the mail itself is what they have.
      const here = reader.hasAccount ? '' : 'Here';
      const again = notice.again ?? (notice.corrected ? 'Corrected' : notice.disagreed ? 'Disagreed' : null);
      const chooseBy = notice.checkDate === null ? null : arbiterDesignationDeadline(notice.checkDate);
      const isTooLate = chooseBy !== null && notice.causedOn !== undefined && notice.causedOn > chooseBy;
      const text =
        again === 'Disagreed' && isTooLate
          ? ('textDisagreedLate' as const)
          : again
            ? (`text${again}${here}` as const)
            : outcome.key === 'nonOperable'
              ? (`text${here}NotOperable` as const)
              : (`text${here}` as const);
      // Noted at the examination: the term to choose an arbitrating doctor runs from now.
      const toldToDoctor = again === null && notice.workerDisagreement;
      return {
        subject: t(again ? `result.subject${again}` : `result.subject${here}`),
        preview: t('result.preview'),
        heading: t(again ? `result.heading${again}` : `result.heading${here}`),
        blocks: [
          { kind: 'text', text: t(`result.${text}`) },
          ...(toldToDoctor ? [{ kind: 'text', text: t(isTooLate ? 'result.disagreedLate' : 'result.disagreed') } as const] : []),
          {
            kind: 'facts',
            rows: [
              outcomeRow(notice, writer),
              ...worker(notice, writer),
              ...(tookPlace(notice) ? [checkMoment(notice, writer), location(notice, writer)] : []),
              ...((again === 'Disagreed' || toldToDoctor) && chooseBy !== null
                ? [[t('result.chooseArbiter'), writer.formats.date(chooseBy)] as const]
                : []),
            ],
          },
          ...(outcome.key === 'fit' ? [{ kind: 'notice', text: t('result.opinion') } as const] : []),
          ...open(notice, reader, writer, t('openReport')),
        ],
        why: why(reader, writer),
      };
    },
  },

  CheckCancelled: {
    name: 'cancelled',
    write({ notice, reader }, writer) {
      const t = writer.translator('mail');
      const fee = notice.companyTotalPrice;
      const text = fee === 0 ? t('noFee') : writer.formats.money(fee === null ? null : fee + vatOn(fee));
      return {
        subject: t('cancelled.subject'),
        preview: t('cancelled.preview'),
        heading: t('cancelled.heading'),
        blocks: [
          { kind: 'text', text: t('cancelled.text') },
          {
            kind: 'facts',
            rows: [
              ...worker(notice, writer),
              ...(reader.role !== 'superior' && fee !== null ? [[t('fact.feeInclVat'), text] as const] : []),
            ],
          },
          ...open(notice, reader, writer, t('openCancelled')),
        ],
        why: why(reader, writer),
      };
    },
  },
};

type Row = readonly [label: string, value: string];

function worker(
  { workerFullName, companyName, incapacityStartDate, incapacityEndDate }: CheckNotice,
  { translator, formats }: MailWriter,
): Row[] {
  const t = translator('mail');
  return [
    [t('fact.worker'), workerFullName],
    [t('fact.company'), companyName],
    [t('fact.period'), formats.dateRange(incapacityStartDate, incapacityEndDate)],
  ];
}

function wish(notice: CheckNotice, writer: MailWriter): Row[] {
  return [
    [writer.translator('mail')('fact.timing'), writer.translator('enums')(`checkTiming.${notice.checkTiming}`)],
    location(notice, writer),
  ];
}

const location = ({ checkLocation }: CheckNotice, { translator }: MailWriter): Row => [
  translator('mail')('fact.location'),
  translator('enums')(`checkLocation.${checkLocation}`),
];

function price({ companyTotalPrice }: CheckNotice, { translator, formats }: MailWriter): Row[] {
  if (companyTotalPrice === null) return [];
  const t = translator('mail');
  const vat = vatOn(companyTotalPrice);
  return [
    [t('fact.priceExclVat'), formats.money(companyTotalPrice)],
    [translator('common')('vat', { percent: VAT_PERCENT }), formats.money(vat)],
    [t('fact.priceInclVat'), formats.money(companyTotalPrice + vat)],
  ];
}

const cancelRule = ({ translator }: MailWriter): string =>
  translator('common')('cancelRule', { accepted: PRICES.cancelAcceptedPercent, late: PRICES.cancelLatePercent, hours: PRICES.lateHours });

function appointment(
  { appointmentStart, appointmentEnd, checkDate, checkLocation }: CheckNotice,
  { translator, formats }: MailWriter,
): Row[] {
  const t = translator('mail');
  if (!isAnnounced(checkLocation)) return checkDate === null ? [] : [[t('fact.visitDay'), formats.dateLong(checkDate)]];
  if (appointmentStart === null || appointmentEnd === null) return [];
  return [[t('fact.appointment'), formats.appointment(appointmentStart, appointmentEnd)]];
}

/** The appointment as a subject names it: `Mon 23 Nov, 08:00`, or the day alone for a visit that is not announced. */
const appointmentShort = ({ appointmentStart, checkDate, checkLocation }: CheckNotice, { formats }: MailWriter): string =>
  isAnnounced(checkLocation) ? formats.moment(appointmentStart) : formats.weekday(checkDate);

const checkMoment = ({ checkDate, checkTime }: CheckNotice, { translator, formats }: MailWriter): Row => [
  translator('mail')('fact.checkMoment'),
  [formats.dateLong(checkDate), ...(checkTime === null ? [] : [formats.time(checkTime)])].join(', '),
];

/** The outcome of the check; of one that was not carried out the reason, because the text above says the rest. */
function outcomeRow(notice: CheckNotice, { translator, formats }: MailWriter): Row {
  const facts = translator('mail');
  const t = translator('reports');
  const outcome = outcomeOf(notice);
  if (outcome.key === 'nonOperable' && notice.nonOperableReason)
    return [facts('fact.reason'), translator('enums')(`nonOperableReason.${notice.nonOperableReason}`)];
  return [
    facts('fact.outcome'),
    outcome.date === null ? t(`outcome.${outcome.key}`) : t(`outcome.${outcome.key}`, { date: formats.date(outcome.date) }),
  ];
}

/** Who cannot sign in has what there is to know in the mail itself. */
function open(
  { checkId, checkOccurence }: CheckNotice,
  { hasAccount }: NoticeParams['reader'],
  { link }: MailWriter,
  label: string,
): MailBlock[] {
  return hasAccount ? [{ kind: 'action', label, url: link(`/${checkOccurence === null ? 'checks' : 'reports'}/${checkId}`) }] : [];
}

function why({ role, hasAccount }: NoticeParams['reader'], { translator }: MailWriter): string {
  const t = translator('mail');
  return [t(`why.${role}`), ...(hasAccount ? [t('why.settings')] : [])].join(' ');
}
