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
 * Types to which the 30 days certainly apply: illness and private accident (art. 52, 70). Accidents at work or on the way there and occupational diseases
 * have other rules, and the other types are unclear; nothing is computed for them. Nor for a partial resumption (`PartialIncapacityToWork`): domain.md 2.3
 * gives its rule of 2026 without an article, and none was found.
 */
const COVERED: readonly IncapacityType[] = [
  'Illness',
  'SeriousIllness',
  'PrivateAccident',
  'SurgicalIntervention',
  'Hospitalization',
  'SickLeave',
];
/** Whether guaranteed pay is computed for the type. */
export const hasGuaranteedPay = (type: IncapacityType): boolean => COVERED.includes(type);

/** Types that may or may not have used days of guaranteed pay: after them the balance is unknown. */
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

/** The guaranteed pay of an absence, by the recorded absences. Calendar days, first and last included. */
export type GuaranteedPay =
  | { readonly kind: 'full'; readonly from: CalendarDay; readonly until: CalendarDay; readonly days: number; readonly source: LawSource }
  | {
      /** Presumed a relapse unless a certificate gives another cause: only the balance is due. */
      readonly kind: 'relapse';
      readonly from: CalendarDay;
      readonly window: RelapseWindow;
      /** Balance of the 30 days; null: unknown. */
      readonly daysLeft: number | null;
      /** The last day of the balance; null: nothing is left, or it is unknown. */
      readonly until: CalendarDay | null;
      /** The last day if a certificate gives another cause. */
      readonly otherwiseUntil: CalendarDay;
      readonly source: LawSource;
    };

/** A continuous incapacity: absences that overlap, or adjoin and may have the same cause. */
interface Episode {
  readonly startDate: CalendarDay;
  readonly endDate: CalendarDay;
  readonly rows: readonly PastAbsence[];
}

/**
 * The guaranteed pay of an absence; null if it cannot be computed: for a type with other rules, for a prolongation or relapse without a recorded earlier
 * absence, and after an incapacity whose beginning is not known. The seniority of one month that blue-collar workers need is not known here, so `full` is
 * the most that can be due.
 * @param history the worker's other absences, in any order
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
  // The incapacity began before the recorded absences.
  if (certifType === 'Prolongation' && current.startDate === startDate) return null;

  const from = current.startDate;
  // An incapacity of another cause in between, such as an accident, changes nothing.
  const at = episodes.findLastIndex((episode, index) => index < place && relapseWindowAfter(episode, current) !== undefined);
  const previous = episodes[at];
  const window = previous && relapseWindowAfter(previous, current);
  if (window === undefined) {
    if (certifType === 'Relapse') return null;
    return { kind: 'full', from, until: fullUntil, days: rule.value, source: rule.source };
  }
  if (window === null || !previous) return null;
  const isChain = episodes.slice(0, at).some((before) => relapseWindowAfter(before, previous) !== undefined);
  const daysLeft = isChain || isUncertain(previous) ? null : Math.max(0, rule.value - lengthInDays(previous.startDate, previous.endDate));
  const until = daysLeft === null ? null : guaranteedSalaryUntil(from, rule.value - daysLeft);
  return { kind: 'relapse', from, window, daysLeft, until, otherwiseUntil: fullUntil, source: rule.source };
}

/**
 * The relapse window of the earlier incapacity in which the next one began; undefined: outside the window, or certainly another cause; null: unknown,
 * because the beginning of the earlier one, which decides the rule, is not recorded.
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

/**
 * Whether an absence continues an incapacity. Of another cause it is a new one, if it begins after the end of the earlier one: to have worked in
 * between is not necessary (act of 3 July 1978, art. 52 § 2 and 73).
 */
const continues = (row: PastAbsence, { endDate, rows }: Episode): boolean =>
  row.startDate <= endDate ||
  (row.startDate === addDays(endDate, 1) &&
    (row.certifType === 'Prolongation' ||
      rows.some((known) => known.endDate === endDate && mayShareCause(row.incapacityReason, known.incapacityReason))));

/** Joins absences that are one incapacity; in chronological order. */
function episodesOf(absences: readonly PastAbsence[]): readonly Episode[] {
  // A total order, so that the result does not depend on the order of the input.
  const place = (row: PastAbsence) => [row.startDate, row.endDate, row.incapacityReason, row.certifType, row.entryType].join(' ');
  const inOrder = absences.toSorted((one, other) => place(one).localeCompare(place(other)));
  const episodes: Episode[] = [];
  for (const row of inOrder) {
    const last = episodes.at(-1);
    if (last && continues(row, last)) {
      const [, endDate = last.endDate] = [last.endDate, row.endDate].sort();
      episodes[episodes.length - 1] = { startDate: last.startDate, endDate, rows: [...last.rows, row] };
    } else episodes.push({ startDate: row.startDate, endDate: row.endDate, rows: [row] });
  }
  return episodes;
}
