import type { ComponentProps } from 'react';
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { Field } from '../controls/Field.tsx';
import { TimeField, type TimeFieldProps } from '../controls/TimeField.tsx';

interface FormTimeFieldProps<Input extends FieldValues, Output>
  extends Pick<ComponentProps<typeof Field>, 'hint' | 'required' | 'optional' | 'className'>,
    Pick<TimeFieldProps, 'size'> {
  form: ZodForm<Input, Output>;
  name: FieldPathByValue<Input, string | null | undefined>;
  label: string;
  /** What the form has as its value while no time is given. */
  none?: '' | null;
}

/** A `TimeField` with its label that is a field of a form: its time, its fault and its focus are the form's. */
export function FormTimeField<Input extends FieldValues, Output>({
  form,
  name,
  label,
  none = '',
  size,
  ...frame
}: FormTimeFieldProps<Input, Output>) {
  const { value, onChange, onBlur, ref } = useController({ control: form.control, name }).field;
  return (
    <Field {...frame} label={label} error={form.error(name)}>
      <TimeField value={value ?? ''} onChange={(time) => onChange(time || none)} onBlur={onBlur} ref={ref} size={size} />
    </Field>
  );
}
