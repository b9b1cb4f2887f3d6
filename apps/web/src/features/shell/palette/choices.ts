import { foldText } from '@checkwell/domain/people/search-text';
import type { Role } from '@checkwell/domain/roles';
import type { IconName } from '../../../ui/content/Icon.tsx';
import type { AppLinkTarget } from '../../../ui/links/navigation.ts';

/** Kinds of things that are found, in the order in which they are shown. */
export const FOUND_KINDS = ['employees', 'checks', 'reports', 'certificates', 'doctors', 'companies'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** One line of the palette. */
export interface Choice {
  /** Unlike any other line's. */
  readonly key: string;
  readonly label: string;
  /** What tells it from others with the same label. */
  readonly hint?: string;
  readonly icon: IconName;
  /** The keys that do the same without the palette. */
  readonly keys?: readonly string[];
  readonly onChoose: () => void;
  /** The palette stays: the choice only narrows it. */
  readonly keepsOpen?: boolean;
}

export interface ChoiceGroup {
  readonly id: string;
  readonly label: string;
  readonly choices: readonly Choice[];
}

export const KIND_ICONS = {
  employees: 'user',
  checks: 'clipboard',
  reports: 'list',
  certificates: 'fileText',
  doctors: 'stethoscope',
  companies: 'building',
} as const satisfies Record<FoundKind, IconName>;

/** Where the thing is shown to this role; a company has no screen: it narrows the search. */
export function targetOf(kind: Exclude<FoundKind, 'companies'>, { id, label }: { id: string; label: string }, role: Role): AppLinkTarget {
  switch (kind) {
    case 'employees':
      return { to: '/employees', search: { employment: 'all', q: label, edit: id } };
    case 'certificates':
      return { to: '/certificates/$id', params: { id } };
    case 'doctors':
      return { to: '/doctors', search: { q: label } };
    case 'checks':
      return { to: role === 'planner' ? '/planning/$id' : role === 'doctor' ? '/missions/$id' : '/checks/$id', params: { id } };
    case 'reports':
      return { to: role === 'doctor' ? '/missions/$id' : '/reports/$id', params: { id } };
  }
}

/** Whether every typed word begins a word of the label, accents and case aside. */
export function matches(typed: string, label: string): boolean {
  const words = foldText(label).split(/[\s’'“”«»:,/-]+/);
  return foldText(typed)
    .split(' ')
    .every((word) => words.some((candidate) => candidate.startsWith(word)));
}
