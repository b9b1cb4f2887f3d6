import { type RawBuilder, sql } from 'kysely';
import type { ReadTx, WriteTx } from '../database.ts';
import { type ErasableLog, SEALED_LOG_NAMES, SEALED_LOGS, type SealedLog } from './sealed-logs.ts';

/** The rows of a log between two positions: their number, and the digest of their digests. */
export interface LogPart {
  readonly log: SealedLog;
  readonly rows: number;
  readonly digest: string;
}

export interface SealRow {
  readonly number: number;
  readonly fromPosition: number;
  readonly untilPosition: number;
  readonly contents: string;
  readonly sealedAt: Date;
  readonly seal: Buffer;
}

/** Sets the time zone of the transaction to UTC, because a digest of a time as text must not depend on a setting. */
export const readInUtc = (tx: ReadTx): Promise<unknown> => sql`select set_config('timezone', 'UTC', true)`.execute(tx);

const columns = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.ref(`l.${name}`)));
const hash = (list: RawBuilder<unknown>): RawBuilder<Buffer> => sql`sha256(convert_to(jsonb_build_array(${list})::text, 'UTF8'))`;
const personalDigest = (log: SealedLog): RawBuilder<Buffer> => hash(sql`l.salt, ${columns(SEALED_LOGS[log].personal)}`);
const hasPersonal = (log: SealedLog): log is ErasableLog => SEALED_LOGS[log].personal.length > 0;

/** The digest of a row. Only functions of PostgreSQL itself, so that changing a function of the schema cannot change a digest. */
const rowDigest = (log: SealedLog): RawBuilder<Buffer> =>
  hasPersonal(log)
    ? hash(
        sql`${log}::text, ${columns(SEALED_LOGS[log].fixed)}, encode(coalesce(substring(l.erased for 32), ${personalDigest(log)}), 'hex')`,
      )
    : hash(sql`${log}::text, ${columns(SEALED_LOGS[log].fixed)}`);

const partOf = (log: SealedLog): RawBuilder<unknown> => sql`
  count(l.position)::integer as rows,
  encode(sha256(coalesce(string_agg(d.digest, ''::bytea order by l.position, d.digest), '')), 'hex') as digest
  from ${sql.table(log)} l cross join lateral (select ${rowDigest(log)} as digest) d`;

/** The newest seal; undefined before the first. */
export async function findLast(tx: ReadTx): Promise<SealRow | undefined> {
  return tx.selectFrom('log_seals').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();
}

/** Seals above a number, in ascending order. */
export async function findSeals(tx: ReadTx, above: number, max: number): Promise<readonly SealRow[]> {
  return tx.selectFrom('log_seals').selectAll().where('number', '>', above).orderBy('number').limit(max).execute();
}

/** The two newest seals, the newest first. */
export async function findLastTwo(tx: ReadTx): Promise<readonly SealRow[]> {
  return tx.selectFrom('log_seals').selectAll().orderBy('number', 'desc').limit(2).execute();
}

/** Former keys of seals, encrypted. Each applies up to its number, from the number of the one before. */
export async function findFormerKeys(tx: ReadTx): Promise<readonly { readonly untilNumber: number; readonly key: Buffer }[]> {
  return tx.selectFrom('log_seal_keys').selectAll().orderBy('untilNumber').execute();
}

export async function insertFormerKey(tx: WriteTx, untilNumber: number, key: Buffer): Promise<void> {
  await tx.insertInto('log_seal_keys').values({ untilNumber, key }).execute();
}

export async function insertSeal(tx: WriteTx, seal: SealRow): Promise<void> {
  await tx.insertInto('log_seals').values(seal).execute();
}

/**
 * The position of a row that is written now, and the position (`horizon`) below which no row can be added any more, because every transaction there has
 * ended.
 */
export interface LogPosition {
  readonly position: number;
  readonly horizon: number;
  /** Whether positions follow PostgreSQL's transaction ids. The owner of the database could change the function that makes positions. */
  readonly isHonest: boolean;
}

export async function findPosition(tx: ReadTx): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`
    select position, position - own + lowest as horizon, position & ((1::bigint << 48) - 1) = own as "isHonest"
    from (select app.log_position() as position, pg_current_xact_id()::text::bigint as own,
      pg_snapshot_xmin(pg_current_snapshot())::text::bigint as lowest) as current`.execute(tx);
  const [current] = rows;
  if (!current) throw new Error('PostgreSQL always stands somewhere.');
  return current;
}

/** Each log's rows from one position up to, but not with, another; logs without any are left out. */
export async function findParts(tx: ReadTx, from: number, until: number): Promise<readonly LogPart[]> {
  const parts: LogPart[] = [];
  for (const log of SEALED_LOG_NAMES) {
    const { rows } = await sql<Omit<LogPart, 'log'>>`
      select ${partOf(log)} where l.position >= ${from} and l.position < ${until}`.execute(tx);
    const [part] = rows;
    if (part && part.rows > 0) parts.push({ log, ...part });
  }
  return parts;
}

