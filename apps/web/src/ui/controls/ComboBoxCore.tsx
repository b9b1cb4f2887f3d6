import { type ReactNode, type Ref, type RefObject, use, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Button, ComboBox, ComboBoxStateContext, Group, I18nProvider, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { errorText } from '../../lib/api/errors.ts';
import { localeOf } from '../../lib/i18n/format.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Spinner } from '../content/Spinner.tsx';
import { useLayer } from '../overlays/use-layer.tsx';
import { controlClass } from './control.ts';
import { type FocusTarget, useField } from './field-context.ts';

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

const DEBOUNCE_MS = 200;
const CREATE = ' create';
/** What was found for a text. */
interface Found<T> {
  readonly query: string | undefined;
  readonly items: readonly T[];
  readonly error?: unknown;
}

/** The list opens when somebody types, presses or asks for it by an arrow key; a focus alone would lay it over the field's own error. */
function SearchField({
  placeholder,
  ref,
  handle,
  onText,
}: {
  placeholder: string | undefined;
  ref: RefObject<HTMLInputElement | null>;
  handle: Ref<ComboBoxHandle> | undefined;
  onText: (text: string) => void;
}) {
  const state = use(ComboBoxStateContext);
  useImperativeHandle(handle, () => ({
    focus: () => ref.current?.focus(),
    searchFor: (text) => {
      ref.current?.focus();
      onText(text);
      state?.open(null, 'manual');
    },
  }));
  return (
    <Input
      ref={ref}
      placeholder={placeholder}
      autoComplete="off"
      onClick={() => state?.open(null, 'manual')}
      className="h-full min-w-0 flex-1 bg-transparent pl-1 outline-none"
    />
  );
}

/** On a touch screen the keyboard would cover the page, so that there the field waits to be touched. */
function startIn(field: HTMLElement | null): void {
  const isTaken = document.activeElement?.matches('input, select, textarea, [role="spinbutton"]') ?? false;
  if (!isTaken && !matchMedia('(pointer: coarse)').matches && !document.querySelector('dialog[open]'))
    field?.focus({ preventScroll: true });
}

export function ComboBoxCore<T extends object>({
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
  disabled,
  className,
  ref,
}: ComboBoxProps<T>) {
  const t = useTranslations('common');
  const language = useLanguage();
  const field = useField();
  const layer = useLayer();
  // What was typed since the last choice; null while the field shows the name of what it stands for. That name is not kept beside it:
  // set again as the field is left, which changes nothing, React may apply it later, over the name of the next choice.
  const [typed, setTyped] = useState<string | null>(null);
  // What was chosen shows at once, also where the value comes back by way of the address.
  const [chosen, setChosen] = useState(value);
  const chosenKey = chosen ? itemKey(chosen) : null;
  const chosenText = chosen ? itemText(chosen) : '';
  const text = typed ?? chosenText;
  const [wanted, setWanted] = useState(false);
  const [found, setFound] = useState<Found<T>>({ query: undefined, items: [] });
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
  const input = useRef<HTMLInputElement>(null);
  // A field of its own for each thing that is collected: emptied by hand, the same one would open its list again.
  const [collected, setCollected] = useState(0);
  useEffect(() => {
    if (collected > 0) input.current?.focus();
  }, [collected]);
  const begins = useRef(startsHere);
  useEffect(() => {
    if (begins.current) startIn(input.current);
    begins.current = false;
  }, []);
  const run = useRef(search);
  useEffect(() => {
    run.current = search;
  });
  const tooShort = query.length < minLength;
  useEffect(() => {
    if (!wanted || tooShort) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      run.current(query, controller.signal).then(
        (items) => {
          if (!controller.signal.aborted) setFound({ query, items });
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setFound({ query, items: [], error });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, wanted, tooShort]);

  const searching = wanted && !tooShort && found.query !== query;
  const items = tooShort ? [] : found.items;
  const canCreate = createLabel !== undefined && onCreate !== undefined && query !== '' && !searching;
  const lines = [
    ...items.map((item) => ({ id: itemKey(item), text: itemText(item), face: renderItem?.(item) ?? itemText(item) })),
    ...(canCreate
      ? [
          {
            id: CREATE,
            text: query,
            face: (
              <span className="flex items-center gap-2 text-brand-fg">
                <Icon name="plus" size={14} />
                {createLabel(query)}
              </span>
            ),
          },
        ]
      : []),
  ];

  const handleSelect = (key: string | number | null): void => {
    if (key === CREATE) {
      onCreate?.(query);
      return;
    }
    if (key === null) {
      if (text === '') onChange(null);
      return;
    }
    const item = items.find((candidate) => itemKey(candidate) === key);
    if (!item) return;
    if (collects) {
      setTyped(null);
      setCollected((count) => count + 1);
    } else {
      setChosen(item);
      setTyped(null);
    }
    onChange(item);
  };

  const handleText = (next: string): void => {
    setTyped(next);
    setWanted(true);
    if (next === '' && chosen) {
      setChosen(null);
      onChange(null);
    }
  };

  const status = searching ? (
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

  return (
    <I18nProvider locale={localeOf(language)}>
      <ComboBox
        key={collected}
        {...(field ? { id: field.id, 'aria-labelledby': field.labelId, 'aria-describedby': field.describedBy } : { 'aria-label': label })}
        isInvalid={field?.invalid ?? false}
        isRequired={field?.required ?? false}
        validationBehavior="aria"
        isDisabled={disabled}
        inputValue={text}
        onInputChange={handleText}
        selectedKey={chosenKey}
        onSelectionChange={handleSelect}
        items={lines}
        defaultFilter={() => true}
        allowsEmptyCollection
        menuTrigger="input"
        onOpenChange={(open) => {
          layer.setOpen(open);
          if (open) setWanted(true);
        }}
        onBlur={() => {
          // A text that was not chosen means nothing: the field goes back to what it stands for.
          setTyped(null);
          onBlur?.();
        }}
        className={className}
      >
        <Group
          className={cx(
            controlClass,
            'flex h-8 items-center gap-1 pr-1 pl-2.5 text-xs pointer-coarse:h-10 pointer-coarse:text-[1rem]',
            field?.invalid && 'border-danger-fg!',
          )}
        >
          <Icon name="search" size={15} className="text-faint" />
          <SearchField ref={input} placeholder={placeholder} handle={ref} onText={handleText} />
          {chosen && !disabled && (
            <button
              type="button"
              aria-label={t('combobox.clear')}
              onClick={() => {
                handleText('');
                // The button goes away with the choice.
                input.current?.focus();
              }}
              className="grid size-6 place-items-center rounded-sm text-muted hover:bg-hover hover:text-fg"
            >
              <Icon name="x" size={14} />
            </button>
          )}
          <Button
            aria-label={t('combobox.open')}
            className="grid size-6 place-items-center rounded-sm text-muted outline-none hover:bg-hover hover:text-fg"
          >
            <Icon name="chevronDown" size={14} />
          </Button>
        </Group>
        <Popover
          offset={4}
          maxHeight={320}
          UNSTABLE_portalContainer={layer.container}
          className="w-(--trigger-width) min-w-56 animate-pop overflow-y-auto rounded-lg bg-surface p-1 text-fg shadow-pop"
        >
          <ListBox className="outline-none" renderEmptyState={() => <div className="px-2 py-3 text-xs text-muted">{status}</div>}>
            {(line: (typeof lines)[number]) => (
              <ListBoxItem
                id={line.id}
                textValue={line.text}
                className="flex min-h-8 cursor-pointer items-center rounded-md px-2 py-1 text-xs outline-none data-[focused]:bg-hover data-[selected]:font-medium pointer-coarse:min-h-11"
              >
                <div className="min-w-0 flex-1">{line.face}</div>
              </ListBoxItem>
            )}
          </ListBox>
        </Popover>
      </ComboBox>
      {layer.element}
    </I18nProvider>
  );
}
