import { PAGE } from '@checkwell/domain/constants';
import type { SuperiorRowFragment } from '../features/settings/superiors/superiors.gql.ts';
import { COMPANY } from './people.ts';
import type { FakeServer } from './server.ts';

export const SUPERIORS = '/v1/api/companies/*/superiors';

/** A company with these superiors: found by their full name, in pages, as the server gives them (`GET /v1/api/companies/{companyId}/superiors`). */
export function withSuperiors(server: FakeServer, all: readonly SuperiorRowFragment[]): void {
  server.rest('GET', SUPERIORS, ({ url }) => {
    const { searchParams } = url;
    const words = (searchParams.get('search') ?? '').toLowerCase();
    const found = all.filter(({ superiorFullName }) => superiorFullName.toLowerCase().includes(words));
    const start = Number(searchParams.get('after') ?? 0);
    const end = start + Number(searchParams.get('first') ?? PAGE.maxSize);
    const nodes = found.slice(start, end).map((superior) => ({ ...superior, companyId: COMPANY.id }));
    const next = new URLSearchParams({ ...Object.fromEntries(searchParams), after: String(end) });
    return Response.json(nodes, {
      headers: {
        'x-total-count': String(found.length),
        ...(end < found.length && { link: `<${url.pathname}?${next}>; rel="next"` }),
      },
    });
  });
}
