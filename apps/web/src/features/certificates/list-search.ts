import type { CalendarDay } from '@checkwell/domain/clock';
import { PAGE } from '@checkwell/domain/constants';
import { filtersOf, LISTS, type ListSearch, sortOf } from '@checkwell/domain/lists/lists';
import type { CertificateFilter, CertificateSort } from './certificates.gql.ts';

export type CertificatesSearch = ListSearch<'certificates'>;

interface Shown {
  readonly filter: CertificateFilter;
  readonly sort: CertificateSort;
}

/** The filters and order of the list, without the page. @param today the day of "active today" */
export function shownCertificates(search: CertificatesSearch, companyId: string | undefined, today: CalendarDay): Shown {
  const { active, ...filter } = filtersOf(LISTS.certificates, search);
  return {
    filter: { ...filter, companyId: companyId ?? null, search: search.q ?? null, activeOn: active ? today : null },
    sort: sortOf(LISTS.certificates, search),
  };
}

/** The page that the address asks for. */
export const certificatesVariables = (search: CertificatesSearch, companyId: string | undefined, today: CalendarDay) => ({
  ...shownCertificates(search, companyId, today),
  first: PAGE.defaultSize,
  after: search.after ?? null,
});
