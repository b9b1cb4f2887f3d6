import { EMPLOYEE_NEWS } from '@checkwell/domain/check/employee-news';
import type { CheckLocation, CheckOccurence } from '@checkwell/domain/check/enums';
import { MISSION_NEWS, type MissionNews } from '@checkwell/domain/check/mission-news';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { type InvoiceDocument, totalsOf } from '@checkwell/domain/invoice/invoice';
import {
  APP_NOTIFICATION_KINDS,
  type AppNotificationKind,
  CHECK_NOTICE_KINDS,
  type CheckNoticeKind,
} from '@checkwell/domain/people/notifications';
import type { MessageLanguage } from '@checkwell/messages';
import { COMMENT_MAIL } from '../../modules/checks/comments/comments.mails.ts';
import { SENT_CERTIFICATE_MAIL, TRAVEL_CLAIM_MAIL } from '../../modules/checks/employee-page/page-notices.mails.ts';
import type { CheckNotice } from '../../modules/checks/messages/checks.mails.ts';
import { NOTICE_MAILS } from '../../modules/checks/messages/checks.mails.ts';
import { EMPLOYEE_MAIL } from '../../modules/checks/messages/checks-employee.mails.ts';
import { MISSION_MAIL, type MissionNotice } from '../../modules/checks/messages/checks-missions.mails.ts';
import { DOCTOR_NOT_FOUND_MAIL, OFFER_MAIL, type OfferParams } from '../../modules/checks/offers/offers.mails.ts';
import { HELD_RESULT_MAIL } from '../../modules/checks/steps/checks-held.mails.ts';
import { dashboardMail } from '../../modules/dashboard/dashboard.mails.ts';
import { INFECTED_DOCUMENT_MAIL } from '../../modules/documents/documents.mails.ts';
import {
  EMAIL_CHANGED_MAIL,
  INVITATION_MAIL,
  MEMBERSHIP_ADDED_MAIL,
  MIGRATION_MAIL,
  PASSWORD_CHANGED_MAIL,
  PROTECTION_CHANGES,
  PROTECTION_MAIL,
  RESET_MAIL,
} from '../../modules/identity/accounts/identity.mails.ts';
import { CREDIT_NOTE_MAIL, MONTHLY_INVOICE_MAIL } from '../../modules/invoices/invoices.mails.ts';
import { DAILY_MAIL_TEMPLATE, type DailyMailLine } from '../../modules/notifications/notifications.mails.ts';
import { NEWS_MAIL, PAID_MAIL, REFUNDED_MAIL, UNPAID_MAIL } from '../../modules/one-shot/one-shot.mails.ts';
import { ACCESS_GRANTED_MAIL, SIGN_UP_REFUSED_MAIL } from '../../modules/sign-ups/sign-ups.mails.ts';
import { type MailTemplate, type NewMail, writeMail } from '../../platform/mail/mailer.ts';
import { PRODUCTION_ENV, testConfig } from '../config.ts';

/** Texts that people have typed. */
export interface MailTexts {
  readonly company: string;
  readonly worker: string;
  readonly email: string;
  readonly reason: string;
  readonly address: string;
  readonly place: string;
  readonly purchaseOrder: string;
}

/** Names and addresses of the greatest length that occurs, without a place for a line break. */
const LONG: MailTexts = {
  company: 'Verzekeringsmaatschappijondersteuningscentrale van Vlaanderen en Brussel NV'.padEnd(100, 'x'),
  worker: 'Anne-Marie Vandenbroeck-Vanderlichterveldenstein',
  email: `${'a.very.long.address.without.any.space'.padEnd(64, 'x')}@${'subdomain.'.repeat(8)}verzekeringsmaatschappij.example`,
  reason: 'Factureringsgegevenscorrectieovereenkomstbevestiging'.repeat(2),
  address: 'Avenue des Frères Lumière-Prolongée 142 bte 301\n1000 Bruxelles',
  place: '9850 Landegem-Merendree-Hansbeke-Poesele-Vosselare-Nevele',
  purchaseOrder: 'PO-2026-000017-PURCHASE-ORDER-NUMBER-40',
};

