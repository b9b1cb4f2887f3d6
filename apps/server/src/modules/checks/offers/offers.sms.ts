import { SMS_MAX_SEGMENTS, smsSegments, toGsm } from '@checkwell/domain/messages/sms';
import { offerPath } from '@checkwell/domain/offers/contract';
import { askedUntil } from '@checkwell/domain/offers/waves';
import type { SmsTemplate } from '../../../platform/sms/sms.ts';
import type { OfferParams } from './offers.mails.ts';

/** Long names of municipalities are cut, step by step, until the message is short enough to leave: the page says them. */
const PLACE_LENGTHS = [40, 25, 12, 4] as const;

/** Asks a doctor, beside the mail, about which it says less: moment, fee, way, until when. Nobody is named, and nothing is said about health. */
export const OFFER_SMS: SmsTemplate<Omit<OfferParams, 'withdrawn' | 'workerLanguage' | 'travelMinutes' | 'appointmentEnd'>> = {
  name: 'offer',
  write({ token, checkLocation, place, distanceKm, fee, appointmentStart, answerableUntil }, { translator, formats, link }) {
    const t = translator('mail');
    const texts = PLACE_LENGTHS.map((max) => {
      const where = place.slice(0, max).trimEnd();
      const details = [
        formats.moment(appointmentStart),
        checkLocation === 'House' && where === '' ? '' : t(`offer.sms.${checkLocation}`, { place: where }),
        distanceKm === null ? '' : t('offer.sms.way', { km: Math.round(distanceKm) }),
        t('offer.sms.fee', { fee: formats.money(fee) }),
      ];
      const values = {
        details: details.filter((part) => part !== '').join(', '),
        until: formats.moment(askedUntil(new Date(answerableUntil))),
      };
      return toGsm(t('offer.sms.text', { ...values, link: link(offerPath(token) as `/${string}`) }));
    });
    return texts.find((text) => smsSegments(text) <= SMS_MAX_SEGMENTS) ?? texts.at(-1) ?? '';
  },
};
