// Not in list.ts, whose rules need zod: every page loads the sort fields of all lists.

/** What the list of certificates is sorted by. `certifType`: in the order of `CERTIFICATE_TYPES`; `superior`: employees without superior first. */
export const CERTIFICATE_SORT_FIELDS = ['startDate', 'endDate', 'employeeLastName', 'createdAt', 'certifType', 'superior'] as const;
export type CertificateSortField = (typeof CERTIFICATE_SORT_FIELDS)[number];
