import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { contract } from '../../platform/http/json-schema.ts';
import type { EvaluationContext, FeatureFlagService } from './feature-flags.service.ts';

/** The OpenFeature Remote Evaluation Protocol, as far as a client of the product asks. */
const answerShape = z.object({ key: z.string(), value: z.boolean(), variant: z.string(), reason: z.string() });
const failureShape = z.object({ key: z.optional(z.string()), errorCode: z.string(), errorDetails: z.string() });
/** The context of the specification, section 3; an OpenFeature client says `targetingKey` for `key`. */
const questionRule = z.object({
  context: z.optional(z.looseObject({ targetingKey: z.optional(z.string()), companyId: z.optional(z.string()) })),
});
const PREFIX = '/ofrep/v1/evaluate/flags';

const NO_CONTEXT = { errorCode: 'INVALID_CONTEXT', errorDetails: 'The context is no object with texts.' } as const;

/** `POST /ofrep/v1/evaluate/flags` and `/{key}`: feature flags as they are for the caller; visitors may ask too. */
export async function registerFeatureFlagsRest(
  app: FastifyInstance,
  { featureFlags }: { readonly featureFlags: FeatureFlagService },
): Promise<void> {
  app.post(
    PREFIX,
    {
      config: { public: true },
      schema: contract({
        summary: 'All feature flags as they are for the caller (OFREP)',
        body: questionRule,
        response: { 200: z.object({ flags: z.array(answerShape) }), 304: null, 400: failureShape },
      }),
    },
    async function handleEvaluateFlags(request, reply) {
      const context = contextOf(request);
      if (!context) return reply.code(400).send(NO_CONTEXT);
      const { flags, etag } = await featureFlags.evaluate(request.actor, context);
      void reply.header('ETag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return { flags };
    },
  );

  app.post<{ Params: { key: string } }>(
    `${PREFIX}/:key`,
    {
      config: { public: true },
      schema: contract({
        summary: 'One feature flag as it is for the caller (OFREP)',
        params: z.object({ key: z.string() }),
        body: questionRule,
        response: { 200: answerShape, 400: failureShape, 404: failureShape },
      }),
    },
    async function handleEvaluateFlag(request, reply) {
      const { key } = request.params;
      const context = contextOf(request);
      if (!context) return reply.code(400).send({ key, ...NO_CONTEXT });
      const answer = await featureFlags.evaluateOne(request.actor, key, context);
      if (!answer) return reply.code(404).send({ key, errorCode: 'FLAG_NOT_FOUND', errorDetails: 'There is no such flag.' });
      return answer;
    },
  );
}

function contextOf({ body }: FastifyRequest): EvaluationContext | undefined {
  const { success, data } = z.safeParse(questionRule, body ?? {});
  return success ? { key: data.context?.targetingKey, companyId: data.context?.companyId } : undefined;
}
