import type { ReactNode } from 'react';
import { useGroupBlur } from '../../lib/forms/group-blur.ts';
import { Checkbox } from './Checkbox.tsx';
import { FieldSet } from './Field.tsx';

interface CheckboxGroupProps<Value extends string> {
  readonly legend: ReactNode;
  readonly hint?: ReactNode;
  readonly error: string | undefined;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  /** In the order in which they were ticked. */
  readonly value: readonly Value[];
  readonly onChange: (value: Value[]) => void;
  readonly onBlur: () => void;
  readonly ref: (element: HTMLInputElement | null) => void;
}

/** A choice of several values: one checkbox each, at least one ticked. */
export function CheckboxGroup<Value extends string>({
  legend,
  hint,
  error,
  options,
  value,
  onChange,
  onBlur,
  ref,
}: CheckboxGroupProps<Value>) {
  const groupBlur = useGroupBlur(onBlur);
  return (
    <FieldSet legend={legend} required error={error} hint={hint}>
      <div className="flex flex-wrap gap-x-6 gap-y-1" {...groupBlur}>
        {options.map((option, index) => (
          <Checkbox
            key={option.value}
            ref={index === 0 ? ref : undefined}
            label={option.label}
            checked={value.includes(option.value)}
            aria-invalid={error ? true : undefined}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...value, option.value] : value.filter((other) => other !== option.value))
            }
          />
        ))}
      </div>
    </FieldSet>
  );
}