const TOKEN = 'T'.repeat(43);
const ID = '01900000-0000-7000-8000-0123456789ab';
const AT = new Date('2026-11-21T09:05:00Z');

const OFFER: Omit<OfferParams, 'withdrawn' | 'place'> = {
  token: TOKEN,
  checkLocation: 'House',
  workerLanguage: 'DE',
  distanceKm: 24.5,
  travelMinutes: 35,
  fee: 82_60,
  appointmentStart: '2026-11-23T08:00:00Z',
  appointmentEnd: '2026-11-23T08:20:00Z',
  answerableUntil: '2026-11-22T18:00:00Z',
};

const missionOf = (news: MissionNews): MissionNotice => ({
  companyId: ID,
  checkId: ID,
  doctorId: ID,
  news,
  checkLocation: 'House',
  workerLanguage: 'DE',
  distanceToCheck: 24.5,
  appointmentStart: '2026-11-23T08:00:00Z',
  appointmentEnd: '2026-11-23T08:20:00Z',
});

const dailyLineOf = (texts: MailTexts, kind: AppNotificationKind): DailyMailLine => ({
  kind,
  checkId: ID,
  companyName: texts.company,
  workerFullName: texts.worker,
  appointmentStart: kind.startsWith('Mission') ? '2026-11-23T08:00:00Z' : null,
  isOver: kind === 'ResultAvailable',
});

function noticeOf(
  texts: MailTexts,
  kind: CheckNoticeKind,
  checkLocation: CheckLocation = 'Office',
  checkOccurence: CheckOccurence | null = null,
  moved = false,
): CheckNotice {
  return {
    kind,
    checkId: ID,
    moved,
    companyId: ID,
    companyName: texts.company,
    orderedByProfileId: ID,
    superiorId: ID,
    workerFullName: texts.worker,
    incapacityStartDate: '2026-11-16',
    incapacityEndDate: '2026-11-30',
    checkTiming: 'Optimized',
    checkLocation,
    appointmentStart: '2026-11-23T08:00:00Z',
    appointmentEnd: '2026-11-23T08:20:00Z',
    companyTotalPrice: 125_00,
    problemReason: kind === 'ProblemNeedsEmployer' ? 'AddressUnclear' : kind === 'EmployeeReported' ? 'Hospitalised' : null,
    checkOccurence,
    nonOperableReason: checkOccurence === 'NonOperable' ? 'AddressNotFound' : null,
    earlyReturn: checkOccurence === 'Yes',
    checkDate: '2026-11-23',
    checkTime: '09:00:00',
    newIncapacityEndDate: checkOccurence === 'Yes' ? '2026-11-24' : null,
    workerDisagreement: checkOccurence === 'Yes',
  };
}

const LINES = [{ description: 'Check', quantity: 3, unitCents: 100_00, costCentre: '' }];

export interface SampleMail {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly plainText: string;
}

const CONFIG = testConfig({
  ...PRODUCTION_ENV,
  NODE_ENV: 'test',
  INVOICE_SELLER_NAME: 'Maatschappij voor Medische Controle en Verzuimbegeleiding van Vlaanderen en Brussel',
  INVOICE_SELLER_ADDRESS: 'Burgemeester Van Gansberghelaan 142 bus 301, 9820 Merelbeke-Melle',
});

const sampleOf = <Params>(mail: Pick<NewMail<Params>, 'template' | 'params' | 'language'>, form: string): SampleMail => ({
  name: `${mail.template.name}${form}`,
  ...writeMail(mail, CONFIG),
});

/** The mails of `sampleMails` for employees, in any of the languages of employees. */
export const employeeMails = (language: MessageLanguage, texts: MailTexts = LONG): readonly SampleMail[] =>
  EMPLOYEE_NEWS.flatMap((news) =>
    (['Office', 'Telecheck'] as const).map((checkLocation) =>
      sampleOf(
        {
          template: EMPLOYEE_MAIL,
          language,
          params: {
            news,
            companyName: texts.company,
            checkLocation,
            appointmentStart: '2026-11-23T08:00:00Z',
            address: texts.address,
            link: `https://app.checkwell.example/w/${TOKEN.slice(0, 22)}`,
            doctorName: texts.worker,
            providerName: texts.company,
          },
        },
        `-${news}-${checkLocation}`,
      ),
    ),
  );

