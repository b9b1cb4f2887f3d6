import { checkVisibility } from '@checkwell/domain/check/fields';
import { type NoticedAction, noticeKindOf } from '@checkwell/domain/check/notices';
import { employerPrecision, isAnnounced } from '@checkwell/domain/check/times/announcement';
import { type Clock, dayOf, instantAt } from '@checkwell/domain/clock';
import { mailUrgency } from '@checkwell/domain/offers/waves';
import type { CheckNoticeKind } from '@checkwell/domain/people/notifications';
import { roleOfAccess } from '@checkwell/domain/policy';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { NotificationService } from '../notifications/notifications.service.ts';
import type { CheckRecord } from './checks.repository.ts';
import { type CheckNotice, NOTICE_FIELDS, NOTICE_MAILS } from './messages/checks.mails.ts';
import { findPracticeAddress } from './messages/checks-employee.repository.ts';
import * as readers from './messages/checks-notices.repository.ts';

/** Tells the employer's side what happened to its checks. */
export interface CheckNotices {
  /**
   * Asks for the messages that an action gives rise to, in its transaction. Who reads them is decided when they are written: the doctor
   * who reports may see neither superiors nor users.
   * @param before the check as it was before; null: there was none
   */
  notify(tx: WriteTx, action: NoticedAction, check: CheckRecord, before: CheckRecord | null): Promise<void>;
}

const TOPIC = 'checkNotice';
/** What happens to a One Shot Check, for its payer. */
export const ONE_SHOT_NEWS = 'oneShotNews';
export interface OneShotNews {
  readonly action: NoticedAction;
  readonly notice: CheckNotice | null;
  readonly companyId: string;
  readonly checkId: string;
}
/** The mails that say whether an appointment stands, by template. */
const APPOINTMENT_MAILS = [NOTICE_MAILS.AppointmentMade.name, NOTICE_MAILS.AppointmentOff.name];
/** Asks for something that is done in the product: other readers could not do anything with the message. */
const NEEDS_ACCOUNT: ReadonlySet<CheckNoticeKind> = new Set(['ProblemNeedsEmployer', 'EmployeeReported']);

export interface CheckNoticeDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

export function createCheckNotices({ clock, outbox, mailer, notifications }: CheckNoticeDeps): CheckNotices {
  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const notice = payload as CheckNotice;
      const { companyId, kind } = notice;
      const concernsFrom = notice.concernsFrom ? new Date(notice.concernsFrom) : null;
      // What was written at night about the appointment, and waits for the morning, is over with whatever came after it.
      await mailer.withdraw(tx, await readers.findUnsentMails(tx, notice, APPOINTMENT_MAILS, null));
      const found = await findTold(tx, notice);
      // The orderer has the order on the screen, and waits for its confirmation.
      const isOwn = ({ role }: Pick<readers.NoticeReader, 'role'>): boolean => kind === 'OrderReceived' && role === 'orderer';
      const atOnce = await notifications.notify(tx, {
        companyId,
        checkId: notice.checkId,
        kind,
        readers: found,
        knows: isOwn,
        concernsFrom,
      });
      for (const { email, language, ...reader } of atOnce) {
        await mailer.enqueue(tx, {
          companyId,
          to: email,
          language,
          template: NOTICE_MAILS[kind],
          checkId: notice.checkId,
          urgency: isOwn(reader) ? 'atOnce' : mailUrgency(clock.now(), concernsFrom),
          params: { notice: noticeFor(reader, notice), reader },
        });
      }
    },
  });

  return {
    async notify(tx, action, check, before) {
      const kind = noticeKindOf(action, { ...check, statusBefore: before?.status ?? null });
      const card = action === 'leaveCard' ? await cardOf(tx, check) : null;
      const notice = kind === null ? null : { ...noticeOf(action, kind, check, before, clock.now()), card };
      if (check.source === 'OneShot' && action !== 'order') {
        const news: OneShotNews = { action, notice, companyId: check.companyId, checkId: check.id };
        await outbox.put(tx, { topic: ONE_SHOT_NEWS, companyId: check.companyId, payload: news });
      }
      if (notice !== null) await outbox.put(tx, { topic: TOPIC, companyId: check.companyId, payload: notice });
    },
  };
}

