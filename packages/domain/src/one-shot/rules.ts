import * as z from 'zod/mini';
import { periodNotTooLong } from '../certificate/rules.ts';
import { incapacityFactRules } from '../check/incapacity-facts.ts';
import { checkableType, checkTextFields, endFromStart, locationAllowed, orderIncapacityFields } from '../check/rules.ts';
import { INTERFACE_LANGUAGES, TEXT } from '../constants.ts';
import { vatRule } from '../people/numbers/vat.ts';
import { emailRule, gsmRule, phoneRule, workerRule } from '../people/rules.ts';
import { choiceInAnyCase, key, line } from '../validation.ts';

/**
 * Rules of a One Shot Check (specification, section 5), one part for each step of its stepper. Field names are those of an
 * order and, for invoicing, of section 3. Issues carry keys of the namespace `validation`.
 */

/** First step: the worker. All fields are required; the mobile number only for some locations. */
export const oneShotWorkerStep = z.strictObject({ ...workerRule.shape, phoneNumber: gsmRule() });

const { certificateId: _certificate, documentId: _document, ...incapacityFields } = orderIncapacityFields;

/** Second step: the incapacity, how it is checked, and comments for the provider and the doctor. */
export const oneShotIncapacityStep = z
  .strictObject({ ...incapacityFields, ...checkTextFields })
  .check(endFromStart, periodNotTooLong, checkableType, ...incapacityFactRules);

/** Third step: the payer. `invoicingCompanyNumber`: BE, in any case, and ten digits; its check digits only cause a warning (`vatLooksRight`). */
export const oneShotInvoicingStep = z.strictObject({
  invoicingFirstName: line(TEXT.name, 'firstNameRequired'),
  invoicingLastName: line(TEXT.name, 'lastNameRequired'),
  invoicingEmail: emailRule(),
  invoicingPhoneNumber: phoneRule(),
  invoicingCompanyName: line(TEXT.name, 'companyNameRequired'),
  invoicingCompanyNumber: vatRule(),
  invoicingCompanyAddress: line(TEXT.address, 'addressRequired'),
});

/** A box that must be ticked. */
export const oneShotTerms = () => z.literal(true, { error: key('termsRequired') });

/** The order of a visitor, before payment. Card data are sent only to the payment provider (contract.ts). */
export const oneShotRule = z
  .strictObject({
    worker: oneShotWorkerStep,
    incapacity: oneShotIncapacityStep,
    invoicing: oneShotInvoicingStep,
    terms: oneShotTerms(),
    /** Language of the interface, also for mails, status page and invoice. */
    language: choiceInAnyCase(INTERFACE_LANGUAGES, 'languageRequired'),
  })
  .check(
    z.refine(({ worker, incapacity }) => locationAllowed(incapacity.locationCheck, worker.phoneNumber), {
      path: ['incapacity', 'locationCheck'],
      error: key('gsmNeeded'),
      when: ({ issues }) =>
        !issues.some(({ path }) =>
          ['', 'worker', 'worker.phoneNumber', 'incapacity', 'incapacity.locationCheck'].includes((path ?? []).join('.')),
        ),
    }),
  );
export type OneShotInput = z.infer<typeof oneShotRule>;
