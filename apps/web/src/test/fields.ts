import type { CalendarDay } from '@checkwell/domain/clock';
import { expect } from 'vitest';
import { type Locator, locators, page, userEvent } from 'vitest/browser';
import { labelled, literally } from './label.ts';
import type { Say } from './say-with.ts';

export { sentenceWith } from './label.ts';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has neither a role nor a name. */
    css(selector: string): Locator;
  }
}
locators.extend({ css: (selector) => `css=${selector}` });

type Scope = Pick<Locator, 'getByLabelText' | 'getByRole' | 'css'>;

/** The control with exactly this label, but for the mark behind it. */
export function fieldOf(scope: Scope, label: string): Locator {
  // The button that opens the list of a combo box bears the same label.
  return scope.getByLabelText(labelled(label)).and(page.css('input, select, textarea'));
}

/** The group of choices, or of the parts of a date, with exactly this legend, but for the mark behind it. */
export const groupOf = (scope: Scope, legend: string): Locator => scope.getByRole('group', { name: labelled(legend) });

/** The sentence is on the field: who hears the field hears it too. */
export async function expectFieldError(field: Locator, sentence: string): Promise<void> {
  await expect.element(field).toHaveAccessibleDescription(new RegExp(literally(sentence)));
}

/** Types a day into a date field: day, month, year, as all three languages write it. */
export async function fillDay(scope: Scope, label: string, day: CalendarDay): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  const parts = groupOf(scope, label).getByRole('spinbutton');
  await expect.element(parts).toHaveLength(3);
  await focus(parts.first());
  // Each part leads on to the next once it is full.
  await userEvent.keyboard(`${date}${month}${year}`);
  await expect.element(parts.nth(2)).toHaveAttribute('aria-valuenow', String(Number(year)));
}

/** The day that a date field shows. */
export async function expectDay(scope: Scope, label: string, day: string): Promise<void> {
  const parts = groupOf(scope, label).getByRole('spinbutton');
  for (const [index, part] of day.split('-').reverse().entries()) {
    await expect.element(parts.nth(index)).toHaveAttribute('aria-valuenow', String(Number(part)));
  }
}

/** Types a time of day, `HH:MM`, into a time field: hours, minutes, on the 24-hour clock of all three languages. */
export async function fillTime(scope: Scope, label: string, time: string): Promise<void> {
  const parts = groupOf(scope, label).getByRole('spinbutton');
  const [hours = '', minutes = ''] = time.split(':');
  await focus(parts.first());
  await userEvent.keyboard(hours + minutes);
  await expect.element(parts.nth(1)).toHaveAttribute('aria-valuenow', String(Number(minutes)));
}

/** Searches in a combo box and takes the first line that holds the text. */
export async function chooseFound(scope: Scope, label: string, text: string): Promise<void> {
  await userEvent.fill(scope.getByRole('combobox', { name: label }), text);
  await userEvent.click(scope.getByRole('listbox').getByRole('option').filter({ hasText: text }).first());
}

/** The first thing in the open list of a combo box, once there are things. */
export const firstFound = (say: Say): Locator =>
  page
    .getByRole('listbox')
    .getByRole('option')
    .filter({ hasNotText: say('common:loading') })
    .first();

/** Puts the focus on a control as a script does, without a pointer. */
export async function focus(control: Locator): Promise<void> {
  const element = await control.findElement();
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus();
  await expect.element(control).toHaveFocus();
}

/** The focus is on what is wrong first on the screen, and not on what was registered first. */
export async function expectFocusOnFirstError(): Promise<void> {
  const first = page.getByRole('main').css('[aria-invalid="true"], [data-wrong]').first();
  await expect.poll(() => first.query()?.contains(document.activeElement)).toBe(true);
}
