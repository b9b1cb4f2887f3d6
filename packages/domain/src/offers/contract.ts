import * as z from 'zod/mini';
import { CHECK_LOCATIONS, type CheckLocation } from '../check/enums.ts';
import { INTERFACE_LANGUAGES, type InterfaceLanguage } from '../constants.ts';
import { WORKER_LANGUAGES, type WorkerLanguage } from '../people/enums.ts';
import { SECRET_TOKEN } from '../secret-token.ts';
import { OFFER_STATES, type OfferState } from './states.ts';

/**
 * API of offers: REST under `/v1/api`, without a session; the token in the link of an offer gives access (docs/decisions/0059).
 *
 * GET  /offers/{token}          → 200 `OfferView`; changes nothing, because mail scanners open links
 * POST /offers/{token}/answer   `OfferAnswerInput` (rules.ts) → 200 `OfferView`; 409 `offer.closed`: answered, withdrawn or run out
 */
export const OFFERS_PATH = '/v1/api/offers';

/** Path of the page of an offer. */
export const offerPath = (token: string): string => `/offer/${token}`;

/** An offer as shown to its doctor: without names of worker and company, and with only the municipality of the address. */
export interface OfferView {
  readonly state: OfferState;
  readonly doctorFullName: string;
  /** The language in which the doctor was asked. */
  readonly language: InterfaceLanguage;
  readonly appointmentStart: string;
  readonly appointmentEnd: string;
  readonly answerableUntil: string;
  readonly checkLocation: CheckLocation;
  readonly workerLanguage: WorkerLanguage;
  /** For a home visit, postcode and municipality; empty: no home visit, or the place is not known. */
  readonly place: string;
  /** Estimated; null: nobody travels, or the place is not known. */
  readonly distanceKm: number | null;
  readonly travelMinutes: number | null;
  /** Cents, travel included. */
  readonly fee: number;
  readonly proposedStart: string | null;
  /** The check, while the doctor has this mission; otherwise null. */
  readonly checkId: string | null;
  /** Whether the doctor can sign in and open the mission. */
  readonly hasAccount: boolean;
}

export const offerShape = z.object({
  state: z.enum(OFFER_STATES),
  doctorFullName: z.string(),
  language: z.enum(INTERFACE_LANGUAGES),
  appointmentStart: z.string(),
  appointmentEnd: z.string(),
  answerableUntil: z.string(),
  checkLocation: z.enum(CHECK_LOCATIONS),
  workerLanguage: z.enum(WORKER_LANGUAGES),
  place: z.string(),
  distanceKm: z.nullable(z.number()),
  travelMinutes: z.nullable(z.int()),
  fee: z.int(),
  proposedStart: z.nullable(z.string()),
  checkId: z.nullable(z.string()),
  hasAccount: z.boolean(),
}) satisfies z.ZodMiniType<OfferView>;

export const offerPathRule = z.strictObject({ token: z.string().check(z.regex(SECRET_TOKEN)) });