/**
 * The recipients of a notice. The administrators of the company are told where nobody else would be: planners ordered by telephone, the person who
 * ordered has left, or no superior can sign in to answer.
 */
async function findTold(tx: WriteTx, notice: CheckNotice): Promise<readonly readers.NoticeReader[]> {
  const { companyId, kind, orderedByProfileId } = notice;
  const concerned = await readers.findReaders(tx, notice);
  const told = NEEDS_ACCOUNT.has(kind) ? concerned.filter(({ hasAccount }) => hasAccount) : concerned;
  if (told.length > 0) return told;
  if (kind === 'OrderReceived' && (await readers.isProgram(tx, orderedByProfileId))) return [];
  return readers.findAdministrators(tx, companyId);
}

/** What is new about a report that was there before. */
const AGAIN: { readonly [Name in NoticedAction]?: NonNullable<CheckNotice['again']> } = {
  correctResult: 'Corrected',
  employeeDisagree: 'Disagreed',
  recordArbitration: 'Arbitration',
  recordRuling: 'Ruled',
  excuseNoShow: 'Excused',
  withdrawExcuse: 'ExcuseWithdrawn',
};

/** Whether an appointment takes the place of one that the employer was told of. A card at the door takes the place of the visit. */
const isMove = (action: NoticedAction, before: CheckRecord | null): boolean =>
  action === 'reschedule' ||
  action === 'employeeMove' ||
  action === 'leaveCard' ||
  // The appointment fell through, and nobody told the employer so.
  ((action === 'schedule' || action === 'acceptOffer') && before !== null && before.doctorFoundAt !== null);

/** The price is for those who see it on the screen, too. */
const noticeFor = ({ accesType }: Pick<readers.NoticeReader, 'accesType'>, notice: CheckNotice): CheckNotice =>
  checkVisibility('companyTotalPrice', roleOfAccess(accesType)) === true ? notice : { ...notice, companyTotalPrice: null };

/** What a doctor left at a door that nobody opened, and when. */
async function cardOf(tx: WriteTx, { attemptedAt, doctorId }: CheckRecord): Promise<CheckNotice['card']> {
  if (attemptedAt === null || doctorId === null) return null;
  return { visitedAt: attemptedAt.toISOString(), address: await findPracticeAddress(tx, doctorId) };
}

/** When an appointment began that is no longer valid; of a visit the employer knows the day alone. */
function concernsFrom({ appointmentStart, checkLocation }: CheckRecord): string | null {
  if (appointmentStart === null) return null;
  return (isAnnounced(checkLocation) ? appointmentStart : instantAt(dayOf(appointmentStart), '00:00')).toISOString();
}

/**
 * All readers of notices are on the employer's side: what they may not know is not even kept for them. An appointment that is off is told as it was.
 */
const noticeOf = (action: NoticedAction, kind: CheckNoticeKind, after: CheckRecord, before: CheckRecord | null, now: Date): CheckNotice => {
  const check = kind === 'AppointmentOff' && before !== null ? before : after;
  return {
    ...Object.fromEntries(NOTICE_FIELDS.map((field) => [field, check[field]])),
    ...(employerPrecision(check, now) === 'day' && { appointmentStart: null, appointmentEnd: null, checkTime: null }),
    checkId: check.id,
    kind,
    moved: isMove(action, before),
    again: AGAIN[action] ?? null,
    causedOn: dayOf(now),
    concernsFrom: kind === 'AppointmentOff' ? concernsFrom(check) : null,
  } as unknown as CheckNotice; // cast: instants become text when the payload is written as JSON
};
