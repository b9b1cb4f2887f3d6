import type { Page } from '@playwright/test';
import type { Answer, ApiSession } from './session.ts';

/** Who sends API requests: the user of a page, or a session without a browser. */
export type Asker = Page | ApiSession;

/** Sends a GraphQL request as this user, without the screens. */
export async function askGraphql<Data>(
  asker: Asker,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Answer<Data>> {
  if (!('evaluate' in asker)) return asker.ask<Data>(query, variables);
  const answer: unknown = await asker.evaluate(
    async (body) => {
      const token = /(?:^|; )__Host-accessToken=([^;]+)/.exec(document.cookie)?.[1] ?? '';
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${decodeURIComponent(token)}` },
        body: JSON.stringify(body),
      });
      return response.json();
    },
    { query, variables },
  );
  return answer as Answer<Data>;
}

/** The company that an employer orders for; a page that has just been opened does not know it yet. */
export async function companyOf(employer: Asker): Promise<string> {
  if ('evaluate' in employer) {
    const known = await employer.waitForFunction(() => localStorage.getItem('companyId'));
    return (await known.jsonValue()) ?? '';
  }
  const { data } = await employer.ask<{ viewer: { companies: readonly { readonly id: string }[] } }>('{ viewer { companies { id } } }', {});
  return data?.viewer.companies[0]?.id ?? '';
}

/** Number of checks in progress that a search finds, in the company of the page. */
export async function countChecks(page: Page, search: string): Promise<number> {
  const companyId = await companyOf(page);
  const { data, errors } = await askGraphql<{ checks: { totalCount: number } }>(
    page,
    'query Count($companyId: ID, $search: String) { checks(filter: { companyId: $companyId, search: $search }) { totalCount } }',
    { companyId, search },
  );
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data.checks.totalCount;
}

type Asked = {
  readonly filter?: object;
  readonly sort?: { readonly field: string; readonly direction: 'asc' | 'desc' };
};

interface Listed<Node> {
  readonly list: {
    readonly nodes: readonly Node[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

async function pageOf<Node>(
  page: Page,
  [field, type]: readonly [field: string, type: string],
  nodeFields: string,
  { filter, sort, ...place }: Asked & { readonly first: number; readonly after?: string | null },
): Promise<Listed<Node>['list']> {
  const companyId = await companyOf(page);
  const { data, errors } = await askGraphql<Listed<Node>>(
    page,
    `query Listed($filter: ${type}Filter, $sort: ${type}Sort, $first: Int, $after: String) {
      list: ${field}(filter: $filter, sort: $sort, first: $first, after: $after) { nodes { ${nodeFields} } pageInfo { hasNextPage endCursor } } }`,
    { filter: { ...filter, companyId }, sort: sort ?? null, ...place },
  );
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data.list;
}

/** The first 25 rows of a list, as a screen shows them; arguments as for `everyRow`. */
export const firstRows = async <Node>(page: Page, list: readonly [field: string, type: string], nodeFields: string, asked: Asked = {}) =>
  (await pageOf<Node>(page, list, nodeFields, { ...asked, first: 25 })).nodes;

/**
 * All rows of a list, in the company of the page, read by the API.
 * @param list name of the GraphQL field and of the types of its arguments, such as `certificates` and `Certificate`
 * @param asked its filter and order; the company is added
 */
export async function everyRow<Node>(
  page: Page,
  list: readonly [field: string, type: string],
  nodeFields: string,
  asked: Asked = {},
): Promise<readonly Node[]> {
  const rows: Node[] = [];
  let after: string | null = null;
  do {
    const { nodes, pageInfo }: Listed<Node>['list'] = await pageOf<Node>(page, list, nodeFields, { ...asked, first: 100, after });
    rows.push(...nodes);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return rows;
}
