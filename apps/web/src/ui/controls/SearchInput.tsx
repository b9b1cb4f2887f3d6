import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { controlClass, controlHeights } from './control-classes.ts';

interface SearchInputProps {
  /** The current search text, from the address. */
  value: string;
  /** Gets the text after the debounce delay. */
  onChange: (text: string) => void;
  /** Accessible name. */
  label: string;
  placeholder?: string;
  /** Milliseconds without a key before the search runs. */
  rest?: number;
  className?: string;
}

/** A search field that shows typed text at once; the search follows after a pause. */
export function SearchInput({ value, onChange, label, placeholder, rest = 250, className }: SearchInputProps) {
  const t = useTranslations('common');
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // Texts that this field sent and the address has not shown yet, the newest last; else the text of the address.
  const [asked, setAsked] = useState<readonly string[]>([value]);
  const newest = asked.at(-1);
  if (value !== known) {
    setKnown(value);
    // An address that follows this field may be older than its text; a change from elsewhere (back, "clear all") replaces the text.
    if (value === newest) setAsked([value]);
    else if (!asked.includes(value)) {
      setAsked([value]);
      setText(value);
    }
  }
  const settled = useDeferredValue(text);
  const input = useRef<HTMLInputElement>(null);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  });
  useEffect(() => {
    const wanted = settled.trim();
    if (wanted === newest) return;
    const timer = setTimeout(() => {
      setAsked((old) => [...old, wanted]);
      report.current(wanted);
    }, rest);
    return () => clearTimeout(timer);
  }, [settled, newest, rest]);
  return (
    <search className={cx('relative w-full sm:w-64', className)}>
      <Icon name="search" size={15} className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={text}
        enterKeyHint="search"
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        className={cx(controlClass, controlHeights.sm, 'pr-8! pl-8! [&::-webkit-search-cancel-button]:hidden')}
      />
      {text !== '' && (
        <button
          type="button"
          aria-label={t('clear')}
          onClick={() => {
            setText('');
            // This removes the pressed button.
            input.current?.focus();
          }}
          className="absolute top-1/2 right-1 grid size-6 -translate-y-1/2 place-items-center rounded-sm text-muted hover:text-fg"
        >
          <Icon name="x" size={14} />
        </button>
      )}
    </search>
  );
}
