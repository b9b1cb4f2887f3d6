import type { Ability } from '@checkwell/domain/policy';
import { isEmployer, ROLES, type Role } from '@checkwell/domain/roles';
import type { MessageKey } from '@checkwell/messages';
import { abilitiesIn, chosenCompany, type Viewer } from '../../lib/session/viewer.ts';
import type { IconName } from '../../ui/content/Icon.tsx';

export interface NavigationEntry {
  readonly to: string;
  readonly label: Extract<MessageKey, `shell:nav.${string}`>;
  readonly icon: IconName;
  /** The ability that the entry requires, from the server's `abilities`. */
  readonly ability: Ability;
  /** Roles that see the entry, when the ability is not enough: employers, planners and doctors all read checks. */
  readonly roles?: readonly Role[];
  /** Roles that may open the screen from a search or a report, without an entry in the sidebar. */
  readonly visitors?: readonly Role[];
  /** Whether the entry is the main action, shown as a button. */
  readonly action?: boolean;
  /** Whether the entry comes first in the bar of a phone. */
  readonly bar?: boolean;
  /** Whether the entry is at the foot of the sidebar. */
  readonly secondary?: boolean;
  /** The letter that leads here after `g`; among the entries of one viewer each stands for one place. */
  readonly letter?: string;
}

const EMPLOYER = ROLES.filter(isEmployer);

/** Every entry of the sidebar (specification, section 2), in its order; the first that a viewer has is their home. */
export const NAVIGATION: readonly NavigationEntry[] = [
  {
    to: '/checks/new',
    label: 'shell:nav.createCheck',
    icon: 'plus',
    ability: 'check.order',
    roles: EMPLOYER,
    visitors: ['planner'],
    action: true,
  },
  { to: '/dashboard', label: 'shell:nav.dashboard', icon: 'chart', ability: 'dashboard.read', bar: true, letter: 'd' },
  { to: '/checks', label: 'shell:nav.checks', icon: 'clipboard', ability: 'check.read', roles: EMPLOYER, bar: true, letter: 'c' },
  {
    to: '/certificates',
    label: 'shell:nav.certificates',
    icon: 'fileText',
    ability: 'certificate.read',
    roles: EMPLOYER,
    visitors: ['planner'],
    letter: 't',
  },
  { to: '/planning', label: 'shell:nav.planning', icon: 'route', ability: 'check.plan', bar: true, letter: 'p' },
  { to: '/doctors', label: 'shell:nav.doctors', icon: 'stethoscope', ability: 'check.plan', bar: true, letter: 'o' },
  { to: '/companies', label: 'shell:nav.companies', icon: 'building', ability: 'company.read', roles: ['planner'], letter: 'c' },
  {
    to: '/reports',
    label: 'shell:nav.reports',
    icon: 'list',
    ability: 'check.read',
    roles: [...EMPLOYER, 'planner'],
    bar: true,
    letter: 'r',
  },
  {
    to: '/employees',
    label: 'shell:nav.employees',
    icon: 'users',
    ability: 'employee.read',
    roles: EMPLOYER,
    visitors: ['planner'],
    letter: 'e',
  },
  { to: '/identities', label: 'shell:nav.identities', icon: 'shield', ability: 'signUp.read', letter: 'i' },
  { to: '/team', label: 'shell:nav.team', icon: 'users', ability: 'team.read', letter: 't' },
  { to: '/mailbox', label: 'shell:nav.mailbox', icon: 'mail', ability: 'mailbox.read', letter: 'm' },
  { to: '/flags', label: 'shell:nav.flags', icon: 'zap', ability: 'flag.read', letter: 'f' },
  { to: '/missions', label: 'shell:nav.missions', icon: 'briefcase', ability: 'medicalNotes.write', letter: 'm' },
  { to: '/availability', label: 'shell:nav.availability', icon: 'calendarCheck', ability: 'medicalNotes.write', letter: 'a' },
  { to: '/settings', label: 'shell:nav.settings', icon: 'settings', ability: 'profile.self', secondary: true, letter: 's' },
];

/** What the viewer's sidebar shows; `hasScreen` leaves out what this build has no screen for. */
export function entriesFor(
  viewer: Viewer,
  companyId: string | undefined,
  hasScreen: (path: string) => boolean,
): readonly NavigationEntry[] {
  const abilities = abilitiesIn(viewer, chosenCompany(viewer, companyId));
  return NAVIGATION.filter(
    ({ to, ability, roles }) => hasScreen(to) && abilities.includes(ability) && (!roles || roles.includes(viewer.role)),
  );
}

/**
 * The entries of the bar on a phone: the main action in the middle, and the most used ones around it in the order of the sidebar. The
 * drawer has the others.
 * @param places number of entries
 */
export function barOf(entries: readonly NavigationEntry[], places: number): readonly NavigationEntry[] {
  const screens = entries.filter(({ action, secondary }) => !action && !secondary);
  const action = entries.find((entry) => entry.action);
  const chosen = [...screens.filter(({ bar }) => bar), ...screens.filter(({ bar }) => !bar)].slice(0, action ? places - 1 : places);
  const shown = screens.filter((entry) => chosen.includes(entry));
  return action ? [...shown.slice(0, 2), action, ...shown.slice(2)] : shown;
}

/**
 * Whether the viewer may open the screen at this address. The entry with the longest matching address decides; an address without an entry
 * is open to everybody.
 */
export function mayOpen(viewer: Viewer, companyId: string | undefined, path: string): boolean {
  const [entry] = NAVIGATION.filter(({ to }) => path === to || path.startsWith(`${to}/`)).toSorted((a, b) => b.to.length - a.to.length);
  if (!entry) return true;
  const { ability, roles, visitors = [] } = entry;
  const isTheirs = !roles || [...roles, ...visitors].includes(viewer.role);
  return isTheirs && abilitiesIn(viewer, chosenCompany(viewer, companyId)).includes(ability);
}

/** The first screen after signing in; undefined when there is none. */
export function homeOf(viewer: Viewer, companyId: string | undefined, hasScreen: (path: string) => boolean): string | undefined {
  return entriesFor(viewer, companyId, hasScreen).find(({ action }) => !action)?.to;
}
