import { belgium, type Place } from './belgium.ts';

export type { Place } from './belgium.ts';

/** Every Belgian place that the embedded geocoder knows with a postcode, in the order of the postcodes: for made-up addresses. */
export const belgianPlaces = (): readonly Place[] => belgium().places;
