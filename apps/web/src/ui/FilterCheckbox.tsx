import { useState } from 'react';
import { Checkbox } from './Checkbox.tsx';

interface FilterCheckboxProps {
  label: string;
  /** What is filtered by now (from the address). */
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. The mark is there at once, the address and the list follow. */
export function FilterCheckbox({ label, checked, onChange }: FilterCheckboxProps) {
  const [shown, setShown] = useState(checked);
  const [known, setKnown] = useState(checked);
  // The address changed by other means (back, "clear all"): follow it.
  if (checked !== known) {
    setKnown(checked);
    setShown(checked);
  }
  return (
    <Checkbox
      label={label}
      checked={shown}
      onChange={(event) => {
        setShown(event.currentTarget.checked);
        onChange(event.currentTarget.checked);
      }}
    />
  );
}
