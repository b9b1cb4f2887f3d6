import { timeOf } from '../../clock.ts';
import { type EnumKind, isEnumKind, type KindValues } from '../../fields.ts';
import type { CheckFact } from '../facts.ts';
import { CHECK_FIELDS } from '../fields.ts';
import type { VersionReason } from './correction.ts';

/** The fields of a result that a correction shows, in this order; `checkTime` is the start of the examination. */
const LINES = [
  'checkOccurence',
  'checkTime',
  'examinationMinutes',
  'newIncapacityEndDate',
  'earlyReturn',
  'workerDisagreement',
  'secondCheckNeeded',
  'prolongationNeeded',
  'injuryDifference',
  'checkPlausibility',
] as const;
type Line = (typeof LINES)[number];

type ResultVersion = { readonly [Name in Exclude<Line, 'checkTime'>]: KindValues[(typeof CHECK_FIELDS)[Name]['kind']] | null } & {
  readonly examinedFrom: Date | string | null;
};

interface CorrectionEvent<Instant> {
  readonly at: Instant;
  readonly version: number;
  readonly correctionReason: VersionReason | null;
  readonly formerResult: ResultVersion | null;
}

export interface Correction<Instant> {
  readonly at: Instant;
  readonly reason: VersionReason;
  /** The former values of the fields that the correction changed. */
  readonly replaced: readonly CheckFact[];
}

const valueIn = (result: ResultVersion, line: Line): string | number | boolean | null =>
  line !== 'checkTime' ? result[line] : result.examinedFrom === null ? null : timeOf(new Date(result.examinedFrom));

function replacedBy(former: ResultVersion, next: ResultVersion): readonly CheckFact[] {
  return LINES.flatMap((key): readonly CheckFact[] => {
    const value = valueIn(former, key);
    if (value === valueIn(next, key)) return [];
    // A former value of null is shown as an empty text, for example if a new end date was added.
    if (value === null) return [{ key, kind: 'text', value: '' }];
    const { kind } = CHECK_FIELDS[key];
    // ResultVersion gives each field the value type of its kind.
    return [(isEnumKind(kind) ? { key, kind: 'enum', label: kind satisfies EnumKind, value } : { key, kind, value }) as CheckFact];
  });
}

/**
 * The corrections of a result, oldest first, for screens and documents.
 * @param events the history of the check, as its reader may see it
 * @param current the current result
 */
export function correctionsOf<Instant>(
  events: readonly CorrectionEvent<Instant>[],
  current: ResultVersion,
): readonly Correction<Instant>[] {
  const corrected = events.filter(({ formerResult }) => formerResult !== null).toSorted((one, other) => one.version - other.version);
  return corrected.flatMap(({ at, correctionReason, formerResult }, index) =>
    correctionReason === null || formerResult === null
      ? []
      : [{ at, reason: correctionReason, replaced: replacedBy(formerResult, corrected[index + 1]?.formerResult ?? current) }],
  );
}
