import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { normaliseIban } from '../people/numbers/iban-check.ts';
import { across, choice, key, line } from '../validation.ts';
import { CLAIM_PAYMENTS, claimAmount, TRAVEL_CLAIM, TRAVEL_MEANS } from './travel-claim.ts';

const kmError = { error: key('kmRange') };

/** The employee's input for a travel claim. For a car the amount is computed from the kilometres. */
export const travelClaimRule = z
  .strictObject({
    /** Version of the claim that is corrected; 0: a new claim. */
    version: z.int().check(z.minimum(0)),
    means: choice(TRAVEL_MEANS, 'required'),
    /** There and back. */
    km: z.nullable(z.int(kmError).check(z.minimum(1, kmError), z.maximum(TRAVEL_CLAIM.maxKm, kmError))),
    amountCents: z.nullable(claimAmount),
    /** For `Other`: which means of transport, and why. */
    reason: line(TEXT.reason),
    payment: choice(CLAIM_PAYMENTS, 'required'),
    /** Empty: the account number given before. */
    iban: line(TEXT.code),
  })
  .check(
    across(['means', 'km'], ({ means, km }) => (means === 'Car') === (km !== null), { path: 'km', error: 'kmRange' }),
    across(['means', 'amountCents'], ({ means, amountCents }) => (means === 'Car') === (amountCents === null), {
      path: 'amountCents',
      error: 'priceRange',
    }),
    across(['means', 'reason'], ({ means, reason }) => means !== 'Other' || reason !== '', { path: 'reason', error: 'reasonRequired' }),
    across(['means', 'reason'], ({ means, reason }) => means === 'Other' || reason === '', { path: 'reason', error: 'invalidChoice' }),
    across(['payment', 'iban'], ({ payment, iban }) => payment === 'Account' || iban === '', { path: 'iban', error: 'invalidChoice' }),
    across(['iban'], ({ iban }) => iban === '' || normaliseIban(iban) !== null, { path: 'iban', error: 'ibanInvalid' }),
  );
export type TravelClaimInput = z.infer<typeof travelClaimRule>;
