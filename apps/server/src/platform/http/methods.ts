import { AppError } from '@checkwell/domain/errors';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { isApiPath } from './request.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const satisfies readonly HTTPMethods[];

export interface RouteFact {
  readonly method: string;
  readonly url: string;
  /** Whether anonymous callers may use it. */
  readonly public: boolean;
  /** Whether its handler reads the body itself, whatever type it has: an upload. */
  readonly readsBody: boolean;
}

export interface RouteList {
  /** Every route, for the test that walks them. */
  readonly routes: readonly RouteFact[];
  /** Call it after the last route. */
  addMethodFallbacks(): void;
}

/**
 * Keeps a list of the routes. A known path with a method that it does not have answers 405 and says which it has;
 * without this it would be 404. Call it before the first route.
 */
export function listRoutes(app: FastifyInstance): RouteList {
  const routes: RouteFact[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.methodFallback) return;
    const facts = { url, public: config?.public === true, readsBody: config?.readsBody === true };
    for (const name of [method].flat()) routes.push({ method: name.toUpperCase(), ...facts });
  });
  return {
    routes,
    addMethodFallbacks() {
      for (const url of new Set(routes.map((route) => route.url))) {
        // The web application's catch-all is no path of its own: what is not there stays 404 for every method.
        if (!isApiPath(url)) continue;
        const present = routes.filter((route) => route.url === url).map((route) => route.method);
        app.route({
          url,
          method: METHODS.filter((name) => !present.includes(name)),
          config: { public: true, methodFallback: true },
          schema: { hide: true },
          exposeHeadRoute: false,
          // Before the body is looked at: its type and size are none of this path's business.
          onRequest: async (_request, reply) => {
            reply.header('Allow', present.sort().join(', '));
            throw new AppError('request.methodNotAllowed');
          },
          handler: async () => undefined,
        });
      }
    },
  };
}
