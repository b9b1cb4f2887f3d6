import { addDays } from '@checkwell/domain/clock';
import type { CompanyLookup, OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { ONE_SHOT_PATH } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { today } from '../../../lib/browser/time.ts';
import { writeDraft } from '../../../lib/forms/draft.ts';
import {
  expectDay,
  expectFieldError,
  expectFocusOnFirstError,
  fieldOf,
  fillDay,
  focus,
  groupOf,
  sentenceWith,
} from '../../../test/fields.ts';
import { filledIn, TYPED_INVOICING } from '../../../test/fixtures/one-shot.ts';
import { expectWorkerErrors, fillIncapacity, fillWorker, nextStep } from '../../../test/order-form.ts';
import { renderApp } from '../../../test/render.tsx';
import { fakeServer } from '../../../test/server.ts';
import { EMPTY_DRAFT, orderKey } from './one-shot-draft.ts';

const NO_COMPANY = { invoicingCompanyName: '', invoicingCompanyNumber: '', invoicingCompanyAddress: '' } as const;

/** What a stranger leaves out or writes wrongly on a phone: each field says so, and keeps what was typed (specification, section 5). */

test('each field of a One Shot Check says what it misses', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  const { say } = await renderApp('/one-shot-check', { server, as: 'visitor', width: 390 });

  await nextStep(say);
  await expectWorkerErrors(say);
  await expectFocusOnFirstError();
  const phone = fieldOf(page, say('checkFields:workerPhoneNumber'));
  const gsm = fieldOf(page, say('checkFields:phoneNumber'));
  await userEvent.fill(phone, '12');
  await userEvent.fill(gsm, '016 22 33 44');
  await nextStep(say);
  await expectFieldError(phone, say('validation:phoneFormat'));
  await expectFieldError(gsm, say('validation:gsmFormat'));
  await expect.element(phone).toHaveValue('12');
  await userEvent.clear(gsm);
  await fillWorker(say);
  await nextStep(say);

  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.incapacity') })).toBeVisible();
  // What most orders say is there already.
  await expect.element(fieldOf(page, say('checkFields:incapacityType'))).toHaveValue('Illness');
  await expect.element(fieldOf(page, say('checkFields:certificateType'))).toHaveValue('FirstCertificate');
  await expect.element(groupOf(page, say('order:exit.question')).getByLabelText(say('order:exit.yes'))).toBeChecked();
  await expect.element(page.getByRole('radio', { name: say('enums:checkTiming.Optimized') })).toBeChecked();
  await nextStep(say);
  for (const [name, fieldError] of [
    ['startDate', 'startDateRequired'],
    ['endDate', 'endDateRequired'],
    ['checkLocation', 'checkLocationRequired'],
  ] as const)
    await expectFieldError(groupOf(page, say(`checkFields:${name}`)), say(`validation:${fieldError}`));
  await expectFocusOnFirstError();
  await expect
    .element(page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') }))
    .toHaveAccessibleDescription(say('validation:gsmNeeded'));
  await fillDay(page, say('checkFields:startDate'), today());
  await fillDay(page, say('checkFields:endDate'), addDays(today(), -1));
  await expectFieldError(groupOf(page, say('checkFields:endDate')), say('validation:endNotAfterStart'));
  await userEvent.selectOptions(fieldOf(page, say('checkFields:incapacityType')), 'MaternityLeave');
  await expectFieldError(fieldOf(page, say('checkFields:incapacityType')), say('enums:notCheckable.leave'));
  await fillIncapacity(say);
  // Enter goes on, also from a part of a date.
  await focus(groupOf(page, say('checkFields:endDate')).getByRole('spinbutton').last());
  await userEvent.keyboard('{Enter}');

  const field = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'companyAddress') =>
    fieldOf(page, say(`oneShot:invoicing.${name}`));
  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.invoicing') })).toBeVisible();
  await nextStep(say);
  for (const [name, fieldError] of [
    ['firstName', 'firstNameRequired'],
    ['lastName', 'lastNameRequired'],
    ['email', 'emailRequired'],
    ['phoneNumber', 'phoneRequired'],
    ['companyName', 'companyNameRequired'],
    ['companyNumber', 'vatFormat'],
    ['companyAddress', 'addressRequired'],
  ] as const)
    await expectFieldError(field(name), say(`validation:${fieldError}`));
  await expectFocusOnFirstError();
  for (const [name, wrong] of [
    ['email', 'an.claes@'],
    ['phoneNumber', '12'],
    ['companyNumber', 'NL123456789B01'],
  ] as const)
    await userEvent.fill(field(name), wrong);
  await nextStep(say);
  for (const [name, wrong, fieldError] of [
    ['email', 'an.claes@', 'emailFormat'],
    ['phoneNumber', '12', 'phoneFormat'],
    ['companyNumber', 'NL123456789B01', 'vatFormat'],
  ] as const) {
    await expectFieldError(field(name), say(`validation:${fieldError}`));
    await expect.element(field(name)).toHaveValue(wrong);
  }
  for (const [name, value] of TYPED_INVOICING) await userEvent.fill(field(name), value);
  await nextStep(say);
  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.payment') })).toBeVisible();
});

