import { type Clock, instantAt } from '@checkwell/domain/clock';
import { addressParts } from '@checkwell/domain/invoice/invoice';
import { offerStateAt, type SearchState } from '@checkwell/domain/offers/states';
import { afterWakingMinutes, FOUND_WITHIN_MINUTES } from '@checkwell/domain/offers/waves';
import type { Actor } from '@checkwell/domain/policy';
import type { WriteTx } from '../../../platform/db/database.ts';
import { type Locked, lockRow, updateRow } from '../../../platform/db/locked.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import type { CheckRecord } from '../checks.repository.ts';
import { findPlanners } from '../steps/checks-held.repository.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import { DOCTOR_NOT_FOUND_MAIL, type DoctorNotFoundParams } from './offers.mails.ts';
import * as repository from './offers.repository.ts';

/** Notifies planners of a search that found nobody, once each, and of a doctor asked alone who did not say yes (docs/decisions/0114). */
export interface SearchAlarm {
  /** Nobody is left to ask. The caller holds the check and the search, which is over. */
  notify(tx: WriteTx, check: CheckRecord, search: Locked<'doctor_searches'>): Promise<void>;
  /** Looks again when an immediate check should have its doctor, in the transaction that starts the search. */
  watch(tx: WriteTx, check: CheckRecord, search: Pick<repository.SearchRow, 'id' | 'startedAt'>): Promise<void>;
  /** The same of a doctor asked alone, without a search: looks again when the time to answer is over. */
  watchAlone(tx: WriteTx, offer: Pick<repository.OfferRow, 'companyId' | 'id' | 'answerableUntil'>): Promise<void>;
  /** A doctor asked alone has said no, proposed another moment, or is absent then. The caller holds the lock on the check. */
  answeredAlone(tx: WriteTx, check: CheckRecord): Promise<void>;
}

export interface SearchAlarmDeps {
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly mailer: Pick<Mailer, 'enqueue'>;
  readonly notifications: Pick<NotificationService, 'notify'>;
}

const TOPIC = 'doctorNotFound';
const ALONE_TOPIC = 'doctorNotAnswered';
const SYSTEM: Actor = { kind: 'system', name: 'search for a doctor' };

interface LateEffect {
  readonly companyId: string;
  readonly searchId: string;
}

interface AloneEffect {
  readonly companyId: string;
  readonly offerId: string;
}

/** The current state of the question. */
type Outcome = DoctorNotFoundParams['outcome'];
const OUTCOMES = { Running: 'late', Stopped: 'ended', Exhausted: 'nobody', Found: 'nobody' } as const satisfies Record<
  SearchState,
  Outcome
>;

export function createSearchAlarm({ clock, outbox, mailer, notifications }: SearchAlarmDeps): SearchAlarm {
  async function write(tx: WriteTx, check: CheckRecord, outcome: Outcome, exceptProfileId: string | null): Promise<void> {
    const { companyId, id: checkId, checkTiming, checkLocation, companyName } = check;
    const readers = (await findPlanners(tx))
      .filter(({ id }) => id !== exceptProfileId)
      .map((planner) => ({ ...planner, profileId: planner.id }));
    // For an optimised check the daily mail is early enough as long as there are days left to plan it.
    const concernsFrom = checkTiming === 'Immediate' ? null : instantAt(check.incapacityEndDate, '00:00');
    const { postcode, town } = addressParts(check.workerAddress);
    const place = checkLocation === 'House' ? `${postcode} ${town}`.trim() : '';
    const params = { checkId, companyName, checkTiming, checkLocation, place, outcome };
    const news = { companyId, checkId, kind: 'DoctorNotFound', readers, concernsFrom } as const;
    for (const { userName, language } of await notifications.notify(tx, news))
      await mailer.enqueue(tx, { companyId, checkId, to: userName, language, template: DOCTOR_NOT_FOUND_MAIL, params, urgency: 'waking' });
  }

  const notify: SearchAlarm['notify'] = async (tx, check, search) => {
    if (search.plannersToldAt !== null) return;
    await updateRow(tx, search, { plannersToldAt: clock.now() });
    // When a search ends before anybody was asked, the user who started it reads so on the current page.
    const reading = search.waves > 0 || search.state === 'Stopped' ? null : search.startedByProfileId;
    await write(tx, check, OUTCOMES[search.state], reading);
  };

  /** Whether the check has no doctor, and none who was asked can still say yes. */
  const isNobodyAsked = async (tx: WriteTx, { companyId, id, status }: CheckRecord): Promise<boolean> => {
    const now = clock.now();
    return status === 'Planning' && !(await repository.findOfCheck(tx, companyId, id)).some((offer) => offerStateAt(offer, now) === 'Open');
  };

  /** Unless somebody else can still say yes, or a search goes on, which tells by itself. */
  const tellOfAlone = async (tx: WriteTx, check: CheckRecord): Promise<void> => {
    if (!(await isNobodyAsked(tx, check))) return;
    if ((await repository.findLastSearch(tx, check.companyId, check.id))?.state === 'Running') return;
    await write(tx, check, 'notAccepted', null);
  };

  /** A search that a change of the check ended is late, too, unless another was started or a doctor asked, of which planners hear by themselves. */
  const isLateAfterEnd = async (tx: WriteTx, check: CheckRecord, search: repository.SearchRow): Promise<boolean> =>
    (await repository.isEndedByStep(tx, search)) &&
    (await repository.findLastSearch(tx, check.companyId, check.id))?.id === search.id &&
    (await isNobodyAsked(tx, check));

  outbox.handle(TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, searchId } = payload as LateEffect;
      const found = await repository.findSearch(tx, companyId, searchId);
      if (!found || !(await lockRow(tx, 'checks', { companyId, id: found.checkId }))) return;
      const search = await repository.lockSearch(tx, companyId, searchId);
      if (!search) return;
      const check = await getVisible(tx, SYSTEM, search.checkId);
      if (search.state === 'Running' || (await isLateAfterEnd(tx, check, search))) await notify(tx, check, search);
    },
  });

  outbox.handle(ALONE_TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, offerId } = payload as AloneEffect;
      const found = await repository.findOffer(tx, companyId, offerId);
      if (!found || !(await lockRow(tx, 'checks', { companyId, id: found.checkId }))) return;
      const offers = await repository.findOfCheck(tx, companyId, found.checkId);
      const now = clock.now();
      const expired = offers.filter((offer) => offer.searchId === null && offerStateAt(offer, now) === 'Expired');
      // When several expire together, only the last one notifies.
      const together = expired.filter(({ answerableUntil }) => answerableUntil.getTime() === found.answerableUntil.getTime());
      if (
        together
          .map(({ id }) => id)
          .sort()
          .at(-1) !== offerId
      )
        return;
      const check = await getVisible(tx, SYSTEM, found.checkId);
      await tellOfAlone(tx, check);
      await notifyScreens(tx, check, null);
    },
  });

  return {
    notify,
    answeredAlone: tellOfAlone,
    async watchAlone(tx, { companyId, id, answerableUntil }) {
      const payload: AloneEffect = { companyId, offerId: id };
      await outbox.put(tx, { topic: ALONE_TOPIC, companyId, payload, dueAt: answerableUntil });
    },
    async watch(tx, { companyId, checkTiming }, { id, startedAt }) {
      if (checkTiming !== 'Immediate') return;
      const payload: LateEffect = { companyId, searchId: id };
      await outbox.put(tx, { topic: TOPIC, companyId, payload, dueAt: afterWakingMinutes(startedAt, FOUND_WITHIN_MINUTES) });
    },
  };
}
