import { OFFERS_PATH, type OfferView } from '@checkwell/domain/offers/contract';
import type { DeclineReason } from '@checkwell/domain/offers/states';
import { http } from '../../lib/api/http.ts';

const pathOf = (token: string): string => `${OFFERS_PATH}/${encodeURIComponent(token)}`;

/** What a doctor says to an offer, as JSON (`offerAnswerRule`). */
export type OfferAnswer =
  | { readonly answer: 'Accept' }
  | { readonly answer: 'Decline'; readonly reason: DeclineReason; readonly comment: string }
  | { readonly answer: 'Propose'; readonly appointmentStart: string; readonly comment: string };

export const offerKey = (token: string) => ['offer', token] as const;

export const fetchOffer = (token: string, signal: AbortSignal): Promise<OfferView> => http.get(pathOf(token), { signal, visitor: true });

export const answerOffer = (token: string, answer: OfferAnswer): Promise<OfferView> =>
  http.post(`${pathOf(token)}/answer`, answer, { visitor: true });