test('the last step shows everything that was entered, and whoever changes a part comes back to it with the rest', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  const { say, reload, address } = await renderApp('/one-shot-check', { server, as: 'visitor' });
  const { incapacity, ...rest } = filledIn();
  const comments = { providerComment: 'Rings twice.', doctorComment: 'After noon.' };
  const accident = { incapacityType: 'WorkAccident', accidentDate: incapacity.startDate, accidentTime: '09:30' } as const;
  writeDraft(orderKey(), { ...rest, incapacity: { ...incapacity, ...accident, ...comments } });
  await reload();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  const part = (name: 'worker' | 'check' | 'invoice') => page.getByRole('region', { name: say(`oneShot:payment.${name}`), exact: true });
  for (const value of [
    'Noor Vandenbroeck',
    say('enums:gender.Female'),
    say('enums:workerLanguage.NL'),
    'Bondgenotenlaan 1, 3000 Leuven',
    '+32 16 12 34 56',
    '+32 470 12 34 56',
  ])
    await expect.element(part('worker').getByText(sentenceWith(value))).toBeVisible();
  for (const value of [
    say('enums:incapacityType.WorkAccident'),
    say('enums:certifType.FirstCertificate'),
    '09:30',
    say('order:exit.yes'),
    say('enums:checkLocation.House'),
    say('enums:checkTiming.Optimized'),
    'Rings twice.',
    'After noon.',
  ])
    await expect.element(part('check').getByText(sentenceWith(value))).toBeVisible();
  for (const value of [
    'Bakkerij Claes',
    'BE 0440.966.354',
    'Meir 1, 2000 Antwerpen',
    'An Claes',
    'an.claes@example.com',
    '+32 3 123 45 67',
  ])
    await expect.element(part('invoice').getByText(sentenceWith(value))).toBeVisible();

  await userEvent.click(part('worker').getByRole('button', { name: say('order:summary.change') }));
  await userEvent.fill(fieldOf(page, say('checkFields:workerFirstName')), 'Nora');
  await nextStep(say);
  await expect.element(part('worker').getByText(sentenceWith('Nora Vandenbroeck'))).toBeVisible();
  expect(address()).toBe('/one-shot-check?step=payment');
  await expect.element(part('worker').getByText(sentenceWith('+32 470 12 34 56'))).toBeVisible();
  await expect.element(part('check').getByText(sentenceWith('After noon.'))).toBeVisible();
});

test('a VAT number brings name and address of the company; what was typed stays', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  server.rest<CompanyLookup>('GET', `${ONE_SHOT_PATH}/companies/*`, ({ parameters: [number] }) => ({
    found:
      number === 'BE0440966354'
        ? { companyName: 'BV Claes', companyAddress: 'Meir 1, 2000 Antwerpen', source: 'vies' }
        : { companyName: 'SRL Lambert', companyAddress: '', source: 'vies' },
  }));
  const { say, reload } = await renderApp('/one-shot-check', { server, as: 'visitor' });
  const { invoicing, ...rest } = filledIn({ step: 'invoicing' });
  writeDraft(orderKey(), { ...rest, invoicing: { ...invoicing, ...NO_COMPANY } });
  await reload();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  const field = (name: 'companyName' | 'companyNumber' | 'companyAddress') => fieldOf(page, say(`oneShot:invoicing.${name}`));
  const [name, number, address] = [field('companyName'), field('companyNumber'), field('companyAddress')];

  await userEvent.fill(number, 'be 0440.966.354');
  await expect.element(name).toHaveValue('BV Claes');
  await expect.element(address).toHaveValue('Meir 1, 2000 Antwerpen');
  await expect.element(name).toHaveAccessibleDescription(say('oneShot:invoicing.from.vies'));

  await userEvent.fill(name, 'Claes & Zoon');
  await userEvent.fill(address, '');
  await userEvent.fill(number, 'BE0123456749');
  await expect.poll(() => server.restCalls('GET', `${ONE_SHOT_PATH}/companies/*`)).toHaveLength(2);
  await expect.element(name).toHaveValue('Claes & Zoon');

  await userEvent.fill(name, '');
  await userEvent.fill(number, 'be0440966354');
  await expect.element(name).toHaveValue('BV Claes');
  await expect.element(address).toHaveValue('Meir 1, 2000 Antwerpen');
  // What a number brought goes with it.
  await userEvent.fill(number, 'BE0123456749');
  await expect.element(name).toHaveValue('SRL Lambert');
  await expect.element(address).toHaveValue('');
  const source = page.getByText(say('oneShot:invoicing.from.vies'));
  await expect.element(source).toBeVisible();
  // The register knows no address of it: what is empty here and there comes from nowhere.
  await userEvent.fill(name, 'Lambert et fils');
  await expect.element(source).not.toBeInTheDocument();
});

test('day and month are enough for a date; another year is typed over', async () => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  const { say, reload } = await renderApp('/one-shot-check', { server, as: 'visitor' });
  writeDraft(orderKey(), { ...filledIn({ step: 'incapacity' }), incapacity: EMPTY_DRAFT.incapacity });
  await reload();
  await userEvent.click(page.getByRole('button', { name: say('common:draft.continue') }));
  const start = groupOf(page, say('checkFields:startDate'));
  const [year = '', month = '', day = ''] = addDays(today(), 40).split('-');
  await focus(start.getByRole('spinbutton').first());
  await userEvent.keyboard(`${day}${month}`);
  await expectDay(page, say('checkFields:startDate'), `${year}-${month}-${day}`);
  await userEvent.keyboard('2024');
  await expectDay(page, say('checkFields:startDate'), `2024-${month}-${day}`);
  // Rubbed out, it does not come back.
  await userEvent.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
  await expect.element(start.getByRole('spinbutton').nth(2)).not.toHaveAttribute('aria-valuenow');
});
