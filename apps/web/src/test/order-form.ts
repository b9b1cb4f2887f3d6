import { addDays } from '@checkwell/domain/clock';
import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../lib/browser/time.ts';
import { expectFieldError, fieldOf, fillDay, groupOf } from './fields.ts';
import { WORKER_REQUIRED } from './required-fields.ts';
import type { Say } from './say.ts';

/** The steps that every order of a check has, regardless of who orders it: what they say of empty fields, and how they are filled in. */

export const nextStep = (say: Say) => userEvent.click(page.getByRole('button', { name: say('common:continue') }));

/** The worker's step, sent empty (specification, section 5). */
export async function expectWorkerErrors(say: Say): Promise<void> {
  for (const [label, sentence] of WORKER_REQUIRED) {
    const field = fieldOf(page, say(label));
    await expectFieldError(field, say(sentence));
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  }
}

/** The step of the incapacity, sent empty (specification, section 5). */
export async function expectIncapacityErrors(say: Say): Promise<void> {
  for (const [label, error] of [
    ['checkFields:startDate', 'startDateRequired'],
    ['checkFields:endDate', 'endDateRequired'],
    ['order:exit.question', 'authorizedExitRequired'],
    ['checkFields:checkLocation', 'checkLocationRequired'],
    ['checkFields:checkTiming', 'checkTypeRequired'],
  ] as const)
    await expectFieldError(groupOf(page, say(label)), say(`validation:${error}`));
  for (const [name, error] of [
    ['incapacityType', 'incapacityTypeRequired'],
    ['certificateType', 'certificateTypeRequired'],
  ] as const)
    await expectFieldError(fieldOf(page, say(`checkFields:${name}`)), say(`validation:${error}`));
}

/** A new worker with everything that is asked for, and without a GSM number. */
export async function fillWorker(say: Say): Promise<void> {
  await userEvent.fill(fieldOf(page, say('checkFields:workerFirstName')), 'Noor');
  await userEvent.fill(fieldOf(page, say('checkFields:workerLastName')), 'Peeters');
  await userEvent.selectOptions(fieldOf(page, say('checkFields:workerGender')), 'Female');
  await userEvent.selectOptions(fieldOf(page, say('checkFields:workerLanguage')), 'NL');
  await userEvent.fill(fieldOf(page, say('checkFields:workerAddress')), 'Bondgenotenlaan 1, 3000 Leuven');
  await userEvent.fill(fieldOf(page, say('checkFields:workerPhoneNumber')), '016 22 33 44');
}

/** An illness of a week, to be checked in a practice. */
export async function fillIncapacity(say: Say): Promise<void> {
  await fillDay(page, say('checkFields:startDate'), today());
  await fillDay(page, say('checkFields:endDate'), addDays(today(), 6));
  await userEvent.selectOptions(fieldOf(page, say('checkFields:incapacityType')), 'Illness');
  await userEvent.selectOptions(fieldOf(page, say('checkFields:certificateType')), 'FirstCertificate');
  await userEvent.click(groupOf(page, say('order:exit.question')).getByLabelText(say('order:exit.yes')));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkLocation.Office') }));
  await userEvent.click(page.getByRole('radio', { name: say('enums:checkTiming.Immediate') }));
}
