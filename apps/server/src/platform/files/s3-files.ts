import { createHash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { AppError } from '@checkwell/domain/errors';
import { StartupError } from '../../config/startup-error.ts';
import type { S3Config } from '../../config/storage.ts';
import { withoutSlot } from '../slot.ts';
import { checkedFileKey, FileMissing, FileOutcomes, type FileStore, isFileKey } from './files.ts';

/** Timeout for the other side, in milliseconds. */
export interface S3Limits {
  readonly connectMs: number;
  /** Without a byte. */
  readonly idleMs: number;
  /** One operation with all its attempts; reading back what was written is another one. */
  readonly operationMs: number;
  /** Limit of `ready`, shorter than `/readyz` waits. */
  readonly readyMs: number;
}

const LIMITS: S3Limits = { connectMs: 2000, idleMs: 5000, operationMs: 15_000, readyMs: 800 };
/** Limits for programs at a terminal, where no probe waits for `ready`. */
export const PATIENT_LIMITS: S3Limits = { ...LIMITS, readyMs: LIMITS.operationMs };
/** Attempts at one operation, the first included. */
const ATTEMPTS = 3;
/** `/readyz` and `/metrics` are asked every few seconds, of every process. */
const ANSWER_COUNTS_MS = 2000;
const FOLDER = 'files/';
/** Says whose bucket it is: the sweeper of another installation would remove every file. */
const OWNER = 'owner';
const NO_ROOM = new Set(['QuotaExceeded', 'XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded']);

type Sdk = typeof import('@aws-sdk/client-s3');
interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
}

/**
 * Files as objects of a bucket, with any server that implements the S3 protocol. A file is one object, written by one request: it is there whole
 * or not at all (security.md, U5; a document has 10 MiB at most, so nothing needs several parts). The server gets a checksum and refuses other
 * bytes; where it does not confirm it, the object is read back. Each file is compared with its checksum when it is read.
 * @param owners of the bucket: the first is written where there is none, each of them is ours
 */
