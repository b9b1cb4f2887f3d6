import { addDays } from '@checkwell/domain/clock';
import type { InterfaceLanguage } from '@checkwell/domain/constants';
import { ONE_SHOT_PATH, type OneShotOffer } from '@checkwell/domain/one-shot/contract';
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { today } from '../../lib/browser/time.ts';
import { fieldOf, groupOf } from '../../test/fields.ts';
import { TYPED_INVOICING } from '../../test/fixtures/one-shot.ts';
import { press, tabTo } from '../../test/input/keyboard.ts';
import { renderApp } from '../../test/render.tsx';
import { fakeServer } from '../../test/server.ts';

/** A One Shot Check by the keyboard alone, up to the card (e2e/visitors/one-shot.spec.ts); at 400 %, too: 320 × 256. */

const CASES: readonly (readonly [InterfaceLanguage, number, number])[] = [
  ['en', 320, 256],
  ['fr', 1280, 800],
  ['nl', 1280, 800],
];

test.each(CASES)('a stranger fills in a One Shot Check by the keyboard alone, in %s at %i by %i', async (language, width, height) => {
  const server = fakeServer();
  server.rest<OneShotOffer>('GET', ONE_SHOT_PATH, () => ({ offered: true }));
  const { say } = await renderApp('/one-shot-check', { server, as: 'visitor', language, width, height });
  const fill = async (field: Locator, text: string) => {
    await tabTo(field);
    await press(text);
  };
  const goOn = async () => {
    await tabTo(page.getByRole('button', { name: say('common:continue') }));
    await press('{Enter}');
  };
  const worker = (name: 'workerFirstName' | 'workerLastName' | 'workerGender' | 'workerLanguage' | 'workerAddress' | 'workerPhoneNumber') =>
    fieldOf(page, say(`checkFields:${name}`));
  await expect.element(worker('workerFirstName')).toBeVisible();
  await fill(worker('workerFirstName'), 'Noor');
  await fill(worker('workerLastName'), 'Peeters');
  await fill(worker('workerGender'), say('enums:gender.Female'));
  await fill(worker('workerLanguage'), say('enums:workerLanguage.NL'));
  await fill(worker('workerAddress'), 'Bondgenotenlaan 1, 3000 Leuven');
  await fill(worker('workerPhoneNumber'), '016 22 33 44');
  await goOn();
  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.incapacity') })).toBeVisible();
  const day = async (name: 'startDate' | 'endDate', value: string) =>
    fill(
      groupOf(page, say(`checkFields:${name}`))
        .getByRole('spinbutton')
        .first(),
      value.split('-').reverse().join(''),
    );
  await day('startDate', today());
  await day('endDate', addDays(today(), 3));
  // What most orders say is there already (docs/decisions/0053).
  await fill(page.getByRole('radio', { name: say('enums:checkLocation.Office') }), ' ');
  await goOn();
  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.invoicing') })).toBeVisible();
  for (const [name, value] of TYPED_INVOICING) await fill(fieldOf(page, say(`oneShot:invoicing.${name}`)), value);
  await goOn();
  await expect.element(page.getByRole('heading', { name: say('oneShot:steps.payment') })).toBeVisible();
  await tabTo(page.getByRole('checkbox', { name: say('oneShot:terms.accept') }));
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
