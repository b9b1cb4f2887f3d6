/**
 * What the history of a check remarks on a step, beside the step itself. Codes: their texts are in packages/messages.
 * timingFallback: asked as Optimized, but the period is short. The others are warnings about an appointment that the
 * planner made all the same. noShowNotTold: reported as a no-show, but while that waited it turned out that the employee was not told.
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

/** What a remark says about the hour of an appointment is for those who plan: it would narrow down an unannounced visit. */
const HOUR_NOTES: readonly EventNote[] = ['outsideAvailability', 'outsideWorkerAvailability'];

/** The remarks that an employer reads. */
export const employerNotes = (notes: readonly EventNote[]): readonly EventNote[] => notes.filter((note) => !HOUR_NOTES.includes(note));
