import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { errorText } from '../../lib/api/errors.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Spinner } from '../content/Spinner.tsx';
import { keepPlaced, PANEL_STYLE, place } from '../overlays/use-popover.ts';
import { controlClass } from './control.ts';
import { type FocusTarget, useControlProps, useField } from './field-context.ts';
import { useFound } from './use-found.ts';

export interface ComboBoxProps<T extends object> {
  value: T | null;
  onChange: (item: T | null) => void;
  onBlur?: () => void;
  /** Things that match; runs once typing rests. `signal` aborts when the text moves on. */
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  itemKey: (item: T) => string;
  /** What stands in the field once chosen. */
  itemText: (item: T) => string;
  renderItem?: (item: T) => ReactNode;
  /** Accessible name when it does not stand in a Field. */
  label?: string;
  placeholder?: string;
  emptyText?: string;
  /** Characters before the first search. */
  minLength?: number;
  /** Offers to make a new thing out of the text: what the line says, and what it does. */
  createLabel?: (text: string) => string;
  onCreate?: (text: string) => void;
  /** What is chosen goes into a list of the caller's: the field is empty again, for the next. */
  collects?: boolean;
  /** What the screen begins with: has the focus, unless somebody has gone on to another field. */
  startsHere?: boolean;
  disabled?: boolean;
  className?: string;
  ref?: Ref<ComboBoxHandle>;
}

/** What the rest of a form can do with the field. */
export interface ComboBoxHandle extends FocusTarget {
  /** Puts the text into the field, as if somebody had typed it, and shows what is found. */
  searchFor: (text: string) => void;
}

const CREATE = ' create';

interface Line {
  readonly id: string;
  readonly face: ReactNode;
}

/** Which line is marked: one by name, or, until the lines are there, the first or the last. */
type Mark = { readonly id: string } | 'first' | 'last' | null;

const indexOfMark = (lines: readonly Line[], mark: Mark): number => {
  if (mark === 'first') return lines.length === 0 ? -1 : 0;
  if (mark === 'last') return lines.length - 1;
  return lines.findIndex(({ id }) => id === mark?.id);
};

/** On a touch screen the keyboard would cover the page, so that there the field waits to be touched. */
function startIn(field: HTMLElement | null): void {
  const isTaken = document.activeElement?.matches('input, select, textarea, [role="spinbutton"]') ?? false;
  if (!isTaken && !matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]'))
    field?.focus({ preventScroll: true });
}

/**
 * Chooses one thing out of many by searching for it, by keyboard as the ARIA pattern of a combo box with a list has it. The focus stays in the
 * field. The list opens when somebody types, presses or asks for it by an arrow key; a focus alone would lay it over the field's own error.
 */
