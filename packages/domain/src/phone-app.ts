/** The installable application of doctors (docs/decisions/0087): what its pages, its program, the build and the server call alike. */

/** The program that opens the pages without network: a path of its own, since its address must never change. */
export const SERVICE_WORKER_PATH = '/missions-worker.js';

/** The pages that it opens: a doctor's missions, and no others. */
export const SERVICE_WORKER_SCOPE = '/missions';

/** Of the names of its caches; the version of the build follows. */
export const CACHE_PREFIX = 'missions-';

/** What a phone reads to put the application among its own. */
export const APP_MANIFEST_PATH = '/missions.webmanifest';
