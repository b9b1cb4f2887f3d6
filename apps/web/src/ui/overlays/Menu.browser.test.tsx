import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mouse } from '../../test/mouse.ts';
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
  await Promise.resolve();
  expect([page.getByRole('menu').query(), page.getByText('Chosen').query()]).toEqual([null, null]);
  await expect.element(page.getByText('Chosen')).toBeVisible();
});

const middleOf = (element: Element): readonly [x: number, y: number] => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
};

const NAME = 'Actions';
const button = page.getByRole('button', { name: NAME });
const menu = page.getByRole('menu', { name: NAME });

async function opened() {
  await render(<Menu label={NAME} items={[{ label: 'First' }, { label: 'Second' }]} />);
  await button.click();
  await expect.element(menu).toBeVisible();
}

test('the button closes its open menu, and the press does not open it again', async () => {
  await opened();
  await button.click();
  await expect.element(menu).not.toBeInTheDocument();
  await button.click();
  await expect.element(menu).toBeVisible();
});

test('after a press that began on the button and ended in the menu, or beside both, the keyboard opens it at once', async () => {
  await opened();
  await mouse({ to: middleOf(button.element()) }, 'down', { to: middleOf(menu.element()) }, 'up');
  await expect.element(menu).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();

  await mouse({ to: middleOf(button.element()) }, 'down', { to: [600, 500] }, 'up');
  await expect.element(menu).not.toBeInTheDocument();
  button.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(menu).toBeVisible();
});

test('a press that began in the menu and ended beside it, or the reverse, leaves it open', async () => {
  await opened();
  await mouse({ to: middleOf(menu.element()) }, 'down', { to: [600, 500] }, 'up');
  await expect.element(menu).toBeVisible();
  await mouse({ to: [600, 500] }, 'down', { to: middleOf(menu.element()) }, 'up');
  await expect.element(menu).toBeVisible();
  await mouse({ to: middleOf(menu.element()) }, 'down', { to: middleOf(button.element()) }, 'up');
  await expect.element(menu).toBeVisible();
});
