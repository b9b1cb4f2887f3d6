import { Client, escapeIdentifier } from 'pg';
import type { Crypto } from '../crypto/crypto.ts';
import { documentContext, type EncryptedColumn } from '../crypto/encrypted-columns.ts';

/** The values of a row's key, as text. */
export type KeyValues = readonly string[];

/** A column that is encrypted, with what encrypts it. */
export interface Column extends EncryptedColumn {
  /** Name in reports. */
  readonly name: string;
  /** Type of the key columns; left out: `uuid`. */
  readonly keyType?: 'text' | 'integer';
  readonly crypto: Crypto;
  /** The column of its blind index. */
  readonly index?: { readonly column: string; of(plain: Buffer, key: KeyValues): Buffer };
}

export interface Batch {
  /** How many rows were encrypted again. */
  readonly written: number;
  /** The last row that was looked at; null: there are no more. */
  readonly last: KeyValues | null;
}

/**
 * Works on a connection of the owner with the role `system`: row-level security applies to the owner as well, and allows it.
 * @param name as the database's lists of connections show it
 */
export async function withOwner<Result>(url: string, name: string, work: (owner: Client) => Promise<Result>): Promise<Result> {
  const owner = new Client({ connectionString: url, application_name: name });
  owner.on('error', () => undefined); // the query that waits for it rejects
  await owner.connect();
  try {
    await owner.query(`select set_config('app.role', 'system', false)`);
    return await work(owner);
  } finally {
    await owner.end();
  }
}

const tableOf = (name: string): string => name.split('.').map(escapeIdentifier).join('.');
const keyList = (keys: readonly string[]): string => keys.map((key) => `${escapeIdentifier(key)}::text`).join(', ');
/** The order of the primary key, so that its index finds each page. */
const orderOf = (keys: readonly string[]): string => keys.map(escapeIdentifier).join(', ');
const after = (keys: readonly string[], cursor: KeyValues | null): string =>
  cursor === null ? 'true' : `(${orderOf(keys)}) > (${cursor.map((_, at) => `$${at + 1}`).join(', ')})`;

interface Found {
  readonly key: KeyValues;
  readonly sealed: Buffer;
}

async function readPage(owner: Client, { table, column, keys }: Column, cursor: KeyValues | null, max: number, lock: boolean) {
  const name = escapeIdentifier(column);
  const { rows } = await owner.query<Found>(
    `select array[${keyList(keys)}] as key, ${name} as sealed from ${tableOf(table)}
     where ${name} is not null and ${after(keys, cursor)} order by ${orderOf(keys)} limit ${max}${lock ? ' for update' : ''}`,
    [...(cursor ?? [])],
  );
  return rows;
}

/** Encrypts again the rows after `cursor` that are under a former secret: locks them, in one transaction. */
export async function encryptBatch(owner: Client, column: Column, cursor: KeyValues | null, max: number): Promise<Batch> {
  const { crypto, keys, keyType = 'uuid', index } = column;
  await owner.query('begin');
  try {
    await owner.query(`set local lock_timeout = '10s'`);
    const rows = await readPage(owner, column, cursor, max, true);
    const old = rows.filter(({ sealed }) => !crypto.isNewest(sealed) && crypto.knows(sealed));
    const plain = old.map(({ key, sealed }) => crypto.decrypt(sealed, column.contextOf(...key)));
    const sealed = old.map(({ key }, at) => crypto.encrypt(plain[at] ?? Buffer.alloc(0), column.contextOf(...key)));
    const columns = keys.map((_, part) => old.map(({ key }) => key[part] ?? ''));
    const indexes = index && old.map(({ key }, at) => index.of(plain[at] ?? Buffer.alloc(0), key));
    if (old.length > 0) {
      const names = keys.map((_, part) => `k${part}`);
      await owner.query(
        `update ${tableOf(column.table)} t set ${escapeIdentifier(column.column)} = e.sealed${index ? `, ${escapeIdentifier(index.column)} = e.found` : ''}
         from unnest(${names.map((_, part) => `$${part + 1}::text[]`).join(', ')}, $${names.length + 1}::bytea[]${index ? `, $${names.length + 2}::bytea[]` : ''})
           as e (${[...names, 'sealed', ...(index ? ['found'] : [])].join(', ')})
         where ${keys.map((key, part) => `t.${escapeIdentifier(key)} = e.k${part}::${keyType}`).join(' and ')}`,
        [...columns, sealed, ...(indexes ? [indexes] : [])],
      );
    }
    await owner.query('commit');
    return { written: old.length, last: rows.length < max ? null : (rows.at(-1)?.key ?? null) };
  } catch (error) {
    await owner.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** How many values a column has, and under which secrets. */
export async function countColumn(owner: Client, column: Column): Promise<{ total: number; former: number; unknown: number }> {
  const counts = { total: 0, former: 0, unknown: 0 };
  for (let cursor: KeyValues | null = null; ; ) {
    const rows: readonly Found[] = await readPage(owner, column, cursor, 5000, false);
    for (const { sealed } of rows) {
      counts.total += 1;
      if (!column.crypto.knows(sealed)) counts.unknown += 1;
      else if (!column.crypto.isNewest(sealed)) counts.former += 1;
    }
    if (rows.length < 5000) return counts;
    cursor = rows.at(-1)?.key ?? null;
  }
}

export interface StoredFile {
  readonly companyId: string;
  readonly id: string;
  readonly storageKey: string;
  /** To which its bytes are bound (`Crypto.encrypt`). */
  readonly context: string;
}

/** Names another file as the document's; one that was deleted meanwhile stays deleted. */
export const turnToFile = async (owner: Client, { companyId, id, storageKey }: StoredFile, key: string): Promise<void> =>
  void (await owner.query(`update documents set "storageKey" = $4 where "companyId" = $1 and id = $2 and "storageKey" = $3`, [
    companyId,
    id,
    storageKey,
    key,
  ]));

/** The documents after a key, in the order of their keys. */
export async function findFiles(
  owner: Client,
  cursor: KeyValues | null,
  max: number,
): Promise<{ readonly files: readonly StoredFile[]; readonly last: KeyValues | null }> {
  const { rows } = await owner.query<{ companyId: string; id: string; storageKey: string }>(
    `select "companyId", id, "storageKey" from documents where ${after(['companyId', 'id'], cursor)}
     order by ${orderOf(['companyId', 'id'])} limit ${max}`,
    [...(cursor ?? [])],
  );
  const last = rows.at(-1);
  return {
    files: rows.map(({ companyId, id, storageKey }) => ({ companyId, id, storageKey, context: documentContext(companyId, id) })),
    last: rows.length < max || !last ? null : [last.companyId, last.id],
  };
}

/** The keys of those files that their document still names. */
export async function stillNamed(owner: Client, files: readonly StoredFile[]): Promise<ReadonlySet<string>> {
  const { rows } = await owner.query<{ key: string }>(
    `select d."storageKey" as key from documents d
     join unnest($1::uuid[], $2::uuid[], $3::text[]) as f (company, id, key) on d."companyId" = f.company and d.id = f.id
     where d."storageKey"::text = f.key`,
    [files.map(({ companyId }) => companyId), files.map(({ id }) => id), files.map(({ storageKey }) => storageKey)],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Held until the connection ends: two moves of files at once could remove each other's copies. @returns false when another one holds it */
export async function onlyMove(owner: Client): Promise<boolean> {
  const { rows } = await owner.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('checkwell move of files', 0)) as held`,
  );
  return rows[0]?.held === true;
}
