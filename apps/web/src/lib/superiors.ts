import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from './graphql.ts';
import { gqlQuery } from './query.ts';
import { type SuperiorNameFragment, SuperiorsDocument, type SuperiorsQuery } from './superiors.gql.ts';

/** A superior as a filter shows one (ui/SuperiorFilter.tsx). */
export interface SuperiorChoice {
  readonly id: string;
  readonly name: string;
  /** Tells namesakes apart. */
  readonly hint?: string;
}

interface SuperiorChoices {
  /** The first of them, in their order. */
  readonly choices: readonly SuperiorChoice[];
  /** Whether these are all. */
  readonly complete: boolean;
  /** The chosen one, where it is not among the first. */
  readonly chosen: SuperiorChoice | null;
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly SuperiorChoice[]>;
}

/** Those of whom only the address is known are called by it. */
export const superiorName = ({ superiorFullName, email }: Omit<SuperiorNameFragment, 'id'>): string => superiorFullName || email;

const choiceOf = (superior: SuperiorNameFragment): SuperiorChoice => {
  const { id, superiorFullName, email } = superior;
  return { id, name: superiorName(superior), ...(superiorFullName && { hint: email }) };
};

/** The first page of a company's superiors. */
const superiorsQuery = (companyId: string | undefined) =>
  gqlQuery({
    document: SuperiorsDocument,
    variables: { companyId: companyId ?? '' },
    topics: ['superior'],
    enabled: companyId !== undefined,
  });

/** Whether the company has superiors; undefined until it is known. */
export const useHasSuperiors = (companyId: string): boolean | undefined => {
  const { data } = useQuery({ ...superiorsQuery(companyId), refetchOnWindowFocus: 'always' });
  return data && data.superiors.nodes.length > 0;
};

/** Superiors of a company by name or e-mail address. */
async function findSuperiors(companyId: string, search: string, signal: AbortSignal): Promise<readonly SuperiorChoice[]> {
  const { superiors } = await graphql(SuperiorsDocument, { companyId, search: search || null }, { signal });
  return superiors.nodes.map(choiceOf);
}

/** One superior of a company with more of them than a page holds; null for one that it does not have (any more). */
const superiorQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: ['superior', companyId, id],
    meta: { topics: ['superior'] as const },
    queryFn: async ({ signal }): Promise<SuperiorChoice | null> => {
      let after: string | null = null;
      do {
        const { superiors }: SuperiorsQuery = await graphql(SuperiorsDocument, { companyId, after }, { signal });
        const found = superiors.nodes.find((superior) => superior.id === id);
        if (found) return choiceOf(found);
        after = superiors.pageInfo.hasNextPage ? superiors.pageInfo.endCursor : null;
      } while (after !== null);
      return null;
    },
  });

/**
 * The superiors of a company for a filter.
 * @param value id of the chosen one, perhaps from a link
 */
export function useSuperiorChoices(companyId: string, value: string | undefined): SuperiorChoices {
  const { data } = useQuery(superiorsQuery(companyId));
  const choices = data?.superiors.nodes.map(choiceOf) ?? [];
  const complete = data?.superiors.pageInfo.hasNextPage !== true;
  const unknown = data !== undefined && !complete && value !== undefined && !choices.some(({ id }) => id === value);
  const { data: looked } = useQuery({ ...superiorQuery(companyId, value ?? ''), enabled: unknown });
  return { choices, complete, chosen: looked ?? null, search: (text, signal) => findSuperiors(companyId, text, signal) };
}
