import { PAGE } from '@checkwell/domain/constants';
import { LISTS, sortOf } from '@checkwell/domain/lists/lists';
import { gqlQuery } from '../../../lib/api/query.ts';
import { withWorkers } from '../../../lib/records/with-worker.ts';
import { ClientChecksDocument, ClientsDocument, ClientsWithoutAddressDocument, ClientUsersDocument } from './companies.gql.ts';
import type { CompaniesSearch } from './companies-search.ts';

/** One page of the companies that the provider works for. */
export const companiesQuery = (search: CompaniesSearch) =>
  gqlQuery({
    document: ClientsDocument,
    variables: {
      filter: {
        language: search.language ?? null,
        search: search.q ?? null,
        withoutInvoiceAddress: search.noAddress ?? null,
      },
      sort: sortOf(LISTS.companies, search),
      first: PAGE.defaultSize,
      after: search.after ?? null,
    },
    topics: ['company'],
    keepPrevious: true,
  });

/** Number of clients without an address for invoices. */
export const withoutAddressQuery = () => gqlQuery({ document: ClientsWithoutAddressDocument, variables: {}, topics: ['company'] });

/** How many checks the page of a company shows of each kind. */
export const SHOWN_CHECKS = 8;

/** The newest checks in progress and the newest reports of a company. */
export const clientChecksQuery = (companyId: string) =>
  gqlQuery({
    document: ClientChecksDocument,
    variables: { companyId, first: SHOWN_CHECKS },
    select: ({ checks, reports }) => ({ checks: withWorkers(checks), reports: withWorkers(reports) }),
    topics: ['check'],
  });

/** How many people the page of a company shows. */
export const SHOWN_USERS = 8;

/** Who works with the company's data, by family name. */
export const clientUsersQuery = (companyId: string, search?: string) =>
  gqlQuery({
    document: ClientUsersDocument,
    variables: { companyId, search: search || null, first: SHOWN_USERS },
    topics: ['user'],
    keepPrevious: true,
  });
