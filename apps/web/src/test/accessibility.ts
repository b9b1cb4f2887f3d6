import axe, { type RunOnly } from 'axe-core';
import { expect } from 'vitest';
import { COLOURS, DIMMABLE, findViolations, isSettled, type Violations, WCAG } from './axe.ts';

window.axe = axe;

/** The screen breaks no rule of WCAG 2.2 AA that axe can find. Colours count at rest: rows that wait for newer ones are dimmed. */
export async function expectAccessible(): Promise<void> {
  await expectNoViolations(WCAG);
}

/** The same in both colour modes. */
export async function expectAccessibleInBothModes(): Promise<void> {
  await expectAccessible();
  const { classList } = document.documentElement;
  const other = !classList.contains('dark');
  classList.toggle('dark', other);
  await expectNoViolations(COLOURS);
  classList.toggle('dark', !other);
}

async function expectNoViolations(runOnly: RunOnly): Promise<void> {
  let seen: Violations;
  do {
    await expect.poll(() => isSettled(DIMMABLE)).toBe(true);
    seen = await findViolations({ runOnly, dimmable: DIMMABLE });
  } while (seen.disturbed);
  expect(seen.found, `accessibility of ${location.pathname}`).toEqual([]);
}
