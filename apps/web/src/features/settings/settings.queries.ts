import { PAGE } from '@checkwell/domain/constants';
import type { Profile } from '@checkwell/domain/identity/profile';
import type { ChangePasswordInput, Session, SessionOpened } from '@checkwell/domain/identity/sign-in';
import { type ListSearch, PLAIN_LISTS, sortOf } from '@checkwell/domain/lists/lists';
import type { ProfileInput } from '@checkwell/domain/people/rules';
import type { Ability } from '@checkwell/domain/policy';
import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { http } from '../../lib/api/http.ts';
import { gqlQuery, restQuery } from '../../lib/api/query.ts';
import { session } from '../../lib/session/session.ts';
import { chosenCompany, type ViewerCompany, viewerQuery } from '../../lib/session/viewer.ts';
import { NotificationChoicesDocument, UsersDocument } from './settings.gql.ts';

/** One page of the company's users. */
export const usersQuery = (search: ListSearch<'users'>, companyId: string) =>
  gqlQuery({
    document: UsersDocument,
    variables: {
      filter: { companyId, accesType: search.accesType ?? null, search: search.q ?? null },
      sort: sortOf(PLAIN_LISTS.users, search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['user'],
    keepPrevious: true,
  });

/** The company that the screens show, for loaders; undefined when the viewer may not do this there. */
export async function companyWith(ability: Ability, client: QueryClient): Promise<ViewerCompany | undefined> {
  const { viewer } = await client.ensureQueryData(viewerQuery);
  const company = chosenCompany(viewer, session.companyId());
  return company?.abilities.includes(ability) ? company : undefined;
}

/** How the viewer gets messages. @param companyId of the checks; null: for viewers who belong to no company */
export const notificationChoicesQuery = (companyId: string | null) =>
  gqlQuery({ document: NotificationChoicesDocument, variables: { companyId } });

/** Where the user is signed in. */
export const sessionsQuery = restQuery<readonly Session[]>({ path: '/auth/sessions' });

/** Ends one session of the user; one that has ended already is no error. */
export async function endSession(id: string): Promise<void> {
  try {
    await http.delete(`/auth/sessions/${id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'entity.notFound')) throw error;
  }
}

/** `PUT /v1/api/profiles` takes the profile itself (specification, section 7). */
export function saveProfile(profile: Profile, changes: ProfileInput): Promise<Profile> {
  return http.put<Profile>('/v1/api/profiles', { ...profile, ...changes });
}

/** Changes the own password; the server ends every other session and renews this one. */
export async function changePassword(input: ChangePasswordInput): Promise<void> {
  await http.post<SessionOpened>('/auth/password', input);
  session.started();
}
