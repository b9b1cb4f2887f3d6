import { POSITION_MAX_METRES } from '@checkwell/domain/check/times/attempt';

export interface Position {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** How sure the device is of it, metres. */
  readonly accuracyMetres: number;
}

/** Longer than this nobody waits at a door; a device that is slower gives none. */
const WAIT_MS = 15_000;

/** Where the device is now; the browser asks its owner first. null: they do not agree, it does not know, or it is too unsure. */
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
