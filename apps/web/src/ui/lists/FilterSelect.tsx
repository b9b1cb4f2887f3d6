import { cx } from '../content/cx.ts';
import { Select, type SelectProps } from '../controls/Select.tsx';
import { useOptimisticValue } from '../controls/use-optimistic-value.ts';

/** A filter of which one value can be chosen; as wide as that value needs. @param value what is filtered by now (from the address) */
export function FilterSelect({ value, onChange, className, ...rest }: SelectProps & { value: string }) {
  const [shown, show] = useOptimisticValue(value);
  return (
    <Select
      {...rest}
      className={cx(className, 'sm:max-w-60 sm:[&>select]:field-sizing-content')}
      value={shown}
      onChange={(event) => {
        show(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}
