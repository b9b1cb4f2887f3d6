import type { Clock } from '@checkwell/domain/clock';
import { RESULT_HOLD_MINUTES } from '@checkwell/domain/constants';
import { afterWakingMinutes } from '@checkwell/domain/offers/waves';
import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import { lockRow, updateRow } from '../../../platform/db/locked.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import { HELD_RESULT_MAIL } from './checks-held.mails.ts';
import { findPlanners } from './checks-held.repository.ts';
import { getVisible, notifyScreens } from './checks-steps.ts';

/** Notifies all planners of a result that is held too long (docs/decisions/0088). It is never released by the passing of time. */
export interface HeldAlarm {
  /** Queues the alarm, in the transaction after which somebody else has to act. @param since the time of that transaction */
  put(tx: WriteTx, held: { readonly companyId: string; readonly checkId: string; readonly since: Date }): Promise<unknown>;
}

export interface HeldAlarmDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

const TOPIC = 'heldResult';
const SYSTEM: Actor = { kind: 'system', name: 'held results' };

interface HeldEffect {
  readonly companyId: string;
  readonly checkId: string;
  readonly since: string;
}

export function createHeldAlarm({ clock, outbox, mailer, notifications }: HeldAlarmDeps): HeldAlarm {
  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, checkId, since } = payload as HeldEffect;
      if (!(await lockRow(tx, 'checks', { companyId, id: checkId }))) return;
      const held = await lockRow(tx, 'held_results', { companyId, checkId });
      // The result was released or taken back, or somebody else has to act since then.
      if (!held || held.releasedAt !== null || held.escalatedAt !== null || held.waitsSince.toISOString() !== since) return;
      await updateRow(tx, held, { escalatedAt: clock.now() });
      const check = await getVisible(tx, SYSTEM, checkId);
      const params = { checkId, asked: check.resultAskedAt !== null };
      const planners = (await findPlanners(tx)).map((planner) => ({ ...planner, profileId: planner.id }));
      for (const { userName, language } of await notifications.notify(tx, { companyId, checkId, kind: 'ResultWaits', readers: planners }))
        await mailer.enqueue(tx, { companyId, to: userName, language, template: HELD_RESULT_MAIL, params });
      await notifyScreens(tx, check, null);
    },
  });

  return {
    put(tx, { companyId, checkId, since }) {
      const payload: HeldEffect = { companyId, checkId, since: since.toISOString() };
      return outbox.put(tx, { topic: TOPIC, companyId, payload, dueAt: afterWakingMinutes(since, RESULT_HOLD_MINUTES) });
    },
  };
}
