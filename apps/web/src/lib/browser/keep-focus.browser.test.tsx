import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { focus } from '../../test/fields.ts';
import { render } from '../../test/render.tsx';

/** What is pressed, and goes with it. */
function Going({ name, disabled = false }: { readonly name: string; readonly disabled?: boolean }) {
  const [gone, setGone] = useState(false);
  if (gone && !disabled) return null;
  return (
    <button type="button" disabled={gone} onClick={() => setGone(true)}>
      {name}
    </button>
  );
}

async function open() {
  await render(
    <main>
      <h1>Page</h1>
      <Going name="Of the page" />
      <section aria-label="Part">
        <p>
          <Going name="Of the part" />
          <Going name="Disabled" disabled />
        </p>
      </section>
    </main>,
  );
}

test.each(['Of the part', 'Disabled'])('the part of a page takes the focus of what goes: %s', async (name) => {
  await open();
  await userEvent.click(page.getByRole('button', { name }));
  await expect.element(page.getByRole('region', { name: 'Part' })).toHaveFocus();
});

test('what is in no part leaves the focus to the heading of the page', async () => {
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Of the page' }));
  await expect.element(page.getByRole('heading', { name: 'Page' })).toHaveFocus();
});

test('whoever presses beside everything has taken the focus away on purpose', async () => {
  await open();
  const button = page.getByRole('button', { name: 'Of the part' });
  await focus(button);
  await userEvent.click(page.getByRole('heading', { name: 'Page' }));
  document.querySelector('section')?.append('more');
  await new Promise((resolve) => setTimeout(resolve));
  expect(document.activeElement).toBe(document.body);
});
