import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, instantAt } from '@checkwell/domain/clock';
import type { Actor } from '@checkwell/domain/policy';
import { erasedBefore } from '@checkwell/domain/retention';
import type { Crypto } from '../../crypto/crypto.ts';
import { ENCRYPTED } from '../../crypto/encrypted-columns.ts';
import { logAccess } from '../access-log.ts';
import type { Database, ReadTx, WriteTx } from '../database.ts';
import { lockName } from '../locked.ts';
import { type ErasableLog, SEALED_LOG_NAMES, SEALED_LOGS } from './sealed-logs.ts';
import * as repository from './seals.repository.ts';

/** A seal, as it is kept outside of the database. */
export interface Anchor {
  readonly number: number;
  /** 64 hexadecimal digits. */
  readonly seal: string;
}

/** The result of a verification, which reads every sealed row again. */
export interface Verification {
  readonly seals: number;
  readonly rows: number;
  /** Rows whose personal parts this installation erased. */
  readonly erased: number;
  /** Written since the last seal: changes there are not noticed. */
  readonly waiting: number;
  /** Sentences about what was changed; empty: nothing. */
  readonly errors: readonly string[];
  readonly last: Anchor | null;
}

export interface LogSeals {
  /**
   * Erases the personal parts of rows whose retention period is over (domain/retention.ts), in transactions of `ERASED_AT_ONCE` rows. After an interruption
   * the next run continues; several processes share the rows.
   * @returns how many rows were erased
   */
  erase(): Promise<number>;
  /**
   * In the transaction of another service that erased these records: erases the details in the history and the visits of the checks, and the reasons in the
   * access log for looking at one of the records.
   * @param otherIds ids of erased records other than checks
   */
  eraseOf(tx: WriteTx, companyId: string, checkIds: readonly string[], otherIds: readonly string[]): Promise<void>;
  /** Seals what was written since the last seal. @returns the new seal; undefined: nothing was written */
  seal(): Promise<Anchor | undefined>;
  /**
   * Reads every sealed row again.
   * @param anchors seals that were kept elsewhere, and must still be there
   */
  verify(anchors?: readonly Anchor[]): Promise<Verification>;
  /** The newest seal that this process made or saw. */
  last(): Anchor | null;
  /** The last verification of this process; null: none yet. */
  verified(): { readonly at: Date; readonly errors: number } | null;
}

/** How many seals are compared with their rows by one statement. */
const AT_ONCE = 500;
/** Rows that are erased in one transaction: few enough that nobody waits long for their locks. */
const ERASED_AT_ONCE = 500;
/** How many proofs are read at once. */
const PROOFS_AT_ONCE = 10_000;
const ERASURE = { kind: 'system', name: 'log erasure' } as const satisfies Actor;
/** The first seal of an old installation reads all rows of the logs. */
const LONG_QUERY = { timeoutMs: 30 * 60_000 } as const;
/** Version of what is sealed, and how; a new number when that changes. */
const FORM = 1;

/** Purpose of the key, which is derived from APP_SECRET. */
export const LOG_SEALS = 'log seals';

const MISPLACING = 'Somebody changed in the database where rows of the logs are placed (app.log_position).';

type Key = Uint8Array;
const mac = (key: Key, ...parts: readonly unknown[]): Buffer => createHmac('sha256', key).update(JSON.stringify(parts)).digest();

const sealOf = (key: Key, { number, fromPosition, untilPosition, contents, sealedAt }: Omit<repository.SealRow, 'seal'>, before: string) =>
  mac(key, 'seal', FORM, number, fromPosition, untilPosition, contents, sealedAt.toISOString(), before);
const proofOf = (key: Key, log: ErasableLog, digest: Uint8Array): Buffer =>
  mac(key, 'erased', FORM, log, Buffer.from(digest).toString('hex'));

