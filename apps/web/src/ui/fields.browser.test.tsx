import { line, text } from '@checkwell/domain/validation';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod/mini';
import { useZodForm } from '../lib/forms/form.ts';
import { render } from '../test/render.tsx';
import { SearchInput } from './controls/SearchInput.tsx';
import { Textarea } from './controls/Textarea.tsx';
import { PasswordInput, TextInput } from './controls/TextInput.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchInput label="Find" value={value} onChange={setValue} />;
}

test('clearing a search keeps the focus in the field', async () => {
  const { say } = await render(<Search />);
  const field = page.getByRole('searchbox', { name: 'Find' });
  await userEvent.type(field, 'Peters');
  await userEvent.click(page.getByRole('button', { name: say('common:clear') }));
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('the button that shows a password changes its name, and has no pressed state', async () => {
  const { say } = await render(<PasswordInput aria-label="Password" defaultValue="secret" />);
  await userEvent.click(page.getByRole('button', { name: say('common:password.show') }));
  // A pressed button "Hide" would mean that the password is hidden.
  await expect.element(page.getByRole('button', { name: say('common:password.hide') })).not.toHaveAttribute('aria-pressed');
});

const LIMIT = 10;
const RULE = z.object({ text: text(LIMIT), inner: z.object({ line: z.nullish(line(LIMIT, 'required')) }), password: line(LIMIT) });

function Form() {
  const form = useZodForm(RULE, { defaultValues: { text: '', inner: { line: '' }, password: '' } });
  return (
    <>
      <Textarea aria-label="Text" {...form.register('text')} showCount />
      <TextInput aria-label="Line" {...form.register('inner.line')} />
      <PasswordInput aria-label="Password" {...form.register('password')} />
      <button type="button" onClick={() => form.reset({ text: '' })}>
        Empty
      </button>
      <button type="button" onClick={() => form.reset({ text: 'a'.repeat(LIMIT + 2) })}>
        Fill
      </button>
    </>
  );
}

test('the number of remaining characters follows the text in the field, also when the form sets it', async () => {
  const { say } = await render(<Form />);
  const field = page.getByRole('textbox', { name: 'Text' });
  await userEvent.type(field, 'a'.repeat(LIMIT - 1));
  await expect.element(page.getByText(say('common:characters.left', { count: 1 }))).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Empty' }));
  await expect.element(field).toHaveValue('');
  await expect.element(page.getByText(say('common:characters.left', { count: 1 }))).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Fill' }));
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText(say('common:characters.over', { count: 2 }))).toBeVisible();
});

test('a field takes no more characters than its rule, but for a password, which would be cut unseen', async () => {
  await render(<Form />);
  const long = 'a'.repeat(LIMIT + 2);
  const line = page.getByRole('textbox', { name: 'Line' });
  await userEvent.type(line, long);
  await expect.element(line).toHaveValue(long.slice(0, LIMIT));
  const password = page.getByLabelText('Password', { exact: true });
  await userEvent.type(password, long);
  await expect.element(password).toHaveValue(long);
});
