/**
 * Services that lead somebody to an address, by documented links that open the service's app where it is installed and its pages elsewhere
 * (`geo:` opens nothing on iPhones and desks). The user who presses one chooses whom the address is given to.
 */
export const MAP_SERVICES = [
  { name: 'Google Maps', base: 'https://www.google.com/maps/dir/?api=1', parameter: 'destination' },
  { name: 'Apple Maps', base: 'https://maps.apple.com/', parameter: 'daddr' },
  { name: 'Waze', base: 'https://waze.com/ul?navigate=yes', parameter: 'q' },
] as const;

/** Where the way to an address is shown. @param destination an address as somebody writes it */
export function directionsTo(destination: string, { base, parameter }: (typeof MAP_SERVICES)[number]): string {
  const url = new URL(base);
  url.searchParams.set(parameter, destination);
  return url.href;
}

/** Where a point is shown on a map. */
export function pointOnMap({ latitude, longitude }: { readonly latitude: number; readonly longitude: number }): string {
  const url = new URL('https://www.google.com/maps/search/?api=1');
  url.searchParams.set('query', `${latitude},${longitude}`);
  return url.href;
}