/** The anchor of a seal. */
export const anchorOf = ({ number, seal }: Pick<repository.SealRow, 'number' | 'seal'>): Anchor => ({ number, seal: seal.toString('hex') });
/** The line in the log of the program, in which `anchorsIn` finds the anchor again. */
export const anchorText = ({ number, seal }: Anchor): string => `seal ${number} ${seal}`;
/** The anchors in a text, such as the log of the program. */
export const anchorsIn = (text: string): readonly Anchor[] =>
  [...text.matchAll(/\bseal (\d+) ([0-9a-f]{64})\b/g)].map(([, number, seal = '']) => ({ number: Number(number), seal }));

const textOf = (parts: readonly repository.LogPart[]): string =>
  JSON.stringify(Object.fromEntries(parts.map(({ log, rows, digest }) => [log, [rows, digest]])));

export interface LogSealDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** Key of the installation. It is not in the database, so that access to the database alone is not enough to make a seal. */
  readonly key: Key;
  /** Set if the secret of the key was changed (docs/decisions/0089). */
  readonly rotation?: {
    /** Keys of former secrets that are still set. */
    readonly former: readonly Key[];
    /** Encrypts, in the database, the keys of older seals. */
    readonly crypto: Crypto;
  };
}

const keyContext = (untilNumber: number): string => ENCRYPTED.sealKey.contextOf(String(untilNumber));

/** The key of each seal; undefined: it cannot be read. */
type KeyOf = (number: number) => Key | undefined;

/** The key of each seal: the current key, except for seals up to a number that the database stores with their former key. */
async function keysOfSeals(tx: ReadTx, { key, rotation }: Pick<LogSealDeps, 'key' | 'rotation'>) {
  const former = (await repository.findFormerKeys(tx)).map(({ untilNumber, key: sealed }) => {
    const known = rotation?.crypto.knows(sealed) ? rotation.crypto.decrypt(sealed, keyContext(untilNumber)) : undefined;
    return { untilNumber, key: known };
  });
  const [last, before] = await repository.findLastTwo(tx);
  const fits = (candidate: Key) => last !== undefined && sameBytes(last.seal, sealOf(candidate, last, before?.seal.toString('hex') ?? ''));
  const isNoted = last !== undefined && former.some(({ untilNumber }) => untilNumber >= last.number);
  // If nothing was sealed since the secret was changed, the last seals were made with a former key that is still set.
  const newest = last === undefined || isNoted || fits(key) ? key : (rotation?.former.find(fits) ?? key);
  const keyOf: KeyOf = (number) => {
    const found = former.find(({ untilNumber }) => untilNumber >= number);
    return found ? found.key : newest;
  };
  return { keyOf, last, newest, all: [key, ...(rotation?.former ?? []), ...former.flatMap((row) => row.key ?? [])] };
}

/** Stores up to which seal a former key applies, before the first seal with the current key. */
async function noteFormerKey(tx: WriteTx, deps: Pick<LogSealDeps, 'key' | 'rotation'>): Promise<void> {
  const { last, newest } = await keysOfSeals(tx, deps);
  if (last === undefined || newest === deps.key || !deps.rotation) return;
  await repository.insertFormerKey(tx, last.number, deps.rotation.crypto.encrypt(newest, keyContext(last.number)));
}

