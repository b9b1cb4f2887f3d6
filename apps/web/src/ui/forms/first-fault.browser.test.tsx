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

/** Where the focus goes when a form is refused whose first field is in code that is still on its way. */

const filled = () => string().check(minLength(1, 'firstNameRequired'));
const rule = object({ first: filled(), second: filled(), third: string() });

interface FirstProps {
  readonly field: UseFormRegisterReturn;
}

/** Three fields; the code of the first one comes later. */
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

/** @returns what lets the code of the first field come */
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

test('the first wrong field gets the focus when its code comes last; what is there already has it meanwhile', async () => {
  const come = await openForm();
  await userEvent.click(send);
  await expect.element(second).toHaveFocus();
  come();
  await expect.element(first).toHaveFocus();
});

test('whoever has gone on by the time that the code comes stays in the next field', async () => {
  const come = await openForm();
  await userEvent.click(send);
  await expect.element(second).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(third).toHaveFocus();
  come();
  await expect.element(first).toBeVisible();
  await expect.element(third).toHaveFocus();
});

test('whoever is in another field by the time that the form is checked stays there', async () => {
  const come = await openForm();
  come();
  await expect.element(first).toBeVisible();
  const button = await send.findElement();
  const field = await third.findElement();
  if (!(button instanceof HTMLElement && field instanceof HTMLElement)) throw new Error('There is no form.');
  button.click();
  field.focus();
  await expect.element(first).toHaveAttribute('aria-invalid', 'true');
  // The focus is put two frames after the marks.
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(third).toHaveFocus();
});