/** One mail of each kind and of each variant of a kind; by default with the longest names. */
export function sampleMails(language: InterfaceLanguage, texts: MailTexts = LONG): readonly SampleMail[] {
  const write = <Params>(template: MailTemplate<Params>, params: Params, form = '') => sampleOf({ template, params, language }, form);
  const invoice: InvoiceDocument = {
    kind: 'Invoice',
    number: '2026-000042',
    issueDate: '2026-11-01',
    language,
    seller: CONFIG.seller,
    buyer: { name: texts.company, companyNumber: 'BE0403170701', address: texts.address },
    lines: LINES,
    ...totalsOf(LINES),
    structuredMessage: '+++120/2600/04256+++',
    paidCents: 0,
    reference: '2026-10',
    purchaseOrder: texts.purchaseOrder,
    month: '2026-10-01',
    dueDate: '2026-12-01',
    note: '',
    corrects: null,
    remainingCents: null,
    repaid: false,
  };
  const creditNote: InvoiceDocument = {
    ...invoice,
    kind: 'CreditNote',
    number: 'C2026-000007',
    structuredMessage: null,
    month: null,
    dueDate: null,
    note: texts.reason,
    remainingCents: 100_00,
    corrects: { number: '2026-000042', issueDate: '2026-11-01', dueDate: '2026-12-01', month: '2026-10-01' },
  };
  const reader = { role: 'orderer', hasAccount: true } as const;
  const superior = { role: 'superior', hasAccount: false } as const;
  const notices = CHECK_NOTICE_KINDS.flatMap((kind) =>
    kind === 'ResultAvailable'
      ? (['Yes', 'NoShow', 'NonOperable'] as const).map((outcome) => ({
          notice: noticeOf(texts, kind, 'Office', outcome),
          form: `-${outcome}`,
        }))
      : kind === 'AppointmentMade'
        ? (['Office', 'House'] as const).flatMap((location) =>
            [false, true].map((moved) => ({
              notice: noticeOf(texts, kind, location, null, moved),
              form: `-${location}${moved ? '-moved' : ''}`,
            })),
          )
        : [{ notice: noticeOf(texts, kind, 'Office', kind === 'CheckCancelled' ? 'Cancelled' : null), form: '' }],
  );
  return [
    write(DAILY_MAIL_TEMPLATE, { reader: 'employer', lines: APP_NOTIFICATION_KINDS.map((kind) => dailyLineOf(texts, kind)), more: 2 }),
    write(DAILY_MAIL_TEMPLATE, { reader: 'doctor', lines: [dailyLineOf(texts, 'MissionMoved')], more: 0 }, '-doctor'),
    write(RESET_MAIL, { token: TOKEN }),
    write(MIGRATION_MAIL, { token: TOKEN }),
    write(INVITATION_MAIL, { token: TOKEN, email: texts.email, companyName: texts.company }),
    write(INVITATION_MAIL, { token: TOKEN, email: texts.email, companyName: null }, '-doctor'),
    write(MEMBERSHIP_ADDED_MAIL, { companyName: texts.company }),
    write(PASSWORD_CHANGED_MAIL, { at: AT }),
    write(EMAIL_CHANGED_MAIL, { at: AT }),
    ...PROTECTION_CHANGES.map((change) => write(PROTECTION_MAIL, { change, at: AT }, `-${change}`)),
    write(ACCESS_GRANTED_MAIL, { companyName: texts.company }),
    ...(['CompanyUnknown', 'NotConfirmed', 'DetailsIncorrect'] as const).map((reason) =>
      write(SIGN_UP_REFUSED_MAIL, { reason }, `-${reason}`),
    ),
    write(
      NOTICE_MAILS.AppointmentMade,
      {
        notice: {
          ...noticeOf(texts, 'AppointmentMade', 'Office', null, true),
          card: { visitedAt: AT.toISOString(), address: texts.address },
        },
        reader,
      },
      '-card',
    ),
    ...notices.map(({ notice, form }) => write(NOTICE_MAILS[notice.kind], { notice, reader }, form)),
    ...(['OrderReceived', 'CheckCancelled'] as const).flatMap((kind) => {
      const notice = { ...noticeOf(texts, kind), companyTotalPrice: null };
      return [
        write(NOTICE_MAILS[kind], { notice, reader }, '-basic'),
        write(NOTICE_MAILS[kind], { notice, reader: superior }, '-superior'),
      ];
    }),
    write(
      NOTICE_MAILS.CheckCancelled,
      { notice: { ...noticeOf(texts, 'CheckCancelled', 'House', 'Cancelled'), companyTotalPrice: 0 }, reader },
      '-free',
    ),
    write(
      NOTICE_MAILS.ResultAvailable,
      { notice: noticeOf(texts, 'ResultAvailable', 'House', 'YesPatientHome'), reader: superior },
      '-superior',
    ),
    ...[false, true].map((moved) =>
      write(
        NOTICE_MAILS.AppointmentMade,
        { notice: noticeOf(texts, 'AppointmentMade', 'Office', null, moved), reader: superior },
        `-superior${moved ? '-moved' : ''}`,
      ),
    ),
    ...[false, true].map((asked) => write(HELD_RESULT_MAIL, { checkId: ID, asked }, asked ? '-asked' : '-waits')),
    ...[false, true].map((withdrawn) =>
      write(OFFER_MAIL, { ...OFFER, place: texts.place, withdrawn }, withdrawn ? '-withdrawn' : '-asked'),
    ),
    ...(['nobody', 'late', 'ended', 'notAccepted'] as const).map((outcome) =>
      write(
        DOCTOR_NOT_FOUND_MAIL,
        {
          checkId: ID,
          companyName: texts.company,
          checkTiming: outcome === 'nobody' ? 'Optimized' : 'Immediate',
          checkLocation: 'House',
          place: texts.place,
          outcome,
        },
        `-${outcome}`,
      ),
    ),
    ...(['/certificates/0', null] as const).map((page) => write(INFECTED_DOCUMENT_MAIL, { page }, page === null ? '' : '-page')),
    ...(['employer', 'planner', 'doctor'] as const).map((reader) =>
      write(COMMENT_MAIL, { checkId: ID, reader, isOver: false }, `-${reader}`),
    ),
    ...[SENT_CERTIFICATE_MAIL, TRAVEL_CLAIM_MAIL].map((mail) => write(mail, { checkId: ID, role: 'orderer', isOver: false })),
    ...employeeMails(language, texts),
    ...MISSION_NEWS.map((news) => write(MISSION_MAIL, { notice: missionOf(news), hasAccount: true }, `-${news}`)),
    write(MISSION_MAIL, { notice: missionOf('Planned'), hasAccount: false }, '-withoutAccount'),
    write(PAID_MAIL, { token: TOKEN, amounts: totalsOf(LINES), number: '2026-000042' }),
    write(UNPAID_MAIL, { token: TOKEN, payableUntil: AT.toISOString() }),
    write(REFUNDED_MAIL, { token: TOKEN, refundedCents: 181_50, reason: texts.reason }),
    write(REFUNDED_MAIL, { token: TOKEN, refundedCents: 181_50, reason: '' }, '-withoutReason'),
    ...CHECK_NOTICE_KINDS.filter((kind) => kind !== 'OrderReceived').map((kind) =>
      write(
        NEWS_MAIL,
        {
          token: TOKEN,
          notice: noticeOf(
            texts,
            kind,
            kind === 'AppointmentMade' ? 'Office' : 'House',
            kind === 'ResultAvailable' ? 'Yes' : kind === 'CheckCancelled' ? 'Cancelled' : null,
          ),
        },
        `-${kind}`,
      ),
    ),
    write(dashboardMail, {
      sender: texts.worker,
      facts: [['Company', texts.company]],
      figures: [['Completed checks', '1,234']],
      filter: { companyId: ID, superiorId: null, period: 'all', from: null, to: null },
      hasAccount: true,
    }),
    write(MONTHLY_INVOICE_MAIL, invoice),
    write(CREDIT_NOTE_MAIL, creditNote, '-part'),
    write(CREDIT_NOTE_MAIL, { ...creditNote, remainingCents: 0 }, '-whole'),
    write(CREDIT_NOTE_MAIL, { ...creditNote, repaid: true }, '-repaid'),
  ];
}
