import {
  microsoftAnswerRule,
  microsoftLinkRule,
  microsoftOfferShape,
  microsoftOutcomeShape,
  microsoftPersonShape,
  microsoftStartedShape,
  microsoftStartRule,
  microsoftTicketRule,
} from '@checkwell/domain/identity/microsoft';
import { signInOutcomeShape } from '@checkwell/domain/identity/second-step';
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import { contract } from '../../../platform/http/json-schema.ts';
import type { Identity } from '../identity.service.ts';
import { answer } from '../sessions/identity-answer.rest.ts';

/** Signing in with Microsoft, under `/auth/microsoft`; guarded as everything under `/auth` (identity.rest.ts). */
export function registerMicrosoft(scope: FastifyInstance, identity: Identity, options: RouteShorthandOptions): void {
  scope.get(
    '/microsoft',
    { ...options, schema: contract({ summary: 'Whether Microsoft is offered', response: { 200: microsoftOfferShape } }) },
    async function handleMicrosoftOffer() {
      return identity.microsoftOffer();
    },
  );

  scope.post(
    '/microsoft/start',
    {
      ...options,
      schema: contract({
        summary: 'Begin to sign in with Microsoft: where the window goes',
        body: microsoftStartRule,
        response: { 200: microsoftStartedShape },
      }),
    },
    async function handleStartMicrosoft(request, reply) {
      return answer(reply, await identity.startMicrosoft(request.body, request));
    },
  );

  scope.post(
    '/microsoft/complete',
    {
      ...options,
      schema: contract({
        summary: "Hand in Microsoft's answer",
        body: microsoftAnswerRule,
        response: { 200: microsoftOutcomeShape },
      }),
    },
    async function handleCompleteMicrosoft(request, reply) {
      return answer(reply, await identity.completeMicrosoft(request.body, request));
    },
  );

  scope.post(
    '/microsoft/link',
    {
      ...options,
      schema: contract({
        summary: 'Link a Microsoft account by confirming the password',
        body: microsoftLinkRule,
        response: { 200: signInOutcomeShape },
      }),
    },
    async function handleLinkMicrosoft(request, reply) {
      return answer(reply, await identity.linkMicrosoft(request.body, request));
    },
  );

  scope.post(
    '/microsoft/person',
    {
      ...options,
      schema: contract({
        summary: 'Who asks for an account with Microsoft',
        body: microsoftTicketRule,
        response: { 200: microsoftPersonShape },
      }),
    },
    async function handleReadMicrosoftTicket(request) {
      return identity.readMicrosoftTicket(request.body, request);
    },
  );
}
