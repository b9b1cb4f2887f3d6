import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { press } from '../test/input/keyboard.ts';
import { mouse } from '../test/mouse.ts';
import { render } from '../test/render.tsx';
import { ComboBox } from './controls/ComboBox.tsx';

interface Named {
  readonly name: string;
}
const FOUND: readonly Named[] = ['Anna', 'Bert', 'Carla'].map((name) => ({ name }));

function Chooser() {
  const [value, setValue] = useState<Named | null>(null);
  return (
    <ComboBox
      label="Who"
      value={value}
      onChange={setValue}
      search={async () => FOUND}
      itemKey={({ name }) => name}
      itemText={({ name }) => name}
    />
  );
}

test('a mouse pointer that does not move neither marks nor unmarks an option; moving it does', async () => {
  await render(<Chooser />);
  const field = page.getByRole('combobox', { name: 'Who' });
  const option = (name: string) => page.getByRole('option', { name });
  await userEvent.click(field);
  await expect.element(option('Carla')).toBeVisible();
  await press('{ArrowDown}');
  const marked = (): Element | null => document.getElementById(field.element().getAttribute('aria-activedescendant') ?? '');
  await expect.poll(marked).toBe(option('Anna').element());
  // The events that a browser sends when the list appears or disappears under a resting pointer.
  option('Carla')
    .element()
    .dispatchEvent(new MouseEvent('mousemove', { bubbles: true }));
  page
    .getByRole('listbox')
    .element()
    .dispatchEvent(new MouseEvent('mouseout', { bubbles: true, relatedTarget: document.body }));
  await expect.poll(marked).toBe(option('Anna').element());
  await press('{Enter}');
  await expect.element(field).toHaveValue('Anna');

  await press('{ArrowDown}');
  await expect.element(option('Carla')).toBeVisible();
  const { left, top, height } = option('Carla').element().getBoundingClientRect();
  await mouse({ to: [left + 20, top + height / 2 - 4] }, { to: [left + 30, top + height / 2] });
  await expect.poll(marked).toBe(option('Carla').element());
  await mouse('down', 'up');
  await expect.element(field).toHaveValue('Carla');
});
