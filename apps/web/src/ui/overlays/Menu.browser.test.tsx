import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../../test/render.tsx';
import { Menu } from './Menu.tsx';

function Actions() {
  const [chosen, setChosen] = useState(false);
  return (
    <>
      <Menu label="Actions" items={[{ label: 'Cancel', onSelect: () => setChosen(true) }]} />
      {chosen && <p>Chosen</p>}
    </>
  );
}

test('a menu goes at once when an item is chosen, before what the item opens is rendered', async () => {
  await render(<Actions />);
  await userEvent.click(page.getByRole('button', { name: 'Actions' }));
  const item = page.getByRole('menuitem', { name: 'Cancel' });
  await expect.element(item).toHaveFocus();
  item.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  await null;
  expect([page.getByRole('menu').query(), page.getByText('Chosen').query()]).toEqual([null, null]);
  await expect.element(page.getByText('Chosen')).toBeVisible();
});
