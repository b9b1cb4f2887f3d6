import type { InterfaceLanguage } from '@checkwell/domain/constants';
import type { CompanyInput, NewCompanyInput } from '@checkwell/domain/people/company';
import type { CompanySortField } from '@checkwell/domain/people/enums';
import type { CompanyFilter } from '@checkwell/domain/people/list';
import type { AvailabilityBasis, WorkRulesInput } from '@checkwell/domain/people/work-rules';
import type { Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../../platform/db/database.ts';
import { keysetPage, type PageArguments, type Sort, type SortKey } from '../../platform/db/keyset.ts';
import { matchingPage, type Page } from '../../platform/db/page.ts';
import { reachCondition } from '../../platform/db/reach.ts';
import { foldedColumns, foldedOrder, meantTexts } from '../../platform/db/search/similar.ts';

export interface CompanyRow {
  readonly id: string;
  readonly name: string;
  readonly companyNumber: string;
  readonly companyAddress: string;
  readonly language: InterfaceLanguage;
  readonly staffCount: number;
  /** Asks for certificates from the first day; only counts where the law allows it (`noCertificateQuota`). */
  readonly noCertificateOptOut: boolean;
  /** Working days in which a certificate must come in; null: the law's. */
  readonly certificateTermDays: number | null;
  /** First days of an absence in which workers stay at home at given hours; null, and so the next three: no such duty. */
  readonly availabilityDays: number | null;
  /** HH:MM, Belgian. */
  readonly availabilityFrom: string | null;
  readonly availabilityTo: string | null;
  readonly availabilityBasis: AvailabilityBasis | null;
  /** Contract price of a check; cents, VAT excluded. */
  readonly checkPrice: number;
  readonly invoicingFirstName: string;
  readonly invoicingLastName: string;
  readonly invoicingEmail: string | null;
  readonly invoicingPhoneNumber: string;
  /** Number of its order, for its invoices; empty: none. */
  readonly purchaseOrder: string;
  readonly invoicingCompanyName: string;
  readonly invoicingCompanyNumber: string;
  readonly invoicingCompanyAddress: string;
  /** Everyone who works with the company signs in with a second step (docs/decisions/0018). */
  readonly secondStepRequired: boolean;
  readonly version: number;
}

const SORTS: Readonly<Record<CompanySortField, Pick<SortKey, 'expression' | 'type'>>> = {
  name: { expression: foldedOrder('c.name'), type: 'text' },
  staffCount: { expression: sql.ref('c.staffCount'), type: 'integer' },
  checkPrice: { expression: sql.ref('c.checkPrice'), type: 'integer' },
};
const SEARCHED = foldedColumns('c.name', 'c.companyNumber', 'c.companyAddress');

const selectCompanies = (tx: ReadTx) =>
  tx
    .selectFrom('companies as c')
    .select([
      'c.id',
      'c.name',
      'c.companyNumber',
      'c.companyAddress',
      'c.language',
      'c.staffCount',
      'c.noCertificateOptOut',
      'c.certificateTermDays',
      'c.availabilityDays',
      'c.availabilityFrom',
      'c.availabilityTo',
      'c.availabilityBasis',
      'c.checkPrice',
      'c.invoicingFirstName',
      'c.invoicingLastName',
      'c.invoicingEmail',
      'c.invoicingPhoneNumber',
      'c.purchaseOrder',
      sql<string>`c."invoicingCompanyName"`.as('invoicingCompanyName'),
      sql<string>`c."invoicingCompanyNumber"`.as('invoicingCompanyNumber'),
      sql<string>`c."invoicingCompanyAddress"`.as('invoicingCompanyAddress'),
      'c.secondStepRequired',
      'c.version',
    ]);

export interface CompanyQuery extends PageArguments, CompanyFilter {
  readonly reach: Reach;
  readonly sort: Sort<CompanySortField>;
}

export async function listCompanies(tx: ReadTx, query: CompanyQuery): Promise<Page<CompanyRow>> {
  const { field, direction } = query.sort;
  const keyset = keysetPage(query, { ...SORTS[field], name: field, direction, id: sql.ref('c.id') });
  const matches = await conditions(tx, query);
  return matchingPage(tx, { select: selectCompanies(tx), from: sql`companies c`, matches, keyset });
}

async function conditions(tx: ReadTx, { reach, language, search, withoutInvoiceAddress }: CompanyQuery): Promise<RawBuilder<SqlBool>> {
  // Who paid for a One Shot Check is no client (docs/decisions/0019): its checks are found by themselves.
  const reached = sql<SqlBool>`(${reachCondition(reach, { companyId: 'c.id' })} and not c."oneShot")`;
  const spoken = language ? sql<SqlBool>`(${reached} and c.language = ${language})` : reached;
  const matches = withoutInvoiceAddress ? sql<SqlBool>`(${spoken} and c."invoicingEmail" is null)` : spoken;
  return search
    ? sql<SqlBool>`(${matches} and ${await meantTexts(tx, { from: sql`companies c`, where: matches }, SEARCHED, search)})`
    : matches;
}

export function findCompany(tx: ReadTx, id: string): Promise<CompanyRow | undefined> {
  return selectCompanies(tx).where('c.id', '=', id).executeTakeFirst();
}

export function findCompanies(tx: ReadTx, ids: readonly string[]): Promise<CompanyRow[]> {
  return selectCompanies(tx)
    .where('c.id', 'in', [...ids])
    .execute();
}

/** Fails with `companies_client_number` when a client has this VAT number. */
export async function insertCompany(
  tx: WriteTx,
  company: NewCompanyInput & { readonly id: string; readonly createdAt: Date },
): Promise<void> {
  await tx.insertInto('companies').values(company).execute();
}

/** What a change writes; fails with `companies_client_number` when another client has the number. */
export type CompanyChanges = CompanyInput | WorkRulesInput | Pick<CompanyRow, 'secondStepRequired'>;