/** Seals over the logs, each chained to the one before. They are made in batches, so that writing to a log waits for nothing (docs/decisions/0083). */
export function createLogSeals({ db, clock, key, rotation }: LogSealDeps): LogSeals {
  const held = { key, ...(rotation && { rotation }) };
  let last: Anchor | null = null;
  let verified: { readonly at: Date; readonly errors: number } | null = null;

  const remember = (anchor: Anchor): void => {
    if (last === null || anchor.number > last.number) last = anchor;
  };

  return {
    async seal() {
      const made = await db.system(
        'log seals',
        async (tx) => {
          await lockName(tx, 'log seals');
          await repository.readInUtc(tx);
          await noteFormerKey(tx, held);
          const before = await repository.findLast(tx);
          // In a statement of its own, before the rows are read: the next statement sees every transaction that had ended by then.
          const { horizon: untilPosition, isHonest } = await repository.findPosition(tx);
          if (!isHonest) throw new Error(MISPLACING);
          if (before && untilPosition <= before.untilPosition) return undefined;
          const parts = await repository.findParts(tx, before?.untilPosition ?? 0, untilPosition);
          if (parts.length === 0) return undefined;
          const row = {
            number: (before?.number ?? 0) + 1,
            fromPosition: before?.untilPosition ?? 0,
            untilPosition,
            contents: textOf(parts),
            sealedAt: clock.now(),
          };
          const seal = sealOf(key, row, before?.seal.toString('hex') ?? '');
          await repository.insertSeal(tx, { ...row, seal });
          return anchorOf({ ...row, seal });
        },
        LONG_QUERY,
      );
      if (made) {
        if (last !== null && made.number <= last.number)
          throw new Error(
            `The seals were cut: this process knows number ${last.number}, and the newest that was left is ${made.number - 1}.`,
          );
        remember(made);
      }
      return made;
    },

    async verify(anchors = []) {
      const found = await db.system('log verification', (tx) => verifyAll(tx, held, [...anchors, ...(last ? [last] : [])]), LONG_QUERY);
      verified = { at: clock.now(), errors: found.errors.length };
      if (found.last && found.errors.length === 0) remember(found.last);
      return found;
    },

    async erase() {
      const before = erasedBefore(clock.today());
      let erased = 0;
      for (const log of Object.keys(before) as ErasableLog[]) {
        const instant = instantAt(before[log], '00:00');
        for (let done = ERASED_AT_ONCE; done >= ERASED_AT_ONCE; erased += done)
          done = await db.system(ERASURE.name, async (tx) => {
            const rows = await repository.lockExpired(tx, log, instant, ERASED_AT_ONCE);
            if (rows.length === 0) return 0;
            await logAccess(tx, ERASURE, 'log.erase', log, null, null);
            return eraseLogParts(tx, key, log, rows);
          });
      }
      return erased;
    },

    async eraseOf(tx, companyId, checkIds, otherIds) {
      for (const log of ['check_events', 'visit_attempts'] as const)
        await eraseLogParts(tx, key, log, await repository.findOfChecks(tx, log, companyId, checkIds));
      await eraseLogParts(tx, key, 'access_log', await repository.findOfSubjects(tx, companyId, [...checkIds, ...otherIds]));
    },

    last: () => last,
    verified: () => verified,
  };
}

async function verifyAll(tx: ReadTx, deps: Pick<LogSealDeps, 'key' | 'rotation'>, anchors: readonly Anchor[]): Promise<Verification> {
  await repository.readInUtc(tx);
  const { keyOf, all } = await keysOfSeals(tx, deps);
  const errors: string[] = [];
  const wanted = new Map(anchors.map((anchor) => [anchor.number, anchor.seal]));
  let before: repository.SealRow | undefined;
  let rows = 0;
  for (;;) {
    const seals = await repository.findSeals(tx, before?.number ?? 0, AT_ONCE);
    const [first, end] = [seals[0], seals.at(-1)];
    if (!first || !end) break;
    const parts = await repository.findPartsOf(tx, first.number, end.number);
    for (const seal of seals) {
      const now = parts.get(seal.number) ?? [];
      errors.push(...errorsOf(keyOf(seal.number), seal, before, now));
      const anchor = wanted.get(seal.number);
      if (anchor !== undefined && anchor !== anchorOf(seal).seal)
        errors.push(`Seal ${seal.number} is another one than was kept elsewhere.`);
      rows += now.reduce((sum, part) => sum + part.rows, 0);
      before = seal;
    }
  }
  const newest = before?.number ?? 0;
  const lost = [...wanted.keys()].filter((number) => number > newest);
  if (lost.length > 0) errors.push(`The end was cut: seal ${Math.max(...lost)} was kept elsewhere, and the last one here is ${newest}.`);
  const others = await verifyOutside(tx, all, before?.untilPosition ?? 0);
  return { seals: newest, rows, ...others, errors: [...errors, ...others.errors], last: before ? anchorOf(before) : null };
}

