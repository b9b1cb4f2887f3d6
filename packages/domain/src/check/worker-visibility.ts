import { addDays, dayOf, instantAt } from '../clock.ts';

/**
 * Days after the end of a mission on which its doctor still sees who the worker was, the day of the archive not counted
 * (domain.md 4.6; docs/decisions/0036).
 */
export const DOCTOR_SEES_WORKER_DAYS = 30;

/** The first instant of archives after which a doctor still sees the worker: whole Belgian days, as the law counts. */
export const workerSeenSince = (now: Date): Date => instantAt(addDays(dayOf(now), -DOCTOR_SEES_WORKER_DAYS), '00:00');

/** Whether the doctor of a check still sees its worker. @param archivedAt null: the mission is not over */
export const doctorSeesWorker = (archivedAt: Date | null, now: Date): boolean => archivedAt === null || archivedAt >= workerSeenSince(now);

/** Of the worker and the absence: null only for whoever does not see them. */
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

/** A check whose reader sees the worker. */
export type WithWorker<Check> = { readonly [Name in keyof Check]: Name extends WorkerFact ? NonNullable<Check[Name]> : Check[Name] };

/**
 * Whether the reader sees the worker of the check: everybody but a doctor whose mission is long over. The check may be any part of one: of its
 * fields the compiler knows none.
 */
export const hasWorker = <Check extends object>(check: Check): check is Check & WithWorker<Check> =>
  WORKER_FACTS.every((name) => !(name in check) || check[name as never] !== null);
