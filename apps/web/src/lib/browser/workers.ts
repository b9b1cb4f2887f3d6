import { trustedAddresses } from './trusted-types.ts';

/** Name of the policy for files of the build. */
const POLICY = 'workers';

/** Only files of the build, from our own origin. @param place where they are @throws {TypeError} for any other address */
export function workerAddress(address: string, origin: string, place = '/assets/'): string {
  const url = new URL(address, origin);
  if (url.origin !== origin || !url.pathname.startsWith(place)) throw new TypeError(`Not a program of this application: ${address}`);
  return url.href;
}

/** The development server has them where they are in the sources. */
const PLACE = import.meta.env?.DEV ? '/' : '/assets/';

/** Starts a module of the build (`import address from './x.worker.ts?worker&url'`) beside the page. */
export const startWorker = (address: string): Worker =>
  new Worker(trustedAddresses(POLICY, (wanted) => workerAddress(wanted, location.origin, PLACE))(address), { type: 'module' });
