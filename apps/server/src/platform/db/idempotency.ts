import { createHash } from 'node:crypto';
import { AppError } from '@checkwell/domain/errors';
import { fieldErrorAt } from '../guard.ts';
import { createKeyedMutex } from '../keyed-mutex.ts';
import type { WriteTx } from './database.ts';

/** One effect per key, also when the request is repeated or sent concurrently (security.md, Y1). */
export interface Claim {
  readonly key: string;
  readonly requestHash: Buffer;
}

const KEY = /^[\x21-\x7e]{8,100}$/;

/**
 * @param effect what is made, so that a key of another effect is not taken for one of this
 * @param input as it was parsed
 * @throws {AppError} at `idempotencyKey`, for a text that is none
 */
export function claimOf(effect: string, key: string, input: object): Claim {
  if (!KEY.test(key)) throw fieldErrorAt('idempotencyKey', 'invalidChoice');
  return {
    key,
    requestHash: createHash('sha256')
      .update(`${effect} ${canonical(input)}`)
      .digest(),
  };
}

/** The same text for the same input, whatever the order of its keys. */
const canonical = (input: object): string => JSON.stringify(Object.entries(input).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * Takes the key for `resultId`, which this transaction makes. Two requests with one key at once: the second waits here for the
 * end of the first.
 * @returns what was made under this key before; null: nothing yet
 * @throws {AppError} `request.idempotencyMismatch` when that was asked for with another input
 */
export async function claimKey(
  tx: WriteTx,
  { key, requestHash }: Claim,
  { profileId, companyId, resultId }: { readonly profileId: string; readonly companyId: string; readonly resultId: string },
): Promise<string | null> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ profileId, key, requestHash, companyId, resultId })
    .onConflict((conflict) => conflict.columns(['profileId', 'key']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return null;
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['requestHash', 'resultId'])
    .where('profileId', '=', profileId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!earlier.requestHash.equals(requestHash)) throw new AppError('request.idempotencyMismatch');
  return earlier.resultId;
}

/**
 * Whether this transaction repeats what was done to a record under the same key: then nothing is done, and the record as it is now is the answer.
 * To be asked once the actor is known to see the record, before its version is checked: the first request made another one.
 * @param claim null: without a key, nothing is a repetition
 * @throws {AppError} `request.idempotencyMismatch`
 */
export async function isRepeated(
  tx: WriteTx,
  claim: Claim | null,
  profileId: string | null,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<boolean> {
  if (claim === null) return false;
  // A key is somebody's.
  if (profileId === null) throw new AppError('access.forbidden');
  return (await claimKey(tx, claim, { profileId, companyId, resultId: id })) !== null;
}

const turns = createKeyedMutex();

/**
 * Does the work of requests with one key of one profile one after the other: they would wait for each other in `claimKey`.
 * @param claim null: without a key, at once
 */
export async function inTurn<Result>(
  claim: Pick<Claim, 'key'> | null,
  profileId: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  return claim && profileId !== null ? turns(`${profileId} ${claim.key}`, work) : work();
}
