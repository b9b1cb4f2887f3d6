import { describe, expect, it } from 'vitest';
import { issuesOf } from '../validation.ts';
import { amountsOf, ONE_SHOT_AMOUNTS } from './price.ts';
import { type OneShotInput, oneShotRule } from './rules.ts';
import { attemptMayBecome, mayBecome, ONE_SHOT_STATES, oneShotActions, PAYMENT_ATTEMPT_STATES } from './states.ts';

const order: OneShotInput = {
  worker: {
    workerFirstName: 'Jan',
    workerLastName: 'Peeters',
    workerAddress: 'Grote Markt 1, 9000 Gent',
    workerPhoneNumber: '09 224 31 09',
    workerGender: 'Male',
    workerLanguage: 'NL',
    phoneNumber: '',
  },
  incapacity: {
    startDate: '2026-11-20',
    endDate: '2026-11-27',
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    authorizedExit: true,
    locationCheck: 'Office',
    typeCheck: 'Optimized',
    providerComment: '',
    doctorComment: '',
  },
  invoicing: {
    invoicingFirstName: 'Sofie',
    invoicingLastName: 'Claes',
    invoicingEmail: 'sofie@firma.be',
    invoicingPhoneNumber: '0470 12 34 56',
    invoicingCompanyName: 'Bakkerij Claes',
    invoicingCompanyNumber: 'BE0440966354',
    invoicingCompanyAddress: 'Kouter 2, 9000 Gent',
  },
  terms: true,
  language: 'nl',
};

function fieldErrors(change: (input: Record<string, Record<string, unknown>>) => void): Record<string, string> {
  const input = JSON.parse(JSON.stringify(order)) as Record<string, Record<string, unknown>>;
  change(input);
  const result = oneShotRule.safeParse(input);
  return result.success ? {} : Object.fromEntries(issuesOf(result.error).map(({ path, message }) => [path, message]));
}

describe('order of a One Shot Check', () => {
  it('accepts the fields of the specification, without a company', () => {
    expect(oneShotRule.parse(order).worker.workerPhoneNumber).toBe('+3292243109');
  });

  it.each([
    ['worker', 'workerFirstName', 'firstNameRequired'],
    ['worker', 'workerLastName', 'lastNameRequired'],
    ['worker', 'workerAddress', 'addressRequired'],
    ['worker', 'workerPhoneNumber', 'phoneRequired'],
    ['worker', 'workerGender', 'genderRequired'],
    ['worker', 'workerLanguage', 'languageRequired'],
    ['invoicing', 'invoicingFirstName', 'firstNameRequired'],
    ['invoicing', 'invoicingLastName', 'lastNameRequired'],
    ['invoicing', 'invoicingEmail', 'emailRequired'],
    ['invoicing', 'invoicingPhoneNumber', 'phoneRequired'],
    ['invoicing', 'invoicingCompanyName', 'companyNameRequired'],
    ['invoicing', 'invoicingCompanyNumber', 'vatFormat'],
    ['invoicing', 'invoicingCompanyAddress', 'addressRequired'],
    ['incapacity', 'startDate', 'startDateRequired'],
    ['incapacity', 'endDate', 'endDateRequired'],
    ['incapacity', 'incapacityType', 'incapacityTypeRequired'],
    ['incapacity', 'locationCheck', 'checkLocationRequired'],
    ['incapacity', 'typeCheck', 'checkTypeRequired'],
  ])('requires %s.%s: not empty, left out or null', (step, field, message) => {
    for (const value of ['', undefined, null])
      expect(fieldErrors((input) => Object.assign(input[step] ?? {}, { [field]: value }))).toEqual({ [`${step}.${field}`]: message });
  });

  it('requires acceptance of the terms', () => {
    expect(fieldErrors((input) => Object.assign(input, { terms: false }))).toEqual({ terms: 'termsRequired' });
  });

  it('requires a mobile number for a home visit or video call, and reports it together with other errors', () => {
    for (const locationCheck of ['House', 'Telecheck']) {
      expect(fieldErrors((input) => Object.assign(input.incapacity ?? {}, { locationCheck }))).toEqual({
        'incapacity.locationCheck': 'gsmNeeded',
      });
    }
    expect(
      fieldErrors((input) => {
        Object.assign(input.incapacity ?? {}, { locationCheck: 'House' });
        Object.assign(input.invoicing ?? {}, { invoicingEmail: 'nobody' });
      }),
    ).toEqual({ 'incapacity.locationCheck': 'gsmNeeded', 'invoicing.invoicingEmail': 'emailFormat' });
  });

  it('refuses types that cannot be checked, and an end before the start', () => {
    expect(
      fieldErrors((input) => Object.assign(input.incapacity ?? {}, { incapacityType: 'MaternityLeave', endDate: '2026-11-19' })),
    ).toEqual({
      'incapacity.incapacityType': 'typeNotCheckable',
      'incapacity.endDate': 'endNotAfterStart',
    });
  });

  it('refuses unknown fields such as a company, a price or a card', () => {
    for (const extra of [{ companyId: '0190f3c4-0000-7000-8000-000000000000' }, { totalCents: 1 }, { card: '4242' }]) {
      expect(Object.values(fieldErrors((input) => Object.assign(input, extra)))).toEqual(['unknownField']);
    }
  });
});

describe('price', () => {
  it('is 150.00 and 21 % VAT: 181.50 euros', () => {
    expect(ONE_SHOT_AMOUNTS).toEqual({ netCents: 150_00, vatCents: 31_50, totalCents: 181_50 });
  });

  it('rounds VAT once, on the total', () => {
    expect(amountsOf(3 * 10_02).vatCents).toBe(6_31);
    expect(3 * amountsOf(10_02).vatCents).toBe(6_30);
  });
});

describe('states', () => {
  it('never go back after a payment, except by a refund', () => {
    for (const to of ONE_SHOT_STATES) expect(mayBecome('Paid', to)).toBe(to === 'Refunded');
    for (const to of PAYMENT_ATTEMPT_STATES) expect(attemptMayBecome('Succeeded', to)).toBe(false);
    expect(attemptMayBecome('Canceled', 'Succeeded')).toBe(true);
  });

  it('offer a payment only if none is under way or made', () => {
    const actions = PAYMENT_ATTEMPT_STATES.map((attemptState) => oneShotActions({ state: 'AwaitingPayment', attemptState }).join());
    expect(actions).toEqual(['pay', '', '', 'payAgain', 'payAgain']);
    for (const state of ['Paid', 'Expired', 'Refunded'] as const) expect(oneShotActions({ state, attemptState: 'Declined' })).toEqual([]);
  });
});
