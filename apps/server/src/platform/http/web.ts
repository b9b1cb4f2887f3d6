import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PageHashes, pagePolicy } from './headers.ts';
import { isApiPath } from './request.ts';

/** Files with their content's hash in the name never change. */
const FOREVER = 'public, max-age=31536000, immutable';
/** Everything else is asked for again each time; an unchanged file costs no transfer (304). */
const REVALIDATE = 'no-cache';

/** What the build leaves for the server, and nobody else (apps/web/build/pages.ts). */
const BUILD_FACTS = new Set(['pages.json', 'csp.json']);

interface Page {
  /** As a route: `/checks/:id`; `*` answers everything else. */
  readonly path: string;
  readonly file: string;
}

/**
 * Serves the built web application from `directory`: pages by route, assets by name, both precompressed.
 * An unknown address opened in a browser gets the application too (it says "not found" itself) with status 404;
 * anything else that is not there is 404 JSON.
 */
export async function registerWeb(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(join(directory, 'pages.json'))) {
    app.get('/*', { config: { public: true }, schema: { hide: true } }, async (request, reply) => {
      if (isApiPath(pathOf(request)) || !isNavigation(request)) throw new AppError('request.notFound');
      return reply.code(503).type('text/plain; charset=utf-8').send('The web application is not built yet: npm run build -w @checkwell/web\n');
    });
    return;
  }
  const pages: readonly Page[] = readJson(directory, 'pages.json');
  const policy = pagePolicy(readJson<PageHashes>(directory, 'csp.json'));
  const files = assetsOf(directory);
  await app.register(fastifyStatic, { root: directory, serve: false, preCompressed: true, cacheControl: false, index: false, dotfiles: 'deny' });

  const sendPage = (reply: FastifyReply, file: string) =>
    reply
      .headers({
        'Content-Security-Policy': policy,
        'Cache-Control': REVALIDATE,
        Vary: 'accept-encoding',
        // A sign-in window of another origin must be able to report back.
        'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      })
      .sendFile(file);

  const options = { config: { public: true }, schema: { hide: true } };
  for (const { path, file } of pages) {
    if (path !== '*') app.get(path, options, (_request, reply) => sendPage(reply, file));
  }
  const fallback = pages.find(({ path }) => path === '*')?.file;

  app.get('/*', options, (request, reply) => {
    const path = pathOf(request);
    const name = path.slice(1);
    if (files.has(name)) {
      return reply.headers({ 'Cache-Control': name.startsWith('assets/') ? FOREVER : REVALIDATE, Vary: 'accept-encoding' }).sendFile(name);
    }
    if (fallback === undefined || isApiPath(path) || !isNavigation(request)) throw new AppError('request.notFound');
    return sendPage(reply.code(404), fallback);
  });
}

const pathOf = (request: FastifyRequest): string => {
  const [path = '/'] = request.url.split('?');
  return path;
};

/** Somebody opens an address; a script, a picture or a program asks for something else. */
function isNavigation(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !/\.[a-z0-9]{1,8}$/i.test(pathOf(request));
}

/** Names of the files that may be asked for, with `/`; whatever is not on this list is never looked for on the disk. */
function assetsOf(directory: string): ReadonlySet<string> {
  const names = globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1).replaceAll(sep, '/'));
  return new Set(names.filter((name) => !BUILD_FACTS.has(name) && !/\.(html|br|gz)$/.test(name)));
}

function readJson<Shape>(directory: string, name: string): Shape {
  return JSON.parse(readFileSync(join(directory, name), 'utf8')) as Shape;
}
