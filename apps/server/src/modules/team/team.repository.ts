import type { ProfileKind, TeamSortField } from '@checkwell/domain/people/enums';
import type { TeamFilter } from '@checkwell/domain/people/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { keysetPage, type PageArguments, type Sort, type SortKey } from '../../platform/db/keyset.ts';
import { matchingPage, type Page } from '../../platform/db/page.ts';
import { foldedColumns, meantTexts, nameOrder } from '../../platform/db/search/similar.ts';

/** An account of the provider: of its team, or of a doctor. */
export interface TeamMemberRow {
  /** Id of the profile. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly kind: ProfileKind;
}

const SORTS: Readonly<Record<TeamSortField, Pick<SortKey, 'expression' | 'type'>>> = {
  lastName: { expression: nameOrder('p.lastName', 'p.firstName'), type: 'text' },
  email: { expression: sql.ref('p.userName'), type: 'text' },
  kind: { expression: sql`p.kind::text`, type: 'text' },
};
const SEARCHED = foldedColumns('p.firstName', 'p.lastName', 'p.firstName', 'p.userName');
const TABLES = sql`profiles p`;

export interface TeamQuery extends PageArguments, TeamFilter {
  readonly sort: Sort<TeamSortField>;
}

/** Members who can sign in. */
export async function listMembers(tx: ReadTx, query: TeamQuery): Promise<Page<TeamMemberRow>> {
  const { field, direction } = query.sort;
  const keyset = keysetPage(query, { ...SORTS[field], name: field, direction, id: sql.ref('p.id') });
  const matches = await conditions(tx, query);
  return matchingPage(tx, {
    select: tx.selectFrom('profiles as p').select(['p.id', 'p.firstName', 'p.lastName', 'p.userName as email', 'p.kind']),
    from: TABLES,
    matches,
    keyset,
  });
}

async function conditions(tx: ReadTx, { kind, search }: TeamQuery): Promise<RawBuilder<SqlBool>> {
  const all = [sql<SqlBool>`p.kind <> 'employer' and p."disabledAt" is null`];
  if (kind) all.push(sql<SqlBool>`p.kind = ${kind}`);
  const matches = sql<SqlBool>`(${sql.join(all, sql` and `)})`;
  return search ? sql<SqlBool>`(${matches} and ${await meantTexts(tx, { from: TABLES, where: matches }, SEARCHED, search)})` : matches;
}
