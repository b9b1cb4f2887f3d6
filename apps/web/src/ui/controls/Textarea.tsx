import { type Ref, type TextareaHTMLAttributes, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { controlClass } from './control-classes.ts';
import { useControlProps } from './field-context.ts';

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  /**
   * Characters that the rule of the field allows. A longer text stays and shows an error, because a browser would cut it unseen.
   */
  maxLength?: number;
  /** Whether to show the number of characters left once most of `maxLength` is used. */
  showCount?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A text area that grows with its text. */
export function Textarea({ showCount = false, className, maxLength, rows = 3, onInput, ...rest }: TextareaProps) {
  const t = useTranslations('common');
  const props = useControlProps(rest);
  const [length, setLength] = useState(() => lengthOf(String(rest.value ?? rest.defaultValue ?? '')));
  const frame = useRef<HTMLDivElement>(null);
  const measure = () => {
    const field = frame.current?.querySelector('textarea');
    if (field) setLength(lengthOf(field.value));
  };
  // After each rendering: a form that puts a text into the field, or empties it, causes no event. The same length renders nothing again.
  useLayoutEffect(measure);
  const id = useId();
  const left = (maxLength ?? Number.POSITIVE_INFINITY) - length;
  const isOver = left < 0;
  const describedBy = [props['aria-describedby'], isOver && id].filter(Boolean).join(' ') || undefined;
  return (
    <div ref={frame} className="flex flex-col gap-1">
      <textarea
        {...props}
        aria-describedby={describedBy}
        aria-invalid={isOver || props['aria-invalid']}
        rows={rows}
        onInput={(event) => {
          setLength(lengthOf(event.currentTarget.value));
          onInput?.(event);
        }}
        className={cx(
          controlClass,
          'field-sizing-content min-h-18 resize-y px-2.5 py-1.5 text-xs leading-relaxed pointer-coarse:text-[1rem]',
          className,
        )}
      />
      {maxLength !== undefined && (isOver || (showCount && left <= maxLength / 5)) && (
        <p id={id} className={cx('text-right text-2xs tabular-nums', isOver ? 'text-danger-fg' : 'text-muted')} aria-live="polite">
          {isOver ? t('characters.over', { count: -left }) : t('characters.left', { count: left })}
        </p>
      )}
    </div>
  );
}

/** As the rules of the domain count it: trimmed, in composed form. */
const lengthOf = (text: string): number => text.trim().normalize().length;
