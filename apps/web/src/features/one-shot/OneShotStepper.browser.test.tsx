import { addDays } from '@checkwell/domain/clock';
import type { OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_PATH } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../lib/time.ts';
import { expectFault, expectFocusOnFirstFault, fieldOf, fillDay, groupOf } from '../../test/fields.ts';
import { expectIncapacityFaults, expectWorkerFaults, fillIncapacity, fillWorker, nextStep } from '../../test/order-form.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';

/** What a stranger leaves out or writes wrongly on a phone: each field says so, and keeps what was typed (specification, section 5). */

test('each field of a One Shot Check says what it misses', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  const { say } = await renderApp('/one-shot-check', { server, as: 'visitor', width: 390 });

  await nextStep(say);
  await expectWorkerFaults(say);
  await expectFocusOnFirstFault();
  const phone = fieldOf(page, say('order:field.workerPhoneNumber'));
  const gsm = fieldOf(page, say('order:field.phoneNumber'));
  await userEvent.fill(phone, '12');
  await userEvent.fill(gsm, '016 22 33 44');
  await nextStep(say);
  await expectFault(phone, say('validation:phoneFormat'));
  await expectFault(gsm, say('validation:gsmFormat'));
  await expect.element(phone).toHaveValue('12');
  await userEvent.clear(gsm);
  await fillWorker(say);
  await nextStep(say);

  await expect.element(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
  await nextStep(say);
  await expectIncapacityFaults(say);
  await expectFocusOnFirstFault();
  await expect
    .element(page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }))
    .toHaveAccessibleDescription(say('validation:gsmNeeded'));
  await fillDay(page, say('order:field.startDate'), today());
  await fillDay(page, say('order:field.endDate'), addDays(today(), -1));
  await expectFault(groupOf(page, say('order:field.endDate')), say('validation:endNotAfterStart'));
  await userEvent.selectOptions(fieldOf(page, say('order:field.incapacityType')), 'MaternityLeave');
  await expectFault(fieldOf(page, say('order:field.incapacityType')), say('enums:notCheckable.leave'));
  await fillIncapacity(say);
  await nextStep(say);

  const field = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'companyAddress') =>
    fieldOf(page, say(`oneShot:invoicing.${name}`));
  await expect.element(page.getByRole('heading', { name: say('oneShot:invoicing.title') })).toBeVisible();
  await nextStep(say);
  for (const [name, fault] of [
    ['firstName', 'firstNameRequired'],
    ['lastName', 'lastNameRequired'],
    ['email', 'emailRequired'],
    ['phoneNumber', 'phoneRequired'],
    ['companyName', 'companyNameRequired'],
    ['companyNumber', 'vatFormat'],
    ['companyAddress', 'addressRequired'],
  ] as const)
    await expectFault(field(name), say(`validation:${fault}`));
  await expectFocusOnFirstFault();
  for (const [name, wrong] of [
    ['email', 'an.claes@'],
    ['phoneNumber', '12'],
    ['companyNumber', 'NL123456789B01'],
  ] as const)
    await userEvent.fill(field(name), wrong);
  await nextStep(say);
  for (const [name, wrong, fault] of [
    ['email', 'an.claes@', 'emailFormat'],
    ['phoneNumber', '12', 'phoneFormat'],
    ['companyNumber', 'NL123456789B01', 'vatFormat'],
  ] as const) {
    await expectFault(field(name), say(`validation:${fault}`));
    await expect.element(field(name)).toHaveValue(wrong);
  }
  for (const [name, value] of [
    ['firstName', 'An'],
    ['lastName', 'Claes'],
    ['email', 'an.claes@example.com'],
    ['phoneNumber', '03 123 45 67'],
    ['companyName', 'Bakkerij Claes'],
    ['companyNumber', 'be0440966354'],
    ['companyAddress', 'Meir 1, 2000 Antwerpen'],
  ] as const)
    await userEvent.fill(field(name), value);
  await nextStep(say);
  await expect.element(page.getByRole('heading', { name: say('oneShot:payment.title') })).toBeVisible();
});
