import { globSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { AppError } from '@checkwell/domain/errors';
import { SERVICE_WORKER_PATH } from '@checkwell/domain/phone-app';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type PageFacts, type PageOrigins, pagePolicy, SERVICE_WORKER_POLICY, WORKER_POLICY } from './headers.ts';
import { pagesWithApi, type SendPage } from './page-with-api.ts';
import { isApiPath } from './request.ts';

/** Files with their content's hash in the name never change. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Everything else is asked for again each time; an unchanged file costs no transfer (304). */
const REVALIDATE = 'no-cache';

/** Workers; the others get the page's own policy with it. */
const IS_WORKER = /^assets\/[^/]+\.worker[.-][^/]+\.m?js$/;

/** What the build leaves for the server, and nobody else (apps/web/build/pages.ts). */
const BUILD_FACTS = new Set(['pages.json', 'csp.json']);

/**
 * Where a window that was opened for another origin comes home (`same-origin-allow-popups` lets it go there). With a policy of its own
 * the browser would cut it off from the page that opened it, which would take it for closed (docs/decisions/0016).
 */
const COMES_HOME = new Set(['/microsoft']);

interface Page {
  /** Pattern of a route, such as `/checks/:id`; `*` answers everything else. */
  readonly path: string;
  readonly file: string;
}

/** One build of the web application. */
interface Build {
  readonly policy: string;
  /** Names of the files that may be asked for; whatever is not among them is never looked for on the disk. */
  readonly files: ReadonlySet<string>;
  /** The page of a path; undefined when no route has it. */
  page(path: string): string | undefined;
  readonly fallback: string | undefined;
  readonly send: SendPage;
}

export interface WebOptions {
  /** Absolute: the folder of the build. */
  readonly directory: string;
  /** Where the pages ask the API; null: where they come from. */
  readonly apiUrl: string | null;
  /** Origins beside this one that the pages may load from and ask. */
  readonly others?: PageOrigins;
}

/**
 * Serves the built web application from `directory`: pages by route, assets by name, both precompressed.
 * An unknown address opened in a browser gets the application too (it says "not found" itself) with status 404;
 * anything else that is not there is 404 JSON. A new build takes over without a restart.
 */
export async function registerWeb(app: FastifyInstance, options: WebOptions): Promise<void> {
  const { directory } = options;
  await app.register(fastifyStatic, { serve: false, preCompressed: true, cacheControl: false, index: false, dotfiles: 'deny' });
  const currentBuild = buildIn(options);

  app.get('/*', { config: { public: true }, schema: { hide: true } }, (request, reply) => {
    const path = pathOf(request);
    if (isApiPath(path)) throw new AppError('request.notFound');
    const build = currentBuild();
    if (!build) {
      if (!isNavigation(request)) throw new AppError('request.notFound');
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('The web application is not built yet: npm run build -w @checkwell/web\n');
    }
    const name = path.slice(1);
    if (build.files.has(name)) {
      return reply
        .headers({
          'Cache-Control': name.startsWith('assets/') ? FOREVER : REVALIDATE,
          Vary: 'accept-encoding',
          ...(IS_WORKER.test(name) && { 'Content-Security-Policy': WORKER_POLICY }),
          ...(path === SERVICE_WORKER_PATH && { 'Content-Security-Policy': SERVICE_WORKER_POLICY }),
        })
        .sendFile(name, directory);
    }
    const page = build.page(path);
    if (page === undefined && (build.fallback === undefined || !isNavigation(request))) throw new AppError('request.notFound');
    if (page === undefined) reply.code(404);
    reply.headers({
      'Content-Security-Policy': build.policy,
      'Cache-Control': REVALIDATE,
      Vary: 'accept-encoding',
      'Cross-Origin-Opener-Policy': COMES_HOME.has(path) ? 'unsafe-none' : 'same-origin-allow-popups',
    });
    return build.send(request, reply, page ?? build.fallback ?? '');
  });
}

/** The build that is there now, read again when it changes; undefined when there is none. */
function buildIn(options: WebOptions): () => Build | undefined {
  let build: Build | undefined;
  let readAt = 0;
  return () => {
    const changedAt = statSync(join(options.directory, 'pages.json'), { throwIfNoEntry: false })?.mtimeMs;
    if (changedAt === undefined || changedAt === readAt) return build;
    try {
      build = readBuild(options);
      readAt = changedAt;
    } catch {
      // It is being written: the former one serves on.
    }
    return build;
  };
}

function readBuild({ directory, apiUrl, others }: WebOptions): Build {
  const pages: readonly Page[] = readJson(directory, 'pages.json');
  const patterns = pages
    .filter(({ path }) => path !== '*')
    // What is written out wins over a parameter: `/checks/new` over `/checks/:id`.
    .sort((a, b) => a.path.split(':').length - b.path.split(':').length)
    .map(({ path, file }) => ({ file, pattern: new RegExp(`^${path.replace(/[.+*?^$()[\]{}|\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`) }));
  return {
    policy: pagePolicy(readJson<PageFacts>(directory, 'csp.json'), {
      ...others,
      calls: [...(apiUrl === null ? [] : [apiUrl]), ...(others?.calls ?? [])],
    }),
    files: assetsOf(directory),
    page: (path) => patterns.find(({ pattern }) => pattern.test(path))?.file,
    fallback: pages.find(({ path }) => path === '*')?.file,
    send: apiUrl === null ? (_request, reply, file) => reply.sendFile(file, directory) : pagesWithApi(directory, apiUrl),
  };
}

const pathOf = (request: FastifyRequest): string => {
  const [path = '/'] = request.url.split('?');
  return path;
};

/** Somebody opens an address; a script, a picture or a program asks for something else. */
function isNavigation(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !/\.[a-z0-9]{1,8}$/i.test(pathOf(request));
}

/** Names of the files below the build's folder, with `/`. */
function assetsOf(directory: string): ReadonlySet<string> {
  const names = globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(directory.length + 1)
        .replaceAll(sep, '/'),
    );
  return new Set(names.filter((name) => !BUILD_FACTS.has(name) && !/\.(html|br|gz)$/.test(name)));
}

function readJson<Shape>(directory: string, name: string): Shape {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as Shape;
}
