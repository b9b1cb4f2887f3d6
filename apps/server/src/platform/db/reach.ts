import type { CompanyReach, Reach } from '@checkwell/domain/policy';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Where a table says whose its rows are, as Kysely references (`c.companyId`). What a table does not have is left out. */
export interface ReachColumns {
  readonly companyId: string;
  readonly superiorId?: string;
  readonly orderedByProfileId?: string;
  readonly doctorId?: string;
}

/**
 * The rows that the policy lets the actor reach, as a condition. Row-level security holds the line of the company behind it;
 * this one also knows the actor's own rows inside a company.
 */
export function reachCondition(reach: Reach, columns: ReachColumns): RawBuilder<SqlBool> {
  switch (reach.kind) {
    case 'none':
      return sql<SqlBool>`false`;
    case 'any':
      return sql<SqlBool>`true`;
    case 'doctor':
      return columns.doctorId === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${sql.ref(columns.doctorId)} = ${reach.doctorId}`;
    case 'companies':
      return anyOf([...wholeCompanies(reach.companies, columns), ...reach.companies.flatMap((company) => ownRows(company, columns))]);
  }
}

/** Whether the rows are whole companies', or everybody's. */
export const isWhole = (reach: Reach): boolean =>
  reach.kind === 'any' || (reach.kind === 'companies' && reach.companies.every(({ own }) => own === null));

function wholeCompanies(companies: readonly CompanyReach[], columns: ReachColumns): RawBuilder<SqlBool>[] {
  const ids = companies.filter(({ own }) => own === null).map(({ companyId }) => companyId);
  if (ids.length === 0) return [];
  const column = sql.ref(columns.companyId);
  return [ids.length === 1 ? sql<SqlBool>`${column} = ${ids[0]}` : sql<SqlBool>`${column} = any (${ids}::uuid[])`];
}

function ownRows({ companyId, own }: CompanyReach, columns: ReachColumns): RawBuilder<SqlBool>[] {
  if (own === null) return [];
  const links = [
    ...(columns.superiorId !== undefined && own.superiorId !== null
      ? [sql<SqlBool>`${sql.ref(columns.superiorId)} = ${own.superiorId}`]
      : []),
    ...(columns.orderedByProfileId !== undefined ? [sql<SqlBool>`${sql.ref(columns.orderedByProfileId)} = ${own.profileId}`] : []),
  ];
  return links.length === 0 ? [] : [sql<SqlBool>`(${sql.ref(columns.companyId)} = ${companyId} and ${anyOf(links)})`];
}

function anyOf(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  if (conditions.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`;
}
