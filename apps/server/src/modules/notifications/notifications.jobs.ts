import { seesCheckField } from '@checkwell/domain/check/fields';
import { type Clock, dayOf } from '@checkwell/domain/clock';
import { CHECK_NOTICE_KINDS, DAILY_MAIL, dailyLines, nextDailyMail, notificationRule } from '@checkwell/domain/people/notifications';
import { type Actor, reachOf } from '@checkwell/domain/policy';
import type { WriteTx } from '../../platform/db/database.ts';
import type { Outbox } from '../../platform/jobs/outbox.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { DAILY_MAIL_TEMPLATE, type DailyMailLine } from './notifications.mails.ts';
import * as repository from './notifications.repository.ts';

/** The mail that tells once a day what happened (docs/decisions/0095). */
export interface DailyMails {
  /** Asks for somebody's next daily mail, in the transaction in which something begins to wait for it. */
  ask(tx: WriteTx, profileId: string): Promise<void>;
}

const TOPIC = 'dailyMail';

interface DailyEffect {
  readonly profileId: string;
}

export interface DailyMailDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Pick<Mailer, 'enqueue'>;
}

/** Who the reader would be after signing in: the policy is asked about nobody else. */
function actorOf(profileId: string, { kind, email, doctorId, memberships }: repository.DailyReader): Actor {
  if (kind === 'doctor') return doctorId === null ? { kind: 'anonymous' } : { kind, profileId, email, doctorId };
  return kind === 'planner' ? { kind, profileId, email } : { kind, profileId, email, memberships };
}

/**
 * Everything that waits has an effect of its own, which is due with the next daily mail. The first of a day writes the mail with all of it, the others
 * find nothing left; one that comes too late for that day asks for the next.
 */
export function createDailyMails({ clock, outbox, mailer }: DailyMailDeps): DailyMails {
  const ask = async (tx: WriteTx, profileId: string): Promise<void> => {
    const payload: DailyEffect = { profileId };
    await outbox.put(tx, { topic: TOPIC, companyId: null, payload, dueAt: nextDailyMail(clock.now()) });
  };

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const { profileId } = payload as DailyEffect;
      if (!(await repository.isAnyWaiting(tx, profileId))) return;
      const now = clock.now();
      const day = dayOf(now);
      // Waits for a concurrent writer of this day's mail.
      if (!(await repository.claimDay(tx, profileId, day))) {
        if (await repository.isAnyWaiting(tx, profileId)) await ask(tx, profileId);
        return;
      }
      const reader = await repository.findDailyReader(tx, profileId);
      const actor: Actor = reader ? actorOf(profileId, reader) : { kind: 'anonymous' };
      const rows = dailyLines(await repository.takeWaiting(tx, profileId, reachOf(actor, 'check.read')), now);
      const [first] = rows;
      if (!reader || !first) return repository.releaseDay(tx, profileId, day);
      const companies = new Set(rows.map(({ companyId }) => companyId));
      const lines = rows.slice(0, DAILY_MAIL.maxLines).map((row) => lineOf(actor, row, now));
      await mailer.enqueue(tx, {
        companyId: companies.size === 1 ? first.companyId : null,
        to: reader.email,
        language: reader.language,
        template: DAILY_MAIL_TEMPLATE,
        params: { reader: reader.kind, lines, more: rows.length - lines.length },
      });
    },
  });

  return { ask };
}

/** Names an employee only where the mail about the same does: to employers, about the steps of a check. */
function lineOf(
  actor: Actor,
  { workerFullName, archivedAt, appointmentStart, status, ...row }: repository.WaitingRow,
  now: Date,
): DailyMailLine {
  const { kind, checkId, companyId, companyName } = row;
  const isNamed = actor.kind === 'employer' && CHECK_NOTICE_KINDS.some((named) => named === kind);
  return {
    kind,
    checkId,
    companyName,
    workerFullName: isNamed && seesCheckField(actor, 'workerFullName', { companyId, archivedAt }, now) ? workerFullName : '',
    appointmentStart: notificationRule(kind).beforeAppointment ? (appointmentStart?.toISOString() ?? null) : null,
    isOver: status === 'Archived',
  };
}
