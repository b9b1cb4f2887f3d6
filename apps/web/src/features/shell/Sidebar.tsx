import { useTranslations } from '../../lib/i18n/translations.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { Badge } from '../../ui/content/Badge.tsx';
import { cx } from '../../ui/content/cx.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { Logo } from '../../ui/content/Logo.tsx';
import { buttonClass } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { CompanySwitch } from './CompanySwitch.tsx';
import { SIDEBAR_HEAD, SIDEBAR_INSIDE } from './frame/frame-classes.ts';
import { LiveIndicator } from './LiveIndicator.tsx';
import type { NavigationEntry } from './navigation.ts';
import { Bell } from './notifications/Bell.tsx';
import { showOverlay } from './overlay.ts';
import { PALETTE_KEYS } from './shortcuts/palette-keys.ts';
import { UserMenu } from './UserMenu.tsx';
import { useEntries } from './use-entries.ts';

function Entry({ entry }: { entry: NavigationEntry }) {
  const t = useTranslations('shell');
  return (
    <li>
      <AppLink
        to={entry.to}
        marks="section"
        className={cx(
          'flex h-8 items-center gap-2.5 rounded-control px-2.5 text-xs font-medium text-muted transition-colors hover:bg-hover hover:text-fg pointer-coarse:h-11',
          'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-fg',
        )}
      >
        <Icon name={entry.icon} size={17} />
        {t(entry.label)}
      </AppLink>
    </li>
  );
}

/** The navigation and the menu of the viewer. */
export function Sidebar({ onClose }: { onClose?: () => void }) {
  const t = useTranslations('shell');
  const viewer = useViewer();
  const entries = useEntries();
  const action = entries.find((entry) => entry.action);
  return (
    <div className={SIDEBAR_INSIDE}>
      <div className={SIDEBAR_HEAD}>
        <span className="flex items-center gap-2">
          <Logo />
          {viewer.demo && (
            <Badge tone="warning" className="h-4! px-1.5!">
              {t('demo')}
            </Badge>
          )}
        </span>
        {onClose ? (
          <IconButton icon="x" label={t('closeMenu')} onClick={onClose} />
        ) : (
          <span className="flex items-center">
            <LiveIndicator />
            <Bell />
          </span>
        )}
      </div>
      <CompanySwitch />
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        data-tour="search"
        onClick={() => {
          onClose?.();
          showOverlay('palette');
        }}
        className="flex h-8 shrink-0 items-center gap-2.5 rounded-control border border-line bg-surface px-2.5 text-xs text-muted shadow-field hover:border-line-strong/70 hover:text-fg pointer-coarse:h-11"
      >
        <Icon name="search" size={15} />
        <span className="flex-1 text-left">{t('search')}</span>
        <span aria-hidden="true" className="text-2xs text-faint pointer-coarse:hidden">
          {PALETTE_KEYS.join(' ')}
        </span>
      </button>
      {action && (
        // Not filled: only the main button of a screen is filled.
        <AppLink to={action.to} marks="page" className={cx(buttonClass({ fullWidth: true }), 'shrink-0')}>
          <Icon name={action.icon} size={15} />
          {t(action.label)}
        </AppLink>
      )}
      <nav aria-label={t('navigation')} className="flex flex-1 flex-col">
        <ul className="flex flex-col gap-0.5">
          {entries
            .filter((entry) => !entry.action && !entry.secondary)
            .map((entry) => (
              <Entry key={entry.to} entry={entry} />
            ))}
        </ul>
        <ul className="mt-auto flex flex-col gap-0.5 pt-4">
          {entries
            .filter((entry) => entry.secondary)
            .map((entry) => (
              <Entry key={entry.to} entry={entry} />
            ))}
        </ul>
      </nav>
      {onClose && <LiveIndicator withText />}
      <UserMenu />
    </div>
  );
}
