import { useTranslations } from '../../../lib/i18n/translations.ts';
import { Count } from '../../../ui/content/Badge.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import { filterButtonClass } from '../../../ui/controls/control-classes.ts';
import { FieldSet } from '../../../ui/controls/Field.tsx';
import { useOptimisticValue } from '../../../ui/controls/use-optimistic-value.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';

interface ChoiceFilterProps<V extends string> {
  label: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: readonly V[] | undefined;
  /** Undefined: everything. */
  onChange: (value: V[] | undefined) => void;
}

/** A filter that takes several values: a button that says how many, and the choices behind it. */
export function ChoiceFilter<V extends string>({ label, options, value = [], onChange }: ChoiceFilterProps<V>) {
  const t = useTranslations('checks');
  const [shown, show] = useOptimisticValue(value.join(','));
  const chosen = options.map((option) => option.value).filter((known) => shown.split(',').includes(known));
  const choose = (next: V[]) => {
    show(next.join(','));
    onChange(next.length > 0 ? next : undefined);
  };
  const toggle = (choice: V, on: boolean) =>
    choose(options.map((option) => option.value).filter((known) => (known === choice ? on : chosen.includes(known))));
  return (
    <Popover
      label={label}
      trigger={(props) => (
        <Button {...props} iconEnd="chevronDown" className={filterButtonClass}>
          <span className="flex items-center gap-1.5">
            {label}
            {chosen.length > 0 && <Count value={chosen.length} />}
          </span>
        </Button>
      )}
    >
      <FieldSet legend={label}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={(event) => toggle(option.value, event.currentTarget.checked)}
          />
        ))}
      </FieldSet>
      {chosen.length > 0 && (
        <Button variant="ghost" size="xs" className="mt-2" onClick={() => choose([])}>
          {t('common:clear')}
        </Button>
      )}
    </Popover>
  );
}
