import { type Client, escapeIdentifier } from 'pg';

/** One statement of a migration that runs outside a transaction. */
export interface ConcurrentChange {
  readonly kind: 'create' | 'drop';
  readonly index: string;
  readonly statement: string;
}

const CREATE = /^create (?:unique )?index concurrently (\w+) on /i;
const DROP = /^drop index concurrently (\w+)$/i;

/** Whether a migration makes or drops indexes while others write. */
export const isConcurrent = (sql: string): boolean => /\bindex\s+concurrently\b/i.test(withoutRemarks(sql));

/**
 * What such a migration does, in its order. It does nothing else: the rest would be half done after an interruption.
 * @throws {Error} for another statement
 */
export function concurrentChanges(sql: string): readonly ConcurrentChange[] {
  return withoutRemarks(sql)
    .split(';')
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
    .map((statement) => {
      const [created, dropped] = [CREATE.exec(statement)?.[1], DROP.exec(statement)?.[1]];
      const index = created ?? dropped;
      if (index === undefined)
        throw new Error(
          `A migration with CONCURRENTLY has nothing but "create index concurrently NAME on …" and "drop index concurrently NAME": ${statement}`,
        );
      return { kind: created === undefined ? 'drop' : 'create', index, statement };
    });
}

/** Does one of them, or what is left of it: an index that an interrupted run left invalid is dropped and made again. */
export async function changeIndex(owner: Client, { kind, index, statement }: ConcurrentChange): Promise<void> {
  const { rows } = await owner.query<{ valid: boolean }>(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
    [escapeIdentifier(index)],
  );
  const [found] = rows;
  if (kind === 'drop') {
    if (found) await owner.query(statement);
    return;
  }
  if (found?.valid) return;
  if (found) await owner.query(`drop index concurrently ${escapeIdentifier(index)}`);
  await owner.query(statement);
}

const withoutRemarks = (sql: string): string => sql.replace(/--[^\n]*/g, '');
