/**
 * What the history of a check remarks on a step, beside the step itself. Codes: the words stand in packages/messages.
 * timingFallback: asked as Optimized, but the period is short. The others are warnings about an appointment that the
 * planner made all the same.
 */
export const EVENT_NOTES = [
  'timingFallback',
  'languageNotSpoken',
  'outsideAvailability',
  'outsideWorkerAvailability',
  'farForWorker',
  'placeUnknown',
  'exitNotAuthorized',
] as const;
export type EventNote = (typeof EVENT_NOTES)[number];
