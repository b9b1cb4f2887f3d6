import { describe, expect, test } from 'vitest';
import type { S3Config } from '../../config/storage.ts';
import { testFolder } from '../../test/folder.ts';
import { s3Server } from '../../test/servers/s3.ts';
import { diskFiles } from './disk-files.ts';
import { FileMissing, type FileStore, missingFiles, newFileKey } from './files.ts';
import { s3Files } from './s3-files.ts';

/** An empty bucket of another server, for manual tests (docs/testing.md): `TEST_S3=http://key:secret@127.0.0.1:7480/bucket`. */
function bucketOf(address: string): S3Config {
  const { origin, pathname, username, password } = new URL(address);
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) };
  return { endpoint: origin, bucket: pathname.slice(1), region: 'us-east-1', pathStyle: true, credentials };
}

const bucket = await s3Server();
const other = process.env.TEST_S3;
const STORES: readonly (readonly [where: string, store: FileStore])[] = [
  ['on disk', diskFiles(testFolder('files'))],
  ['in a bucket', s3Files(bucket.config, ['this installation'])],
  ...(other ? [['in the bucket of TEST_S3', s3Files(bucketOf(other), ['this installation'])] as const] : []),
];

async function keysOlderThan(store: FileStore, instant: Date): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.olderThan(instant)) keys.push(key);
  return keys.toSorted();
}

/** The behaviour that every file store must have. */
describe.each(STORES)('files %s', (_where, store) => {
  test('are returned unchanged until they are removed', async () => {
    for (const bytes of [Buffer.from('bytes'), Buffer.alloc(0), Buffer.alloc(3_000_000, 'x')]) {
      const key = newFileKey();
      await store.put(key, bytes);
      expect((await store.get(key)).equals(bytes)).toBe(true);
      await store.remove(key);
      await store.remove(key);
      await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
    }
  });

  test('accept only keys made by `newFileKey`', async () => {
    for (const key of ['../secret', '', 'a/b', 'owner', `${newFileKey()}.draft`, `${newFileKey()}/..`]) {
      await expect(store.put(key, Buffer.alloc(1))).rejects.toThrow('no name of a stored file');
      await expect(store.get(key)).rejects.toThrow('no name of a stored file');
      await expect(store.remove(key)).rejects.toThrow('no name of a stored file');
    }
  });

  test('are never overwritten', async () => {
    const key = newFileKey();
    await store.put(key, Buffer.from('first'));
    await expect(store.put(key, Buffer.from('second'))).rejects.toThrow();
    expect((await store.get(key)).toString()).toBe('first');
    await store.remove(key);
  });

  test('are found by age', async () => {
    const [one, other] = [newFileKey(), newFileKey()].toSorted() as [string, string];
    await store.put(one, Buffer.from('one'));
    await store.put(other, Buffer.from('other'));
    expect(await keysOlderThan(store, new Date(Date.now() - 60_000))).toEqual([]);
    expect(await keysOlderThan(store, new Date(Date.now() + 60_000))).toEqual([one, other]);
    const unknown = newFileKey();
    expect(await missingFiles(store, [one, unknown, other])).toEqual([unknown]);
    await store.remove(one);
    await store.remove(other);
  });

  test('report the outcome of each operation', async () => {
    await store.ready();
    const outcomes: string[] = [];
    store.onOutcome((operation, outcome) => outcomes.push(`${operation} ${outcome}`));
    const key = newFileKey();
    await store.put(key, Buffer.from('a'));
    await store.get(key);
    await store.remove(key);
    await store.get(key).catch(() => undefined);
    expect(outcomes).toEqual(['put done', 'get done', 'remove done', 'get missing']);
  });
});
