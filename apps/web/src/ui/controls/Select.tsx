import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { type ControlSize, controlClass, controlHeights } from './control-classes.ts';
import { useControlProps } from './field-context.ts';

export interface SelectOption {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

export interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'size' | 'children'> {
  options: readonly SelectOption[];
  /** Stands for "nothing chosen" (value ''). */
  placeholder?: string;
  size?: ControlSize;
  ref?: Ref<HTMLSelectElement>;
}

/** A native select, which works best on phones and with assistive technology. */
export function Select({ options, placeholder, size = 'sm', className, ...rest }: SelectProps) {
  const props = useControlProps(rest);
  return (
    <div className={cx('relative min-w-0', className)}>
      <select {...props} className={cx(controlClass, controlHeights[size], 'cursor-pointer appearance-none truncate pr-8!')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={14} className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 text-muted" />
    </div>
  );
}
