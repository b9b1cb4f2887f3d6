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

/** First step: who. All of it is required; the GSM number only by some locations. */
export const oneShotWorkerStep = z.strictObject({ ...workerRule.shape, phoneNumber: gsmRule() });

const { certificateId: _certificate, documentId: _document, ...incapacityFields } = orderIncapacityFields;

/** Second step: the incapacity, how to check it, and what the provider and the doctor should know. */
export const oneShotIncapacityStep = z
  .strictObject({ ...incapacityFields, ...checkTextFields })
  .check(endFromStart, periodNotTooLong, checkableType, ...incapacityFactRules);

/** Third step: who pays. `invoicingCompanyNumber` is BE, in any case, and ten digits; what the register adds is a hint (`vatLooksRight`). */
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

/** What a visitor sends before paying. The card is not part of it: it goes to the payment provider alone (contract.ts). */
export const oneShotRule = z
  .strictObject({
    worker: oneShotWorkerStep,
    incapacity: oneShotIncapacityStep,
    invoicing: oneShotInvoicingStep,
    terms: oneShotTerms(),
    /** Of the interface: mails, status page and invoice come in it. */
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
