import { foldText } from '@checkwell/domain/people/search-text';
import type { Role } from '@checkwell/domain/roles';
import type { IconName } from '../../../ui/content/Icon.tsx';
import type { AppLinkTarget } from '../../../ui/links/navigation.ts';

/** Kinds of search results, in their order. */
export const FOUND_KINDS = ['employees', 'checks', 'reports', 'certificates', 'doctors', 'companies'] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

/** One line of the palette. */
export interface Choice {
  /** Unique among all lines. */
  readonly key: string;
  readonly label: string;
  /** Distinguishes lines with the same label. */
  readonly hint?: string;
  readonly icon: IconName;
  /** Keyboard shortcuts for the same action. */
  readonly keys?: readonly string[];
  readonly onChoose: () => void;
  /** Whether the palette stays open, because the choice only narrows the search. */
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

/** The screen that shows a search result to this role. A company has none: it narrows the search. */
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
