import type { Page } from '@playwright/test';

interface Answer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly issues?: readonly { readonly path: string; readonly message: string }[] };
  }[];
}

/** Asks the API what the person of this page may know, past the screens. */
export async function askGraphql<Data>(
  page: Page,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<Answer<Data>> {
  const answer: unknown = await page.evaluate(
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

/** How many checks in progress a search finds in the company that the page shows. */
export async function countChecks(page: Page, search: string): Promise<number> {
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const { data, errors } = await askGraphql<{ checks: { totalCount: number } }>(
    page,
    'query Count($companyId: ID, $search: String) { checks(filter: { companyId: $companyId, search: $search }) { totalCount } }',
    { companyId, search },
  );
  if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
  return data.checks.totalCount;
}

interface Listed<Node> {
  readonly list: {
    readonly nodes: readonly Node[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}

/**
 * Every row of a list of the company that the page shows, past the screens.
 * @param list name of the GraphQL field and of the types of its arguments, such as `certificates` and `Certificate`
 * @param asked its filter and order; the company is added
 */
export async function everyRow<Node>(
  page: Page,
  [field, type]: readonly [field: string, type: string],
  nodeFields: string,
  asked: { readonly filter?: object; readonly sort?: { readonly field: string; readonly direction: 'asc' | 'desc' } } = {},
): Promise<readonly Node[]> {
  const companyId = await page.evaluate(() => localStorage.getItem('companyId'));
  const query = `query Every($filter: ${type}Filter, $sort: ${type}Sort, $after: String) {
    list: ${field}(filter: $filter, sort: $sort, first: 100, after: $after) { nodes { ${nodeFields} } pageInfo { hasNextPage endCursor } } }`;
  const rows: Node[] = [];
  let after: string | null = null;
  do {
    const { data, errors }: Answer<Listed<Node>> = await askGraphql<Listed<Node>>(page, query, {
      filter: { ...asked.filter, companyId },
      sort: asked.sort ?? null,
      after,
    });
    if (!data) throw new Error(errors?.[0]?.message ?? 'no answer');
    rows.push(...data.list.nodes);
    after = data.list.pageInfo.hasNextPage ? data.list.pageInfo.endCursor : null;
  } while (after !== null);
  return rows;
}
