import type { UseFormRegisterReturn } from 'react-hook-form';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { minLength, object, string } from 'zod/mini';
import { useZodForm } from '../../lib/forms/form.ts';
import { render } from '../../test/render.tsx';
import { Field } from '../controls/Field.tsx';
import { FieldFallback } from '../controls/FieldFallback.tsx';
import { TextInput } from '../controls/TextInput.tsx';
import { type Lazy, LazyPart, lazy } from '../overlays/lazy.tsx';

/** The focus after a refused form whose first field is loaded lazily. */

const filled = () => string().check(minLength(1, 'firstNameRequired'));
const rule = object({ first: filled(), second: filled(), third: string() });

interface FirstProps {
  readonly field: UseFormRegisterReturn;
}

/** Three fields; the first one is loaded lazily. */
function Form({ firstField }: { readonly firstField: Lazy<FirstProps> }) {
  const form = useZodForm(rule, { defaultValues: { first: '', second: '', third: '' } });
  return (
    <main>
      <form noValidate onSubmit={form.handleSubmit(() => undefined)}>
        <Field label="First" error={form.error('first')}>
          <LazyPart part={firstField} props={{ field: form.register('first') }} fallback={<FieldFallback />} />
        </Field>
        <Field label="Second" error={form.error('second')}>
          <TextInput {...form.register('second')} />
        </Field>
        <Field label="Third">
          <TextInput {...form.register('third')} />
        </Field>
        <button type="submit">Send</button>
      </form>
    </main>
  );
}

/** @returns loads the first field */
async function openForm(): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const firstField = lazy<FirstProps>(async () => {
    await promise;
    return ({ field }) => <TextInput {...field} />;
  });
  await render(<Form firstField={firstField} />);
  return resolve;
}

const first = page.getByLabelText('First');
const second = page.getByLabelText('Second');
const third = page.getByLabelText('Third');
const send = page.getByRole('button', { name: 'Send' });

test('the first invalid field gets the focus once it is loaded; until then the next invalid one has it', async () => {
  const loadFirst = await openForm();
  await userEvent.click(send);
  await expect.element(second).toHaveFocus();
  loadFirst();
  await expect.element(first).toHaveFocus();
});

test('the focus stays where the user moved it before the first field is loaded', async () => {
  const loadFirst = await openForm();
  await userEvent.click(send);
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(third).toHaveFocus();
  loadFirst();
  await expect.element(first).toBeVisible();
  await expect.element(third).toHaveFocus();
});

test('the focus stays where the user moved it before the form is validated', async () => {
  const loadFirst = await openForm();
  loadFirst();
  await expect.element(first).toBeVisible();
  const button = await send.findElement();
  const field = await third.findElement();
  if (!(button instanceof HTMLElement && field instanceof HTMLElement)) throw new Error('There is no form.');
  button.click();
  field.focus();
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  // The form moves the focus two frames after it has marked the fields.
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(third).toHaveFocus();
});
