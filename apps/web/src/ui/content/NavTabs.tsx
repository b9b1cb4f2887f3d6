import { AppLink } from '../links/AppLink.tsx';
import { Count } from './Badge.tsx';
import { cx } from './cx.ts';

// In less width than a phone's, as at 400 %, the tabs wrap: those beyond the edge would not be seen.
const LIST = 'flex gap-x-5 overflow-x-auto max-sm:gap-x-2.5 max-[24rem]:flex-wrap border-b border-line [scrollbar-width:none]';
const TAB =
  'relative -mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent text-xs font-medium text-muted outline-offset-[-2px] transition-colors hover:text-fg';

interface NavTabsProps {
  label: string;
  tabs: readonly {
    readonly to: string;
    readonly params?: Readonly<Record<string, string>>;
    readonly label: string;
    readonly count?: number;
  }[];
}

/** Links between pages that belong together, shown as tabs. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  return (
    <nav aria-label={label} className={LIST}>
      {tabs.map((tab) => (
        <AppLink
          key={tab.to}
          to={tab.to}
          params={tab.params}
          // The path of the first tab is often the beginning of the others' paths.
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
