import {
  companyPathRule,
  newCompanySuperiorRule,
  newSuperiorRule,
  superiorByEmailRule,
  superiorListRule,
  superiorShape,
} from '@checkwell/domain/identity/superior';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { contract, leaveValidationToServices } from '../../platform/http/json-schema.ts';
import type { SuperiorService } from './superiors.service.ts';

const superiorList = z.array(superiorShape);

/** The superior calls of the specification, section 7. */
export async function registerSuperiorsRest(app: FastifyInstance, { superiors }: { readonly superiors: SuperiorService }): Promise<void> {
  await app.register(
    async (scope) => {
      leaveValidationToServices(scope);

      scope.get(
        '/superiors',
        {
          schema: contract({
            summary: 'The superior with an e-mail address',
            querystring: superiorByEmailRule,
            response: { 200: superiorShape },
          }),
        },
        async function handleGetSuperior(request) {
          return superiors.getByEmail(request.actor, request.query);
        },
      );

      scope.post(
        '/superiors',
        { schema: contract({ summary: 'Create a superior', body: newSuperiorRule, response: { 201: superiorShape } }) },
        async function handlePostSuperior(request, reply) {
          return reply.code(201).send(await superiors.create(request.actor, request.body));
        },
      );

      scope.get<{ Params: { companyId: string }; Querystring: Record<string, string> }>(
        '/companies/:companyId/superiors',
        {
          schema: contract({
            summary:
              "A company's superiors, by name unless sorted otherwise; the header Link leads to the next page, X-Total-Count says how many there are (X-Total-Count-Capped: more)",
            params: companyPathRule,
            querystring: superiorListRule,
            response: { 200: superiorList },
          }),
        },
        async function handleListSuperiors(request, reply) {
          const { nodes, pageInfo, totalCount, totalCountCapped } = await superiors.listFromQuery(
            request.actor,
            request.params.companyId,
            request.query,
          );
          reply.headers({ 'X-Total-Count': totalCount, ...(totalCountCapped && { 'X-Total-Count-Capped': 'true' }) });
          if (pageInfo.hasNextPage && pageInfo.endCursor !== null) {
            const query = new URLSearchParams({ ...request.query, after: pageInfo.endCursor });
            reply.header('link', `</v1/api/companies/${request.params.companyId}/superiors?${query}>; rel="next"`);
          }
          return nodes;
        },
      );

      scope.post<{ Params: { companyId: string } }>(
        '/companies/:companyId/superiors',
        {
          schema: contract({
            summary: 'Add a superior to a company',
            params: companyPathRule,
            body: newCompanySuperiorRule,
            response: { 201: superiorShape },
          }),
        },
        async function handlePostCompanySuperior(request, reply) {
          return reply.code(201).send(await superiors.addToCompany(request.actor, request.params.companyId, request.body));
        },
      );
    },
    { prefix: '/v1/api' },
  );
}
