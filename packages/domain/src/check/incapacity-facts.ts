import * as z from 'zod/mini';
import type { IncapacityType } from '../certificate/enums.ts';
import type { CalendarDay } from '../clock.ts';
import { PARTIAL_INCAPACITY_PERCENT } from '../constants.ts';
import { across, day, key, timeOfDay } from '../validation.ts';

/**
 * Facts that an order has for some types of incapacity only: the accident that the employer declared, and the percentage of a partial incapacity.
 */

/** Types for which the employer has declared an accident: its date is known, and a doctor judges whether the incapacity is due to it. */
export const DECLARED_ACCIDENT_TYPES = ['WorkAccident', 'AccidentOnTheWayToWork'] as const satisfies readonly IncapacityType[];
export const isDeclaredAccident = (type: IncapacityType): boolean => (DECLARED_ACCIDENT_TYPES as readonly IncapacityType[]).includes(type);

/** Whether the incapacity has a percentage; all other types are 100 %. */
export const isPartialIncapacity = (type: IncapacityType): boolean => type === 'PartialIncapacityToWork';

const percentage = () => ({ error: key('percentageRange') });

/** All optional here; `incapacityFactRules` says which are required for which type. */
export const incapacityFactFields = {
  accidentDate: z.nullish(day('dateInvalid')),
  /** Belgian local time, HH:MM. */
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

/** Rules across these fields, for the `check` of a zod object. */
export const incapacityFactRules = [accidentIsDated, accidentBeforeIncapacity, partIsKnown] as const;

/** The facts to store: null, or 100 %, where the type does not ask for them, even if the form still has values of an earlier choice. */
export function incapacityFactsOf({ incapacityType, accidentDate, accidentTime, incapacityPercentage }: FactInput) {
  const dated = isDeclaredAccident(incapacityType) && accidentDate ? accidentDate : null;
  return {
    accidentDate: dated,
    accidentTime: dated === null ? null : (accidentTime ?? null),
    incapacityPercentage: isPartialIncapacity(incapacityType) ? (incapacityPercentage ?? 100) : 100,
  };
}
