import type { ComponentProps } from 'react';
import { type FieldPath, type FieldPathValue, type FieldValues, useController } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { RadioGroup } from '../controls/RadioGroup.tsx';

type Choice<Input extends FieldValues, Name extends FieldPath<Input>> = Extract<FieldPathValue<Input, Name>, string>;

interface FormRadioGroupProps<Input extends FieldValues, Output, Name extends FieldPath<Input>>
  extends Omit<ComponentProps<typeof RadioGroup<Choice<Input, Name>>>, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'> {
  form: ZodForm<Input, Output>;
  name: Name;
}

/** A `RadioGroup` that is a field of a form: its value, its fault and its focus are the form's. */
export function FormRadioGroup<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  ...group
}: FormRadioGroupProps<Input, Output, Name>) {
  const { value, ...field } = useController({ control: form.control, name }).field;
  return <RadioGroup<Choice<Input, Name>> {...group} {...field} value={value ?? ''} error={form.error(name)} />;
}