/** What is wrong with a seal: with its signature, its place in the chain, or its rows. */
function errorsOf(
  key: Key | undefined,
  seal: repository.SealRow,
  before: repository.SealRow | undefined,
  now: readonly repository.LogPart[],
): readonly string[] {
  const { number, fromPosition, contents, sealedAt } = seal;
  const since = before?.sealedAt.toISOString() ?? 'the beginning';
  const changed = textOf(now) === contents ? [] : differences(contents, now);
  const found: readonly (string | false)[] = [
    number !== (before?.number ?? 0) + 1 && `Seals are missing before number ${number}.`,
    fromPosition !== (before?.untilPosition ?? 0) && `Seal ${number} does not begin where the one before ends.`,
    (key === undefined || !sameBytes(seal.seal, sealOf(key, seal, before?.seal.toString('hex') ?? ''))) &&
      `Seal ${number} is not one of this installation, or it does not follow the one before.`,
    ...changed.map(
      (log) => `Rows of ${log} that were written between ${since} and ${sealedAt.toISOString()} were changed (seal ${number}).`,
    ),
  ];
  return found.filter((error) => error !== false);
}

/** Verifies the rows that no seal covers, and the proofs of erased rows. */
async function verifyOutside(
  tx: ReadTx,
  keys: readonly Key[],
  until: number,
): Promise<Pick<Verification, 'waiting' | 'erased' | 'errors'>> {
  const errors: string[] = [];
  const { position, isHonest } = await repository.findPosition(tx);
  if (!isHonest) errors.push(MISPLACING);
  let [waiting, erased] = [0, 0];
  for (const log of SEALED_LOG_NAMES) {
    const outside = await repository.countOutside(tx, log, until, position);
    waiting += outside.waiting;
    if (outside.misplaced > 0) errors.push(`${outside.misplaced} rows of ${log} stand where no program puts them.`);
    if (!isErasable(log)) continue;
    let unproven = 0;
    for (let above: number | undefined = -1; above !== undefined; ) {
      const blank = await repository.findErased(tx, log, above, PROOFS_AT_ONCE);
      erased += blank.length;
      const isProven = (bytes: Buffer) => keys.some((key) => sameBytes(bytes.subarray(32), proofOf(key, log, bytes.subarray(0, 32))));
      unproven += blank.filter(({ erased: bytes }) => !isProven(bytes)).length;
      above = blank.at(-1)?.position;
    }
    if (unproven > 0) errors.push(`Personal parts of ${unproven} rows of ${log} were erased by somebody else than this installation.`);
  }
  return { waiting, erased, errors };
}

const isErasable = (log: (typeof SEALED_LOG_NAMES)[number]): log is ErasableLog => SEALED_LOGS[log].personal.length > 0;

const sameBytes = (one: Uint8Array, other: Uint8Array): boolean => one.length === other.length && timingSafeEqual(one, other);

/** Names of the logs whose rows do not match the seal. */
function differences(contents: string, now: readonly repository.LogPart[]): readonly string[] {
  const current = JSON.parse(textOf(now)) as Record<string, unknown>;
  let sealed: Record<string, unknown>;
  try {
    sealed = JSON.parse(contents) as Record<string, unknown>;
  } catch {
    return ['any log'];
  }
  return [...new Set([...Object.keys(sealed), ...Object.keys(current)])].filter(
    (log) => JSON.stringify(sealed[log]) !== JSON.stringify(current[log]),
  );
}

/**
 * Erases the personal parts of rows of a log; the rest of the rows stays, and the seals over them still verify. The caller logs the erasure.
 * @returns how many rows still had personal parts
 */
export async function eraseLogParts(tx: WriteTx, key: Key, log: ErasableLog, rows: readonly repository.LogRow[]): Promise<number> {
  await repository.readInUtc(tx);
  const digests = await repository.findPersonalDigests(tx, log, rows);
  return repository.eraseParts(
    tx,
    log,
    digests.map(({ digest, ...row }) => ({ ...row, proof: Buffer.concat([digest, proofOf(key, log, digest)]) })),
  );
}
