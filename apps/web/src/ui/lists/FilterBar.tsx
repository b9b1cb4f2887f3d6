import type { ReactNode } from 'react';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { cx } from '../content/cx.ts';
import { Icon } from '../content/Icon.tsx';
import { Button } from '../controls/Button.tsx';
import type { FilterChip } from './filter-chips.ts';

interface FilterBarProps {
  /** The filters themselves. */
  children?: ReactNode;
  /** Active filters, each with a button to clear it; on a phone only these are visible. */
  active?: readonly FilterChip[];
  onClear?: () => void;
  /** At the right: views, columns. */
  end?: ReactNode;
  className?: string;
}

/**
 * Moves the focus from a removed chip to its neighbour, else to the first visible control of the list, so that the next Tab does not begin at the
 * top of the page.
 */
function passFocusOn(going: HTMLButtonElement): void {
  const isChip = (element: Element | null): boolean => element?.matches('[data-chip]') === true;
  const { nextElementSibling: next, previousElementSibling: previous } = going;
  const chip = isChip(going) ? [next, previous].find(isChip) : undefined;
  const controls = going.closest('[data-filter-bar]')?.querySelectorAll<HTMLElement>('input, select, button:not([data-chip])') ?? [];
  const control = [...controls].find((one) => one !== going && one.checkVisibility());
  const target = chip ?? control;
  if (target instanceof HTMLElement) target.focus();
}

/** The bar with the filters above a list. */
export function FilterBar({ children, active = [], onClear, end, className }: FilterBarProps) {
  const t = useTranslations('common');
  return (
    <div data-filter-bar className={cx('group/filters flex items-start gap-2 max-sm:flex-col', className)}>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2 max-sm:w-full">
        {children}
        {active.length > 0 && <span aria-hidden="true" className="-mb-2 basis-full" />}
        {active.length > 0 && (
          <div className="flex min-w-0 flex-wrap items-center gap-1.5">
            {active.map(({ label, onRemove }, index) => (
              <button
                // Two filters may have a value of the same name.
                key={`${label} ${active.slice(0, index).filter((other) => other.label === label).length}`}
                data-chip
                type="button"
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget);
                  onRemove();
                }}
                aria-label={t('removeFilter', { name: label })}
                className="inline-flex h-6 max-w-full items-center gap-1 rounded-full bg-brand-soft pr-1.5 pl-2.5 text-2xs font-medium text-brand-fg hover:bg-brand-line/60"
              >
                <span className="truncate">{label}</span>
                <Icon name="x" size={12} />
              </button>
            ))}
            {onClear && (
              // An empty list shows this button itself.
              <Button
                variant="ghost"
                size="xs"
                onClick={({ currentTarget }) => {
                  passFocusOn(currentTarget);
                  onClear();
                }}
                className="in-[main:has([data-way-out])]:hidden"
              >
                {t('clearAll')}
              </Button>
            )}
          </div>
        )}
      </div>
      {/* On a phone this is within the filters. It stays mounted, so that a dialog opened from it stays when the window becomes narrow. */}
      {end && (
        <div className="flex shrink-0 items-center gap-2 max-sm:self-end max-sm:group-has-data-[filters=closed]/filters:not-has-[dialog:open]:hidden">
          {end}
        </div>
      )}
    </div>
  );
}
