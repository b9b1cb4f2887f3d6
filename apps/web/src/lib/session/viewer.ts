import type { ProtectedField } from '@checkwell/domain/check/fields';
import type { Ability } from '@checkwell/domain/policy';
import { useSuspenseQuery } from '@tanstack/react-query';
import { gqlQuery } from '../api/query.ts';
import { session, useCompanyId } from './session.ts';
import { ViewerDocument, type ViewerQuery } from './viewer.gql.ts';

/** Who is signed in, and what the server lets them do: the screens have no rule of their own. */
export type Viewer = ViewerQuery['viewer'];
export type ViewerCompany = Viewer['companies'][number];

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

/** The stored company if it is one of the viewer's, else the first. */
export function chosenCompany(viewer: Viewer, storedId: string | undefined): ViewerCompany | undefined {
  return viewer.companies.find(({ id }) => id === storedId) ?? viewer.companies[0];
}

/** What the viewer may do to at least something: of the chosen company, or (provider's people) at all. */
export function abilitiesIn(viewer: Viewer, company: ViewerCompany | undefined): readonly string[] {
  return company?.abilities ?? viewer.abilities;
}

/** The company whose data the screens show; undefined for the provider's team and for doctors. */
export function useCompany(): ViewerCompany | undefined {
  return chosenCompany(useViewer(), useCompanyId());
}

/** Whether the viewer has the ability over at least something of what the screens show. */
export function useCan(ability: Ability): boolean {
  const viewer = useViewer();
  return abilitiesIn(viewer, useCompany()).includes(ability);
}

/**
 * Protected fields that the viewer sees of the company's checks; without a company, of every check within reach.
 * @param companyId any that an address names: of one that is not the viewer's they see none
 */
export function fieldsIn(viewer: Viewer, companyId: string | null | undefined): readonly string[] {
  if (!companyId) return viewer.fields;
  return viewer.companies.find(({ id }) => id === companyId)?.fields ?? [];
}

/** Whether the viewer sees the field of the checks that the screens show. */
export function useSees(field: ProtectedField): boolean {
  return fieldsIn(useViewer(), useCompany()?.id).includes(field);
}

/** Keeps the stored company one of the viewer's own, so that calls outside React agree with the screens. */
export function settleCompany(viewer: Viewer): void {
  const company = chosenCompany(viewer, session.companyId());
  if (company) session.setCompanyId(company.id);
}
