import { AppError } from '@checkwell/domain/errors';
import { accountLinkRule, accountLinkShape, forgotPasswordRule, resetPasswordRule } from '@checkwell/domain/identity/account-link';
import { signInOutcomeShape } from '@checkwell/domain/identity/second-step';
import {
  changePasswordRule,
  handoffRule,
  identifiedShape,
  identifyRule,
  sessionOpenedShape,
  sessionShape,
  signInRule,
} from '@checkwell/domain/identity/sign-in';
import { id } from '@checkwell/domain/validation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { contract, leaveValidationToServices } from '../../platform/http/json-schema.ts';
import { FORM_LIMIT_BYTES } from '../../platform/http/request.ts';
import type { Identity } from './identity.service.ts';
import { registerMicrosoft } from './microsoft/identity-microsoft.rest.ts';
import { registerProtection, registerRescue, registerSecondStep } from './second-step/identity-second-step.rest.ts';
import { answer } from './sessions/identity-answer.rest.ts';

/** Verifiers may keep the keys this long; a new key is published before an old one goes. */
const KEYS_MAX_AGE_SECONDS = 300;

const sessionPath = z.strictObject({ id: id() });
const sessionList = z.array(sessionShape);
const keySet = z.object({ keys: z.array(z.record(z.string(), z.any())) });

/**
 * Signing in and out, under `/auth`. These routes answer 401 only when a session has really ended, because the web
 * application signs out on it (specification, section 4).
 *
 * They are the only ones that act on cookies, so they are the only ones that another site could try to abuse: cookies
 * are SameSite=Strict, bodies must be JSON, and the Origin must be this host (security.md, 1B).
 */
export async function registerIdentity(
  app: FastifyInstance,
  { identity, config }: { identity: Identity; config: Pick<Config, 'publicUrl'> },
): Promise<void> {
  const publicOrigin = new URL(config.publicUrl).origin;

  await app.register(
    async (scope) => {
      leaveValidationToServices(scope);
      scope.addHook('onRequest', async (request) => refuseForeignOrigin(request, publicOrigin));
      const options = { config: { public: true }, bodyLimit: FORM_LIMIT_BYTES };

      scope.post(
        '/identify',
        {
          ...options,
          schema: contract({
            summary: 'Whether an e-mail address has an account, and how it signs in',
            body: identifyRule,
            response: { 200: identifiedShape },
          }),
        },
        async function handleIdentify(request) {
          return identity.identify(request.body, request);
        },
      );

      scope.post(
        '/sign-in',
        {
          ...options,
          schema: contract({
            summary: 'Sign in with e-mail address and password',
            body: signInRule,
            response: { 200: signInOutcomeShape },
          }),
        },
        async function handleSignIn(request, reply) {
          return answer(reply, await identity.signIn(request.body, request));
        },
      );

      scope.post(
        '/session/refresh',
        {
          ...options,
          schema: contract({ summary: 'New access token for the session of this browser', response: { 200: sessionOpenedShape } }),
        },
        async function handleRefresh(request, reply) {
          try {
            return answer(reply, await identity.refresh(request));
          } catch (error) {
            if (error instanceof AppError && error.code === 'auth.sessionEnded') reply.header('set-cookie', [...identity.clearedCookies()]);
            throw error;
          }
        },
      );

      scope.post(
        '/sign-out',
        { ...options, schema: contract({ summary: 'End the session of this browser', response: { 204: null } }) },
        async function handleSignOut(request, reply) {
          // Whatever becomes of the session in the database, the browser lets go of it.
          reply.header('set-cookie', [...identity.clearedCookies()]);
          await identity.signOut(request);
          return reply.code(204).send();
        },
      );

      scope.post(
        '/handoff',
        {
          ...options,
          schema: contract({
            summary: 'Open a session with a one-use token of a link',
            body: handoffRule,
            response: { 200: sessionOpenedShape },
          }),
        },
        async function handleHandoff(request, reply) {
          return answer(reply, await identity.exchangeHandoff(request.body, request));
        },
      );

      scope.post(
        '/password',
        {
          ...options,
          schema: contract({
            summary: 'Change the own password; other sessions end',
            body: changePasswordRule,
            response: { 200: sessionOpenedShape },
          }),
        },
        async function handleChangePassword(request, reply) {
          return answer(reply, await identity.changePassword(request.body, request));
        },
      );

      scope.post(
        '/password/forgot',
        {
          ...options,
          schema: contract({
            summary: 'Send a link for a new password, if the e-mail address has an account',
            body: forgotPasswordRule,
            response: { 204: null },
          }),
        },
        async function handleForgotPassword(request, reply) {
          await identity.forgotPassword(request.body, request);
          return reply.code(204).send();
        },
      );

      scope.post(
        '/password/link',
        {
          ...options,
          schema: contract({
            summary: 'What a link by mail is good for',
            body: accountLinkRule,
            response: { 200: accountLinkShape },
          }),
        },
        async function handleOpenLink(request) {
          return identity.openLink(request.body, request);
        },
      );

      scope.post(
        '/password/reset',
        {
          ...options,
          schema: contract({
            summary: 'Spend a link by mail for a new password; all sessions end',
            body: resetPasswordRule,
            response: { 204: null },
          }),
        },
        async function handleResetPassword(request, reply) {
          await identity.resetPassword(request.body, request);
          return reply.code(204).send();
        },
      );

      registerMicrosoft(scope, identity, options);
      registerSecondStep(scope, identity, options);
      registerProtection(scope, identity, options);
      registerRescue(scope, identity, options);

      scope.get(
        '/sessions',
        { ...options, schema: contract({ summary: 'Where the user is signed in', response: { 200: sessionList } }) },
        async function handleListSessions(request) {
          return identity.listSessions(request);
        },
      );

      scope.delete<{ Params: { id: string } }>(
        '/sessions/:id',
        { ...options, schema: contract({ summary: 'End one session of the user', params: sessionPath, response: { 204: null } }) },
        async function handleEndSession(request, reply) {
          await identity.endSession(request, request.params.id);
          return reply.code(204).send();
        },
      );

      scope.get(
        '/jwks',
        { ...options, schema: contract({ summary: 'Public keys of the embedded identity issuer', response: { 200: keySet } }) },
        async function handleJwks(_request, reply) {
          const keys = await identity.publicKeys();
          reply.header('cache-control', `public, max-age=${KEYS_MAX_AGE_SECONDS}`);
          return keys;
        },
      );
    },
    { prefix: '/auth' },
  );
}

/**
 * Browsers send Origin with every request that could change something; programs that are no browsers send none.
 * @throws {AppError} `auth.originRefused`
 */
function refuseForeignOrigin(request: FastifyRequest, publicOrigin: string): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin === publicOrigin) return;
  const site = request.headers['sec-fetch-site'];
  const sameSite = site === undefined || site === 'same-origin' || site === 'none';
  const sameHost = origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host);
  if (!sameSite || !sameHost) throw new AppError('auth.originRefused');
}
