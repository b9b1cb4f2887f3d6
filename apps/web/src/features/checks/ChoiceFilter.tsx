import { useWords } from '../../lib/words.ts';
import { Count } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FieldSet } from '../../ui/Field.tsx';
import { Popover } from '../../ui/Popover.tsx';

interface ChoiceFilterProps<V extends string> {
  label: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: readonly V[] | undefined;
  /** Undefined: everything. */
  onChange: (value: V[] | undefined) => void;
}

/** A filter that takes several values: a button that says how many, and the choices behind it. */
export function ChoiceFilter<V extends string>({ label, options, value = [], onChange }: ChoiceFilterProps<V>) {
  const t = useWords('checks');
  const toggle = (choice: V, on: boolean) => {
    const next = options.map((option) => option.value).filter((known) => (known === choice ? on : value.includes(known)));
    onChange(next.length > 0 ? next : undefined);
  };
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <Button {...props} iconEnd="chevronDown" className="justify-between! font-normal! max-sm:w-full pointer-coarse:h-10">
          <span className="flex items-center gap-1.5">
            {label}
            {value.length > 0 && <Count value={value.length} />}
          </span>
        </Button>
      )}
    >
      <FieldSet legend={label}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={value.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
      </FieldSet>
      {value.length > 0 && (
        <Button variant="ghost" size="xs" className="mt-2" onClick={() => onChange(undefined)}>
          {t('common:clear')}
        </Button>
      )}
    </Popover>
  );
}
