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
import type { Routes } from '../../../platform/http/json-schema.ts';
import type { Identity } from '../identity.service.ts';
import { answer } from '../sessions/identity-answer.rest.ts';

/** Signing in with Microsoft, under `/auth/microsoft`; guarded as everything under `/auth` (identity.rest.ts). */
export function registerMicrosoft(routes: Routes, identity: Identity): void {
  routes.get('/microsoft', { summary: 'Whether Microsoft is offered', response: { 200: microsoftOfferShape } }, () =>
    identity.microsoftOffer(),
  );

  routes.post(
    '/microsoft/start',
    {
      summary: 'Begin to sign in with Microsoft: where the window goes',
      body: microsoftStartRule,
      response: { 200: microsoftStartedShape },
    },
    async (request, reply) => answer(reply, await identity.startMicrosoft(request.body, request)),
  );

  routes.post(
    '/microsoft/complete',
    { summary: "Hand in Microsoft's answer", body: microsoftAnswerRule, response: { 200: microsoftOutcomeShape } },
    async (request, reply) => answer(reply, await identity.completeMicrosoft(request.body, request)),
  );

  routes.post(
    '/microsoft/link',
    { summary: 'Link a Microsoft account by confirming the password', body: microsoftLinkRule, response: { 200: signInOutcomeShape } },
    async (request, reply) => answer(reply, await identity.linkMicrosoft(request.body, request)),
  );

  routes.post(
    '/microsoft/person',
    { summary: 'Who asks for an account with Microsoft', body: microsoftTicketRule, response: { 200: microsoftPersonShape } },
    (request) => identity.readMicrosoftTicket(request.body, request),
  );
}
