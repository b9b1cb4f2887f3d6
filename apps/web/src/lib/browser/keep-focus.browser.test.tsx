import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../../test/fields.ts';
import { render } from '../../test/render.tsx';

/** A button that removes or disables itself when it is clicked. */
function Removable({ name, disabled = false }: { readonly name: string; readonly disabled?: boolean }) {
  const [clicked, setClicked] = useState(false);
  if (clicked && !disabled) return null;
  return (
    <button type="button" disabled={clicked} onClick={() => setClicked(true)}>
      {name}
    </button>
  );
}

async function open() {
  await render(
    <main>
      <h1>Page</h1>
      <Removable name="Of the page" />
      <section aria-label="Part">
        <p>
          <Removable name="Of the part" />
          <Removable name="Disabled" disabled />
        </p>
      </section>
    </main>,
  );
}

test.each(['Of the part', 'Disabled'])('the section of a removed or disabled button gets its focus: %s', async (name) => {
  await open();
  await userEvent.click(page.getByRole('button', { name }));
  await expect.element(page.getByRole('region', { name: 'Part' })).toHaveFocus();
});

test('the heading of the page gets the focus of a removed button outside sections', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Of the page' }));
  await expect.element(page.getByRole('heading', { name: 'Page' })).toHaveFocus();
});

test('a click on the page removes the focus, and it is not restored', async () => {
  await open();
  const button = page.getByRole('button', { name: 'Of the part' });
  await focus(button);
  await userEvent.click(page.getByRole('heading', { name: 'Page' }));
  document.querySelector('section')?.append('more');
  // The mutation is observed after this code, and the focus would be restored by a timer after that.
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});
