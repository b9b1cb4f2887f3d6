/**
 * Notes on a line of a check's history. The codes have their texts in packages/messages.
 * timingFallback: ordered as Optimized, but the period is too short. noShowNotTold: reported as a no-show, but before that was recorded it turned out
 * that the employee had not been notified. The others are warnings about an appointment that the planner made nevertheless.
 */
export const EVENT_NOTES = [
  'timingFallback',
  'languageNotSpoken',
  'outsideAvailability',
  'outsideWorkerAvailability',
  'farForWorker',
  'placeUnknown',
  'exitNotAuthorized',
  'noShowNotTold',
] as const;
export type EventNote = (typeof EVENT_NOTES)[number];

/** Notes that are only for planners, because they would reveal the approximate hour of an unannounced visit. */
const HOUR_NOTES: readonly EventNote[] = ['outsideAvailability', 'outsideWorkerAvailability'];

/** The notes that an employer reads. */
export const employerNotes = (notes: readonly EventNote[]): readonly EventNote[] => notes.filter((note) => !HOUR_NOTES.includes(note));