export function s3Files(config: S3Config, owners: readonly [string, ...string[]], limits: S3Limits = LIMITS): FileStore {
  const { bucket: Bucket } = config;
  const outcomes = new FileOutcomes();
  let connection: Promise<Connection> | undefined;
  let isOurs: Promise<void> | undefined;
  let answer: { readonly at: number; readonly state: Promise<void> } | undefined;

  /** The SDK takes 35 MB, and about a second of a busy processor: only an installation with a bucket loads it. */
  const connect = (): Promise<Connection> =>
    (connection ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, config, limits) })));

  /** Nobody waits for the store in a request's place. */
  const ask = <Result>(work: (connection: Connection, signal: AbortSignal) => Promise<Result>, ms = limits.operationMs): Promise<Result> =>
    withoutSlot(async () => work(await connect(), AbortSignal.timeout(ms)));

  const read = (Key: string): Promise<Buffer> =>
    ask(async ({ sdk, client }, signal) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const found = await client.send(new sdk.GetObjectCommand({ Bucket, Key }), { abortSignal: signal });
          return await wholeBody(found, signal);
        } catch (error) {
          if (nameOf(error) === 'NoSuchKey') throw new FileMissing(`The object ${Key} is not in the store.`, { cause: error });
          // What the SDK does not try again: an answer that began well.
          if (!(error instanceof BrokenBody) || signal.aborted || attempt === ATTEMPTS) throw error;
        }
      }
    });

  /** @throws {Error} when there is another object of this name */
  async function write(Key: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest();
    const md5 = createHash('md5').update(bytes).digest();
    const isConfirmed = await ask(async ({ sdk, client }, signal) => {
      const put = new sdk.PutObjectCommand({
        Bucket,
        Key,
        Body: bytes,
        ContentLength: bytes.length,
        ContentType: 'application/octet-stream',
        // Older servers know this one alone.
        ContentMD5: md5.toString('base64'),
        ChecksumSHA256: sha256.toString('base64'),
        Metadata: { sha256: sha256.toString('hex') },
        IfNoneMatch: '*',
      });
      try {
        const { ChecksumSHA256, ETag } = await client.send(put, { abortSignal: signal });
        return ChecksumSHA256 === sha256.toString('base64') || ETag === `"${md5.toString('hex')}"`;
      } catch (error) {
        // There is one: perhaps this very one, when the answer to an earlier attempt was lost.
        if (statusOf(error) === 412) return false;
        throw error;
      }
    });
    if (!isConfirmed && !(await read(Key)).equals(bytes)) throw new Error(`The object ${Key} is there already, with other content.`);
  }

  /** @throws {StartupError} when the bucket is that of another installation */
  async function claim(): Promise<void> {
    const found = await read(OWNER).catch(async (error: unknown) => {
      if (!(error instanceof FileMissing)) throw error;
      const refusal = await write(OWNER, Buffer.from(owners[0])).catch((reason: unknown) => reason);
      // Another process was first: what it wrote counts. Nobody was: the store does not let us write.
      return read(OWNER).catch((reason: unknown) => Promise.reject(reason instanceof FileMissing ? (refusal ?? reason) : reason));
    });
    if (!owners.includes(found.toString()))
      throw new StartupError(
        `S3_BUCKET "${Bucket}" belongs to another installation, or APP_SECRET is another one than before: each needs a bucket of its own.`,
      );
  }
  const claimed = (): Promise<void> => {
    isOurs ??= claim().catch((error: unknown) => {
      isOurs = undefined; // the store may be there later
      throw error;
    });
    return isOurs;
  };

  async function probe(): Promise<void> {
    await ask(
      async ({ sdk, client }, signal) => client.send(new sdk.HeadBucketCommand({ Bucket }), { abortSignal: signal }),
      limits.readyMs,
    );
    await claimed();
  }

  /** Errors of the store in the product's words. */
  async function told<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof FileMissing || error instanceof AppError) throw error;
      const isFull = NO_ROOM.has(nameOf(error)) || statusOf(error) === 507;
      throw new AppError(isFull ? 'document.storageFull' : 'document.storeUnavailable', {}, { cause: error });
    }
  }

  return {
    kind: 's3',
    onOutcome: outcomes.listen,

    async put(key, bytes) {
      const name = FOLDER + checkedFileKey(key);
      await outcomes.of('put', () =>
        told(async () => {
          await claimed();
          await write(name, bytes);
        }),
      );
    },

    async get(key) {
      const name = FOLDER + checkedFileKey(key);
      return outcomes.of('get', () => told(() => read(name)));
    },

    async remove(key) {
      const Key = FOLDER + checkedFileKey(key);
      await outcomes.of('remove', () =>
        told(() => ask(({ sdk, client }, signal) => client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), { abortSignal: signal }))),
      );
    },

    // An object is there whole or not at all.
    discardDraft: () => Promise.resolve(),

    async *olderThan(instant) {
      let token: string | undefined;
      do {
        const page = await outcomes.of('list', () =>
          told(async () => {
            await claimed();
            return ask(({ sdk, client }, signal) =>
              client.send(
                new sdk.ListObjectsV2Command({ Bucket, Prefix: FOLDER, ...(token !== undefined && { ContinuationToken: token }) }),
                {
                  abortSignal: signal,
                },
              ),
            );
          }),
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = Key.slice(FOLDER.length);
          if (isFileKey(key) && LastModified !== undefined && LastModified < instant) yield { key, unfinished: false };
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (token !== undefined);
    },

    ready() {
      const now = performance.now();
      if (answer === undefined || now - answer.at > ANSWER_COUNTS_MS) answer = { at: now, state: probe() };
      return answer.state;
    },
  };
}

function clientOf({ S3Client: Client }: Sdk, config: S3Config, { connectMs, idleMs }: S3Limits): S3Client {
  const { region, endpoint, pathStyle, credentials } = config;
  return new Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Ours are given with each request, and compared here; others than AWS do not all know theirs.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, requestTimeout: idleMs, throwOnRequestTimeout: true, socketTimeout: idleMs },
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  });
}

/** An answer that began well, and was cut or is not what was stored. */
class BrokenBody extends Error {
  override readonly name = 'BrokenBody';
}

async function wholeBody({ Body, ContentLength, Metadata }: GetObjectCommandOutput, signal: AbortSignal): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await buffer(addAbortSignal(signal, Body as Readable));
  } catch (error) {
    throw new BrokenBody('The answer of the store was cut.', { cause: error });
  }
  if (ContentLength !== undefined && bytes.length !== ContentLength) throw new BrokenBody('The answer of the store is too short.');
  if (createHash('sha256').update(bytes).digest('hex') !== Metadata?.sha256)
    throw new BrokenBody('The store answers with other bytes than were stored.');
  return bytes;
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return (error.$metadata as { readonly httpStatusCode?: number }).httpStatusCode;
}
