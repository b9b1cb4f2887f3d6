import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

const PATH = '/v1/api/openapi.json';

/**
 * The REST interface as an OpenAPI 3.1 document, made from the schemas that the routes carry. Call it before the routes.
 * Pages, health and GraphQL describe themselves otherwise and are left out (`schema: { hide: true }`).
 */
export async function registerOpenApi(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    hideUntagged: false,
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Checkwell',
        version: '1',
        description: 'Order, plan, carry out and follow medical checks on employees on sick leave.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A program’s API token, `cwk_…`, or the access token (JWT) of a session.' },
        },
      },
      security: [{ token: [] }],
    },
  });
  app.get(PATH, { config: { public: true }, schema: { hide: true } }, async () => app.swagger());
}
