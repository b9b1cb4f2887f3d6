import { CERTIFICATE_TYPES, ENTRY_TYPES } from '@checkwell/domain/certificate/enums';
import type { CalendarDay } from '@checkwell/domain/clock';
import { PAGE, TEXT } from '@checkwell/domain/constants';
import { cursor, day, flag, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts';
import type { CertificatesQueryVariables } from './certificates.gql.ts';

export const CERTIFICATE_SORTS = ['startDate', 'endDate', 'employeeLastName', 'createdAt'] as const;

/** The list of certificates as it stands in the address; what does not fit is left out. */
export const certificatesSearch = searchParams({
  q: text(TEXT.search),
  entryType: oneOf(ENTRY_TYPES),
  certifType: oneOf(CERTIFICATE_TYPES),
  active: flag,
  from: day,
  to: day,
  sort: oneOf(CERTIFICATE_SORTS),
  desc: flag,
  after: cursor,
});
export type CertificatesSearch = SearchOf<typeof certificatesSearch>;

/** The newest incapacities come first. @param today the day of "active today" */
export function certificatesVariables(
  search: CertificatesSearch,
  companyId: string | undefined,
  today: CalendarDay,
): CertificatesQueryVariables {
  return {
    filter: {
      companyId: companyId ?? null,
      search: search.q ?? null,
      entryType: search.entryType ?? null,
      certifType: search.certifType ?? null,
      activeOn: search.active ? today : null,
      from: search.from ?? null,
      to: search.to ?? null,
    },
    sort: { field: search.sort ?? 'startDate', direction: search.sort === undefined || search.desc ? 'desc' : 'asc' },
    first: PAGE.defaultSize,
    after: search.after ?? null,
  };
}
