/**
 * Distances before a routing service is asked (dispatch.md 3). They are estimates, and every place that shows one says so
 * by the precision and source of the points.
 */
export interface GeoPoint {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
}

/** The coordinates of a record as a point; null: none. */
export const pointOf = ({
  latitude,
  longitude,
}: {
  readonly latitude: number | null;
  readonly longitude: number | null;
}): GeoPoint | null => (latitude === null || longitude === null ? null : { latitude, longitude });

/** How exactly an address is known, best first. `prefix`: only the first digits of the postcode helped. */
export const GEO_PRECISIONS = ['street', 'locality', 'postcode', 'prefix'] as const;
export type GeoPrecision = (typeof GEO_PRECISIONS)[number];

const EARTH_RADIUS_KM = 6371.0088;

/** Ratio of road distance to straight-line distance (dispatch.md 3: 1.3 on motorway networks, 1.34 within cities). */
const ROAD_FACTOR = 1.3;

/** Fixed minutes per trip: getting into the car, and from the car to the door. */
const DOOR_MINUTES = 4;

/** Speeds by stretch of one trip: town streets first, then main roads, then motorway (dispatch.md 3). */
const STRETCHES = [
  { untilKm: 5, kmPerHour: 32 },
  { untilKm: 20, kmPerHour: 55 },
  { untilKm: Number.POSITIVE_INFINITY, kmPerHour: 85 },
] as const;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Straight line over the globe between two points, km. */
export function straightKm(from: GeoPoint, to: GeoPoint): number {
  const dLatitude = radians(to.latitude - from.latitude);
  const dLongitude = radians(to.longitude - from.longitude);
  const a =
    Math.sin(dLatitude / 2) ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(dLongitude / 2) ** 2;
  // Rounding may push `a` of opposite points just above 1.
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(a)));
}

/** Estimated length of the trip by road, km, to one decimal (as `distanceToCheck` is kept). */
export function roadKm(from: GeoPoint, to: GeoPoint): number {
  return Math.round(straightKm(from, to) * ROAD_FACTOR * 10) / 10;
}

/** Estimated duration of a trip by road, in whole minutes (as `timeToCheck` is stored); 0 for 0 km. */
export function travelMinutes(km: number): number {
  if (km <= 0) return 0;
  let minutes = DOOR_MINUTES;
  let fromKm = 0;
  for (const { untilKm, kmPerHour } of STRETCHES) {
    minutes += (Math.max(0, Math.min(km, untilKm) - fromKm) / kmPerHour) * 60;
    fromKm = untilKm;
    if (km <= untilKm) break;
  }
  return Math.round(minutes);
}
