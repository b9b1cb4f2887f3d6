import { builder, rows } from '../../graphql/builder.ts';
import { CertificateRef } from '../certificates/certificates.graphql.ts';
import { CheckType } from '../checks/checks-type.graphql.ts';
import { CompanyType } from '../companies/companies.graphql.ts';
import { DoctorType } from '../doctors/doctors.graphql.ts';
import { EmployeeType } from '../employees/employees.graphql.ts';
import { SEARCH_ROWS, type SearchResults } from './search.service.ts';

const SearchResultsType = builder.objectRef<SearchResults>('SearchResults').implement({
  description: `What was found, at most ${SEARCH_ROWS} of each kind; nothing of what the caller may not see.`,
  fields: (t) => ({
    employees: t.field({ type: [EmployeeType], extensions: rows(SEARCH_ROWS), resolve: async (found) => [...(await found.employees())] }),
    checks: t.field({
      type: [CheckType],
      extensions: rows(SEARCH_ROWS),
      description: 'In progress; for a doctor the missions that wait.',
      resolve: async (found) => [...(await found.checks())],
    }),
    reports: t.field({
      type: [CheckType],
      extensions: rows(SEARCH_ROWS),
      description: 'Archived checks.',
      resolve: async (found) => [...(await found.reports())],
    }),
    certificates: t.field({
      type: [CertificateRef],
      extensions: rows(SEARCH_ROWS),
      resolve: async (found) => [...(await found.certificates())],
    }),
    doctors: t.field({ type: [DoctorType], extensions: rows(SEARCH_ROWS), resolve: async (found) => [...(await found.doctors())] }),
    companies: t.field({ type: [CompanyType], extensions: rows(SEARCH_ROWS), resolve: async (found) => [...(await found.companies())] }),
  }),
});

/** Six lists in one query. */
const COST = 600;

builder.queryField('searchEverything', (t) =>
  t.field({
    type: SearchResultsType,
    description: 'For the search field that finds everything. Only the kinds that are asked for are looked for.',
    args: {
      text: t.arg.string({
        required: true,
        description: 'Words in any order; with `companyId`, empty for the newest checks of the company.',
      }),
      companyId: t.arg.id({ description: 'Narrows to one company; doctors and companies are of none.' }),
    },
    extensions: { cost: COST },
    resolve: (_, { text, companyId }, { actor, services }) => services.search.find(actor, { text, companyId: companyId ?? null }),
  }),
);
