import { foldText } from '@checkwell/domain/people/search-text';
import type { Reach } from '@checkwell/domain/policy';
import { type Candidate, namePieces } from '@checkwell/reading';
import { sql } from 'kysely';
import type { ReadTx } from '../../platform/db/database.ts';
import { reachCondition } from '../../platform/db/reach.ts';

export interface Namesake extends Candidate {
  readonly id: string;
}

/** More people whose names share so much are rather a family name than a person. */
const MAX_NAMESAKES = 300;

/**
 * Employees within reach whose names may be among these with a few letters changed; the closest come first. Every one
 * within `MAX_NAME_EDITS` is among them: an untouched piece of the name occurs in theirs.
 * @param nissIndexes blind indexes of the national number on the certificate; none without one
 */
export async function findNamesakes(
  tx: ReadTx,
  reach: Reach,
  names: readonly string[],
  nissIndexes: readonly Buffer[],
): Promise<readonly Namesake[]> {
  const patterns = [...new Set(names.flatMap(namePieces))].map((piece) => `%${piece.replace(/[\\%_]/g, String.raw`\$&`)}%`);
  if (patterns.length === 0) return [];
  const condition = reachCondition(reach, {
    companyId: 'e.companyId',
    superiorId: 'e.superiorId',
    orderedByProfileId: 'e.createdByProfileId',
  });
  const closeness = sql.join(names.map((name) => sql`word_similarity(${foldText(name)}, e."searchText")`));
  const { rows } = await sql<Namesake>`
    select e.id, e."employeeMatricule", e."employeeFirstName", e."employeeLastName", e."employeeAddress",
      coalesce(e."workerNissIndex" = any (${[...nissIndexes]}::bytea[]), false) as "hasNiss"
    from employees e
    where ${condition} and e."searchText" like any (${patterns}::text[])
    order by greatest(${closeness}) desc, e.id
    limit ${MAX_NAMESAKES}`.execute(tx);
  return rows;
}
