import { Select, type SelectProps } from './Select.tsx';
import { useAhead } from './use-ahead.ts';

/** A filter of which one value can be chosen. @param value what is filtered by now (from the address) */
export function FilterSelect({ value, onChange, ...rest }: SelectProps & { value: string }) {
  const [shown, show] = useAhead(value);
  return (
    <Select
      {...rest}
      value={shown}
      onChange={(event) => {
        show(event.currentTarget.value);
        onChange?.(event);
      }}
    />
  );
}
