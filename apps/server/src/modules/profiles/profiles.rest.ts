import { profileShape, profileUpdateRule, ssoQueryRule } from '@checkwell/domain/identity/profile';
import type { FastifyInstance } from 'fastify';
import { contract, leaveValidationToServices } from '../../platform/http/json-schema.ts';
import type { ProfileService } from './profiles.service.ts';

/** The profile calls of the specification, section 7. */
export async function registerProfilesRest(app: FastifyInstance, { profiles }: { readonly profiles: ProfileService }): Promise<void> {
  await app.register(
    async (scope) => {
      leaveValidationToServices(scope);

      scope.get(
        '',
        { schema: contract({ summary: 'The profile of the signed-in user', response: { 200: profileShape } }) },
        async function handleGetProfile(request) {
          return profiles.getOwn(request.actor);
        },
      );

      scope.get(
        '/sso',
        {
          schema: contract({
            summary: 'The profile of a user who signed in with Microsoft',
            querystring: ssoQueryRule,
            response: { 200: profileShape },
          }),
        },
        async function handleGetSsoProfile(request) {
          return profiles.getOwnForSso(request.actor, request.query);
        },
      );

      scope.put(
        '',
        { schema: contract({ summary: 'Update the own profile', body: profileUpdateRule, response: { 200: profileShape } }) },
        async function handlePutProfile(request) {
          return profiles.updateOwn(request.actor, request.body);
        },
      );
    },
    { prefix: '/v1/api/profiles' },
  );
}
