import { type Ref, type TextareaHTMLAttributes, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlClass } from './control.ts';
import { cx } from './cx.ts';
import { useControlProps } from './field-context.ts';

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /** Says how much room is left once most of `maxLength` is used. */
  showCount?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text. */
export function Textarea({ showCount = false, className, maxLength, rows = 3, onInput, ...rest }: TextareaProps) {
  const { t } = useTranslation('common');
  const props = useControlProps(rest);
  const [length, setLength] = useState(() => String(rest.value ?? rest.defaultValue ?? '').length);
  const left = (maxLength ?? 0) - length;
  return (
    <div className="flex flex-col gap-1">
      <textarea
        {...props}
        rows={rows}
        maxLength={maxLength}
        onInput={(event) => {
          setLength(event.currentTarget.value.length);
          onInput?.(event);
        }}
        className={cx(
          controlClass,
          'field-sizing-content min-h-18 resize-y px-2.5 py-1.5 text-xs leading-relaxed pointer-coarse:text-[1rem]',
          className,
        )}
      />
      {showCount && maxLength !== undefined && left <= maxLength / 5 && (
        <p className="text-right text-2xs text-muted tabular-nums" aria-live="polite">
          {t('characters.left', { count: left })}
        </p>
      )}
    </div>
  );
}
