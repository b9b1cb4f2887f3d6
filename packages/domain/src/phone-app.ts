/** Names shared by the pages, the service worker, the build and the server for the installable application of doctors (docs/decisions/0087). */

/** Path of the service worker that opens the pages offline; it must never change. */
export const SERVICE_WORKER_PATH = '/missions-worker.js';

/** Path of the pages that the service worker opens: only a doctor's missions. */
export const SERVICE_WORKER_SCOPE = '/missions';

/** Prefix of the names of its caches, followed by the version of the build. */
export const CACHE_PREFIX = 'missions-';

/** Path of the web application manifest, with which a phone installs the application. */
export const APP_MANIFEST_PATH = '/missions.webmanifest';
