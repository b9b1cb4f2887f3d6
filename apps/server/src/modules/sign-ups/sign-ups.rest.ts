import { signUpRule } from '@checkwell/domain/identity/sign-up';
import type { FastifyInstance } from 'fastify';
import { contract } from '../../platform/http/json-schema.ts';
import { FORM_LIMIT_BYTES } from '../../platform/http/request.ts';
import type { Services } from '../../services.ts';

/** Asking for access: the one route of sign-ups for people without an account. */
export async function registerSignUpsRest(app: FastifyInstance, { signUps }: Services): Promise<void> {
  app.post(
    '/v1/api/sign-ups',
    {
      config: { public: true },
      bodyLimit: FORM_LIMIT_BYTES,
      schema: contract({
        summary: 'Ask for access to a company; a person confirms it, usually within 15 minutes',
        body: signUpRule,
        response: { 204: null },
      }),
    },
    async function handleSignUp(request, reply) {
      await signUps.ask(request.body, request);
      return reply.code(204).send();
    },
  );
}
