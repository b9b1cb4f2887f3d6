import { occurenceKey } from '@checkwell/domain/check/result/outcome';
import { useQuery } from '@tanstack/react-query';
import { gqlQuery } from '../../../lib/api/query.ts';
import { useDebounced } from '../../../lib/browser/use-debounced.ts';
import { useFormat } from '../../../lib/i18n/format.ts';
import { useTranslations } from '../../../lib/i18n/translations.ts';
import { useCompany, useViewer } from '../../../lib/session/viewer.ts';
import type { AppLinkTarget } from '../../../ui/links/navigation.ts';
import { useEntries } from '../use-entries.ts';
import { type Choice, type ChoiceGroup, FOUND_KINDS, type FoundKind, KIND_ICONS, targetOf } from './choices.ts';
import { SearchEverythingDocument, type SearchEverythingQuery } from './palette.gql.ts';
import { type Chooser, type RecentChoice, recentChoices, rememberChoice } from './recent.ts';

/** The company to which the provider's team narrows the search. */
export interface CompanyScope {
  readonly id: string;
  readonly name: string;
}

/** Pause in typing before the server is asked. */
const PAUSE_MS = 120;
/** A single letter would find everybody. */
const MIN_LENGTH = 2;

interface Found {
  readonly groups: readonly ChoiceGroup[];
  /** Whether the groups are those of an earlier text, or still missing. */
  readonly pending: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

/** What the typed text finds on the server; results of an earlier text never replace those of a later one. */
export function usePaletteResults(typed: string, scope: CompanyScope | undefined, actions: FoundActions): Found {
  const entries = useEntries();
  const has = (path: string): boolean => entries.some(({ to }) => to === path);
  const company = useCompany();
  const line = useLines(actions, scope);
  const text = typed.trim();
  const debounced = useDebounced(text, PAUSE_MS);
  const wanted = text.length >= MIN_LENGTH || scope !== undefined;
  const isProvider = has('/planning');
  const query = useQuery({
    ...gqlQuery({
      document: SearchEverythingDocument,
      variables: {
        text: debounced,
        companyId: scope?.id ?? company?.id ?? null,
        employees: has('/employees') && !scope,
        certificates: has('/certificates') && !scope,
        doctors: isProvider && !scope,
        companies: isProvider && !scope,
      },
      topics: ['check', 'certificate', 'employee', 'doctor', 'company'],
      keepPrevious: true,
      enabled: wanted && (debounced.length >= MIN_LENGTH || scope !== undefined),
    }),
    // A failure offers "Try again" at once, instead of another attempt after a while.
    retry: false,
  });
  const groups = wanted && query.data && !query.isError ? line(query.data.searchEverything) : [];
  const pending = wanted && !query.isError && (text !== debounced || query.isPlaceholderData || query.isPending);
  return { groups, pending, error: wanted && text === debounced ? query.error : null, retry: () => void query.refetch() };
}

interface FoundActions {
  readonly go: (target: AppLinkTarget) => void;
  readonly look: (company: CompanyScope) => void;
}

/** The latest choices, as lines of the palette. */
export function useRecent({ go }: Pick<FoundActions, 'go'>): readonly Choice[] {
  const titles = useTitles();
  const chooser = useChooser();
  const { role } = useViewer();
  return recentChoices(chooser).map((choice) => ({
    key: `recent ${choice.id}`,
    label: choice.label,
    hint: titles[choice.kind],
    icon: KIND_ICONS[choice.kind],
    onChoose: () => {
      rememberChoice(chooser, choice);
      go(targetOf(choice.kind, choice, role));
    },
  }));
}

function useChooser(): Chooser {
  const { profileId } = useViewer();
  return { account: profileId, companyId: useCompany()?.id ?? null };
}

/** The name of each kind for this role. */
function useTitles(): Record<FoundKind, string> {
  const t = useTranslations('palette');
  const isDoctor = useViewer().role === 'doctor';
  return {
    employees: t('group.employees'),
    checks: isDoctor ? t('group.missions') : t('group.checks'),
    reports: isDoctor ? t('group.missionsDone') : t('group.reports'),
    certificates: t('group.certificates'),
    doctors: t('group.doctors'),
    companies: t('group.companies'),
  };
}

type Results = SearchEverythingQuery['searchEverything'];

function useLines({ go, look }: FoundActions, scope: CompanyScope | undefined): (found: Results) => readonly ChoiceGroup[] {
  const t = useTranslations('palette', 'enums');
  const format = useFormat();
  const { role } = useViewer();
  const company = useCompany();
  const chooser = useChooser();
  const titles = useTitles();
  const hintOf = (...parts: readonly (string | null | false)[]): string => parts.filter(Boolean).join(' · ');

  const period = (check: { incapacityStartDate: string | null; incapacityEndDate: string | null }) =>
    format.dateRange(check.incapacityStartDate, check.incapacityEndDate);
  /** The company's name, for viewers of several companies. */
  const companyOf = ({ companyName }: { companyName: string }) => !company && !scope && companyName;

  return (found) => {
    const lines: Record<FoundKind, readonly { id: string; label: string; hint: string }[]> = {
      employees: (found.employees ?? []).map(({ id, employeeFirstName, employeeLastName, employeeMatricule }) => ({
        id,
        label: `${employeeFirstName} ${employeeLastName}`,
        hint: employeeMatricule,
      })),
      checks: found.checks.map((check) => ({
        id: check.id,
        label: check.workerFullName,
        hint: hintOf(
          t(`enums:checkStatus.${check.status}`),
          companyOf(check),
          check.checkDate ? format.date(check.checkDate) : period(check),
        ),
      })),
      reports: found.reports.map((check) => ({
        id: check.id,
        label: check.workerFullName.trim() || check.companyName,
        hint: hintOf(
          check.checkOccurence && t(`enums:${occurenceKey(check.checkOccurence, check.checkLocation)}`),
          companyOf(check),
          check.checkDate ? format.date(check.checkDate) : period(check),
        ),
      })),
      certificates: (found.certificates ?? []).map(({ id, employeeFirstName, employeeLastName, startDate, endDate }) => ({
        id,
        label: `${employeeFirstName} ${employeeLastName}`,
        hint: format.dateRange(startDate, endDate),
      })),
      doctors: (found.doctors ?? []).map(({ id, doctorFullName, practiceAddress }) => ({
        id,
        label: doctorFullName,
        hint: practiceAddress,
      })),
      companies: (found.companies ?? []).map(({ id, name, companyNumber }) => ({ id, label: name, hint: companyNumber })),
    };
    const choose = (choice: RecentChoice) => () => {
      rememberChoice(chooser, choice);
      go(targetOf(choice.kind, choice, role));
    };
    return FOUND_KINDS.map((kind) => ({
      id: kind,
      label: titles[kind],
      choices: lines[kind].map(
        ({ id, label, hint }): Choice =>
          kind === 'companies'
            ? { key: id, label, hint, icon: KIND_ICONS[kind], keepsOpen: true, onChoose: () => look({ id, name: label }) }
            : { key: id, label, hint, icon: KIND_ICONS[kind], onChoose: choose({ kind, id, label }) },
      ),
    })).filter(({ choices }) => choices.length > 0);
  };
}
