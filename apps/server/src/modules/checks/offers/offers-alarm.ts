import { type Clock, instantAt } from '@checkwell/domain/clock';
import { addressParts } from '@checkwell/domain/invoice/invoice';
import { afterWakingMinutes, FOUND_WITHIN_MINUTES } from '@checkwell/domain/offers/waves';
import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import { type Locked, lockRow, updateRow } from '../../../platform/db/locked.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findPlanners } from '../steps/checks-held.repository.ts';
import { getVisible } from '../steps/checks-steps.ts';
import { DOCTOR_NOT_FOUND_MAIL } from './offers.mails.ts';
import * as repository from './offers.repository.ts';

/** Tells planners of a search that found nobody, once each (docs/decisions/0114). */
export interface SearchAlarm {
  /** Nobody is left to ask. The caller holds the check and the search, which is over. */
  tell(tx: WriteTx, check: CheckRecord, search: Locked<'doctor_searches'>): Promise<void>;
  /** Looks again when an immediate check should have its doctor, in the transaction that starts the search. */
  watch(tx: WriteTx, check: CheckRecord, search: Pick<repository.SearchRow, 'id' | 'startedAt'>): Promise<void>;
}

export interface SearchAlarmDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  readonly notifications: Pick<NotificationService, 'tell'>;
}

const TOPIC = 'doctorNotFound';
const TELLING: Actor = { kind: 'system', name: 'search for a doctor' };

interface LateEffect {
  readonly companyId: string;
  readonly searchId: string;
}

export function createSearchAlarm({ clock, outbox, mailer, notifications }: SearchAlarmDeps): SearchAlarm {
  const tell: SearchAlarm['tell'] = async (tx, check, search) => {
    if (search.plannersToldAt !== null) return;
    const now = clock.now();
    await updateRow(tx, search, { plannersToldAt: now });
    const { companyId, id: checkId, checkTiming, checkLocation, companyName } = check;
    // Whoever started a search that ended before anybody was asked reads so on the page they are on.
    const readers = (await findPlanners(tx))
      .filter(({ id }) => search.waves > 0 || id !== search.startedByProfileId)
      .map((planner) => ({ ...planner, profileId: planner.id }));
    // Of an optimised check the daily mail may tell as long as there are days left to plan it.
    const concernsFrom = checkTiming === 'Immediate' ? null : instantAt(check.incapacityEndDate, '00:00');
    const { postcode, town } = addressParts(check.workerAddress);
    const params = {
      checkId,
      companyName,
      checkTiming,
      checkLocation,
      place: checkLocation === 'House' ? `${postcode} ${town}`.trim() : '',
      searching: search.state === 'Running',
    };
    const news = { companyId, checkId, kind: 'DoctorNotFound', readers, concernsFrom } as const;
    for (const { userName, language } of await notifications.tell(tx, news))
      await mailer.enqueue(tx, { companyId, checkId, to: userName, language, template: DOCTOR_NOT_FOUND_MAIL, params, urgency: 'waking' });
  };

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, searchId } = payload as LateEffect;
      const found = await repository.findSearch(tx, companyId, searchId);
      if (!found || !(await lockRow(tx, 'checks', { companyId, id: found.checkId }))) return;
      const search = await repository.lockSearch(tx, companyId, searchId);
      if (search?.state === 'Running') await tell(tx, await getVisible(tx, TELLING, search.checkId), search);
    },
  });

  return {
    tell,
    async watch(tx, { companyId, checkTiming }, { id, startedAt }) {
      if (checkTiming !== 'Immediate') return;
      const payload: LateEffect = { companyId, searchId: id };
      await outbox.put(tx, { topic: TOPIC, companyId, payload, dueAt: afterWakingMinutes(startedAt, FOUND_WITHIN_MINUTES) });
    },
  };
}
