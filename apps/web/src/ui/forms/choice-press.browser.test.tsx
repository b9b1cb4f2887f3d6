import { useController } from 'react-hook-form';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { array, minLength, object, string } from 'zod/mini';
import { useZodForm } from '../../lib/forms/form.ts';
import { render } from '../../test/render.tsx';
import { CheckboxGroup } from '../controls/CheckboxGroup.tsx';
import { FormRadioGroup } from './FormControls.tsx';

const OPTIONS = ['One', 'Two'].map((value) => ({ value, label: value }));

const oneRule = object({ choice: string().check(minLength(1, 'required')) });
const severalRule = object({ choice: array(string()).check(minLength(1, 'required')) });

/** The form grows upwards, as in a centred dialog: the elements below keep their position. */
const GROWS_UPWARDS = { position: 'fixed', bottom: '100px' } as const;

function OneOf() {
  const form = useZodForm(oneRule, { defaultValues: { choice: '' } });
  return (
    <form style={GROWS_UPWARDS}>
      <FormRadioGroup form={form} name="choice" legend="Choice" options={OPTIONS} />
      <button type="button">Next</button>
    </form>
  );
}

function SeveralOf() {
  const form = useZodForm(severalRule, { defaultValues: { choice: [] } });
  const { field } = useController({ control: form.control, name: 'choice' });
  return (
    <form style={GROWS_UPWARDS}>
      <CheckboxGroup {...field} legend="Choice" error={form.error('choice')} options={OPTIONS} />
      <button type="button">Next</button>
    </form>
  );
}

const FORMS = [
  ['radio', OneOf],
  ['checkbox', SeveralOf],
] as const;

test.each(FORMS)('a %s that is clicked while another one has the focus is checked', async (role, Form) => {
  const { say } = await render(<Form />);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole(role, { name: 'One' })).toHaveFocus();
  await page.getByRole(role, { name: 'Two' }).click();
  await expect.element(page.getByRole(role, { name: 'Two' })).toBeChecked();
  await expect.element(page.getByText(say('validation:required'))).not.toBeInTheDocument();
});

test.each(FORMS)('leaving the last %s of a field shows the error', async (role, Form) => {
  const { say } = await render(<Form />);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole(role, { name: 'One' })).toHaveFocus();
  await userEvent.keyboard(role === 'radio' ? '{Tab}' : '{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Next' })).toHaveFocus();
  await expect.element(page.getByText(say('validation:required'))).toBeVisible();
});
