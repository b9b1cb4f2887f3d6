import type { CalendarDay } from '@checkwell/domain/clock';
import type { Locator, Page } from '@playwright/test';
import { labelled, literally } from '../../apps/web/src/test/label.ts';
import type { Say } from './screens/say.ts';
import { expect } from './test.ts';

export { sentenceWith } from '../../apps/web/src/test/label.ts';

/** The control with exactly this label, but for the mark behind it. */
export function fieldOf(scope: Page | Locator, label: string): Locator {
  // The button that opens the list of a combo box bears the same label.
  return scope.getByLabel(labelled(label)).and(scope.locator('input, select, textarea'));
}

/** The group of choices, or of the parts of a date, with exactly this legend, but for the mark behind it. */
export function groupOf(scope: Page | Locator, legend: string): Locator {
  return scope.getByRole('group', { name: labelled(legend) });
}

/** The sentence is on the field: who hears the field hears it too. */
export async function expectFault(field: Locator, sentence: string): Promise<void> {
  await expect(field).toHaveAccessibleDescription(new RegExp(literally(sentence)));
}

/** Types a day into a date field: day, month, year, as all three languages write it. The year may be there by itself then. */
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

/** The day that a date field shows. */
export async function expectDay(page: Page, label: string, day: string): Promise<void> {
  const parts = groupOf(page, label).getByRole('spinbutton');
  await expect(parts).toHaveCount(3);
  for (const [index, part] of day.split('-').reverse().entries()) {
    await expect(parts.nth(index)).toHaveAttribute('aria-valuenow', String(Number(part)));
  }
}

/** Searches in a combo box and takes the first line that holds the text. */
export async function chooseFound(scope: Page | Locator, label: string, text: string): Promise<void> {
  await scope.getByRole('combobox', { name: label }).fill(text);
  await scope.getByRole('listbox').getByRole('option').filter({ hasText: text }).first().click();
}

/** The first thing in the open list of a combo box, once there are things. */
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
