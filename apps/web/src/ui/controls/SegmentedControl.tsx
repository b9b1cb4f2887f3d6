import { useId } from 'react';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';

interface SegmentedControlProps<V extends string> {
  /** Accessible name of the group. */
  label: string;
  options: readonly { readonly value: V; readonly label: string; readonly icon?: IconName }[];
  value: V;
  onChange: (value: V) => void;
  size?: 'sm' | 'xs';
  className?: string;
}

/** A few short alternatives side by side; native radio buttons underneath. */
export function SegmentedControl<V extends string>({ label, options, value, onChange, size = 'sm', className }: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <fieldset className={cx('inline-flex max-w-full rounded-control border border-line bg-sunken p-0.5', className)}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative inline-flex min-w-0 items-center justify-center gap-1.5 rounded-sm px-2.5 font-medium whitespace-nowrap text-muted transition-colors select-none hover:text-fg',
            'has-checked:bg-surface has-checked:text-fg has-checked:shadow-[0_1px_2px_rgb(16_24_40/0.12),0_0_0_1px_rgb(16_24_40/0.06)] dark:has-checked:bg-hover dark:has-checked:shadow-none',
            'has-focus-visible:outline-2 has-focus-visible:outline-ring',
            size === 'sm' ? 'h-[26px] text-xs pointer-coarse:h-9' : 'h-6 text-2xs pointer-coarse:h-8',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 appearance-none rounded-sm outline-none!"
          />
          {option.icon && <Icon name={option.icon} size={14} />}
          <span className="pointer-events-none truncate">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
