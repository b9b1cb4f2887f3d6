import type { Page } from '@playwright/test';
import { expectFault, fieldOf, groupOf } from './fields.ts';
import { expect } from './test.ts';
import type { Say } from './words.ts';

/** What the steps that every order of a check has say of fields that were left empty (specification, section 5). */

/** The worker's step, sent empty. */
export async function expectWorkerFaults(page: Page, say: Say): Promise<void> {
  for (const [name, fault] of [
    ['workerFirstName', 'firstNameRequired'],
    ['workerLastName', 'lastNameRequired'],
    ['workerGender', 'genderRequired'],
    ['workerLanguage', 'languageRequired'],
    ['workerAddress', 'addressRequired'],
    ['workerPhoneNumber', 'phoneRequired'],
  ] as const) {
    const field = fieldOf(page, say(`order:field.${name}`));
    await expectFault(field, say(`validation:${fault}`));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
}

/** The step of the incapacity, sent empty. */
export async function expectIncapacityFaults(page: Page, say: Say): Promise<void> {
  for (const [name, fault] of [
    ['startDate', 'startDateRequired'],
    ['endDate', 'endDateRequired'],
    ['authorizedExit', 'authorizedExitRequired'],
    ['locationCheck', 'checkLocationRequired'],
    ['typeCheck', 'checkTypeRequired'],
  ] as const)
    await expectFault(groupOf(page, say(`order:field.${name}`)), say(`validation:${fault}`));
  for (const [name, fault] of [
    ['incapacityType', 'incapacityTypeRequired'],
    ['certificateType', 'certificateTypeRequired'],
  ] as const)
    await expectFault(fieldOf(page, say(`order:field.${name}`)), say(`validation:${fault}`));
}
