import { isEmployer } from '@checkwell/domain/roles';
import { useRouter } from '@tanstack/react-router';
import { useColorMode } from '../../../lib/browser/theme.ts';
import { languages, useLanguage } from '../../../lib/i18n/i18n.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { chooseLanguage, useLanguageOfSuperior } from '../../../lib/session/profile.ts';
import { useCan, useCompany, useViewer } from '../../../lib/session/viewer.ts';
import type { AppLinkTarget } from '../../../ui/links/navigation.ts';
import { showOverlay } from '../overlay.ts';
import { signOut } from '../sign-out/sign-out.ts';
import { useEntries } from '../use-entries.ts';
import { useSwitchCompany } from '../use-switch-company.ts';
import type { Choice, ChoiceGroup } from './choices.ts';

type Go = (target: AppLinkTarget) => void;

/** Returns a function that navigates to a target. */
export function useGo(): Go {
  const router = useRouter();
  // The target is data; the router's types know targets of compile time.
  return ({ to, params, search }) => void router.navigate({ to, params: params as never, search: (search ?? {}) as never });
}

/** Actions that the viewer may take from any screen, by the server's abilities. */
export function useActions(go: Go): readonly ChoiceGroup[] {
  const t = useTranslations('palette', 'shell');
  const entries = useEntries();
  const has = (path: string): boolean => entries.some(({ to }) => to === path);
  const canWriteCertificates = useCan('certificate.write') && has('/certificates');
  const canWriteEmployees = useCan('employee.write') && has('/employees');
  const canManageUsers = useCan('user.write');

  const actions: readonly (Choice | false)[] = [
    ...entries
      .filter(({ action }) => action)
      .map(({ to, label, icon }) => ({ key: to, label: t(label), icon, keys: ['n'], onChoose: () => go({ to }) })),
    canWriteCertificates && {
      key: '/certificates/new',
      label: t('action.newCertificate'),
      icon: 'fileText',
      onChoose: () => go({ to: '/certificates/new' }),
    },
    canWriteEmployees && {
      key: '/employees?add',
      label: t('action.addEmployee'),
      icon: 'userPlus',
      onChoose: () => go({ to: '/employees', search: { add: true } }),
    },
    canWriteEmployees && {
      key: '/employees/import',
      label: t('action.importEmployees'),
      icon: 'upload',
      onChoose: () => go({ to: '/employees/import' }),
    },
    canManageUsers && {
      key: '/settings/users',
      label: t('action.users'),
      icon: 'users',
      onChoose: () => go({ to: '/settings/users' }),
    },
  ];
  const places: readonly Choice[] = entries
    .filter(({ action }) => !action)
    .map(({ to, label, icon, letter }) => ({
      key: to,
      label: t(label),
      icon,
      ...(letter && { keys: ['g', letter] }),
      onChoose: () => go({ to }),
    }));
  const account = useAccountActions(go, has('/settings'));
  return [
    { id: 'actions', label: t('group.actions'), choices: actions.filter((action) => action !== false) },
    { id: 'places', label: t('group.places'), choices: places },
    { id: 'account', label: t('group.account'), choices: account },
  ].filter(({ choices }) => choices.length > 0);
}

/** Actions for company, profile, language, colours, help and signing out. */
function useAccountActions(go: Go, hasProfilePage: boolean): readonly Choice[] {
  const t = useTranslations('palette');
  const { companies, role } = useViewer();
  const company = useCompany();
  const switchCompany = useSwitchCompany();
  const language = useLanguage();
  const languageIsSet = useLanguageOfSuperior() !== undefined;
  const [colorMode, setColorMode] = useColorMode();
  const otherMode = colorMode === 'dark' ? 'light' : 'dark';
  return [
    ...companies
      .filter(({ id }) => id !== company?.id)
      .map(({ id, name }) => ({
        key: `company ${id}`,
        label: t('action.company', { company: name }),
        icon: 'building' as const,
        onChoose: () => void switchCompany(id),
      })),
    ...(hasProfilePage
      ? [{ key: 'profile', label: t('action.profile'), icon: 'user' as const, onChoose: () => go({ to: '/settings/profile' }) }]
      : []),
    ...languages
      .filter((code) => code !== language && !languageIsSet)
      .map((code) => ({
        key: `language ${code}`,
        label: t('action.language', { language: t(`common:language.${code}`) }),
        icon: 'globe' as const,
        onChoose: () => void chooseLanguage(code),
      })),
    {
      key: 'colours',
      label: t(`action.${otherMode}`),
      icon: otherMode === 'dark' ? 'moon' : 'sun',
      onChoose: () => setColorMode(otherMode),
    },
    ...(isEmployer(role) ? [{ key: 'tour', label: t('action.tour'), icon: 'help' as const, onChoose: () => showOverlay('tour') }] : []),
    { key: 'shortcuts', label: t('action.shortcuts'), icon: 'zap', keys: ['?'], onChoose: () => showOverlay('shortcuts') },
    { key: 'log out', label: t('action.logOut'), icon: 'logOut', onChoose: signOut },
  ];
}
