import type { WriteTx } from '../../../platform/db/database.ts';
import type { Outbox } from '../../../platform/jobs/outbox.ts';
import type { CheckRecord } from '../checks.repository.ts';
import * as repository from './offers.repository.ts';

/** The message of one offer; `withdrawn`: that it is gone. */
export const OFFER_MAIL_TOPIC = 'offerMail';
export interface OfferMailEffect {
  readonly companyId: string;
  readonly offerId: string;
  readonly withdrawn: boolean;
}

/** What the end of planning means to those who were asked. */
export interface OfferEnds {
  /** Withdraws the open offers of a check, stops its search, and tells the doctors. The caller holds the lock on the check. */
  end(tx: WriteTx, check: CheckRecord, now: Date): Promise<void>;
}

export const createOfferEnds = ({ outbox }: { readonly outbox: Outbox }): OfferEnds => ({
  async end(tx, { companyId, id, status, doctorId }, at) {
    for (const offer of await repository.endOffers(tx, { companyId, checkId: id, found: status === 'WaitingForCheck', at })) {
      // Whose mission it is now, because a planner entered it, is notified of that and not that the question is over.
      if (offer.doctorId === doctorId) continue;
      const payload: OfferMailEffect = { companyId, offerId: offer.id, withdrawn: true };
      await outbox.put(tx, { topic: OFFER_MAIL_TOPIC, companyId, payload });
    }
  },
});
