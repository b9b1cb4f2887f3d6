import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from 'fastify';
import * as z from 'zod/mini';

export interface RestContract {
  readonly summary: string;
  readonly body?: z.core.$ZodType;
  readonly querystring?: z.core.$ZodType;
  readonly params?: z.core.$ZodType;
  /** Shape of the body by status; null: no body. */
  readonly response: Readonly<Record<number, z.core.$ZodType | null>>;
}

/**
 * A route's contract as JSON Schema, from the rules that also validate: what the OpenAPI document shows, and by which
 * answers are written (keys that the shape does not name never leave the server).
 */
export function contract({ summary, response, ...input }: RestContract): FastifySchema & { summary: string } {
  const schema: FastifySchema & { summary: string } = { summary };
  for (const part of ['body', 'querystring', 'params'] as const) {
    const rule = input[part];
    if (rule) schema[part] = jsonSchema(rule, 'input');
  }
  schema.response = Object.fromEntries(
    Object.entries(response).map(([status, shape]) => [
      status,
      shape ? jsonSchema(shape, 'output') : { type: 'null', description: 'No content' },
    ]),
  );
  return schema;
}

function jsonSchema(rule: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(rule, { io, target: 'draft-7', unrepresentable: 'any' });
  return schema;
}

/** Routes of an app that share their options, each with its contract. Where the answer has no body (204), the handler's result is not sent. */
export function routesOf(app: FastifyInstance, options: RouteShorthandOptions) {
  const on =
    (method: 'GET' | 'POST' | 'PUT' | 'DELETE') =>
    <Params = unknown>(
      url: string,
      details: RestContract,
      handle: (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => unknown,
    ): void => {
      app.route<{ Params: Params }>({
        ...options,
        method,
        url,
        schema: contract(details),
        handler: async (request, reply) => {
          const body = await handle(request, reply);
          return details.response[204] === null ? reply.code(204).send() : body;
        },
      });
    };
  return { get: on('GET'), post: on('POST'), put: on('PUT'), delete: on('DELETE') };
}
export type Routes = ReturnType<typeof routesOf>;

/**
 * Passes input on unparsed: services parse it with the rules themselves. Fastify's own validator would drop
 * unknown keys and turn texts into numbers before a rule could refuse them.
 */
export function leaveValidationToServices(app: FastifyInstance): void {
  app.setValidatorCompiler(() => () => true);
}
