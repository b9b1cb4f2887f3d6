import { CACHE_PREFIX, SERVICE_WORKER_PATH, SERVICE_WORKER_SCOPE } from '@checkwell/domain/phone-app';
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

const trusted = trustedAddresses(POLICY, (wanted) =>
  wanted === SERVICE_WORKER_PATH ? wanted : workerAddress(wanted, location.origin, PLACE),
);

/** Starts a module of the build (`import address from './x.worker.ts?worker&url'`) beside the page. */
export const startWorker = (address: string): Worker => new Worker(trusted(address), { type: 'module' });

/**
 * Registers the service worker for a doctor's pages, for the addresses below its scope; a browser without service workers does without.
 * It is asked for again each time (`updateViaCache`), so that a release is there at once.
 */
export async function registerServiceWorker(): Promise<void> {
  // A policy gives an address back as an object that the browser takes as the text.
  await navigator.serviceWorker?.register(trusted(SERVICE_WORKER_PATH) as string, { scope: SERVICE_WORKER_SCOPE, updateViaCache: 'none' });
}

/** Ends it, and forgets the pages and programs that it keeps. */
export async function removeServiceWorker(): Promise<void> {
  await (await navigator.serviceWorker?.getRegistration(SERVICE_WORKER_SCOPE))?.unregister();
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX)).map((name) => caches.delete(name)));
}
