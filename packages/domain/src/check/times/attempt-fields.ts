import { EVERY_READER, type FieldRule, NOBODY, PLANNER_AND_DOCTOR } from '../../fields.ts';

/**
 * Every field of an attempt of a visit, and who of those who read attempts (`readsAttempts`) sees it. The position itself stays with planners and
 * doctor; an employer reads that there was one, and how sure the phone was of it.
 */
export const ATTEMPT_FIELDS = {
  id: { seenBy: EVERY_READER },
  companyId: { seenBy: EVERY_READER },
  checkId: { seenBy: EVERY_READER },
  doctorId: { seenBy: NOBODY },
  appointmentStart: { seenBy: EVERY_READER },
  attemptedAt: { seenBy: EVERY_READER },
  receivedAt: { seenBy: EVERY_READER },
  /** Whether bell, position and photograph were erased, their term being over (retention.ts). */
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
