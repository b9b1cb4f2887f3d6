import { addDays, dayOf, instantAt } from '../clock.ts';

/**
 * Days after the end of a mission on which its doctor still sees the data of the worker, the day of archiving not counted (domain.md 4.6;
 * docs/decisions/0036).
 */
export const DOCTOR_SEES_WORKER_DAYS = 30;

/** The earliest archiving time for which a doctor still sees the worker at `now`; counted in whole Belgian days, as the law does. */
export const workerSeenSince = (now: Date): Date => instantAt(addDays(dayOf(now), -DOCTOR_SEES_WORKER_DAYS), '00:00');

/** Whether the doctor of a check still sees its worker. @param archivedAt null: the mission is not over */
export const doctorSeesWorker = (archivedAt: Date | null, now: Date): boolean => archivedAt === null || archivedAt >= workerSeenSince(now);

/** Facts of the worker and the absence that are null only if they are hidden from the reader. */
export const WORKER_FACTS = [
  'workerGender',
  'workerLanguage',
  'incapacityStartDate',
  'incapacityEndDate',
  'incapacityType',
  'certificateType',
  'incapacityPercentage',
  'authorizedExit',
] as const;
type WorkerFact = (typeof WORKER_FACTS)[number];

/** The type of a check whose reader sees the worker. */
export type WithWorker<Check> = { readonly [Name in keyof Check]: Name extends WorkerFact ? NonNullable<Check[Name]> : Check[Name] };

/**
 * Whether the reader sees the worker of the check: everybody except a doctor whose mission ended long ago. The argument may have any of the fields of a
 * check.
 */
export const hasWorker = <Check extends object>(check: Check): check is Check & WithWorker<Check> =>
  // Cast: `name in check` was tested before, which does not narrow the keys of a type parameter.
  WORKER_FACTS.every((name) => !(name in check) || check[name as never] !== null);
