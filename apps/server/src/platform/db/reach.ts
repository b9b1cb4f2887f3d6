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

/** For each company of the reach, whose rows alone it holds (null: all rows), as the functions of migration 0038 take it. */
export function ownersIn(reach: Reach): { readonly superiors: (string | null)[] | null; readonly profiles: (string | null)[] | null } {
  if (reach.kind !== 'companies') return { superiors: null, profiles: null };
  return {
    superiors: reach.companies.map(({ own }) => own?.superiorId ?? null),
    profiles: reach.companies.map(({ own }) => own?.profileId ?? null),
  };
}

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
