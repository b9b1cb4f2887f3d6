import { type ReactNode, type Ref, useId } from 'react';
import { useGroupBlur } from '../../lib/forms/group-blur.ts';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';
import { FieldSet } from './Field.tsx';

export interface RadioOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface RadioGroupProps<V extends string> {
  legend: ReactNode;
  name?: string;
  options: readonly RadioOption<V>[];
  value: V | '' | undefined;
  onChange: (value: V) => void;
  onBlur?: () => void;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  columns?: 1 | 2 | 3;
  className?: string;
  /** The button that takes the focus for the group: the chosen one, else the first. */
  ref?: Ref<HTMLInputElement>;
}

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' } as const;

/** Cards to choose one from, each with room for what the choice means. */
export function RadioGroup<V extends string>({
  legend,
  name,
  options,
  value,
  onChange,
  onBlur,
  hint,
  error,
  required,
  columns = 1,
  className,
  ref,
}: RadioGroupProps<V>) {
  const id = useId();
  const groupBlur = useGroupBlur(onBlur);
  const entrance = options.find((option) => option.value === value) ?? options.find(({ disabled }) => !disabled);
  return (
    <FieldSet legend={legend} hint={hint} error={error} required={required} className={className}>
      <div className={cx('grid gap-2', COLUMNS[columns])} {...groupBlur}>
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex items-start gap-2.5 rounded-lg border border-line-strong/50 bg-field px-3 py-2.5 transition-colors',
              'hover:border-line-strong has-checked:border-brand-fg has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand-fg',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
              'has-disabled:cursor-not-allowed has-disabled:bg-sunken has-disabled:hover:border-line-strong/50',
              error && 'border-danger-fg',
            )}
          >
            <input
              ref={option === entrance ? ref : undefined}
              type="radio"
              name={name ?? id}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className="mt-0.5 size-3.5 shrink-0 appearance-none rounded-full border border-line-strong bg-field outline-none! checked:border-[4.5px] checked:border-brand-fg disabled:opacity-60"
            />
            <span className="flex min-w-0 flex-1 flex-col">
              <span className={cx('text-xs font-medium', option.disabled ? 'text-muted' : 'text-fg')}>{option.label}</span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className="text-2xs text-muted">
                  {option.hint}
                </span>
              )}
            </span>
            {option.icon && <Icon name={option.icon} size={18} className="text-muted" />}
          </label>
        ))}
      </div>
    </FieldSet>
  );
}
