import { gqlQuery } from '../../../lib/api/query.ts';
import { CompanyDocument, CostCentresDocument, InvoicesDocument } from './company.gql.ts';

/** The company's own data, its rules about absences and where its invoices go. */
export const companyQuery = (id: string) => gqlQuery({ document: CompanyDocument, variables: { id }, topics: ['company'] });

/** The company's cost centres, those in use first; how many employees each has changes with the employees. */
export const costCentresQuery = (companyId: string) =>
  gqlQuery({ document: CostCentresDocument, variables: { companyId }, topics: ['company', 'employee'] });

/** The company's invoices and credit notes, newest first. */
export const invoicesQuery = (companyId: string) => gqlQuery({ document: InvoicesDocument, variables: { companyId }, topics: ['company'] });
