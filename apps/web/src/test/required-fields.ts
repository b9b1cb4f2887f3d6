import type { SentenceKey } from './say-with.ts';

/**
 * What forms say of fields that were left empty (specification, section 5): the label and the sentence, in the order of the screen. For
 * component tests and end-to-end tests alike.
 */

type RequiredFields = readonly (readonly [label: SentenceKey, sentence: SentenceKey])[];

/** The worker of every order of a check. */
export const WORKER_REQUIRED = [
  ['checkFields:workerFirstName', 'validation:firstNameRequired'],
  ['checkFields:workerLastName', 'validation:lastNameRequired'],
  ['checkFields:workerGender', 'validation:genderRequired'],
  ['checkFields:workerLanguage', 'validation:languageRequired'],
  ['checkFields:workerAddress', 'validation:addressRequired'],
  ['checkFields:workerPhoneNumber', 'validation:phoneRequired'],
] as const satisfies RequiredFields;

/** A new user of a company. `groups` are sets of choices. */
export const USER_REQUIRED = {
  fields: [
    ['personFields:firstName', 'validation:firstNameRequired'],
    ['personFields:lastName', 'validation:lastNameRequired'],
    ['personFields:email', 'validation:emailRequired'],
    ['personFields:phoneNumber', 'validation:phoneRequired'],
  ],
  groups: [
    ['personFields:accesType', 'validation:accessTypeRequired'],
    ['personFields:languages', 'validation:languageRequired'],
  ],
} as const satisfies Record<'fields' | 'groups', RequiredFields>;
