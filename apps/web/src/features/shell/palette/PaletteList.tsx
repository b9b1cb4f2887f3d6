import { useEffect, useRef } from 'react';
import { cx } from '../../../ui/content/cx.ts';
import { Icon } from '../../../ui/content/Icon.tsx';
import { Kbd } from '../../../ui/content/Kbd.tsx';
import type { Choice, ChoiceGroup } from './choices.ts';

interface PaletteListProps {
  /** Prefix of the ids: `<id>-list`, and `<id>-<index>` of each line. */
  id: string;
  label: string;
  groups: readonly ChoiceGroup[];
  active: Choice | undefined;
  onActive: (key: string) => void;
  onChoose: (choice: Choice) => void;
}

/** The list of the combobox: groups of lines. The field keeps the focus, also from the pointer. */
export function PaletteList({ id, label, groups, active, onActive, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null);
  const activeKey = active?.key;
  useEffect(() => {
    if (activeKey !== undefined) list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey]);
  const indexOf = new Map(groups.flatMap(({ choices }) => choices).map((choice, index) => [choice, index]));
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5 empty:p-0"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`} className="pb-1">
          <div id={`${id}-${group.id}`} role="presentation" className="px-2.5 pt-2 pb-1 text-2xs font-medium text-muted">
            {group.label}
          </div>
          {group.choices.map((choice) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and points here (aria-activedescendant).
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys.
            <div
              key={choice.key}
              id={`${id}-${indexOf.get(choice)}`}
              role="option"
              aria-selected={choice === active}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => {
                if (choice !== active) onActive(choice.key);
              }}
              onClick={() => onChoose(choice)}
              className={cx(
                'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1 text-xs pointer-coarse:min-h-11',
                choice === active && 'bg-brand-soft text-brand-fg',
              )}
            >
              <Icon name={choice.icon} size={16} className={cx('shrink-0', choice !== active && 'text-muted')} />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
                <span className="max-w-full truncate font-medium">{choice.label}</span>
                {choice.hint && (
                  <span className={cx('max-w-full min-w-0 truncate text-2xs', choice !== active && 'text-muted')}>{choice.hint}</span>
                )}
              </span>
              {choice.keys && (
                <span aria-hidden="true" className="flex shrink-0 gap-1 max-sm:hidden pointer-coarse:hidden">
                  {choice.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
