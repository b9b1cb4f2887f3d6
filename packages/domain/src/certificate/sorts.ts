// Apart from the rules of filters (list.ts): the address of every list is read before anything else is loaded.

/** Orders that the list of certificates offers. `certifType` goes as `CERTIFICATE_TYPES` do; whoever has no superior comes first. */
export const CERTIFICATE_SORT_FIELDS = ['startDate', 'endDate', 'employeeLastName', 'createdAt', 'certifType', 'superior'] as const;
export type CertificateSortField = (typeof CERTIFICATE_SORT_FIELDS)[number];
