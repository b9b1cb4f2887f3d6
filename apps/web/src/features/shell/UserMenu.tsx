import { isEmployer } from '@checkwell/domain/roles';
import { useColorMode } from '../../lib/browser/theme.ts';
import { languages, useLanguage } from '../../lib/i18n/i18n.ts';
import { useTranslations } from '../../lib/i18n/translations.ts';
import { setDensity, useDensity } from '../../lib/lists/density.ts';
import { chooseLanguage, useLanguageOfSuperior, useProfile } from '../../lib/session/profile.ts';
import { useViewer } from '../../lib/session/viewer.ts';
import { Avatar } from '../../ui/content/Avatar.tsx';
import { Icon } from '../../ui/content/Icon.tsx';
import { Menu, type MenuItem } from '../../ui/overlays/Menu.tsx';
import { showOverlay } from './overlay.ts';
import { signOut } from './sign-out/sign-out.ts';
import { useEntries } from './use-entries.ts';

/** The menu of the signed-in user: language, colours, density of lists, profile, log out. */
export function UserMenu() {
  const t = useTranslations('shell');
  const viewer = useViewer();
  const profile = useProfile();
  const language = useLanguage();
  const languageOfSuperior = useLanguageOfSuperior();
  const [colorMode, setColorMode] = useColorMode();
  const density = useDensity();
  const name = profile
    ? `${profile.firstName} ${profile.lastName}`.trim()
    : `${viewer.firstName} ${viewer.lastName}`.trim() || viewer.userName;
  const role = viewer.role === 'anonymous' || viewer.role === 'system' ? undefined : t(`role.${viewer.role}`);
  const hasProfilePage = useEntries().some(({ to }) => to === '/settings');

  const items: readonly MenuItem[] = [
    ...(hasProfilePage ? [{ label: t('user.profile'), icon: 'user' as const, to: '/settings/profile' }] : []),
    ...(isEmployer(viewer.role) ? [{ label: t('user.tour'), icon: 'help' as const, onSelect: () => showOverlay('tour') }] : []),
    { label: t('user.shortcuts'), icon: 'zap', onSelect: () => showOverlay('shortcuts') },
    { separator: true },
    { heading: t('common:language.label') },
    ...languages.map((code) => ({
      label: t(`common:language.${code}`),
      checked: code === language,
      ...(languageOfSuperior && (code === languageOfSuperior ? { hint: t('user.languageOfSuperior') } : { disabled: true })),
      onSelect: () => void chooseLanguage(code),
    })),
    { separator: true },
    { heading: t('colorMode.label') },
    { label: t('colorMode.light'), checked: colorMode === 'light', onSelect: () => setColorMode('light') },
    { label: t('colorMode.dark'), checked: colorMode === 'dark', onSelect: () => setColorMode('dark') },
    { separator: true },
    { heading: t('density.label') },
    { label: t('density.roomy'), checked: density === 'roomy', onSelect: () => setDensity('roomy') },
    { label: t('density.compact'), checked: density === 'compact', onSelect: () => setDensity('compact') },
    { separator: true },
    { label: t('user.logOut'), icon: 'logOut', onSelect: () => signOut() },
  ];
  return (
    <Menu
      label={t('user.menu')}
      align="start"
      className="w-52"
      items={items}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-control px-1.5 py-1 text-left hover:bg-hover"
        >
          <Avatar name={name} size={28} />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-xs font-medium text-fg">{name}</span>
            {role && <span className="block truncate text-2xs text-muted">{role}</span>}
          </span>
          <Icon name="chevronsUpDown" size={14} className="text-muted" />
        </button>
      )}
    />
  );
}
