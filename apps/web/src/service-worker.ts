import { CACHE_PREFIX, SERVICE_WORKER_SCOPE } from '@checkwell/domain/phone-app';

/**
 * Opens a doctor's missions without network (docs/decisions/0087): keeps the page and the files of its build, nothing else. Whatever is asked of
 * the API passes it by; with network, pages come from the server, so that nobody sees an old one.
 */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
/** What is used of the worker's own types: the library of TypeScript that has them cannot be beside the pages'. */
declare const self: {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
};
/** Of the build (build/service-worker.ts). */
declare const __FILES__: readonly string[];
declare const __VERSION__: string;

const CACHE = `${CACHE_PREFIX}${__VERSION__}`;
const NAMES = __FILES__;
const FILES = new Set(NAMES);
/** One page serves every address of the scope: the application itself looks at the address. */
const PAGE = SERVICE_WORKER_SCOPE;
/** A network that takes longer to bring a page is none, milliseconds. */
const PATIENCE_MS = 5000;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all([
    ...NAMES.map(async (file) => {
      // Another build has the same file under the same name.
      const known = await caches.match(file);
      await cache.put(file, known ?? (await answerTo(file)));
    }),
    answerTo(PAGE, { cache: 'no-cache', headers: { Accept: 'text/html' } }).then((page) => cache.put(PAGE, page)),
  ]);
  await self.skipWaiting();
}

/** @throws {Error} for anything but the file: half a build is kept by nobody */
async function answerTo(path: string, options: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, options);
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response;
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

const isDown = ({ status }: Response): boolean => status === 502 || status === 503 || status === 504;

/** The server's page; the kept one where the server is not reached in time. */
async function page(request: Request): Promise<Response> {
  const kept = () => caches.match(PAGE, { cacheName: CACHE });
  const asked = fetch(request);
  try {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const answer = await Promise.race([asked, late]);
    if (answer && !isDown(answer)) return answer;
    return (await kept()) ?? answer ?? (await asked);
  } catch (error) {
    const found = await kept();
    if (found) return found;
    throw error;
  }
}

const file = async (request: Request, path: string): Promise<Response> =>
  (await caches.match(path, { cacheName: CACHE })) ?? fetch(request);

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (FILES.has(pathname)) event.respondWith(file(request, pathname));
});
