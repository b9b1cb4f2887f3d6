import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { FieldError } from './Field.tsx';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'size'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

function useText(hint: ReactNode, error: string | undefined) {
  const id = useId();
  return {
    id,
    hintId: `${id}-hint`,
    errorId: `${id}-error`,
    describedBy: [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  };
}

/** A native checkbox; the whole line answers to the pointer. */
export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const { id, hintId, errorId, describedBy } = useText(hint, error);
  return (
    <div className={cx('flex flex-col gap-0.5', className)}>
      <label htmlFor={rest.id ?? id} className="flex min-h-6 items-start gap-2 py-0.5 text-xs text-fg has-disabled:opacity-60">
        <span className="relative mt-px inline-grid size-4 shrink-0 place-items-center">
          <input
            id={id}
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            {...rest}
            type="checkbox"
            className="peer size-4 appearance-none rounded border border-line-strong bg-field shadow-field transition-colors checked:border-brand checked:bg-brand indeterminate:border-brand indeterminate:bg-brand aria-invalid:border-danger-fg"
          />
          <Icon
            name="check"
            size={12}
            className="pointer-events-none absolute stroke-3 text-(--on-brand) opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      {hint && (
        <div id={hintId} className="pl-6 text-2xs text-muted">
          {hint}
        </div>
      )}
      {error && (
        <div className="pl-6">
          <FieldError id={errorId}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}
