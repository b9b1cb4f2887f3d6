import { EVERY_READER, type FieldRule, NOBODY, PLANNER_AND_DOCTOR } from '../../fields.ts';

/**
 * Every field of an attempt at a home visit, and which readers of attempts (`readsAttempts`) see it. Only planners and the doctor see the position
 * itself; an employer sees its accuracy.
 */
export const ATTEMPT_FIELDS = {
  id: { seenBy: EVERY_READER },
  companyId: { seenBy: EVERY_READER },
  checkId: { seenBy: EVERY_READER },
  doctorId: { seenBy: NOBODY },
  appointmentStart: { seenBy: EVERY_READER },
  attemptedAt: { seenBy: EVERY_READER },
  receivedAt: { seenBy: EVERY_READER },
  /** Whether bell, position and photograph were erased at the end of their retention period (retention.ts). */
  detailsErased: { seenBy: EVERY_READER },
  bell: { seenBy: EVERY_READER },
  latitude: { seenBy: PLANNER_AND_DOCTOR },
  longitude: { seenBy: PLANNER_AND_DOCTOR },
  accuracyMetres: { seenBy: EVERY_READER },
  withinDuty: { seenBy: EVERY_READER },
  distanceKm: { seenBy: NOBODY },
  photoId: { seenBy: EVERY_READER },
  cardStart: { seenBy: EVERY_READER },
} as const satisfies Record<string, FieldRule>;
