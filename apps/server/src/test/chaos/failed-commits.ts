import pg from 'pg';

/**
 * Loaded by `node --import` before a process of the product, only by fault injection: a defect, to show that it is found. A commit that
 * failed counts as one that succeeded, as where nobody awaits it.
 */
type Query = (this: pg.Client, ...given: unknown[]) => unknown;

const prototype = pg.Client.prototype as unknown as { query: Query };
const { query } = prototype;
prototype.query = function (...given) {
  const answer = query.apply(this, given);
  const [asked] = given;
  const text = typeof asked === 'object' && asked !== null && 'text' in asked ? asked.text : asked;
  if (text !== 'commit' || !(answer instanceof Promise)) return answer;
  return answer.catch(() => ({ command: 'COMMIT', rowCount: null, rows: [] }));
};
