import { OFFERS_PATH, offerPathRule, offerShape } from '@checkwell/domain/offers/contract';
import { offerAnswerRule } from '@checkwell/domain/offers/rules';
import type { FastifyInstance } from 'fastify';
import { contract } from '../../../platform/http/json-schema.ts';
import type { Services } from '../../../services.ts';

const BODY_LIMIT_BYTES = 8 * 1024;

interface ByToken {
  Params: { token: string };
}

/** Offers of missions, for doctors who hold their links (domain/offers/contract.ts). */
export async function registerOffersRest(app: FastifyInstance, { checks }: Pick<Services, 'checks'>): Promise<void> {
  app.get<ByToken>(
    `${OFFERS_PATH}/:token`,
    {
      config: { public: true },
      schema: contract({ summary: 'The mission that a doctor is offered', params: offerPathRule, response: { 200: offerShape } }),
    },
    async function handleGet(request) {
      return checks.getOffer(request.params.token, request);
    },
  );

  app.post<ByToken>(
    `${OFFERS_PATH}/:token/answer`,
    {
      config: { public: true },
      bodyLimit: BODY_LIMIT_BYTES,
      schema: contract({
        summary: 'A yes, a no or another time. The first yes gets the mission',
        params: offerPathRule,
        body: offerAnswerRule,
        response: { 200: offerShape },
      }),
    },
    async function handleAnswer(request) {
      return checks.answerOffer(request.params.token, request.body, request);
    },
  );
}
