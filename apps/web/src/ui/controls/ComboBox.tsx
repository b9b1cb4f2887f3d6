import { type UseComboboxState, type UseComboboxStateChange, type UseComboboxStateChangeOptions, useCombobox } from 'downshift';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useEffect,
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
import { controlClass } from './control-classes.ts';
import { type FocusTarget, useControlProps, useField } from './field-context.ts';
import { useSearchResults } from './use-search-results.ts';

export interface ComboBoxProps<T extends object> {
  value: T | null;
  onChange: (item: T | null) => void;
  onBlur?: () => void;
  /** Things that match; runs after the debounce delay. `signal` aborts when the text moves on. */
  search: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  itemKey: (item: T) => string;
  /** Text in the field for a chosen item. */
  itemText: (item: T) => string;
  renderItem?: (item: T) => ReactNode;
  /** Accessible name when it is not in a Field. */
  label?: string;
  placeholder?: string;
  emptyText?: string;
  /** Characters before the first search. */
  minLength?: number;
  /** Label of the line that creates an item from the text. */
  createLabel?: (text: string) => string;
  onCreate?: (text: string) => void;
  /** Whether the field is emptied after each choice, because the caller collects the choices. */
  collects?: boolean;
  /** Whether the field takes the focus at first, unless the user is in another field. */
  startsHere?: boolean;
  disabled?: boolean;
  className?: string;
  ref?: Ref<ComboBoxHandle>;
}

/** Functions of the field for other parts of a form. */
export interface ComboBoxHandle extends FocusTarget {
  /** Puts the text into the field, as if somebody had typed it, and shows what is found. */
  searchFor: (text: string) => void;
}

/** A line of the list: a found item, or null for the line that creates one from the text. */
interface Line<T> {
  readonly id: string;
  readonly item: T | null;
}

const CREATE = ' create';

/** The marked line: by id, or the first or last of lines that are still loading. */
type Mark = { readonly id: string } | 'first' | 'last' | null;

const indexOfMark = (lines: readonly Line<unknown>[], mark: Mark): number => {
  if (mark === 'first') return lines.length === 0 ? -1 : 0;
  if (mark === 'last') return lines.length - 1;
  return lines.findIndex(({ id }) => id === mark?.id);
};

const { stateChangeTypes: CHANGE } = useCombobox;