/** As `findParts`, for the rows of several seals, by the number of the seal. */
export async function findPartsOf(tx: ReadTx, first: number, last: number): Promise<ReadonlyMap<number, readonly LogPart[]>> {
  const found = new Map<number, LogPart[]>();
  for (const log of SEALED_LOG_NAMES) {
    const { rows } = await sql<Omit<LogPart, 'log'> & { number: number }>`
      select s.number, p.rows, p.digest from log_seals s cross join lateral (
        select ${partOf(log)} where l.position >= s."fromPosition" and l.position < s."untilPosition") p
      where s.number between ${first} and ${last} and p.rows > 0`.execute(tx);
    for (const { number, rows: count, digest } of rows) found.set(number, [...(found.get(number) ?? []), { log, rows: count, digest }]);
  }
  return found;
}

/** Erased rows above a position with their proofs, in the order of positions; rows of one position are not split. */
export async function findErased(
  tx: ReadTx,
  log: ErasableLog,
  above: number,
  max: number,
): Promise<readonly { readonly erased: Buffer; readonly position: number }[]> {
  const { rows } = await sql<{ erased: Buffer; position: number }>`
    select l.erased, l.position from ${sql.table(log)} l where l.erased is not null and l.position > ${above}
    order by l.position fetch first ${sql.raw(String(max))} rows with ties`.execute(tx);
  return rows;
}

/** Rows of a log that no seal covers: written since the last one, or at a position that the product never uses. */
export async function countOutside(
  tx: ReadTx,
  log: SealedLog,
  until: number,
  now: number,
): Promise<{ waiting: number; misplaced: number }> {
  const { rows } = await sql<{ waiting: number; misplaced: number }>`
    select count(*) filter (where l.position between ${until} and ${now})::integer as waiting,
      count(*) filter (where l.position > ${now} or l.position < 0)::integer as misplaced
    from ${sql.table(log)} l where l.position >= ${until} or l.position < 0`.execute(tx);
  return rows[0] ?? { waiting: 0, misplaced: 0 };
}

/** The key of a row of a log. */
export interface LogRow {
  /** null: an entry without company, which only the access log has. */
  readonly companyId: string | null;
  readonly id: string;
}

const companiesOf = (rows: readonly LogRow[]) => rows.map(({ companyId }) => companyId);
const idsOf = (rows: readonly LogRow[]) => rows.map(({ id }) => id);

/** Locks rows that still have personal parts and whose term began before an instant, the oldest first; skips rows that are locked elsewhere. */
export async function lockExpired(tx: WriteTx, log: ErasableLog, before: Date, max: number): Promise<readonly LogRow[]> {
  const { rows } = await sql<LogRow>`select "companyId", id from app.lock_expired_log_rows(${log}, ${before}, ${max})`.execute(tx);
  return rows;
}

/** Rows of checks that still have personal parts. */
export async function findOfChecks(
  tx: ReadTx,
  log: 'check_events' | 'visit_attempts',
  companyId: string,
  checkIds: readonly string[],
): Promise<readonly LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l."companyId", l.id from ${sql.table(log)} l
    where l."companyId" = ${companyId} and l."checkId" = any (${[...checkIds]}::uuid[]) and l.salt is not null`.execute(tx);
  return rows;
}

/** Entries of the access log about these records that still have a reason. */
export async function findOfSubjects(tx: ReadTx, companyId: string, ids: readonly string[]): Promise<readonly LogRow[]> {
  const { rows } = await sql<LogRow>`
    select l."companyId", l.id from access_log l
    where l."subjectType" in ('employees', 'checks', 'travel_claims') and l."subjectId" = any (${[...ids]}::uuid[]) and l."companyId" = ${companyId}
      and l.reason is not null and l.salt is not null`.execute(tx);
  return rows;
}

/** Digests of the personal parts of rows, for rows that still have them. */
export async function findPersonalDigests(
  tx: ReadTx,
  log: ErasableLog,
  wanted: readonly LogRow[],
): Promise<readonly (LogRow & { readonly digest: Buffer })[]> {
  // By the whole key, which has an index; entries of the access log may have no company, and an id that is a key by itself.
  const { rows } = await sql<LogRow & { readonly digest: Buffer }>`
    select l."companyId", l.id, ${personalDigest(log)} as digest from ${sql.table(log)} l
    join unnest(${companiesOf(wanted)}::uuid[], ${idsOf(wanted)}::uuid[]) as w (company, id) on l.id = w.id
      ${log === 'access_log' ? sql`` : sql`and l."companyId" = w.company`}
    where l.salt is not null`.execute(tx);
  return rows;
}

/** Erases the personal parts of rows and stores the proofs. @returns how many rows were erased */
export async function eraseParts(tx: WriteTx, log: ErasableLog, rows: readonly (LogRow & { readonly proof: Buffer })[]): Promise<number> {
  const { rows: done } = await sql<{ count: number }>`
    select app.erase_log_parts(${log}, ${companiesOf(rows)}::uuid[], ${idsOf(rows)}::uuid[], ${rows.map(({ proof }) => proof)}::bytea[]) as count`.execute(
    tx,
  );
  return done[0]?.count ?? 0;
}
