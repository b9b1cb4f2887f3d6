import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { AppLink } from '../links/AppLink.tsx';
import { Count } from './Badge.tsx';
import { cx } from './cx.ts';

// Narrower than a phone, as at 400 %, they wrap: what is beside the edge would not be seen.
const LIST = 'flex gap-x-5 overflow-x-auto max-sm:gap-x-2.5 max-[24rem]:flex-wrap border-b border-line [scrollbar-width:none]';
const TAB =
  'relative -mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-xs font-medium text-muted outline-offset-[-2px] transition-colors hover:text-fg';
const ACTIVE = 'border-brand-fg! text-fg! forced-colors:text-on-brand!';

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly { readonly id: Id; readonly label: string; readonly count?: number }[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
  className?: string;
}

/**
 * Parts of one page.
 * @public part of the kit, for screens to come
 */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children, className }: TabsProps<Id>) {
  const id = useId();
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.id === value);
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const tab = tabs[targets[event.key] ?? -1];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.id);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${CSS.escape(tab.id)}"]`)?.focus();
  };
  return (
    <div className={cx('flex min-w-0 flex-col gap-4', className)}>
      <div role="tablist" aria-label={label} className={LIST} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            data-tab={tab.id}
            aria-selected={tab.id === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
            className={cx(TAB, tab.id === value && ACTIVE)}
          >
            {tab.label}
            {tab.count !== undefined && <Count value={tab.count} />}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} className="min-w-0">
        {children}
      </div>
    </div>
  );
}

interface NavTabsProps {
  label: string;
  tabs: readonly {
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly label: string;
    readonly count?: number;
  }[];
}

/** Tabs that are pages of their own. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  return (
    <nav aria-label={label} className={LIST}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.to}
          to={tab.to}
          params={tab.params}
          // The first of them is often the beginning of the others' path.
          marks="page"
          className={cx(TAB, 'aria-[current=page]:border-brand-fg aria-[current=page]:text-fg')}
        >
          {tab.label}
          {tab.count !== undefined && <Count value={tab.count} />}
        </AppLink>
      ))}
    </nav>
  );
}
