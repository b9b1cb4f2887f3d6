import { offerPath } from '@checkwell/domain/offers/contract';
import { askedUntil } from '@checkwell/domain/offers/waves';
import type { MailBlock } from '../../../platform/mail/layout.ts';
import type { MailTemplate } from '../../../platform/mail/mailer.ts';
import type { CheckRecord } from '../checks.repository.ts';

/** What a doctor is asked, as it was when the offer was made. Nobody is named: three doctors are asked, one needs to know. */
export interface OfferParams extends Pick<CheckRecord, 'checkLocation' | 'workerLanguage'> {
  readonly withdrawn: boolean;
  readonly token: string;
  /** Postcode and municipality of a home visit; else empty. */
  readonly place: string;
  readonly distanceKm: number | null;
  readonly travelMinutes: number | null;
  /** Cents. */
  readonly fee: number;
  /** Instants as text. */
  readonly appointmentStart: string;
  readonly appointmentEnd: string;
  readonly answerableUntil: string;
}

/** Asks a doctor, or says that the offer is gone. */
export const OFFER_MAIL: MailTemplate<OfferParams> = {
  name: 'offer',
  write(offer, { translator, formats, link, phone }) {
    const t = translator('mail');
    const enums = translator('enums');
    const kind = offer.withdrawn ? 'withdrawn' : 'asked';
    const rows: [string, string][] = [
      [t('fact.appointment'), formats.appointment(offer.appointmentStart, offer.appointmentEnd)],
      [t('fact.location'), [enums(`checkLocation.${offer.checkLocation}`), offer.place].filter(Boolean).join(', ')],
    ];
    if (!offer.withdrawn) {
      if (offer.distanceKm !== null)
        rows.push([t('offer.way'), t('offer.wayValue', { km: Math.round(offer.distanceKm), minutes: offer.travelMinutes ?? 0 })]);
      rows.push([t('mission.language'), enums(`workerLanguage.${offer.workerLanguage}`)]);
      rows.push([t('mission.fee'), formats.money(offer.fee)]);
      rows.push([t('offer.until'), formats.momentLong(askedUntil(new Date(offer.answerableUntil)))]);
    }
    const answer: MailBlock[] = offer.withdrawn
      ? []
      : [{ kind: 'action', label: t('offer.answer'), url: link(offerPath(offer.token) as `/${string}`) }];
    return {
      subject: t(`offer.${kind}.subject`, { moment: formats.moment(offer.appointmentStart) }),
      preview: t(`offer.${kind}.preview`),
      heading: t(`offer.${kind}.heading`),
      blocks: [
        { kind: 'text', text: t(`offer.${kind}.text`) },
        { kind: 'facts', rows },
        ...answer,
        { kind: 'text', text: t('mission.call', { phone }) },
      ],
      why: t('offer.why'),
    };
  },
};

/** Where planners go on, and what helps to see how urgent it is. Nobody is named. */
export interface DoctorNotFoundParams extends Pick<CheckRecord, 'checkTiming' | 'checkLocation'> {
  readonly checkId: string;
  readonly companyName: string;
  /** Postcode and municipality of a home visit; else empty. */
  readonly place: string;
  /**
   * nobody: none is left to ask. late: doctors are still being asked, and it takes too long. ended: a change of the check ended the search, and too much
   * time has passed since it began. notAccepted: one was asked alone, without a yes.
   */
  readonly outcome: 'nobody' | 'late' | 'ended' | 'notAccepted';
}

/** Tells planners that no doctor was found for a check. */
export const DOCTOR_NOT_FOUND_MAIL: MailTemplate<DoctorNotFoundParams> = {
  name: 'doctorNotFound',
  write({ checkId, companyName, checkTiming, checkLocation, place, outcome }, { translator, link }) {
    const t = translator('mail');
    const enums = translator('enums');
    return {
      subject: t(`doctorNotFound.${outcome}.subject`, { timing: enums(`checkTiming.${checkTiming}`) }),
      preview: t(`doctorNotFound.${outcome}.text`),
      heading: t(`doctorNotFound.${outcome}.heading`),
      blocks: [
        { kind: 'text', text: t(`doctorNotFound.${outcome}.text`) },
        {
          kind: 'facts',
          rows: [
            [t('fact.company'), companyName],
            [t('fact.timing'), enums(`checkTiming.${checkTiming}`)],
            [t('fact.location'), [enums(`checkLocation.${checkLocation}`), place].filter(Boolean).join(', ')],
          ],
        },
        { kind: 'action', label: t('heldResult.open'), url: link(`/planning/${checkId}`) },
      ],
      why: t('heldResult.why'),
    };
  },
};
