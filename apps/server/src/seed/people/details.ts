import { foldText } from '@checkwell/domain/people/search-text';
import type { Place } from '../../platform/geo/places.ts';
import type { Random } from '../random.ts';

/** Invented details of people and companies: addresses, numbers, coordinates. */

/** The text in a form that fits in an e-mail address: lower-case letters, digits and hyphens. */
export const slug = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A random point near the centre of the place, in degrees. */
export const around = (random: Random, place: Place): { readonly latitude: number; readonly longitude: number } => ({
  latitude: Math.round((place.latitude + random.normal(0, 0.008)) * 1e5) / 1e5,
  longitude: Math.round((place.longitude + random.normal(0, 0.012)) * 1e5) / 1e5,
});

/** A Belgian mobile number. */
export const mobile = (random: Random): string =>
  `+324${random.pick([68, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 83, 84, 85, 86, 87, 91, 92, 93, 94, 95, 96, 97, 98, 99])}${String(random.int(0, 999_999)).padStart(6, '0')}`;
