import * as z from 'zod/mini';
import type { IncapacityType } from '../certificate/enums.ts';
import type { CalendarDay } from '../clock.ts';
import { PARTIAL_INCAPACITY_PERCENT } from '../constants.ts';
import { across, day, key, timeOfDay } from '../validation.ts';

/**
 * What an order says of some types of incapacity only: the accident that the employer declared, and how much of the
 * worker's capacity a partial incapacity takes away.
 */

/** Types whose accident the employer has declared, so that its date is known and a doctor may judge the link with it. */
export const DECLARED_ACCIDENT_TYPES = ['WorkAccident', 'AccidentOnTheWayToWork'] as const satisfies readonly IncapacityType[];
export const isDeclaredAccident = (type: IncapacityType): boolean => (DECLARED_ACCIDENT_TYPES as readonly IncapacityType[]).includes(type);

/** Whether a percentage belongs to the incapacity; every other one is whole. */
export const isPartialIncapacity = (type: IncapacityType): boolean => type === 'PartialIncapacityToWork';

const percentage = () => ({ error: key('percentageRange') });

/** Left out by whoever orders a check of another type. */
export const incapacityFactFields = {
  accidentDate: z.nullish(day('dateInvalid')),
  /** Belgian. */
  accidentTime: z.nullish(timeOfDay()),
  incapacityPercentage: z.nullish(
    z
      .int(percentage())
      .check(z.minimum(PARTIAL_INCAPACITY_PERCENT.min, percentage()), z.maximum(PARTIAL_INCAPACITY_PERCENT.max, percentage())),
  ),
};

interface FactInput {
  readonly incapacityType: IncapacityType;
  readonly startDate: CalendarDay;
  readonly accidentDate?: CalendarDay | null | undefined;
  readonly accidentTime?: string | null | undefined;
  readonly incapacityPercentage?: number | null | undefined;
}

const accidentIsDated = across<Pick<FactInput, 'incapacityType' | 'accidentDate' | 'accidentTime'>>(
  ['incapacityType', 'accidentDate', 'accidentTime'],
  ({ incapacityType, accidentDate, accidentTime }) => !isDeclaredAccident(incapacityType) || !accidentTime || Boolean(accidentDate),
  { path: 'accidentDate', error: key('accidentDateRequired') },
);
const accidentBeforeIncapacity = across<Pick<FactInput, 'incapacityType' | 'accidentDate' | 'startDate'>>(
  ['incapacityType', 'accidentDate', 'startDate'],
  ({ incapacityType, accidentDate, startDate }) => !isDeclaredAccident(incapacityType) || !accidentDate || accidentDate <= startDate,
  { path: 'accidentDate', error: key('accidentAfterStart') },
);
const partIsKnown = across<Pick<FactInput, 'incapacityType' | 'incapacityPercentage'>>(
  ['incapacityType', 'incapacityPercentage'],
  ({ incapacityType, incapacityPercentage }) =>
    !isPartialIncapacity(incapacityType) || (incapacityPercentage !== null && incapacityPercentage !== undefined),
  { path: 'incapacityPercentage', error: key('percentageRange') },
);

/** Rules between these fields, for `check`. */
export const incapacityFactRules = [accidentIsDated, accidentBeforeIncapacity, partIsKnown] as const;

/** What of it is kept: nothing that the type does not ask, whatever a form still holds of an earlier choice. */
export function incapacityFactsOf({ incapacityType, accidentDate, accidentTime, incapacityPercentage }: FactInput) {
  const dated = isDeclaredAccident(incapacityType) && accidentDate ? accidentDate : null;
  return {
    accidentDate: dated,
    accidentTime: dated === null ? null : (accidentTime ?? null),
    incapacityPercentage: isPartialIncapacity(incapacityType) ? (incapacityPercentage ?? 100) : 100,
  };
}
