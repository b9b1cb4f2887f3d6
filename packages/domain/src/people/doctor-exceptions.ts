import * as z from 'zod/mini';
import { addDays, type CalendarDay, instantAt } from '../clock.ts';
import { TEXT } from '../constants.ts';
import { EXCEPTION_KINDS, type HoursException } from '../planning/exceptions.ts';
import { across, choice, day, text, timeOfDay } from '../validation.ts';

/** How far ahead an exception may be, and how long an absence may last, in days: a leap year. */
export const EXCEPTION_DAYS = 366;

/**
 * An exception from the weekly hours. Without times: whole days, both included. With times: from `fromTime` on the first day to `toTime` on the last.
 * `reason`: for the planners; may be empty.
 */
export const exceptionRule = z
  .strictObject({
    kind: choice(EXCEPTION_KINDS, 'required'),
    fromDay: day('startDateRequired'),
    toDay: day('endDateRequired'),
    fromTime: z.nullable(timeOfDay()),
    toTime: z.nullable(timeOfDay()),
    reason: text(TEXT.reason),
  })
  .check(
    across(['fromDay', 'toDay'], ({ fromDay, toDay }) => toDay >= fromDay, { path: 'toDay', error: 'endBeforeStart' }),
    across(['fromDay', 'toDay'], ({ fromDay, toDay }) => toDay <= addDays(fromDay, EXCEPTION_DAYS), {
      path: 'toDay',
      error: 'exceptionTooLong',
    }),
    across(['kind', 'fromDay', 'toDay'], ({ kind, fromDay, toDay }) => kind !== 'Extra' || fromDay === toDay, {
      path: 'toDay',
      error: 'exceptionOneDay',
    }),
    across(['kind', 'fromTime'], ({ kind, fromTime }) => kind !== 'Extra' || fromTime !== null, { path: 'fromTime', error: 'required' }),
    across(['fromTime', 'toTime'], ({ fromTime, toTime }) => (fromTime === null) === (toTime === null), {
      path: 'toTime',
      error: 'required',
    }),
    across(
      ['fromDay', 'toDay', 'fromTime', 'toTime'],
      ({ fromDay, toDay, fromTime, toTime }) => fromTime === null || toTime === null || fromDay < toDay || fromTime < toTime,
      { path: 'toTime', error: 'availabilityOrder' },
    ),
  );
export type ExceptionInput = z.output<typeof exceptionRule>;

/** The start and end of an exception. */
export const spanOf = ({
  kind,
  fromDay,
  toDay,
  fromTime,
  toTime,
}: Pick<ExceptionInput, 'kind' | 'fromDay' | 'toDay' | 'fromTime' | 'toTime'>): HoursException => ({
  kind,
  startsAt: instantAt(fromDay, fromTime ?? '00:00'),
  endsAt: toTime === null ? instantAt(addDays(toDay, 1), '00:00') : instantAt(toDay, toTime),
});

/** Why an exception cannot be entered today; null: it can. */
export function exceptionError(
  { fromDay, toDay }: Pick<ExceptionInput, 'fromDay' | 'toDay'>,
  today: CalendarDay,
): {
  readonly path: 'fromDay' | 'toDay';
  readonly message: 'exceptionPast' | 'exceptionTooFar';
} | null {
  if (toDay < today) return { path: 'toDay', message: 'exceptionPast' };
  return fromDay > addDays(today, EXCEPTION_DAYS) ? { path: 'fromDay', message: 'exceptionTooFar' } : null;
}
