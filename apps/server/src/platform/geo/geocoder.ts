import type { GeoPoint, GeoPrecision } from '@checkwell/domain/planning/geo';

/** Where an address lies, how exactly that is known, and who said so. */
export interface Located extends GeoPoint {
  readonly precision: GeoPrecision;
  /** Name of the adapter that answered, such as `embedded`. */
  readonly source: string;
}

/** Finds places of addresses. An adapter that asks a service answers null, not an error, when the service does not know. */
export interface Geocoder {
  /** @param address as people write it, one line. @returns null for an address that is not understood or lies abroad */
  locate(address: string): Promise<Located | null>;
}
