import { describe, expect, test } from 'vitest';
import type { S3Config } from '../../config/storage.ts';
import { testFolder } from '../../test/folder.ts';
import { s3Server } from '../../test/servers/s3.ts';
import { diskFiles } from './disk-files.ts';
import { FileMissing, type FileStore, missingFiles, newFileKey } from './files.ts';
import { s3Files } from './s3-files.ts';

/** The empty bucket of another server, to try it by hand (docs/testing.md): `TEST_S3=http://key:secret@127.0.0.1:7480/bucket`. */
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

/** What the product relies on, wherever its files are. */
describe.each(STORES)('files %s', (_where, store) => {
  test('come back as they were, until they are removed', async () => {
    for (const bytes of [Buffer.from('bytes'), Buffer.alloc(0), Buffer.alloc(3_000_000, 'x')]) {
      const key = newFileKey();
      await store.put(key, bytes);
      expect((await store.get(key)).equals(bytes)).toBe(true);
      await store.remove(key);
      await store.remove(key);
      await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
    }
  });

  test('have no names but those that were made here', async () => {
    for (const key of ['../secret', '', 'a/b', 'owner', `${newFileKey()}.draft`, `${newFileKey()}/..`]) {
      await expect(store.put(key, Buffer.alloc(1))).rejects.toThrow('no name of a stored file');
      await expect(store.get(key)).rejects.toThrow('no name of a stored file');
      await expect(store.remove(key)).rejects.toThrow('no name of a stored file');
    }
  });

  test('are never overwritten, by whoever comes later or at the same moment', async () => {
    const key = newFileKey();
    await store.put(key, Buffer.from('first'));
    await expect(store.put(key, Buffer.from('second'))).rejects.toThrow();
    expect((await store.get(key)).toString()).toBe('first');
    await store.remove(key);
  });

  test('are found by their age, whole files alone', async () => {
    const [one, other] = [newFileKey(), newFileKey()].toSorted() as [string, string];
    await store.put(one, Buffer.from('one'));
    await store.put(other, Buffer.from('other'));
    expect(await keysOlderThan(store, new Date(Date.now() - 60_000))).toEqual([]);
    expect(await keysOlderThan(store, new Date(Date.now() + 60_000))).toEqual([one, other]);
    const gone = newFileKey();
    expect(await missingFiles(store, [one, gone, other])).toEqual([gone]);
    await store.remove(one);
    await store.remove(other);
  });

  test('are kept while the store is ready, and how each operation ended is told', async () => {
    await store.ready();
    const told: string[] = [];
    store.onOutcome((operation, outcome) => told.push(`${operation} ${outcome}`));
    const key = newFileKey();
    await store.put(key, Buffer.from('a'));
    await store.get(key);
    await store.remove(key);
    await store.get(key).catch(() => undefined);
    await store.put('../secret', Buffer.from('a')).catch(() => undefined);
    expect(told.slice(0, 4)).toEqual(['put done', 'get done', 'remove done', 'get missing']);
  });
});
