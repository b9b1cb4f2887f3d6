import { useTranslations } from '../../lib/i18n/translations.ts';
import { Icon } from '../../ui/content/Icon.tsx';
import { AppLink } from '../../ui/links/AppLink.tsx';
import { barOf } from './navigation.ts';
import { useEntries } from './use-entries.ts';

/** Number of entries in the bar of a phone. */
const PLACES = 4;

export function BottomBar() {
  const t = useTranslations('shell');
  const places = barOf(useEntries(), PLACES);
  if (places.length < 2) return null;
  return (
    <nav
      aria-label={t('more')}
      className="fixed short:static inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="flex h-14">
        {places.map((entry) => (
          <li key={entry.to} className="min-w-0 flex-1">
            <AppLink
              to={entry.to}
              marks={entry.action ? 'page' : 'section'}
              className="flex h-full flex-col items-center justify-center gap-0.5 px-1 text-2xs font-medium text-muted -outline-offset-2 aria-[current=page]:text-brand-fg"
            >
              {entry.action ? (
                <span className="grid h-9 w-12 place-items-center rounded-full bg-brand text-on-brand">
                  <Icon name={entry.icon} size={20} />
                </span>
              ) : (
                <Icon name={entry.icon} size={20} />
              )}
              {/* The plus sign is enough: the text is too long for a fifth of a phone's width. */}
              <span className={entry.action ? 'sr-only' : 'max-w-full truncate max-[22rem]:text-[0.625rem] max-[22rem]:tracking-tight'}>
                {t(entry.label)}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
