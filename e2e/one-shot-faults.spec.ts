import { addDays } from '@checkwell/domain/clock';
import { INTERFACE_LANGUAGES } from '@checkwell/domain/constants';
import { expectFault, expectFocusOnFirstFault, fieldOf, fillDay, groupOf } from './support/fields.ts';
import { fillIncapacity, fillInvoicing, fillWorker, nextStep, wishOf } from './support/one-shot.ts';
import { expectIncapacityFaults, expectWorkerFaults } from './support/order-faults.ts';
import { fromElsewhere, visitor } from './support/people.ts';
import { expect, expectAccessible, expectAccessibleInBothModes, test } from './support/test.ts';
import { wordsIn } from './support/words.ts';

/** What a stranger leaves out or writes wrongly on a phone: each field says so, and keeps what was typed (specification, section 5). */

for (const language of INTERFACE_LANGUAGES) {
  test(`each field of a One Shot Check says what it misses, on a phone, in ${language}`, async ({ newBrowser }) => {
    test.slow();
    const say = wordsIn(language);
    const inspect = language === 'nl' ? expectAccessibleInBothModes : expectAccessible;
    const wish = wishOf();
    const page = await newBrowser('phone');
    await fromElsewhere(page);
    await visitor(page, language, '/one-shot-check');
    await expect(page.getByRole('heading', { name: say('oneShot:worker.title') })).toBeVisible();

    await nextStep(page, say);
    await expectWorkerFaults(page, say);
    await expectFocusOnFirstFault(page);
    await inspect(page);
    const phone = fieldOf(page, say('order:field.workerPhoneNumber'));
    const gsm = fieldOf(page, say('order:field.phoneNumber'));
    await phone.fill('12');
    await gsm.fill('016 22 33 44');
    await nextStep(page, say);
    await expectFault(phone, say('validation:phoneFormat'));
    await expectFault(gsm, say('validation:gsmFormat'));
    await expect(phone).toHaveValue('12');
    await gsm.fill('');
    await fillWorker(page, say, { ...wish, gsm: '' });
    await nextStep(page, say);

    await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
    await nextStep(page, say);
    await expectIncapacityFaults(page, say);
    await expectFocusOnFirstFault(page);
    await inspect(page);
    await expect(page.getByRole('radio', { name: say('enums:checkLocation.Telecheck') })).toHaveAccessibleDescription(
      say('validation:gsmNeeded'),
    );
    await fillDay(page, say('order:field.startDate'), wish.today);
    await fillDay(page, say('order:field.endDate'), addDays(wish.today, -1));
    await expectFault(groupOf(page, say('order:field.endDate')), say('validation:endNotAfterStart'));
    await fieldOf(page, say('order:field.incapacityType')).selectOption('MaternityLeave');
    await expectFault(fieldOf(page, say('order:field.incapacityType')), say('enums:notCheckable.leave'));
    await fillIncapacity(page, say, wish);
    await nextStep(page, say);

    const field = (name: 'firstName' | 'lastName' | 'email' | 'phoneNumber' | 'companyName' | 'companyNumber' | 'companyAddress') =>
      fieldOf(page, say(`oneShot:invoicing.${name}`));
    await expect(page.getByRole('heading', { name: say('oneShot:invoicing.title') })).toBeVisible();
    await nextStep(page, say);
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
    await expectFocusOnFirstFault(page);
    await inspect(page);
    // Whoever is in another field by the time that the form is judged stays there.
    await field('companyNumber').evaluate(async (number) => {
      document.querySelector<HTMLElement>('[type=submit]')?.click();
      number.focus();
      for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    });
    await expect(field('companyNumber')).toBeFocused();
    for (const [name, wrong, fault] of [
      ['email', 'an.claes@', 'emailFormat'],
      ['phoneNumber', '12', 'phoneFormat'],
      ['companyNumber', 'NL123456789B01', 'vatFormat'],
    ] as const) {
      await field(name).fill(wrong);
      await nextStep(page, say);
      await expectFault(field(name), say(`validation:${fault}`));
      await expect(field(name)).toHaveValue(wrong);
    }
    await fillInvoicing(page, say, wish);
    await nextStep(page, say);
    await expect(page.getByRole('heading', { name: say('oneShot:payment.title') })).toBeVisible();
    await inspect(page);
  });
}

test('the first wrong field gets the focus though its code comes last, unless one has gone on by then', async ({ newBrowser }) => {
  const say = wordsIn('en');
  for (const goesOn of [false, true]) {
    const page = await newBrowser('phone');
    await fromElsewhere(page);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/assets\/DatePickerCore/, async (route) => {
      await released;
      await route.continue();
    });
    await visitor(page, 'en', '/one-shot-check');
    await fillWorker(page, say, wishOf());
    await nextStep(page, say);
    await expect(page.getByRole('heading', { name: say('order:incapacity.title') })).toBeVisible();
    await nextStep(page, say);
    // What is there already has it meanwhile.
    await expect(fieldOf(page, say('order:field.incapacityType'))).toBeFocused();
    if (goesOn) await page.keyboard.press('Tab');
    release();
    await expect(groupOf(page, say('order:field.startDate'))).toBeVisible();
    if (goesOn) await expect(fieldOf(page, say('order:field.certificateType'))).toBeFocused();
    else await expectFocusOnFirstFault(page);
  }
});
