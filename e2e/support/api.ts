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
