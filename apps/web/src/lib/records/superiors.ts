import { PAGE, TEXT } from '@checkwell/domain/constants';
import type { Superior } from '@checkwell/domain/identity/superior';
import type { SuperiorSortField } from '@checkwell/domain/people/enums';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { http, type RestPage } from '../api/http.ts';

/** Name of a superior, and what distinguishes namesakes. */
export type SuperiorName = Pick<Superior, 'id' | 'superiorFullName' | 'email'>;

/** What a list of superiors is narrowed and sorted by. */
interface SuperiorListQuery {
  readonly search?: string | null;
  readonly sort?: SuperiorSortField;
  readonly direction?: 'asc' | 'desc';
  readonly first?: number;
  readonly after?: string | null;
}

/** Number of results in a search field. */
const FOUND = 20;

/** Where a superior is created whose company the body names (specification, section 7): beside a form, whichever company that is for. */
export const SUPERIORS_PATH = '/v1/api/superiors';

/** Where a company's superiors are listed and added (specification, section 7). */
export const superiorsPath = (companyId: string): string => `/v1/api/companies/${companyId}/superiors`;

const fetchSuperiors = (companyId: string, query: SuperiorListQuery, signal: AbortSignal): Promise<RestPage<Superior>> =>
  http.page<Superior>(superiorsPath(companyId), { query: { ...query, search: query.search?.slice(0, TEXT.search) || null }, signal });

/** One page of a company's superiors; nothing is asked without a company. @param keepPrevious until the next page is there */
export const superiorsQuery = (companyId: string | undefined, query: SuperiorListQuery = {}, keepPrevious = false) =>
  queryOptions({
    queryKey: ['rest', superiorsPath(companyId ?? ''), query],
    meta: { topics: ['superior'] as const },
    queryFn: ({ signal }) => fetchSuperiors(companyId ?? '', query, signal),
    enabled: companyId !== undefined,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });

/** Superiors of a company whose name or e-mail address has what was typed. */
export const searchSuperiors = async (companyId: string, search: string, signal: AbortSignal): Promise<readonly Superior[]> =>
  (await fetchSuperiors(companyId, { search, first: FOUND }, signal)).nodes;

/** A superior as a filter shows one (ui/lists/SuperiorFilter.tsx). */
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

/** The name of a superior, or the e-mail address when there is no name. */
export const superiorName = ({ superiorFullName, email }: Omit<SuperiorName, 'id'>): string => superiorFullName || email;

const choiceOf = (superior: SuperiorName): SuperiorChoice => {
  const { id, superiorFullName, email } = superior;
  return { id, name: superiorName(superior), ...(superiorFullName && { hint: email }) };
};

/** Whether the company has superiors; undefined until it is known. */
export const useHasSuperiors = (companyId: string): boolean | undefined => {
  const { data } = useQuery({ ...superiorsQuery(companyId), refetchOnWindowFocus: 'always' });
  return data && data.nodes.length > 0;
};

/** The same for a filter, which shows a whole page of them. */
async function findChoices(companyId: string, search: string, signal: AbortSignal): Promise<readonly SuperiorChoice[]> {
  return (await fetchSuperiors(companyId, { search }, signal)).nodes.map(choiceOf);
}

/** One superior of a company with more of them than a page holds; null for one that it does not have (any more). */
const superiorQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: ['superior', companyId, id],
    meta: { topics: ['superior'] as const },
    queryFn: async ({ signal }): Promise<SuperiorChoice | null> => {
      let after: string | null = null;
      do {
        const { nodes, pageInfo }: RestPage<Superior> = await fetchSuperiors(companyId, { first: PAGE.maxSize, after }, signal);
        const found = nodes.find((superior) => superior.id === id);
        if (found) return choiceOf(found);
        after = pageInfo.endCursor;
      } while (after !== null);
      return null;
    },
  });

/**
 * The superiors of a company for a filter; none without a company.
 * @param value id of the chosen one, perhaps from a link
 */
export function useSuperiorChoices(companyId: string | undefined, value: string | undefined): SuperiorChoices {
  const { data } = useQuery(superiorsQuery(companyId));
  const choices = data?.nodes.map(choiceOf) ?? [];
  const complete = data?.pageInfo.hasNextPage !== true;
  const unknown = data !== undefined && !complete && value !== undefined && !choices.some(({ id }) => id === value);
  const { data: looked } = useQuery({ ...superiorQuery(companyId ?? '', value ?? ''), enabled: unknown });
  return { choices, complete, chosen: looked ?? null, search: (text, signal) => findChoices(companyId ?? '', text, signal) };
}
