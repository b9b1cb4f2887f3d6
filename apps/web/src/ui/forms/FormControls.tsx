import type { ComponentProps } from 'react';
import { type FieldPath, type FieldPathByValue, type FieldPathValue, type FieldValues, useController } from 'react-hook-form';
import type { ZodForm } from '../../lib/forms/form.ts';
import { DatePicker, type DatePickerProps } from '../controls/DatePicker.tsx';
import { Field } from '../controls/Field.tsx';
import { RadioGroup } from '../controls/RadioGroup.tsx';
import { TimeField, type TimeFieldProps } from '../controls/TimeField.tsx';

type Choice<Input extends FieldValues, Name extends FieldPath<Input>> = Extract<FieldPathValue<Input, Name>, string>;

interface FormRadioGroupProps<Input extends FieldValues, Output, Name extends FieldPath<Input>>
  extends Omit<ComponentProps<typeof RadioGroup<Choice<Input, Name>>>, 'name' | 'value' | 'onChange' | 'onBlur' | 'error' | 'ref'> {
  form: ZodForm<Input, Output>;
  name: Name;
}

/** A `RadioGroup` that is a field of a form: its value, its error and its focus are the form's. */
export function FormRadioGroup<Input extends FieldValues, Output, Name extends FieldPath<Input>>({
  form,
  name,
  ...group
}: FormRadioGroupProps<Input, Output, Name>) {
  const { value, ...field } = useController({ control: form.control, name }).field;
  return <RadioGroup<Choice<Input, Name>> {...group} {...field} value={value ?? ''} error={form.error(name)} />;
}

interface FormDatePickerProps<Input extends FieldValues, Output>
  extends Pick<ComponentProps<typeof Field>, 'hint' | 'required' | 'optional' | 'className'>,
    Pick<DatePickerProps, 'min' | 'max' | 'size'> {
  form: ZodForm<Input, Output>;
  name: FieldPathByValue<Input, string | null | undefined>;
  label: string;
  /** What the form has as its value while no day is given. */
  none?: '' | null;
}

/** A `DatePicker` with its label that is a field of a form: its day, its error and its focus are the form's. */
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

interface FormTimeFieldProps<Input extends FieldValues, Output>
  extends Pick<ComponentProps<typeof Field>, 'hint' | 'required' | 'optional' | 'className'>,
    Pick<TimeFieldProps, 'size'> {
  form: ZodForm<Input, Output>;
  name: FieldPathByValue<Input, string | null | undefined>;
  label: string;
  /** What the form has as its value while no time is given. */
  none?: '' | null;
}

/** A `TimeField` with its label that is a field of a form: its time, its error and its focus are the form's. */
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
