import { cx } from '../content/cx.ts';
import { Select, type SelectOption, type SelectProps } from '../controls/Select.tsx';
import { useOptimisticValue } from '../controls/use-optimistic-value.ts';

interface FilterSelectProps<Value extends string> extends Omit<SelectProps, 'value' | 'onChange' | 'options'> {
  /** The current value of the filter, from the URL. */
  readonly value: Value | undefined;
  /** Called with `undefined` for the placeholder, which means any value. */
  readonly onChange: (value: Value | undefined) => void;
  readonly options: readonly (SelectOption & { readonly value: Value })[];
}

/** A filter with one value, as wide as that value. */
export function FilterSelect<Value extends string>({ value, onChange, options, className, ...rest }: FilterSelectProps<Value>) {
  const [shown, show] = useOptimisticValue(value);
  return (
    <Select
      {...rest}
      options={options}
      className={cx(className, 'sm:max-w-60 sm:[&>select]:field-sizing-content')}
      value={shown ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value)?.value;
        show(chosen);
        onChange(chosen);
      }}
    />
  );
}
