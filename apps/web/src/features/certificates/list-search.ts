import { CERTIFICATE_TYPES, ENTRY_TYPES } from '@checkwell/domain/certificate/enums';
import { type CalendarDay, isCalendarDay } from '@checkwell/domain/clock';
import { PAGE, TEXT } from '@checkwell/domain/constants';
import * as z from 'zod/mini';
import type { CertificatesQueryVariables } from './certificates.gql.ts';

const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);
const day = z.string().check(z.refine(isCalendarDay));
export const CERTIFICATE_SORTS = ['startDate', 'endDate', 'employeeLastName', 'createdAt'] as const;

/** The list of certificates as it stands in the address; what does not fit is left out. */
export const certificatesSearch = z.object({
  q: lenient(z.string().check(z.minLength(1), z.maxLength(TEXT.search))),
  entryType: lenient(z.enum(ENTRY_TYPES)),
  certifType: lenient(z.enum(CERTIFICATE_TYPES)),
  active: lenient(z.boolean()),
  from: lenient(day),
  to: lenient(day),
  sort: lenient(z.enum(CERTIFICATE_SORTS)),
  desc: lenient(z.boolean()),
  after: lenient(z.string()),
});
export type CertificatesSearch = z.infer<typeof certificatesSearch>;

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
