import * as z from 'zod/mini';
import { TEXT } from '../constants.ts';
import { normaliseIban } from '../people/numbers/iban-check.ts';
import { across, choice, key, line } from '../validation.ts';
import { CLAIM_PAYMENTS, claimAmount, TRAVEL_CLAIM, TRAVEL_MEANS } from './travel-claim.ts';

const kmError = { error: key('kmRange') };

/** What the employee enters. By car the amount follows from the kilometres. */
export const travelClaimRule = z
  .strictObject({
    /** Of the claim that the employee corrects; 0: of the first. */
    version: z.int().check(z.minimum(0)),
    means: choice(TRAVEL_MEANS, 'required'),
    /** There and back. */
    km: z.nullable(z.int(kmError).check(z.minimum(1, kmError), z.maximum(TRAVEL_CLAIM.mostKm, kmError))),
    amountCents: z.nullable(claimAmount),
    /** What else than car, train, tram or bus it was, and why. */
    reason: line(TEXT.reason),
    payment: choice(CLAIM_PAYMENTS, 'required'),
    /** Empty: the one that was given before. */
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
