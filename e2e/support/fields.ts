import type { CalendarDay } from '@checkwell/domain/clock';
import type { Locator, Page } from '@playwright/test';
import { labelled, literally } from '../../apps/web/src/test/label.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

export { sentenceWith } from '../../apps/web/src/test/label.ts';

/** The control with exactly this label, apart from the mark for required or optional. */
export function fieldOf(scope: Page | Locator, label: string): Locator {
  // The button that opens the list of a combo box has the same label.
  return scope.getByLabel(labelled(label)).and(scope.locator('input, select, textarea'));
}

/** The group of choices, or of the parts of a date, with exactly this legend, apart from the mark for required or optional. */
export function groupOf(scope: Page | Locator, legend: string): Locator {
  return scope.getByRole('group', { name: labelled(legend) });
}

/** Expects the sentence in the accessible description of the field. */
export async function expectFieldError(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(literally(sentence)));
}

/** Types a day into a date field: day, month, year, the order of all three languages. The year may be filled in automatically. */
export async function fillDay(scope: Page | Locator, label: string, day: CalendarDay): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts = scope.getByRole('group', { name: label }).getByRole('spinbutton');
  await expect(parts).toHaveCount(3);
  await parts.nth(0).pressSequentially(date);
  await parts.nth(1).pressSequentially(month);
  const whole = String(Number(year));
  if ((await parts.nth(2).getAttribute('aria-valuenow')) !== whole) await parts.nth(2).pressSequentially(year);
  await expect(parts.nth(2)).toHaveAttribute('aria-valuenow', whole);
}

/** Expects a date field to show this day. */
export async function expectDay(page: Page, label: string, day: string): Promise<void> {
  const parts = groupOf(page, label).getByRole('spinbutton');
  await expect(parts).toHaveCount(3);
  for (const [index, part] of day.split('-').reverse().entries()) {
    await expect(parts.nth(index)).toHaveAttribute('aria-valuenow', String(Number(part)));
  }
}

/** Searches in a combo box and chooses the first option that contains the text. */
export async function chooseFound(scope: Page | Locator, label: string, text: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).fill(text);
  await scope.getByRole('listbox').getByRole('option').filter({ hasText: text }).first().click();
}

/** The first option in the open list of a combo box, once it is loaded. */
export const firstFound = (page: Page, say: Say): Locator =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasNotText: say('common:loading') })
    .first();

/** Types a time of day, `HH:MM`, into a time field: hours, minutes, on the 24-hour clock of all three languages. */
export async function fillTime(scope: Page | Locator, label: string, time: string): Promise<void> {
  const parts = groupOf(scope, label).getByRole('spinbutton');
  await expect(parts).toHaveCount(2);
  for (const [index, digits] of time.split(':').entries()) {
    await parts.nth(index).pressSequentially(digits);
    await expect(parts.nth(index)).toHaveAttribute('aria-valuenow', String(Number(digits)));
  }
}

/** An amount in euro cents, with the decimal mark of any language; only for amounts below a thousand euro. */
export const amountText = (cents: number): RegExp =>
  new RegExp(`(?<!\\d)${Math.floor(cents / 100)}[.,]${String(cents % 100).padStart(2, '0')}(?!\\d)`);
