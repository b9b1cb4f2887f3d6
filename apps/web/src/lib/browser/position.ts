import { POSITION_MAX_METRES } from '@checkwell/domain/check/times/attempt';

export interface Position {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Accuracy in metres. */
  readonly accuracyMetres: number;
}

/** Longest time to wait for a position. */
const WAIT_MS = 15_000;

/** The position of the device, after the browser has asked for permission. null: refused, unknown, or too inaccurate. */
export const currentPosition = (): Promise<Position | null> =>
  new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(null);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        resolve(accuracy > POSITION_MAX_METRES ? null : { latitude, longitude, accuracyMetres: Math.round(accuracy) }),
      () => resolve(null),
      { enableHighAccuracy: true, maximumAge: 0, timeout: WAIT_MS },
    );
  });
