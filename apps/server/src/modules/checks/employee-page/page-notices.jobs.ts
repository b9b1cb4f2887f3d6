import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { NotificationKind } from '@checkwell/domain/people/notifications';
import { type Actor, can, type Membership } from '@checkwell/domain/policy';
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts';
import type { RecordKey } from '../../../platform/db/fragments.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer, MailTemplate } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findAdministrators, findReaders } from '../messages/checks-notices.repository.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { type PageNoticeParams, SENT_CERTIFICATE_MAIL, TRAVEL_CLAIM_MAIL } from './page-notices.mails.ts';

/** Tells the employer's side by mail that an employee sent something. */
export interface PageNotice {
  /** Asks for the mails, in the transaction that keeps what was sent. */
  notify(tx: WriteTx, check: RecordKey): Promise<void>;
}

/** What the employee's page tells the employer's HR of. */
export interface PageNotices {
  readonly sentCertificate: PageNotice;
  readonly travelClaim: PageNotice;
}

const SYSTEM: Actor = { kind: 'system', name: 'employee page notices' };

interface Effect {
  readonly companyId: string;
  readonly checkId: string;
}

interface Reader {
  readonly email: string;
  readonly profileId: string | null;
  readonly language: InterfaceLanguage;
  readonly role: PageNoticeParams['role'];
}

export interface PageNoticeDeps {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

interface Kind {
  /** Topic of the outbox. */
  readonly topic: string;
  readonly kind: NotificationKind;
  readonly template: MailTemplate<PageNoticeParams>;
  /** Who can do something about it. */
  readonly findReaders: (tx: ReadTx, check: CheckRecord) => Promise<readonly Reader[]>;
}

export function createPageNotices({ outbox, mailer, notifications }: PageNoticeDeps): PageNotices {
  function noticeOf({ topic, kind, template, findReaders: find }: Kind): PageNotice {
    outbox.handle(topic, {
      async deliver(tx, { payload }) {
        const { companyId, checkId } = payload as Effect;
        const check = await getVisible(tx, SYSTEM, checkId);
        const readers = await find(tx, check);
        for (const { email, language, role } of await notifications.notify(tx, { companyId, checkId, kind, readers })) {
          const params = { checkId, role, isOver: check.status === 'Archived' };
          await mailer.enqueue(tx, { companyId, to: email, language, template, checkId, params, urgency: 'waking' });
        }
      },
    });
    return {
      async notify(tx, { companyId, id }) {
        await outbox.put(tx, { topic, companyId, payload: { companyId, checkId: id } satisfies Effect });
      },
    };
  }

  return {
    sentCertificate: noticeOf({
      topic: 'sentCertificateNotice',
      kind: 'CertificateSent',
      template: SENT_CERTIFICATE_MAIL,
      findReaders: findEmployeePageReaders,
    }),
    travelClaim: noticeOf({ topic: 'travelClaimNotice', kind: 'TravelClaimed', template: TRAVEL_CLAIM_MAIL, findReaders: findPayers }),
  };
}

/** Readers of the messages about the check who can sign in; the others could not open anything. */
const findWithAccount = async (tx: ReadTx, check: CheckRecord) => (await findReaders(tx, check)).filter(({ hasAccount }) => hasAccount);

/** Those, or else the administrators: what nobody looks at would wait for ever. */
async function findEmployeePageReaders(tx: ReadTx, check: CheckRecord): Promise<readonly Reader[]> {
  const readers = await findWithAccount(tx, check);
  return readers.length > 0 ? readers : findAdministrators(tx, check.companyId);
}

/** The readers who can pay; where none of them can, everybody of the company who can. */
async function findPayers(tx: ReadTx, check: CheckRecord): Promise<readonly Reader[]> {
  const { companyId } = check;
  const payers = (await findWithAccount(tx, check)).filter(({ email, accesType }) => {
    const membership: Membership = { companyId, accesType, superiorId: null };
    return can({ kind: 'employer', profileId: '', email, memberships: [membership] }, 'travelClaim.decide', { companyId });
  });
  return payers.length > 0 ? payers : findAdministrators(tx, companyId);
}
