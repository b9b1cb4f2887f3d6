import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { ChecksDocument } from '../features/checks/checks.gql.ts';
import { OrderCompanyDocument } from '../features/order/order.gql.ts';
import { check } from '../test/fixtures/checks.ts';
import { company } from '../test/fixtures/companies.ts';
import { pageOf } from '../test/fixtures/list.ts';
import { emulateMedia } from '../test/media.ts';
import { render, renderApp } from '../test/render.tsx';
import { fakeServer } from '../test/server.ts';
import { Button } from './controls/Button.tsx';
import { Select } from './controls/Select.tsx';
import { Textarea } from './controls/Textarea.tsx';
import { TextInput } from './controls/TextInput.tsx';

/** The styles of the specification (section 9): font, sizes, colours, fields, and light mode by default. */

async function styleOf(target: Locator) {
  const element = await target.findElement();
  const { backgroundColor } = getComputedStyle(element);
  return { backgroundColor, height: element.getBoundingClientRect().height };
}

test('font, fields and buttons of the sign-in page; light mode by default, and the chosen mode is saved', async () => {
  const { say } = await renderApp('/', { as: 'visitor' });
  expect(getComputedStyle(document.body).fontFamily).toMatch(/^"?Roboto\b/);
  expect(getComputedStyle(document.body).fontSize).toBe('12px');
  await expect.poll(() => document.fonts.check('12px Roboto')).toBe(true);
  expect(await styleOf(page.getByLabelText(say('auth:signIn.email')))).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)', height: 40 });
  expect(await styleOf(page.getByRole('button', { name: say('common:continue') }))).toMatchObject({
    backgroundColor: 'rgb(24, 93, 169)',
    height: 40,
  });

  expect(document.documentElement).not.toHaveClass('dark');
  await userEvent.click(page.getByRole('button', { name: say('auth:colorMode.toDark') }));
  await expect.element(document.documentElement).toHaveClass('dark');
  expect(localStorage.getItem('colorMode')).toBe('dark');
  await userEvent.click(page.getByRole('button', { name: say('auth:colorMode.toLight') }));
  await expect.element(document.documentElement).not.toHaveClass('dark');
});

test('with reduced motion, colours change without a transition', async () => {
  await emulateMedia({ 'prefers-reduced-motion': 'reduce' });
  await render(
    <main>
      <p>Bewaard</p>
      <Button>Bewaren</Button>
    </main>,
  );
  const paragraph = await page.getByText('Bewaard', { exact: true }).findElement();
  const before = getComputedStyle(paragraph).color;
  document.documentElement.classList.add('dark');
  onTestFinished(() => document.documentElement.classList.remove('dark'));
  expect(getComputedStyle(paragraph).color).not.toBe(before);
  expect(document.getAnimations()).toEqual([]);
});

test('buttons and fields of a list and of a form', async () => {
  const server = fakeServer();
  server.graphql(ChecksDocument, () => ({ checks: pageOf([check()]) }));
  server.graphql(OrderCompanyDocument, () => ({ company: company() }));
  const { say } = await renderApp('/checks?status=Planning', { server });
  const primary = page.getByRole('main').getByRole('link', { name: say('checks:list.create') });
  expect(await styleOf(primary)).toMatchObject({ backgroundColor: 'rgb(24, 93, 169)', height: 32 });
  expect(await styleOf(page.getByRole('button', { name: say('common:clearAll') }).first())).toMatchObject({ height: 24 });
  expect((await styleOf(page.getByLabelText(say('checkFields:checkLocation')))).backgroundColor).toBe('rgb(255, 255, 255)');
  await renderApp('/checks/new', { server });
  expect(await styleOf(page.getByRole('button', { name: say('common:continue') }))).toMatchObject({ height: 40 });
});

test('every size of a button, and every kind of field', async () => {
  const sizes = { lg: 48, md: 40, sm: 32, xs: 24 } as const;
  await render(
    <main>
      {(['lg', 'md', 'sm', 'xs'] as const).map((size) => (
        <Button key={size} size={size}>
          {size}
        </Button>
      ))}
      <TextInput aria-label="input" />
      <Select aria-label="select" options={[]} />
      <Textarea aria-label="textarea" />
    </main>,
  );
  for (const [name, height] of Object.entries(sizes)) expect(await styleOf(page.getByRole('button', { name }))).toMatchObject({ height });
  for (const name of ['input', 'select', 'textarea'])
    expect(await styleOf(page.getByLabelText(name))).toMatchObject({ backgroundColor: 'rgb(255, 255, 255)' });
});
