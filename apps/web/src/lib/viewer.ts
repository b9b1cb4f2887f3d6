import type { Ability, Role } from '@checkwell/domain/policy';
import type { AccessType } from '@checkwell/domain/people/enums';
import { useSuspenseQuery } from '@tanstack/react-query';
import { gql } from './gql.ts';
import { gqlQuery } from './query.ts';
import { session, useCompanyId } from './session.ts';

/** Who is signed in, and what the server lets them do: the screens have no rule of their own. */
export interface ViewerCompany {
  readonly id: string;
  readonly name: string;
  readonly accesType: AccessType;
  readonly superiorId: string | null;
}
export interface Viewer {
  readonly profileId: string;
  readonly role: Role;
  readonly abilities: readonly Ability[];
  readonly companies: readonly ViewerCompany[];
}

const ViewerDocument = gql<{ readonly viewer: Viewer }, Record<string, never>>(
  'Viewer',
  'query Viewer{viewer{profileId role abilities companies{id name accesType superiorId}}}',
);

export const viewerQuery = gqlQuery({
  document: ViewerDocument,
  variables: {},
  topics: ['user', 'company', 'profile'],
  staleTime: 60_000,
});

/** Inside the shell, whose loader has fetched it. */
export function useViewer(): Viewer {
  return useSuspenseQuery(viewerQuery).data.viewer;
}

/** Whether the viewer has the ability over at least something. */
export function useCan(ability: Ability): boolean {
  return useViewer().abilities.includes(ability);
}

/** The stored company if it is one of the viewer's, else the first. */
export function chosenCompany(viewer: Viewer, storedId: string | undefined): ViewerCompany | undefined {
  return viewer.companies.find(({ id }) => id === storedId) ?? viewer.companies[0];
}

/** The company whose data the screens show; undefined for the provider's team and for doctors. */
export function useCompany(): ViewerCompany | undefined {
  return chosenCompany(useViewer(), useCompanyId());
}

/** Keeps the stored company one of the viewer's own, so that calls outside React agree with the screens. */
export function settleCompany(viewer: Viewer): void {
  const company = chosenCompany(viewer, session.companyId());
  if (company) session.setCompanyId(company.id);
}
