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
import type { FastifyInstance, RouteShorthandOptions } from 'fastify';
import * as z from 'zod/mini';
import { contract } from '../../../platform/http/json-schema.ts';
import type { Identity } from '../identity.service.ts';
import { answer } from '../sessions/identity-answer.rest.ts';

const passkeyPath = z.strictObject({ id: id() });
const personPath = z.strictObject({ id: id() });

/** The second step of a sign-in, and passkeys, under `/auth`; guarded as everything there (identity.rest.ts). */
export function registerSecondStep(scope: FastifyInstance, identity: Identity, options: RouteShorthandOptions): void {
  scope.post(
    '/second-step',
    {
      ...options,
      schema: contract({
        summary: 'Second step of a sign-in: a code of the app, or a recovery code',
        body: secondStepRule,
        response: { 200: sessionOpenedShape },
      }),
    },
    async function handleSecondStep(request, reply) {
      return answer(reply, await identity.takeSecondStep(request.body, request));
    },
  );

  scope.post(
    '/second-step/passkey/options',
    {
      ...options,
      schema: contract({
        summary: 'What a passkey is to sign as second step',
        body: secondStepTicketRule,
        response: { 200: passkeyOptionsShape },
      }),
    },
    async function handleSecondStepPasskeyOptions(request) {
      return identity.secondStepPasskeyOptions(request.body, request);
    },
  );

  scope.post(
    '/second-step/passkey',
    {
      ...options,
      schema: contract({
        summary: 'Second step of a sign-in: a passkey',
        body: secondStepPasskeyRule,
        response: { 200: sessionOpenedShape },
      }),
    },
    async function handleSecondStepPasskey(request, reply) {
      return answer(reply, await identity.takeSecondStepWithPasskey(request.body, request));
    },
  );

  scope.post(
    '/passkey/options',
    { ...options, schema: contract({ summary: 'What a passkey is to sign to sign in with it', response: { 200: passkeyOptionsShape } }) },
    async function handlePasskeyOptions(request) {
      return identity.passkeySignInOptions(request);
    },
  );

  scope.post(
    '/passkey',
    {
      ...options,
      schema: contract({ summary: 'Sign in with a passkey', body: passkeyRule, response: { 200: sessionOpenedShape } }),
    },
    async function handlePasskeySignIn(request, reply) {
      return answer(reply, await identity.signInWithPasskey(request.body, request));
    },
  );
}

/** Removing somebody else's second step, under `/auth/people`; guarded likewise. */
export function registerRescue(scope: FastifyInstance, identity: Identity, options: RouteShorthandOptions): void {
  scope.post<{ Params: { id: string } }>(
    '/people/:id/second-step/remove',
    {
      ...options,
      schema: contract({
        summary: 'Remove the second step of somebody who lost it; their sessions end',
        params: personPath,
        body: secondStepRemovalRule,
        response: { 204: null },
      }),
    },
    async function handleRemoveSecondStepOf(request, reply) {
      await identity.removeSecondStepOf(request.params.id, request.body, request);
      return reply.code(204).send();
    },
  );
}

/** How the own account is protected, under `/auth/protection`; guarded likewise. */
export function registerProtection(scope: FastifyInstance, identity: Identity, options: RouteShorthandOptions): void {
  scope.get(
    '/protection',
    { ...options, schema: contract({ summary: 'How the own account is protected', response: { 200: protectionShape } }) },
    async function handleReadProtection(request) {
      return identity.readProtection(request);
    },
  );

  scope.post(
    '/protection/totp/start',
    {
      ...options,
      schema: contract({ summary: 'Begin to set up an authenticator app', body: confirmedRule, response: { 200: totpStartedShape } }),
    },
    async function handleStartTotp(request) {
      return identity.startTotp(request.body, request);
    },
  );

  scope.post(
    '/protection/totp/confirm',
    {
      ...options,
      schema: contract({
        summary: 'Set up an authenticator app by a code of it; other sessions end',
        body: totpConfirmRule,
        response: { 200: secondStepAddedShape },
      }),
    },
    async function handleConfirmTotp(request) {
      return identity.confirmTotp(request.body, request);
    },
  );

  scope.post(
    '/protection/totp/remove',
    { ...options, schema: contract({ summary: 'Remove the authenticator app', body: confirmedRule, response: { 204: null } }) },
    async function handleRemoveTotp(request, reply) {
      await identity.removeTotp(request.body, request);
      return reply.code(204).send();
    },
  );

  scope.post(
    '/protection/passkeys/options',
    {
      ...options,
      schema: contract({ summary: 'What a passkey is to be made from', body: confirmedRule, response: { 200: passkeyOptionsShape } }),
    },
    async function handleAddPasskeyOptions(request) {
      return identity.addPasskeyOptions(request.body, request);
    },
  );

  scope.post(
    '/protection/passkeys',
    {
      ...options,
      schema: contract({ summary: 'Add a passkey; other sessions end', body: passkeyAddRule, response: { 200: secondStepAddedShape } }),
    },
    async function handleAddPasskey(request) {
      return identity.addPasskey(request.body, request);
    },
  );

  scope.put<{ Params: { id: string } }>(
    '/protection/passkeys/:id',
    {
      ...options,
      schema: contract({ summary: 'Name a passkey', params: passkeyPath, body: passkeyNameRule, response: { 204: null } }),
    },
    async function handleRenamePasskey(request, reply) {
      await identity.renamePasskey(request.params.id, request.body, request);
      return reply.code(204).send();
    },
  );

  scope.post<{ Params: { id: string } }>(
    '/protection/passkeys/:id/remove',
    {
      ...options,
      schema: contract({ summary: 'Remove a passkey', params: passkeyPath, body: confirmedRule, response: { 204: null } }),
    },
    async function handleRemovePasskey(request, reply) {
      await identity.removePasskey(request.params.id, request.body, request);
      return reply.code(204).send();
    },
  );

  scope.post(
    '/protection/recovery-codes',
    {
      ...options,
      schema: contract({
        summary: 'New recovery codes in place of the old ones',
        body: confirmedRule,
        response: { 200: recoveryCodesShape },
      }),
    },
    async function handleRenewRecoveryCodes(request) {
      return identity.renewRecoveryCodes(request.body, request);
    },
  );

  scope.post(
    '/protection/microsoft/remove',
    { ...options, schema: contract({ summary: 'Remove the link to a Microsoft account', body: confirmedRule, response: { 204: null } }) },
    async function handleUnlinkMicrosoft(request, reply) {
      await identity.unlinkMicrosoft(request.body, request);
      return reply.code(204).send();
    },
  );
}
