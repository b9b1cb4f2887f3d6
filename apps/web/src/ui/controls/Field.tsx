import { type ReactNode, useId } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { FieldContext } from './field-context.ts';

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** Shows "optional" after the label, for the few optional fields of a long form. */
  optional?: boolean;
  labelHidden?: boolean;
  className?: string;
  children: ReactNode;
}

/** The mark after the label of a required field; the control tells screen readers. */
export function RequiredMark() {
  return (
    <span className="ml-0.5 text-danger-fg" aria-hidden="true">
      *
    </span>
  );
}

function OptionalMark() {
  const t = useTranslations('common');
  return <span className="ml-1.5 font-normal text-muted">({t('optional')})</span>;
}

/** The sentence under a control that says what is wrong with it. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1 text-2xs text-danger-fg">
      <Icon name="alertCircle" size={13} className="mt-px" />
      <span>{children}</span>
    </p>
  );
}

/** Label, hint and error around one control; the control finds them by itself. */
export function Field({ label, hint, error, required = false, optional = false, labelHidden = false, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const labelId = `${id}-label`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div data-field="" className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label id={labelId} htmlFor={id} className={cx('text-xs font-medium text-fg', labelHidden && 'sr-only')}>
        {label}
        {required && <RequiredMark />}
        {optional && <OptionalMark />}
      </label>
      <div className="flex min-w-0 flex-col gap-1">
        <FieldContext value={{ id, labelId, describedBy, invalid: Boolean(error), required }}>{children}</FieldContext>
        {hint && (
          <div id={hintId} className="text-2xs text-muted">
            {hint}
          </div>
        )}
        {error && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </div>
  );
}

/** A group of controls under one legend. */
export function FieldSet({
  legend,
  hint,
  error,
  required = false,
  optional = false,
  className,
  children,
}: Omit<FieldProps, 'label' | 'labelHidden'> & { legend: ReactNode }) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset
      className={cx('flex min-w-0 flex-col gap-1.5', className)}
      aria-describedby={describedBy}
      data-wrong={error ? true : undefined}
    >
      <legend className="mb-1.5 text-xs font-medium text-fg">
        {legend}
        {required && <RequiredMark />}
        {optional && <OptionalMark />}
      </legend>
      {hint && (
        <div id={`${id}-hint`} className="text-2xs text-muted">
          {hint}
        </div>
      )}
      {children}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}

/** Fields side by side where there is room; where one label is long, the controls stay aligned (`form-row`). */
export function FormRow({ columns = 2, className, children }: { columns?: 2 | 3; className?: string; children: ReactNode }) {
  return <div className={cx('form-row grid gap-4', columns === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2', className)}>{children}</div>;
}

/** The fields of a form, one under the other. */
export function FormStack({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('flex flex-col gap-4', className)}>{children}</div>;
}

/** The buttons at the end of a form; the main one comes last. */
export function FormActions({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('flex flex-wrap items-center justify-end gap-2 max-sm:*:flex-1', className)}>{children}</div>;
}
