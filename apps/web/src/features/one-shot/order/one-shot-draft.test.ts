import { describe, expect, it } from 'vitest';
import { settledLocation } from '../../../lib/forms/check-draft.ts';
import {
  attemptFor,
  EMPTY_DRAFT,
  fieldsOn,
  fulfilled,
  isBlank,
  type OneShotDraft,
  parseDraft,
  parseOrder,
  reachable,
  sameContent,
  stepOf,
  withValues,
} from './one-shot-draft.ts';

const FULL: OneShotDraft = {
  ...EMPTY_DRAFT,
  step: 'payment',
  done: ['worker', 'incapacity', 'invoicing'],
  worker: {
    workerFirstName: 'Noor',
    workerLastName: 'Peeters',
    workerAddress: 'Bondgenotenlaan 1, 3000 Leuven',
    workerPhoneNumber: '016 12 34 56',
    workerGender: 'Female',
    workerLanguage: 'NL',
    phoneNumber: '0470 12 34 56',
  },
  incapacity: {
    ...EMPTY_DRAFT.incapacity,
    startDate: '2026-11-20',
    endDate: '2026-11-27',
    incapacityType: 'Illness',
    certificateType: 'FirstCertificate',
    authorizedExit: true,
    locationCheck: 'House',
    typeCheck: 'Immediate',
  },
  invoicing: {
    invoicingFirstName: 'An',
    invoicingLastName: 'Claes',
    invoicingEmail: 'An.Claes@bakkerij.example',
    invoicingPhoneNumber: '03 123 45 67',
    invoicingCompanyName: 'Bakkerij Claes',
    invoicingCompanyNumber: 'be 0440.966.354',
    invoicingCompanyAddress: 'Meir 1, 2000 Antwerpen',
  },
};

describe('the draft of a One Shot Check', () => {
  it('comes back when it has the shape of today, and only then', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(FULL)))).toEqual(FULL);
    expect(parseDraft({ ...FULL, shape: 2 })).toBeUndefined();
    expect(parseDraft({ ...FULL, step: 'card' })).toBeUndefined();
    const { invoicing: _, ...older } = FULL;
    expect(parseDraft(older)).toBeUndefined();
    expect(isBlank({ ...EMPTY_DRAFT, step: 'incapacity' })).toBe(true);
    expect(isBlank(FULL)).toBe(false);
    expect(sameContent(FULL, { ...FULL, step: 'worker', done: [] })).toBe(true);
  });

  it('shows a step once those before it are in order', () => {
    expect(reachable(EMPTY_DRAFT, 'payment')).toBe('worker');
    expect(reachable(FULL, 'payment')).toBe('payment');
    expect(reachable({ ...FULL, invoicing: { ...FULL.invoicing, invoicingCompanyNumber: '0440966354' } }, 'payment')).toBe('invoicing');
    // The visit at home needs the GSM number of the step before.
    const without = { ...FULL, worker: { ...FULL.worker, phoneNumber: '' } };
    expect(fulfilled(without, 'incapacity')).toBe(false);
    expect(settledLocation(without).incapacity.locationCheck).toBe('');
    expect(settledLocation(FULL)).toBe(FULL);
  });

  it('makes the order that the server takes, normalised', () => {
    const { input } = parseOrder(FULL, 'nl');
    expect(input).toMatchObject({
      terms: true,
      language: 'nl',
      worker: { workerPhoneNumber: '+3216123456' },
      invoicing: { invoicingCompanyNumber: 'BE0440966354', invoicingEmail: 'an.claes@bakkerij.example' },
    });
    const faulty = parseOrder({ ...FULL, incapacity: { ...FULL.incapacity, endDate: '2026-11-19' } }, 'nl');
    expect(faulty.issues.map(({ path }) => path)).toEqual(['incapacity.endDate']);
  });

  it('leads an error of the whole order to its step and field', () => {
    expect(stepOf('worker.workerAddress')).toBe('worker');
    expect(stepOf('terms')).toBe('payment');
    expect(fieldsOn('invoicing')('invoicing.invoicingEmail')).toBe('invoicingEmail');
    expect(fieldsOn('invoicing')('worker.workerAddress')).toBeUndefined();
  });

  it('sends the same order under the same key, and another one under another', () => {
    const order = (draft: OneShotDraft) => {
      const { input } = parseOrder(draft, 'fr');
      if (!input) throw new Error('The draft is no order.');
      return input;
    };
    const first = attemptFor(order(FULL), null);
    expect(attemptFor(order(FULL), first)).toBe(first);
    const kept: unknown = JSON.parse(JSON.stringify(first));
    expect(attemptFor(order(FULL), kept as typeof first).key).toBe(first.key);
    const changed = withValues(FULL, 'invoicing', { ...FULL.invoicing, invoicingFirstName: 'Anna' });
    expect(attemptFor(order(changed), first).key).not.toBe(first.key);
  });

  it('asks for the terms again when the order changed under them', () => {
    const agreed = { ...FULL, terms: true };
    expect(withValues(agreed, 'worker', { ...FULL.worker }).terms).toBe(true);
    expect(withValues(agreed, 'worker', { ...FULL.worker, workerFirstName: 'Nora' }).terms).toBe(false);
  });
});
