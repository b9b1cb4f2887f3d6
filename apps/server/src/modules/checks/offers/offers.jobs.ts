import { addressParts } from '@checkwell/domain/invoice/invoice';
import { offerStateAt } from '@checkwell/domain/offers/states';
import { languageOfDoctor } from '@checkwell/domain/people/doctor';
import { isOfferTexted } from '@checkwell/domain/people/notifications';
import type { Actor } from '@checkwell/domain/policy';
import type { ReadTx, WriteTx } from '../../../platform/db/database.ts';
import { lockRow } from '../../../platform/db/locked.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Sms } from '../../../platform/sms/sms.ts';
import type { NotificationService } from '../../notifications/notifications.service.ts';
import { findDoctorReader } from '../messages/checks-notices.repository.ts';
import { getVisible, notifyScreens } from '../steps/checks-steps.ts';
import { OFFER_MAIL } from './offers.mails.ts';
import * as repository from './offers.repository.ts';
import { OFFER_SMS } from './offers.sms.ts';
import { tripOfDoctor } from './offers-answers.ts';
import { OFFER_MAIL_TOPIC, type OfferMailEffect } from './offers-ends.ts';
import type { SearchDeps } from './offers-search.ts';

export interface OfferMessageDeps extends Pick<SearchDeps, 'clock' | 'outbox' | 'links'> {
  readonly mailer: Pick<Mailer, 'enqueue'>;
  readonly sms: Pick<Sms, 'enqueue' | 'onNews'>;
  readonly notifications: Pick<NotificationService, 'chosenBy'>;
}

const ASKING: Actor = { kind: 'system', name: 'offer' };

/**
 * Writes to doctors who are asked, by mail and, if they want it, by text message (docs/decisions/0114); and, by mail, that an offer is gone. A text
 * message whose offer was answered or withdrawn before it left does not leave any more.
 */
export function handleOfferMessages({ clock, outbox, links, mailer, sms, notifications }: OfferMessageDeps): void {
  outbox.handle(OFFER_MAIL_TOPIC, {
    async deliver(tx, { payload }) {
      const { companyId, offerId, withdrawn } = payload as OfferMailEffect;
      const offer = await repository.findOffer(tx, companyId, offerId);
      const now = clock.now();
      if (!offer) return;
      // Withdrawn before the doctor was asked: neither message says anything true.
      if (withdrawn ? now < offer.sentAt : offerStateAt(offer, now) !== 'Open') return;
      const reader = await findDoctorReader(tx, offer.doctorId);
      if (!reader) return;
      const check = await getVisible(tx, ASKING, offer.checkId);
      const { postcode, town } = addressParts(check.workerAddress);
      const message = { companyId, language: reader.language ?? languageOfDoctor(reader.languages) } as const;
      const until = { validUntil: offer.answerableUntil };
      const params = {
        token: links.tokenOf(offer.id, offer.tokenHash),
        checkLocation: check.checkLocation,
        workerLanguage: check.workerLanguage,
        place: check.checkLocation === 'House' ? `${postcode} ${town}`.trim() : '',
        ...tripOfDoctor(check, offer),
        fee: offer.fee,
        appointmentStart: offer.appointmentStart.toISOString(),
        appointmentEnd: offer.appointmentEnd.toISOString(),
        answerableUntil: offer.answerableUntil.toISOString(),
      };
      await mailer.enqueue(tx, {
        ...message,
        ...(!withdrawn && until),
        to: reader.email,
        template: OFFER_MAIL,
        checkId: offer.checkId,
        params: { ...params, withdrawn },
      });
      if (withdrawn || !isOfferTexted(await notifications.chosenBy(tx, 'MissionOffered', reader), check.checkTiming)) return;
      const to = await repository.findDoctorPhone(tx, offer.doctorId);
      const textMessageId = await sms.enqueue(tx, { ...message, ...until, to, template: OFFER_SMS, params });
      if (textMessageId !== null) await repository.insertText(tx, { companyId, offerId, textMessageId });
    },
  });

  const isOpen = (offer: repository.OfferRow | undefined): boolean => offer !== undefined && offerStateAt(offer, clock.now()) === 'Open';

  sms.onNews(OFFER_SMS.name, {
    async news(tx, { id }) {
      const offer = await repository.findOfText(tx, id);
      if (offer) await notifyScreens(tx, await getVisible(tx, ASKING, offer.checkId), null);
    },
    async isStillValid(tx, id) {
      const found = await repository.findOfText(tx, id);
      if (!found || !(await lockRow(tx, 'checks', { companyId: found.companyId, id: found.checkId }))) return false;
      return isOpen(await repository.lockOffer(tx, found.companyId, found.id));
    },
    isOver: async (tx: WriteTx | ReadTx, id) => !isOpen(await repository.findOfText(tx, id)),
  });
}
