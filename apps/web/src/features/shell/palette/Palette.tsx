import { TEXT } from '@checkwell/domain/constants';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { errorText } from '../../../lib/api/errors.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { EmptyState } from '../../../ui/content/EmptyState.tsx';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Spinner } from '../../../ui/content/Spinner.tsx';
import { Button } from '../../../ui/controls/Button.tsx';
import { IconButton } from '../../../ui/controls/IconButton.tsx';
import { showOverlay } from '../overlay.ts';
import { useEntries } from '../use-entries.ts';
import { type Choice, type ChoiceGroup, matches } from './choices.ts';
import { PaletteHints } from './PaletteHints.tsx';
import { PaletteList } from './PaletteList.tsx';
import { useActions, useGo } from './use-actions.ts';
import { type CompanyScope, usePaletteResults, useRecent } from './use-palette-results.ts';

/** Actions whose words begin as typed; all of them while nothing is typed. */
function narrowed(groups: readonly ChoiceGroup[], typed: string): readonly ChoiceGroup[] {
  if (typed.trim() === '') return groups;
  return groups
    .map((group) => ({ ...group, choices: group.choices.filter(({ label }) => matches(typed, label)) }))
    .filter(({ choices }) => choices.length > 0);
}

/**
 * The search over all records and actions of the viewer. A combobox by the WAI-ARIA pattern: the focus stays in the field, the arrows move
 * through the list, Enter chooses, Escape closes.
 */
export function Palette() {
  const t = useTranslations('palette');
  const language = useLanguage();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [scope, setScope] = useState<CompanyScope>();
  const [activeKey, setActiveKey] = useState<string>();
  /** Whether Enter was pressed before the results were there. */
  const enterWaits = useRef(false);

  const go = useGo();
  const actions = useActions(go);
  const recent = useRecent({ go });
  const restart = (company: CompanyScope | undefined) => {
    setScope(company);
    setText('');
    setActiveKey(undefined);
    input.current?.focus();
  };
  const found = usePaletteResults(text, scope, { go, look: restart });
  const isEmpty = text.trim() === '' && !scope;
  const shownActions = scope ? [] : narrowed(actions, text);
  const groups = [
    ...(isEmpty && recent.length > 0 ? [{ id: 'recent', label: t('group.recent'), choices: recent }] : []),
    ...shownActions,
    ...found.groups,
  ];
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find(({ key }) => key === activeKey) ?? choices[0];

  useEffect(() => {
    if (dialog.current && !dialog.current.open) dialog.current.showModal();
    // Before layout the dialog cannot take the focus.
    input.current?.focus();
  }, []);
  // Removing an open dialog would lose the focus; closing it first gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => element?.close();
  }, []);

  const close = () => showOverlay(undefined);
  const choose = (choice: Choice) => {
    if (!choice.keepsOpen) close();
    choice.onChoose();
  };
  const handleText = (next: string) => {
    setText(next);
    setActiveKey(undefined);
    enterWaits.current = false;
  };

  useEffect(() => {
    if (!enterWaits.current || found.pending) return;
    enterWaits.current = false;
    if (active) choose(active);
  });

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const index = active ? choices.indexOf(active) : -1;
    const move = (to: number) => {
      event.preventDefault();
      setActiveKey(choices.at(to % choices.length)?.key);
    };
    if (event.key === 'ArrowDown' && choices.length > 0) move(index + 1);
    else if (event.key === 'ArrowUp' && choices.length > 0) move(index - 1);
    else if (event.key === 'Backspace' && text === '' && scope) restart(undefined);
    else if (event.key === 'Enter') {
      event.preventDefault();
      // The list may still show results of an earlier text, which Enter must not choose.
      const isCurrent = !found.pending || activeKey !== undefined || shownActions.length > 0;
      if (!isCurrent) enterWaits.current = true;
      else if (active) choose(active);
    }
  };

  const placeholder = usePlaceholder();
  const label = scope ? t('placeholderIn', { company: scope.name }) : placeholder;
  const nothing = choices.length === 0 && !found.pending && found.error === null;
  return (
    <dialog
      ref={dialog}
      aria-label={t('title')}
      className="mx-auto mt-[12vh] mb-auto max-h-[min(72dvh,36rem)] w-[calc(100%-1rem)] max-w-xl flex-col overflow-hidden rounded-xl border-0 bg-surface p-0 text-fg shadow-pop backdrop:bg-black/40 open:flex open:animate-rise max-sm:mt-2 max-sm:max-h-[calc(100dvh-1rem)] dark:backdrop:bg-black/60"
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <Icon name="search" size={17} className="shrink-0 text-muted" />
        {scope && (
          <button
            type="button"
            onClick={() => restart(undefined)}
            aria-label={t('leaveCompany', { company: scope.name })}
            className="inline-flex h-6 max-w-40 shrink-0 items-center gap-1 rounded-full bg-brand-soft pr-1.5 pl-2.5 text-2xs font-medium text-brand-fg hover:bg-brand-line/60"
          >
            <span className="truncate">{scope.name}</span>
            <Icon name="x" size={12} />
          </button>
        )}
        <input
          ref={input}
          role="combobox"
          aria-label={label}
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${choices.indexOf(active)}`}
          aria-busy={found.pending}
          placeholder={label}
          value={text}
          maxLength={TEXT.search}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          onChange={(event) => handleText(event.currentTarget.value)}
          onKeyDown={handleKey}
          className="h-9 min-w-0 flex-1 bg-transparent text-sm text-ellipsis outline-none placeholder:text-faint pointer-coarse:text-[1rem]"
        />
        {found.pending && <Spinner size={16} className="text-muted" />}
        <IconButton icon="x" label={t('common:close')} onClick={close} />
      </div>
      <PaletteList id={id} label={t('title')} groups={groups} active={active} onActive={setActiveKey} onChoose={choose} />
      {nothing && (
        <EmptyState
          className="py-8!"
          title={scope && text.trim() === '' ? t('noneIn', { company: scope.name }) : t('none', { text: text.trim() })}
          text={scope && text.trim() === '' ? undefined : t('noneText')}
        />
      )}
      {found.error !== null && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-2.5 py-3 text-xs">
          <span className="min-w-0 flex-1">
            <span className="block font-medium text-danger-fg">{t('failed')}</span>
            <span className="block text-muted">{errorText(found.error, language)}</span>
          </span>
          <Button icon="refresh" onClick={found.retry}>
            {t('common:retry')}
          </Button>
        </div>
      )}
      <p role="status" className="sr-only">
        {found.pending ? t('searching') : nothing ? t('none', { text: text.trim() }) : t('count', { count: choices.length })}
      </p>
      <PaletteHints />
    </dialog>
  );
}

function usePlaceholder(): string {
  const t = useTranslations('palette');
  const entries = useEntries();
  const has = (path: string): boolean => entries.some(({ to }) => to === path);
  return t(`placeholder.${has('/planning') ? 'planner' : has('/missions') ? 'doctor' : 'employer'}`);
}
