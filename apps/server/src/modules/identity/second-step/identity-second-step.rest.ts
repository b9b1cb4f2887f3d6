import {
  confirmedRule,
  passkeyAddRule,
  passkeyNameRule,
  passkeyOptionsShape,
  passkeyRule,
  protectionShape,
  recoveryCodesShape,
  secondStepAddedShape,
  secondStepPasskeyRule,
  secondStepRemovalRule,
  secondStepRule,
  secondStepTicketRule,
  totpConfirmRule,
  totpStartedShape,
} from '@checkwell/domain/identity/second-step';
import { sessionOpenedShape } from '@checkwell/domain/identity/sign-in';
import { id } from '@checkwell/domain/validation';
import * as z from 'zod/mini';
import type { Routes } from '../../../platform/http/json-schema.ts';
import type { Identity } from '../identity.service.ts';
import { answer } from '../sessions/identity-answer.rest.ts';

type ById = { id: string };
const passkeyPath = z.strictObject({ id: id() });
const personPath = z.strictObject({ id: id() });

/** The second step of a sign-in, and passkeys, under `/auth`; guarded as everything there (identity.rest.ts). */
export function registerSecondStep(routes: Routes, identity: Identity): void {
  routes.post(
    '/second-step',
    {
      summary: 'Second step of a sign-in: a code of the app, or a recovery code',
      body: secondStepRule,
      response: { 200: sessionOpenedShape },
    },
    async (request, reply) => answer(reply, await identity.takeSecondStep(request.body, request)),
  );

  routes.post(
    '/second-step/passkey/options',
    { summary: 'What a passkey is to sign as second step', body: secondStepTicketRule, response: { 200: passkeyOptionsShape } },
    (request) => identity.secondStepPasskeyOptions(request.body, request),
  );

  routes.post(
    '/second-step/passkey',
    { summary: 'Second step of a sign-in: a passkey', body: secondStepPasskeyRule, response: { 200: sessionOpenedShape } },
    async (request, reply) => answer(reply, await identity.takeSecondStepWithPasskey(request.body, request)),
  );

  routes.post(
    '/passkey/options',
    { summary: 'What a passkey is to sign to sign in with it', response: { 200: passkeyOptionsShape } },
    (request) => identity.passkeySignInOptions(request),
  );

  routes.post(
    '/passkey',
    { summary: 'Sign in with a passkey', body: passkeyRule, response: { 200: sessionOpenedShape } },
    async (request, reply) => answer(reply, await identity.signInWithPasskey(request.body, request)),
  );
}

/** Removing somebody else's second step, under `/auth/people`; guarded likewise. */
export function registerSecondStepRemoval(routes: Routes, identity: Identity): void {
  routes.post<ById>(
    '/people/:id/second-step/remove',
    {
      summary: 'Remove the second step of somebody who lost it; their sessions end',
      params: personPath,
      body: secondStepRemovalRule,
      response: { 204: null },
    },
    (request) => identity.removeSecondStepOf(request.params.id, request.body, request),
  );
}

/** How the own account is protected, under `/auth/protection`; guarded likewise. */
export function registerProtection(routes: Routes, identity: Identity): void {
  routes.get('/protection', { summary: 'How the own account is protected', response: { 200: protectionShape } }, (request) =>
    identity.readProtection(request),
  );

  routes.post(
    '/protection/totp/start',
    { summary: 'Begin to set up an authenticator app', body: confirmedRule, response: { 200: totpStartedShape } },
    (request) => identity.startTotp(request.body, request),
  );

  routes.post(
    '/protection/totp/confirm',
    {
      summary: 'Set up an authenticator app by a code of it; other sessions end',
      body: totpConfirmRule,
      response: { 200: secondStepAddedShape },
    },
    (request) => identity.confirmTotp(request.body, request),
  );

  routes.post(
    '/protection/totp/remove',
    { summary: 'Remove the authenticator app', body: confirmedRule, response: { 204: null } },
    (request) => identity.removeTotp(request.body, request),
  );

  routes.post(
    '/protection/passkeys/options',
    { summary: 'What a passkey is to be made from', body: confirmedRule, response: { 200: passkeyOptionsShape } },
    (request) => identity.addPasskeyOptions(request.body, request),
  );

  routes.post(
    '/protection/passkeys',
    { summary: 'Add a passkey; other sessions end', body: passkeyAddRule, response: { 200: secondStepAddedShape } },
    (request) => identity.addPasskey(request.body, request),
  );

  routes.put<ById>(
    '/protection/passkeys/:id',
    { summary: 'Name a passkey', params: passkeyPath, body: passkeyNameRule, response: { 204: null } },
    (request) => identity.renamePasskey(request.params.id, request.body, request),
  );

  routes.post<ById>(
    '/protection/passkeys/:id/remove',
    { summary: 'Remove a passkey', params: passkeyPath, body: confirmedRule, response: { 204: null } },
    (request) => identity.removePasskey(request.params.id, request.body, request),
  );

  routes.post(
    '/protection/recovery-codes',
    { summary: 'New recovery codes in place of the old ones', body: confirmedRule, response: { 200: recoveryCodesShape } },
    (request) => identity.renewRecoveryCodes(request.body, request),
  );

  routes.post(
    '/protection/microsoft/remove',
    { summary: 'Remove the link to a Microsoft account', body: confirmedRule, response: { 204: null } },
    (request) => identity.unlinkMicrosoft(request.body, request),
  );
}
