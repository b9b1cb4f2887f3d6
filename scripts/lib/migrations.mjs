/**
 * Statements of a migration that block writers of an existing table, or read all of it under such a lock.
 * Found by patterns, without a parser.
 * @param {string} sql
 * @returns {string[]} what to do instead, for each statement
 */
export function blockingParts(sql) {
  const text = sql
    .replace(/--[^\n]*/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/\s+/g, ' ');
  const made = new Set([...text.matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([\w."]+)/gi)].map(([, name]) => name));
  return text.split(';').flatMap((part) => errorsOf(part.trim(), made));
}

/** @param {string} statement @param {ReadonlySet<string | undefined>} made tables that the same migration creates, which nobody uses yet */
function errorsOf(statement, made) {
  const index = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?([\w."]+)/i.exec(statement);
  if (index)
    return index[1] || made.has(index[2]) ? [] : [`create index concurrently, in a migration of its own: ${statement.slice(0, 80)}`];
  if (/^(drop|reindex) (index|table)\b/i.test(statement) && /^(drop index|reindex)/i.test(statement) && !/concurrently/i.test(statement))
    return [`concurrently, in a migration of its own: ${statement.slice(0, 80)}`];
  if (/^(cluster|vacuum full|lock table|lock )\b/i.test(statement)) return [`not at all: ${statement.slice(0, 80)}`];
  const table = /^alter table (?:if exists )?(?:only )?([\w."]+)/i.exec(statement);
  if (!table || made.has(table[1])) return [];
  return ALTERATIONS.filter(([wrong]) => wrong.test(statement)).map(([, instead]) => `${instead}: ${statement.slice(0, 80)}`);
}

/** @type {readonly (readonly [RegExp, string])[]} */
const ALTERATIONS = [
  [/\balter (column )?[\w"]+ (set data )?type\b/i, 'a new column, filled in batches (it would rewrite the table)'],
  [/\bgenerated always as \(.*\) stored\b/i, 'a column that a trigger fills, in batches (it would rewrite the table)'],
  [
    /\bdefault (gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b/i,
    'the column without default, filled in batches (it would rewrite the table)',
  ],
  [/\bset (logged|unlogged|tablespace|access method)\b/i, 'not at all (it would rewrite the table)'],
  [
    /\bset not null\b/i,
    'check (… is not null) not valid; validate it in the next migration; only then, with "-- validated: NAME", set not null',
  ],
  [/\badd (constraint [\w"]+ )?(unique|primary key)\b(?! using index)/i, 'an index made concurrently, then add constraint … using index'],
  [/\badd (constraint [\w"]+ )?(check|foreign key)\b(?!.*\bnot valid\b)/i, 'not valid, and validate constraint in the next migration'],
  [
    /\badd (column )?(?!constraint\b|foreign\b)[\w"]+ [^,]*\breferences\b/i,
    'the column first, then add foreign key … not valid, and validate it in the next migration',
  ],
];
