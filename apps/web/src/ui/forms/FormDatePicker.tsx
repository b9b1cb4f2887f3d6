import type { ComponentProps } from 'react';
import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { DatePicker, type DatePickerProps } from '../controls/DatePicker.tsx';
import { Field } from '../controls/Field.tsx';

interface FormDatePickerProps<Input extends FieldValues, Output>
  extends Pick<ComponentProps<typeof Field>, 'hint' | 'required' | 'optional' | 'className'>,
    Pick<DatePickerProps, 'min' | 'max' | 'size'> {
  form: ZodForm<Input, Output>;
  name: FieldPathByValue<Input, string | null | undefined>;
  label: string;
  /** What the form has as its value while no day is given. */
  none?: '' | null;
}

/** A `DatePicker` with its label that is a field of a form: its day, its fault and its focus are the form's. */
export function FormDatePicker<Input extends FieldValues, Output>({
  form,
  name,
  label,
  none = '',
  min,
  max,
  size,
  ...frame
}: FormDatePickerProps<Input, Output>) {
  const { value, onChange, onBlur, ref } = useController({ control: form.control, name }).field;
  return (
    <Field {...frame} label={label} error={form.error(name)}>
      <DatePicker
        label={label}
        value={value ?? ''}
        onChange={(day) => onChange(day || none)}
        onBlur={onBlur}
        ref={ref}
        {...{ min, max, size }}
      />
    </Field>
  );
}