export function ComboBox<T extends object>({
  value,
  onChange,
  onBlur,
  search,
  itemKey,
  itemText,
  renderItem,
  label,
  placeholder,
  emptyText,
  minLength = 0,
  createLabel,
  onCreate,
  collects = false,
  startsHere = false,
  disabled = false,
  className,
  ref,
}: ComboBoxProps<T>) {
  const t = useTranslations('common');
  const language = useLanguage();
  const field = useField();
  const listId = useId();
  // What was typed since the last choice; null while the field shows the name of what it stands for.
  const [typed, setTyped] = useState<string | null>(null);
  // What was chosen shows at once, also where the value comes back by way of the address.
  const [chosen, setChosen] = useState(value);
  const chosenKey = chosen ? itemKey(chosen) : null;
  const chosenText = chosen ? itemText(chosen) : '';
  const text = typed ?? chosenText;
  const [isOpen, setOpen] = useState(false);
  const [mark, setMark] = useState<Mark>(null);
  // A value set from outside (a draft, a reset) shows its own text.
  const valueKey = value ? itemKey(value) : null;
  const [knownKey, setKnownKey] = useState(valueKey);
  if (valueKey !== knownKey) {
    setKnownKey(valueKey);
    if (valueKey !== chosenKey) {
      setChosen(value);
      setTyped(null);
    }
  }
  const query = chosen && text === chosenText ? '' : text.trim();
  const tooShort = query.length < minLength;
  const [wanted, setWanted] = useState(false);
  const found = useFound(query, wanted && !tooShort, search);
  const items = tooShort ? [] : found.items;
  const canCreate = createLabel !== undefined && onCreate !== undefined && query !== '' && !found.searching;
  const lines: readonly Line[] = [
    ...items.map((item) => ({ id: itemKey(item), face: renderItem?.(item) ?? itemText(item) })),
    ...(canCreate ? [{ id: CREATE, face: <NewLine>{createLabel(query)}</NewLine> }] : []),
  ];
  const marked = isOpen ? indexOfMark(lines, mark) : -1;
  const lineId = (index: number): string => `${listId}-${index}`;

  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const begins = useRef(startsHere);
  useEffect(() => {
    if (begins.current) startIn(input.current);
    begins.current = false;
  }, []);
  useLayoutEffect(() => {
    if (!isOpen || !frame.current || !panel.current) return;
    panel.current.style.width = `${frame.current.offsetWidth}px`;
    panel.current.showPopover();
    return keepPlaced(frame.current, panel.current, 'start');
  }, [isOpen]);
  // With each search the list has another height.
  useLayoutEffect(() => {
    if (isOpen && frame.current && panel.current) place(frame.current, panel.current, 'start');
  });
  useLayoutEffect(() => {
    if (marked >= 0) panel.current?.querySelector(`[aria-posinset="${marked + 1}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [marked]);

  const open = (at: Mark = null): void => {
    if (disabled) return;
    setMark(at);
    setWanted(true);
    setOpen(true);
  };
  const close = (): void => {
    setOpen(false);
    setMark(null);
  };
  const write = (next: string): void => {
    setTyped(next);
    setWanted(true);
    setMark(null);
    if (next === '' && chosen) {
      setChosen(null);
      onChange(null);
    }
  };
  const choose = (id: string): void => {
    close();
    if (id === CREATE) {
      onCreate?.(query);
      return;
    }
    const item = items.find((candidate) => itemKey(candidate) === id);
    if (!item) return;
    setTyped(null);
    if (!collects) setChosen(item);
    onChange(item);
  };
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    searchFor: (wish) => {
      input.current?.focus();
      write(wish);
      open();
    },
  }));

  const move = (by: 1 | -1): void => {
    if (!isOpen) {
      open(by === 1 ? 'first' : 'last');
      return;
    }
    // From the field itself one goes up to the last line.
    const target = lines.at(by === 1 ? (marked + 1) % lines.length : Math.max(marked, 0) - 1);
    if (target) setMark({ id: target.id });
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const line = lines[marked];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setMark(null);
    else if (event.key === 'Enter' && isOpen) {
      // The form is not sent while its list is open.
      event.preventDefault();
      if (line) choose(line.id);
      else close();
    } else if (event.key === 'Tab' && line) choose(line.id);
    else if (event.key === 'Escape' && isOpen) {
      // For the list alone, not for the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  };

  const status = found.searching ? (
    <span className="flex items-center gap-2">
      <Spinner size={14} /> {t('loading')}
    </span>
  ) : found.error !== undefined ? (
    errorText(found.error, language)
  ) : tooShort ? (
    t('combobox.typeMore', { count: minLength })
  ) : (
    (emptyText ?? t('combobox.noResults'))
  );
  const name = field ? { 'aria-labelledby': field.labelId } : { 'aria-label': label };
  // What is pressed beside the field leaves it the focus.
  const keepFocus = (event: { preventDefault: () => void }): void => event.preventDefault();

  return (
    <div className={className}>
      <div
        ref={frame}
        className={cx(
          controlClass,
          'flex h-8 items-center gap-1 pr-1 pl-2.5 text-xs pointer-coarse:h-10 pointer-coarse:text-[1rem]',
          field?.invalid && 'border-danger-fg!',
        )}
      >
        <Icon name="search" size={15} className="text-faint" />
        <input
          {...useControlProps(name)}
          ref={input}
          role="combobox"
          type="text"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={marked >= 0 ? lineId(marked) : undefined}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder={placeholder}
          disabled={disabled}
          value={text}
          onChange={({ currentTarget }) => {
            write(currentTarget.value);
            setOpen(true);
          }}
          onClick={() => open()}
          onKeyDown={handleKey}
          onBlur={() => {
            close();
            // A text that was not chosen means nothing: the field goes back to what it stands for.
            setTyped(null);
            onBlur?.();
          }}
          className="h-full min-w-0 flex-1 bg-transparent pl-1 outline-none"
        />
        {chosen && !disabled && (
          <button
            type="button"
            aria-label={t('combobox.clear')}
            onClick={() => {
              write('');
              // The button goes away with the choice.
              input.current?.focus();
            }}
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-fg"
          >
            <Icon name="x" size={14} />
          </button>
        )}
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('combobox.open')}
          aria-haspopup="listbox"
          aria-expanded={isOpen}
          disabled={disabled}
          onMouseDown={keepFocus}
          onClick={() => {
            input.current?.focus();
            if (isOpen) close();
            else open();
          }}
          className="grid size-6 place-items-center rounded-sm text-muted outline-none hover:bg-hover hover:text-fg"
        >
          <Icon name="chevronDown" size={14} />
        </button>
      </div>
      {isOpen && (
        <div
          ref={panel}
          popover="manual"
          style={PANEL_STYLE}
          className="min-w-56 animate-pop flex-col overflow-hidden rounded-lg border-0 bg-surface p-1 text-fg shadow-pop open:flex"
        >
          <div id={listId} role="listbox" {...name} className="max-h-78 min-h-0 overflow-y-auto">
            {lines.map(({ id, face }, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked line.
              // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
              <div
                key={id}
                id={lineId(index)}
                role="option"
                aria-selected={id === chosenKey}
                aria-posinset={index + 1}
                aria-setsize={lines.length}
                onMouseDown={keepFocus}
                onPointerMove={() => {
                  if (index !== marked) setMark({ id });
                }}
                onClick={() => choose(id)}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center rounded-md px-2 py-1 text-xs aria-selected:font-medium pointer-coarse:min-h-11',
                  index === marked && 'bg-hover',
                )}
              >
                <div className="min-w-0 flex-1">{face}</div>
              </div>
            ))}
            {lines.length === 0 && (
              // A list box holds options alone.
              // biome-ignore lint/a11y/useFocusableInteractive: as above.
              <div role="option" aria-disabled="true" aria-selected="false" className="px-2 py-3 text-xs text-muted">
                {status}
              </div>
            )}
          </div>
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && (lines.length > 0 ? t('combobox.results', { count: lines.length }) : status)}
      </p>
    </div>
  );
}

/** Offers to make a new thing of what was typed. */
function NewLine({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 text-brand-fg">
      <Icon name="plus" size={14} />
      {children}
    </span>
  );
}