/** Changes the library's behaviour: a press in the field never closes the list, and Escape never removes the choice. */
function reduce<T>(
  state: UseComboboxState<Line<T>>,
  { type, changes }: UseComboboxStateChangeOptions<Line<T>>,
): Partial<UseComboboxState<Line<T>>> {
  if (type === CHANGE.InputClick) return { ...changes, isOpen: true };
  if (type === CHANGE.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
  return changes;
}

/**
 * Ignores events of a mouse that does not move. Browsers send them when the list changes under the pointer, which would change the mark of a user
 * who moves through the lines by keyboard.
 */
function ignoreAtRest({ nativeEvent }: MouseEvent): void {
  if (nativeEvent.movementX === 0 && nativeEvent.movementY === 0) Object.assign(nativeEvent, { preventDownshiftDefault: true });
}

/** The input element, whose ref Downshift uses. */
const inputIn = (frame: HTMLElement | null): HTMLInputElement | null => frame?.querySelector('input') ?? null;

/** Focuses the field, except on a touch screen, where the keyboard would cover the page. */
function startIn(field: HTMLElement | null): void {
  const isTaken = document.activeElement?.matches('input, select, textarea, [role="spinbutton"]') ?? false;
  if (!isTaken && !matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]'))
    field?.focus({ preventScroll: true });
}

/**
 * Chooses one thing out of many by searching for it. The focus stays in the field. The list opens when somebody types, presses or asks for it by an arrow key; a focus alone would lay it over the field's own error.
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
  // The compiler would cache results of Downshift's functions, which read changing state at each render.
  'use no memo';
  const t = useTranslations('common');
  const language = useLanguage();
  const field = useField();
  // The text typed since the last choice; null while the field shows the chosen item.
  const [typed, setTyped] = useState<string | null>(null);
  // Shows a choice at once, also when the value comes back through the address.
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
  const found = useSearchResults(query, wanted && !tooShort, search);
  const items = tooShort ? [] : found.items;
  const canCreate = createLabel !== undefined && onCreate !== undefined && query !== '' && !found.searching;
  const lines: Line<T>[] = [...items.map((item) => ({ id: itemKey(item), item })), ...(canCreate ? [{ id: CREATE, item: null }] : [])];
  const marked = isOpen ? indexOfMark(lines, mark) : -1;

  const frame = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const begins = useRef(startsHere);
  useEffect(() => {
    if (begins.current) startIn(inputIn(frame.current));
    begins.current = false;
  }, []);
  useLayoutEffect(() => {
    if (!isOpen || !frame.current || !panel.current) return;
    inputIn(frame.current)?.focus();
    panel.current.style.width = `${frame.current.offsetWidth}px`;
    panel.current.showPopover();
    return keepPlaced(frame.current, panel.current, 'start');
  }, [isOpen]);
  // Each search changes the height of the list.
  useLayoutEffect(() => {
    if (isOpen && frame.current && panel.current) place(frame.current, panel.current, 'start');
  });

  const write = (next: string): void => {
    setTyped(next);
    setWanted(true);
    setMark(null);
    if (next === '' && chosen) {
      setChosen(null);
      onChange(null);
    }
  };
  const choose = ({ item }: Line<T>): void => {
    if (item === null) {
      onCreate?.(query);
      return;
    }
    setTyped(null);
    if (!collects) setChosen(item);
    onChange(item);
  };
  const follow = ({ type, isOpen: nextOpen, highlightedIndex, selectedItem }: UseComboboxStateChange<Line<T>>): void => {
    if (highlightedIndex !== undefined) setMark(lines[highlightedIndex] ?? null);
    if (nextOpen !== undefined) {
      setOpen(nextOpen);
      if (nextOpen) setWanted(true);
      // The items are still loading.
      if (nextOpen && lines.length === 0)
        setMark(type === CHANGE.InputKeyDownArrowUp ? 'last' : type === CHANGE.InputKeyDownArrowDown ? 'first' : null);
    }
    if (selectedItem) choose(selectedItem);
    else if (type === CHANGE.ItemClick || type === CHANGE.InputKeyDownEnter) setTyped(null);
  };
  const box = useCombobox<Line<T>>({
    items: lines,
    itemToString: (line) => (line?.item ? itemText(line.item) : ''),
    itemToKey: (line) => line?.id,
    inputValue: text,
    selectedItem: chosen && { id: itemKey(chosen), item: chosen },
    isOpen,
    highlightedIndex: marked,
    stateReducer: reduce,
    onStateChange: follow,
  });
  useImperativeHandle(ref, () => ({
    focus: () => inputIn(frame.current)?.focus(),
    searchFor: (wish) => {
      inputIn(frame.current)?.focus();
      write(wish);
      setOpen(true);
    },
  }));

  const handleKey = (event: KeyboardEvent): void => {
    // Escape closes the list, not the dialog around it.
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
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
  const name: { 'aria-labelledby'?: string | undefined; 'aria-label'?: string | undefined } = field
    ? { 'aria-labelledby': field.labelId }
    : { 'aria-label': label };
  // The list is not there while it is closed.
  const menu = box.getMenuProps({ ...name, onMouseLeave: ignoreAtRest }, { suppressRefError: true });
  // Pressing something beside the field keeps the focus in it.
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
          {...box.getInputProps({
            ...useControlProps(name),
            disabled,
            onChange: ({ currentTarget }) => write(currentTarget.value),
            onKeyDown: handleKey,
            onBlur: () => {
              // A text without a choice is dropped: the field shows the chosen item again.
              setTyped(null);
              onBlur?.();
            },
          })}
          type="text"
          autoCorrect="off"
          spellCheck={false}
          placeholder={placeholder}
          className="h-full min-w-0 flex-1 bg-transparent pl-1 outline-none"
        />
        {chosen && !disabled && (
          <button
            type="button"
            aria-label={t('combobox.clear')}
            onClick={() => {
              write('');
              // This removes the pressed button.
              inputIn(frame.current)?.focus();
            }}
            className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-fg"
          >
            <Icon name="x" size={14} />
          </button>
        )}
        <button
          {...box.getToggleButtonProps({ disabled, onMouseDown: keepFocus })}
          type="button"
          aria-label={t('combobox.open')}
          aria-haspopup="listbox"
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
          <div {...menu} className="max-h-78 min-h-0 overflow-y-auto">
            {lines.map((line, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the marked line.
              <div
                key={line.id}
                {...box.getItemProps({ item: line, index, onMouseMove: ignoreAtRest })}
                role="option"
                aria-selected={line.id === chosenKey}
                aria-posinset={index + 1}
                aria-setsize={lines.length}
                className={cx(
                  'flex min-h-8 cursor-pointer items-center rounded-md px-2 py-1 text-xs aria-selected:font-medium pointer-coarse:min-h-11',
                  index === marked && 'bg-hover',
                )}
              >
                <div className="min-w-0 flex-1">
                  {line.item === null ? <NewLine>{createLabel?.(query)}</NewLine> : (renderItem?.(line.item) ?? itemText(line.item))}
                </div>
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

/** The line that creates an item from the typed text. */
function NewLine({ children }: { readonly children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 text-brand-fg">
      <Icon name="plus" size={14} />
      {children}
    </span>
  );
}
