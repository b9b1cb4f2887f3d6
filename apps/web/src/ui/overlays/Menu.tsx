import { type KeyboardEvent, type ReactNode, type RefObject, startTransition, useId } from 'react';
import { cx } from '../content/cx.ts';
import { Icon, type IconName } from '../content/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { AppLink } from '../links/AppLink.tsx';
import { PANEL_STYLE, type TriggerProps, usePopover } from './use-popover.ts';

interface MenuEntry {
  readonly label: string;
  readonly hint?: string;
  readonly icon?: IconName;
  readonly onSelect?: () => void;
  /** A route, instead of `onSelect`. */
  readonly to?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly search?: Readonly<Record<string, unknown>>;
  /** An address outside the application; opens in a new tab. */
  readonly href?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For choices: shows a tick. */
  readonly checked?: boolean;
}
export type MenuItem = MenuEntry | { readonly separator: true } | { readonly heading: string };

export interface MenuTriggerProps extends TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-haspopup': 'menu';
  'aria-controls': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  /** Accessible name; also of the default trigger, a button with three dots. */
  label: string;
  items: readonly MenuItem[];
  trigger?: (props: MenuTriggerProps) => ReactNode;
  align?: 'start' | 'end';
  className?: string;
}

const ITEM =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 py-1 text-left text-xs outline-none select-none focus:bg-hover aria-disabled:opacity-50 pointer-coarse:min-h-11';

function focusables(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')];
}

function MenuLine({ entry, close }: { entry: MenuEntry; close: () => void }) {
  const choice = entry.checked !== undefined;
  const face = (
    <>
      {choice ? (
        <span className="grid size-4 place-items-center">{entry.checked && <Icon name="check" size={14} className="text-brand-fg" />}</span>
      ) : (
        entry.icon && <Icon name={entry.icon} size={16} className={entry.danger ? undefined : 'text-muted'} />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{entry.label}</span>
        {entry.hint && <span className="block text-2xs text-pretty text-muted">{entry.hint}</span>}
      </span>
      {entry.href && <Icon name="external" size={13} className="text-faint" />}
    </>
  );
  const shared = {
    className: cx(ITEM, entry.danger ? 'text-danger-fg focus:bg-danger-soft' : 'text-fg'),
    tabIndex: -1,
    onPointerEnter: (event: { currentTarget: HTMLElement }) => event.currentTarget.focus({ preventScroll: true }),
  };
  if (entry.to) {
    return (
      <AppLink {...shared} role="menuitem" to={entry.to} params={entry.params} search={entry.search} onClick={close}>
        {face}
      </AppLink>
    );
  }
  if (entry.href) {
    return (
      <a {...shared} role="menuitem" href={entry.href} target="_blank" rel="noreferrer" onClick={close}>
        {face}
      </a>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      {...(choice ? { role: 'menuitemradio', 'aria-checked': entry.checked } : { role: 'menuitem' })}
      aria-disabled={entry.disabled || undefined}
      onClick={() => {
        if (entry.disabled) return;
        close();
        // The menu closes at once, even when the next screen takes time to render.
        startTransition(() => entry.onSelect?.());
      }}
    >
      {face}
    </button>
  );
}

/** A menu of actions or choices, by keyboard as the ARIA pattern has it. */
export function Menu({ label, items, trigger, align = 'end', className }: MenuProps) {
  const id = useId();
  const { open, close, trigger: triggerRef, panel, triggerProps: opener } = usePopover(align, (panel) => focusables(panel)[0]?.focus());

  const handleTriggerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    opener.onClick();
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = focusables(event.currentTarget);
    const at = all.indexOf(document.activeElement as HTMLElement);
    const targets: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const target = targets[event.key];
    if (target !== undefined) {
      event.preventDefault();
      all[target]?.focus();
    } else if (event.key === 'Tab') close();
    else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLocaleLowerCase();
      [...all.slice(at + 1), ...all.slice(0, at + 1)]
        .find((element) => element.textContent?.trim().toLocaleLowerCase().startsWith(letter))
        ?.focus();
    }
  };

  const triggerProps: MenuTriggerProps = {
    ...opener,
    ref: triggerRef,
    'aria-haspopup': 'menu',
    'aria-controls': open ? id : undefined,
    onKeyDown: handleTriggerKey,
  };
  return (
    <>
      {trigger ? trigger(triggerProps) : <IconButton icon="more" size="xs" label={label} {...triggerProps} />}
      {open && (
        <div
          ref={panel}
          id={id}
          popover="auto"
          role="menu"
          aria-label={label}
          style={PANEL_STYLE}
          onKeyDown={handleKey}
          className={cx('max-w-80 min-w-44 animate-pop overflow-y-auto rounded-lg border-0 bg-surface p-1 text-fg shadow-pop', className)}
        >
          {items.map((item, index) => {
            // biome-ignore-start lint/suspicious/noArrayIndexKey: a menu is rebuilt each time it opens.
            if ('separator' in item) return <hr key={index} className="my-1 border-line" />;
            if ('heading' in item)
              return (
                <div key={index} className="px-2 pt-1.5 pb-1 text-2xs font-medium text-muted">
                  {item.heading}
                </div>
              );
            return <MenuLine key={index} entry={item} close={close} />;
            // biome-ignore-end lint/suspicious/noArrayIndexKey: see above.
          })}
        </div>
      )}
    </>
  );
}
