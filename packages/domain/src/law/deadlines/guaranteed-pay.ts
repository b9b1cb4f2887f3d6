import type { IncapacityType } from '../../certificate/enums.ts';
import { addDays, type CalendarDay, lengthInDays } from '../../clock.ts';
import {
  GUARANTEED_SALARY_DAYS,
  guaranteedSalaryUntil,
  isInRelapseWindow,
  RELAPSE_WINDOW_DAYS,
  relapseWindowDays,
} from '../absence-rules.ts';
import { mayShareCause, type PastAbsence } from '../certificate-type.ts';
import { findRule, type LawSource } from '../dated.ts';

/**
 * Types to which the 30 days surely apply: illness and accident in private life (art. 52, 70). Accidents at work, on the way there and
 * occupational diseases have rules of their own, and of the other types one cannot tell: about those nothing is said. Nor about a partial
 * resumption (`PartialIncapacityToWork`): domain.md 2.3 names its rule of 2026 without an article, and none was found.
 */
const COVERED: readonly IncapacityType[] = [
  'Illness',
  'SeriousIllness',
  'PrivateAccident',
  'SurgicalIntervention',
  'Hospitalization',
  'SickLeave',
];
export const hasGuaranteedPay = (type: IncapacityType): boolean => COVERED.includes(type);

/** Types that may have been paid as such, or have counted as something else: before them one cannot tell what is left. */
const UNCERTAIN: readonly IncapacityType[] = ['Unknown', 'PartialIncapacityToWork', 'Quarantine', 'QuarantineOther'];

/** The relapse window of an earlier incapacity in which an absence began. */
export interface RelapseWindow {
  /** The last day of the earlier incapacity. */
  readonly previousEnd: CalendarDay;
  /** Calendar days after it. */
  readonly days: number;
  /** The last of them. */
  readonly lastDay: CalendarDay;
  readonly source: LawSource;
}

/** What guaranteed pay an absence has, as far as the known absences tell. All days are calendar days, first and last included. */
export type GuaranteedPay =
  | { readonly kind: 'full'; readonly from: CalendarDay; readonly until: CalendarDay; readonly days: number; readonly source: LawSource }
  | {
      /** It counts as a relapse unless a certificate gives another cause: then only what is left is due. */
      readonly kind: 'relapse';
      readonly from: CalendarDay;
      readonly window: RelapseWindow;
      /** Of the 30 days; null when the earlier absences do not tell. */
      readonly daysLeft: number | null;
      /** The last day of what is left; null when nothing is, or one cannot tell. */
      readonly until: CalendarDay | null;
      /** The last day if a certificate gives another cause. */
      readonly otherwiseUntil: CalendarDay;
      readonly source: LawSource;
    };

/** An unbroken incapacity: a certificate and those that prolong it. */
interface Episode {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly rows: readonly PastAbsence[];
}

/**
 * The guaranteed pay of an absence. Who knows too little says nothing: null for a type with rules of its own, for a prolongation or a
 * relapse of something that is not known, and after an incapacity whose beginning is not known. The seniority of one month that blue-collar
 * workers need is not known here: `full` is what is due at most.
 * @param history the worker's other absences, in any order; those that overlap or touch this one are the same incapacity
 */
export function guaranteedPay(absence: PastAbsence, history: readonly PastAbsence[]): GuaranteedPay | null {
  const { startDate, incapacityReason, certifType } = absence;
  if (!hasGuaranteedPay(incapacityReason)) return null;

  const related = history.filter((row) => hasGuaranteedPay(row.incapacityReason) || UNCERTAIN.includes(row.incapacityReason));
  const episodes = episodesOf([...related, absence]);
  const place = episodes.findIndex(({ rows }) => rows.includes(absence));
  const current = episodes[place];
  const rule = current && findRule(GUARANTEED_SALARY_DAYS, current.startDate);
  const fullUntil = current && guaranteedSalaryUntil(current.startDate);
  if (!rule || !fullUntil || isUncertain(current)) return null;
  // What began before anything that is known.
  if (certifType === 'Prolongation' && current.startDate === startDate) return null;

  const from = current.startDate;
  const previous = episodes[place - 1];
  const window = previous && relapseWindowAfter(previous, current);
  if (window === undefined) {
    if (certifType === 'Relapse') return null;
    return { kind: 'full', from, until: fullUntil, days: rule.value, source: rule.source };
  }
  if (window === null || !previous) return null;
  const before = episodes[place - 2];
  const isChain = before !== undefined && relapseWindowAfter(before, previous) !== undefined;
  const daysLeft = isChain || isUncertain(previous) ? null : Math.max(0, rule.value - lengthInDays(previous.startDate, previous.endDate));
  const until = daysLeft === null ? null : guaranteedSalaryUntil(from, rule.value - daysLeft);
  return { kind: 'relapse', from, window, daysLeft, until, otherwiseUntil: fullUntil, source: rule.source };
}

/**
 * The window of the earlier incapacity in which the next one began; undefined: outside of it, or surely of another cause; null: one
 * cannot tell, because the beginning of the earlier one, which dates the rule, is not known.
 */
function relapseWindowAfter(earlier: Episode, next: Episode): RelapseWindow | undefined | null {
  const [first] = next.rows;
  const last = earlier.rows.at(-1);
  if (!first || !last || !mayShareCause(first.incapacityReason, last.incapacityReason)) return undefined;
  const rule = findRule(RELAPSE_WINDOW_DAYS, earlier.startDate);
  if (!rule || !isInRelapseWindow(next.startDate, earlier)) return undefined;
  if (earlier.rows[0]?.certifType === 'Prolongation') return null;
  const days = relapseWindowDays(earlier.startDate);
  return { previousEnd: earlier.endDate, days, lastDay: addDays(earlier.endDate, days), source: rule.source };
}

const isUncertain = ({ rows }: Episode): boolean => rows.some(({ incapacityReason }) => UNCERTAIN.includes(incapacityReason));

/** Puts together what overlaps or follows on without a day between; in order of time. */
function episodesOf(absences: readonly PastAbsence[]): readonly Episode[] {
  // Of those of one day the same comes first, in whatever order they were known.
  const place = (row: PastAbsence) => [row.startDate, row.endDate, row.incapacityReason, row.certifType, row.entryType].join(' ');
  const inOrder = absences.toSorted((one, other) => place(one).localeCompare(place(other)));
  const episodes: Episode[] = [];
  for (const row of inOrder) {
    const last = episodes.at(-1);
    if (last && row.startDate <= addDays(last.endDate, 1)) {
      const [, endDate = last.endDate] = [last.endDate, row.endDate].sort();
      episodes[episodes.length - 1] = { startDate: last.startDate, endDate, rows: [...last.rows, row] };
    } else episodes.push({ startDate: row.startDate, endDate: row.endDate, rows: [row] });
  }
  return episodes;
}
