import { Checkbox } from '../controls/Checkbox.tsx';
import { useOptimisticValue } from '../controls/use-optimistic-value.ts';

interface FilterCheckboxProps {
  label: string;
  /** The current value, from the address. */
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. */
export function FilterCheckbox({ label, checked, onChange }: FilterCheckboxProps) {
  const [shown, show] = useOptimisticValue(checked);
  return (
    <Checkbox
      label={label}
      checked={shown}
      onChange={(event) => {
        show(event.currentTarget.checked);
        onChange(event.currentTarget.checked);
      }}
    />
  );
}
