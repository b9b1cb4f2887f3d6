import { addDays } from '@checkwell/domain/clock';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../lib/browser/time.ts';
import { expectFault, fieldOf, fillDay, groupOf } from './fields.ts';
import { WORKER_REQUIRED } from './required-fields.ts';
import type { Say } from './say.ts';

/** The steps that every order of a check has, whoever orders it: what they say of empty fields, and how they are filled in. */

export const nextStep = (say: Say) => userEvent.click(page.getByRole('button', { name: say('common:continue') }));

/** The worker's step, sent empty (specification, section 5). */
export async function expectWorkerFaults(say: Say): Promise<void> {
  for (const [label, sentence] of WORKER_REQUIRED) {
    const field = fieldOf(page, say(label));
    await expectFault(field, say(sentence));
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  }
}

/** The step of the incapacity, sent empty (specification, section 5). */
export async function expectIncapacityFaults(say: Say): Promise<void> {
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

/** A new worker with everything that is asked for, and without a GSM number. */
export async function fillWorker(say: Say): Promise<void> {
  await userEvent.fill(fieldOf(page, say('order:field.workerFirstName')), 'Noor');
  await userEvent.fill(fieldOf(page, say('order:field.workerLastName')), 'Peeters');
  await userEvent.selectOptions(fieldOf(page, say('order:field.workerGender')), 'Female');
  await userEvent.selectOptions(fieldOf(page, say('order:field.workerLanguage')), 'NL');
  await userEvent.fill(fieldOf(page, say('order:field.workerAddress')), 'Bondgenotenlaan 1, 3000 Leuven');
  await userEvent.fill(fieldOf(page, say('order:field.workerPhoneNumber')), '016 22 33 44');
}

/** An illness of a week, to be checked in a practice. */
export async function fillIncapacity(say: Say): Promise<void> {
  await fillDay(page, say('order:field.startDate'), today());
  await fillDay(page, say('order:field.endDate'), addDays(today(), 6));
  await userEvent.selectOptions(fieldOf(page, say('order:field.incapacityType')), 'Illness');
  await userEvent.selectOptions(fieldOf(page, say('order:field.certificateType')), 'FirstCertificate');
  await userEvent.click(groupOf(page, say('order:field.authorizedExit')).getByLabelText(say('order:exit.yes')));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
}
