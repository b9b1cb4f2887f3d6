import type { CalendarDay } from '@checkwell/domain/clock';
import { PAGE } from '@checkwell/domain/constants';
import { LISTS } from '@checkwell/domain/lists/lists';
import { type SearchOf, searchParams } from '@checkwell/domain/lists/search-params';
import type { CertificateFilter, CertificateSort } from './certificates.gql.ts';

/** The list of certificates as it stands in the address; what does not fit is left out. */
export const certificatesSearch = searchParams(LISTS.certificates.inAddress);
export type CertificatesSearch = SearchOf<typeof certificatesSearch>;

/** No filter at all. */
export const NO_FILTERS = {
  q: undefined,
  superiorId: undefined,
  entryType: undefined,
  certifType: undefined,
  reason: undefined,
  active: undefined,
  from: undefined,
  to: undefined,
} as const satisfies Partial<CertificatesSearch>;

/** How many filters are in force, the search apart; a period counts as one. */
export const countFilters = ({ superiorId, entryType, certifType, reason, active, from, to }: CertificatesSearch): number =>
  [superiorId, entryType, certifType, reason, active, from ?? to].filter((value) => value !== undefined).length;

/** The order that the table shows: without a chosen column the newest incapacities come first. */
export const sortOf = ({ sort, desc }: CertificatesSearch): CertificateSort => ({
  field: sort ?? 'startDate',
  direction: sort === undefined || desc ? 'desc' : 'asc',
});

interface Shown {
  readonly filter: CertificateFilter;
  readonly sort: CertificateSort;
}

/** What of the list is shown, whatever the page. @param today the day of "active today" */
export function shownCertificates(search: CertificatesSearch, companyId: string | undefined, today: CalendarDay): Shown {
  return {
    filter: {
      companyId: companyId ?? null,
      superiorId: search.superiorId ?? null,
      search: search.q ?? null,
      entryType: search.entryType ?? null,
      certifType: search.certifType ?? null,
      incapacityReason: search.reason ?? null,
      activeOn: search.active ? today : null,
      from: search.from ?? null,
      to: search.to ?? null,
    },
    sort: sortOf(search),
  };
}

/** The page that the address asks for. */
export const certificatesVariables = (search: CertificatesSearch, companyId: string | undefined, today: CalendarDay) => ({
  ...shownCertificates(search, companyId, today),
  first: PAGE.defaultSize,
  after: search.after ?? null,
});
