import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckKey } from '../messages/checks.employee.repository.ts';
import { findReaders } from '../messages/checks.notices.repository.ts';
import { getVisible } from '../steps/checks.steps.ts';
import { SENT_CERTIFICATE_MAIL } from './sent-certificates.mails.ts';

/** Tells the employer's side by mail that an employee sent a certificate. */
export interface SentCertificateNotices {
  /** Asks for the mails, in the transaction that keeps the certificate. */
  tell(tx: WriteTx, check: CheckKey): Promise<void>;
}

const TOPIC = 'sentCertificateNotice';
const TELLING: Actor = { kind: 'system', name: 'sent certificates' };

interface Effect {
  readonly companyId: string;
  readonly checkId: string;
}

export interface SentCertificateNoticeDeps {
  readonly outbox: Outbox;
  readonly mailer: Mailer;
  readonly notifications: Pick<NotificationService, 'keepWanted'>;
}

/** To those who get the other messages about the check and can sign in: whoever cannot has nothing to look at. */
export function createSentCertificateNotices({ outbox, mailer, notifications }: SentCertificateNoticeDeps): SentCertificateNotices {
  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, checkId } = payload as Effect;
      const check = await getVisible(tx, TELLING, checkId);
      const readers = (await findReaders(tx, check)).filter(({ hasAccount }) => hasAccount);
      const emails = readers.map(({ email }) => email);
      const wanted = await notifications.keepWanted(tx, { companyId, kind: 'CertificateSent', emails });
      for (const { email, language, role } of readers) {
        if (!wanted.includes(email)) continue;
        const params = { checkId, role, isOver: check.status === 'Archived' };
        await mailer.enqueue(tx, { companyId, to: email, language, template: SENT_CERTIFICATE_MAIL, checkId, params });
      }
    },
  });
  return {
    async tell(tx, { companyId, id }) {
      await outbox.put(tx, { topic: TOPIC, companyId, payload: { companyId, checkId: id } satisfies Effect });
    },
  };
}
