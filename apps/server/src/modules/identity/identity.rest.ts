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
import { leaveValidationToServices, routesOf } from '../../platform/http/json-schema.ts';
import { FORM_LIMIT_BYTES } from '../../platform/http/request.ts';
import type { Identity } from './identity.service.ts';
import { registerMicrosoft } from './microsoft/identity-microsoft.rest.ts';
import { registerProtection, registerSecondStep, registerSecondStepRemoval } from './second-step/identity-second-step.rest.ts';
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
      const routes = routesOf(scope, { config: { public: true }, bodyLimit: FORM_LIMIT_BYTES });

      routes.post(
        '/identify',
        {
          summary: 'Whether an e-mail address has an account, and how it signs in',
          body: identifyRule,
          response: { 200: identifiedShape },
        },
        (request) => identity.identify(request.body, request),
      );

      routes.post(
        '/sign-in',
        { summary: 'Sign in with e-mail address and password', body: signInRule, response: { 200: signInOutcomeShape } },
        async (request, reply) => answer(reply, await identity.signIn(request.body, request)),
      );

      routes.post(
        '/session/refresh',
        { summary: 'New access token for the session of this browser', response: { 200: sessionOpenedShape } },
        async (request, reply) => {
          try {
            return answer(reply, await identity.refresh(request));
          } catch (error) {
            if (error instanceof AppError && error.code === 'auth.sessionEnded') reply.header('set-cookie', [...identity.clearedCookies()]);
            throw error;
          }
        },
      );

      routes.post('/sign-out', { summary: 'End the session of this browser', response: { 204: null } }, async (request, reply) => {
        // Whatever happens to the session in the database, the cookies are cleared.
        reply.header('set-cookie', [...identity.clearedCookies()]);
        await identity.signOut(request);
      });

      routes.post(
        '/handoff',
        { summary: 'Open a session with a one-use token of a link', body: handoffRule, response: { 200: sessionOpenedShape } },
        async (request, reply) => answer(reply, await identity.exchangeHandoff(request.body, request)),
      );

      routes.post(
        '/password',
        { summary: 'Change the own password; other sessions end', body: changePasswordRule, response: { 200: sessionOpenedShape } },
        async (request, reply) => answer(reply, await identity.changePassword(request.body, request)),
      );

      routes.post(
        '/password/forgot',
        {
          summary: 'Send a link for a new password, if the e-mail address has an account',
          body: forgotPasswordRule,
          response: { 204: null },
        },
        (request) => identity.forgotPassword(request.body, request),
      );

      routes.post(
        '/password/link',
        { summary: 'What a link by mail is good for', body: accountLinkRule, response: { 200: accountLinkShape } },
        (request) => identity.openLink(request.body, request),
      );

      routes.post(
        '/password/reset',
        { summary: 'Spend a link by mail for a new password; all sessions end', body: resetPasswordRule, response: { 204: null } },
        (request) => identity.resetPassword(request.body, request),
      );

      registerMicrosoft(routes, identity);
      registerSecondStep(routes, identity);
      registerProtection(routes, identity);
      registerSecondStepRemoval(routes, identity);

      routes.get('/sessions', { summary: 'Where the user is signed in', response: { 200: sessionList } }, (request) =>
        identity.listSessions(request),
      );

      routes.delete<{ id: string }>(
        '/sessions/:id',
        { summary: 'End one session of the user', params: sessionPath, response: { 204: null } },
        (request) => identity.endSession(request, request.params.id),
      );

      routes.get(
        '/jwks',
        { summary: 'Public keys of the embedded identity issuer', response: { 200: keySet } },
        async (_request, reply) => {
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
