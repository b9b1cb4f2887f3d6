import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCrypto } from '../../platform/crypto/crypto.ts';
import { moveOf } from '../../platform/files/chosen-files.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { moveFiles } from '../../platform/files/move-files.ts';
import { PATIENT_LIMITS } from '../../platform/files/s3-files.ts';
import { secretsOf } from '../../platform/secrets/keys.ts';
import { testDatabase } from '../../test/database.ts';
import { pdf } from '../../test/files.ts';
import { testFolder } from '../../test/folder.ts';
import { s3Server } from '../../test/servers/s3.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** An installation whose files go from disk to a bucket and back, while it runs (docs/decisions/0104). */
const bucket = await s3Server();
const database = await testDatabase();
const dataDir = testFolder('data');
const appWith = (config: { s3?: typeof bucket.config; filesMove?: 'to-bucket' | 'to-disk' }) =>
  serverApp(database, { config: { dataDir, ...config } });
const onDisk = await appWith({});
const toBucket = await appWith({ s3: bucket.config, filesMove: 'to-bucket' });
const inBucket = await appWith({ s3: bucket.config });
const toDisk = await appWith({ s3: bucket.config, filesMove: 'to-disk' });
type App = typeof onDisk;

const admin = await onDisk.signedIn();
const headers = {
  authorization: `Bearer ${admin.browser.token}`,
  cookie: [...admin.browser.cookies].map((pair) => pair.join('=')).join('; '),
  'content-type': 'application/pdf',
};
const documents: { readonly url: string; readonly bytes: Buffer }[] = [];
async function upload(app: App, title: string): Promise<string> {
  const bytes = pdf({ title });
  const { statusCode, body } = await app.http.inject({
    method: 'POST',
    url: `/v1/api/companies/${admin.companyId}/documents?fileName=a.pdf`,
    headers,
    payload: bytes,
  });
  expect(statusCode, body).toBe(201);
  const { url } = JSON.parse(body) as { url: string };
  documents.push({ url, bytes });
  return keyOf(url);
}
const keyOf = async (url: string) => {
  const [row] = await database.owner<{ key: string }>('select "storageKey" as key from documents where id = $1', [url.split('/').at(-1)]);
  return row?.key ?? '';
};
async function expectAllReadable(app: App): Promise<void> {
  for (const { url, bytes } of documents) expect((await app.http.inject({ url, headers })).rawPayload.equals(bytes)).toBe(true);
}
const pathOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);
const keysOnDisk = () =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.split('/')[1])
    .filter((name) => name !== undefined)
    .toSorted();

function run(app: App, changed: (stores: { from: FileStore; to: FileStore }) => { from?: FileStore; to?: FileStore } = () => ({})) {
  const stores = moveOf(app.config, undefined, PATIENT_LIMITS);
  if (stores === null) throw new Error('This installation moves nothing.');
  const crypto = createCrypto(secretsOf(app.config));
  return moveFiles({ ...stores, ...changed(stores), ownerUrl: database.db.ownerUrl, crypto });
}
/** A store that does something else before it keeps a file. */
const before = (store: FileStore, what: (key: string) => Promise<unknown>): FileStore => ({
  ...store,
  async put(key, bytes) {
    await what(key);
    await store.put(key, bytes);
  },
});

test('files move to the bucket as they are, encrypted; a run that was broken off goes on; everything can be read all the time', async () => {
  const keys = [await upload(onDisk, 'one'), await upload(onDisk, 'two'), await upload(onDisk, 'three')];
  const encrypted = keys.map((key) => readFileSync(pathOf(key)));
  // What comes during the move goes to the bucket at once.
  const fourth = await upload(toBucket, 'four');
  expect(existsSync(bucket.pathOf(fourth))).toBe(true);

  let kept = 0;
  const breaks = (store: FileStore) =>
    before(store, () => {
      kept += 1;
      return kept === 2 ? Promise.reject(new Error('The network is gone.')) : Promise.resolve();
    });
  await expect(run(toBucket, ({ to }) => ({ to: breaks(to) }))).rejects.toThrow('The network is gone.');
  await expectAllReadable(toBucket);

  const checked = (store: FileStore) => before(store, () => expectAllReadable(toBucket));
  const { moved, ...rest } = await run(toBucket, ({ to }) => ({ to: checked(to) }));
  expect(rest).toEqual({ total: 4, missing: [], damaged: [] });
  expect(moved).toBeGreaterThan(0);
  expect(keysOnDisk()).toEqual([]);
  for (const [index, key] of keys.entries()) expect(readFileSync(bucket.pathOf(key)).equals(encrypted[index] as Buffer)).toBe(true);
  expect(await run(toBucket)).toMatchObject({ total: 4, moved: 0 });
  await expectAllReadable(toBucket);
  await expectAllReadable(inBucket);
});

test('while the bucket answers nothing, nothing is moved, and the operator reads why', async () => {
  const waiting = await upload(onDisk, 'waiting');
  bucket.always('busy');
  await expect(run(toBucket)).rejects.toMatchObject({
    name: 'StartupError',
    message: expect.stringMatching(/^The bucket where files are to go cannot keep them now \(.+\); nothing was moved\.$/),
  });
  bucket.always(null);
  expect(existsSync(pathOf(waiting))).toBe(true);
  expect(await run(toBucket)).toMatchObject({ total: 5, moved: 1 });
});

test('what is damaged is named, and stays where it is; what neither place has is named', async () => {
  const [damaged, lost] = [await upload(onDisk, 'damaged'), await upload(onDisk, 'lost')];
  const whole = readFileSync(pathOf(damaged));
  const bytes = Buffer.from(whole);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  writeFileSync(pathOf(damaged), bytes);
  const content = readFileSync(pathOf(lost));
  await moveOf(toBucket.config)?.from.remove(lost);
  expect(await run(toBucket)).toMatchObject({ total: 7, moved: 0, missing: [lost], damaged: [damaged] });
  expect(existsSync(bucket.pathOf(damaged))).toBe(false);
  writeFileSync(pathOf(damaged), whole);
  writeFileSync(pathOf(lost), content);
  expect(await run(toBucket)).toMatchObject({ total: 7, moved: 2, missing: [], damaged: [] });
});

test('a document that is deleted while its file is under way leaves nothing in either place', async () => {
  const key = await upload(onDisk, 'deleted');
  documents.pop();
  const deletes = (store: FileStore) =>
    before(store, async () => {
      await database.owner('delete from documents where "storageKey" = $1', [key]);
      // As the product does behind it, before the copy is there.
      await moveOf(toBucket.config)?.from.remove(key);
    });
  expect(await run(toBucket, ({ to }) => ({ to: deletes(to) }))).toMatchObject({ moved: 0, missing: [] });
  expect([existsSync(bucket.pathOf(key)), existsSync(pathOf(key))]).toEqual([false, false]);
});

test('files move back to the disk, also behind a run that was killed while it wrote; two runs at once are refused', async () => {
  const last = await upload(toDisk, 'five');
  expect(existsSync(pathOf(last))).toBe(true);
  const key = await keyOf(documents[0]?.url ?? '');
  const own = moveOf(toDisk.config)?.to;
  // A folder for the draft, as the killed run has made it.
  await own?.put(key, Buffer.from('x'));
  await own?.remove(key);
  writeFileSync(`${pathOf(key)}.draft`, 'half of it');
  const refused: unknown[] = [];
  const second = (store: FileStore) =>
    before(store, () => run(toDisk).catch((error: unknown) => refused.push(error instanceof Error && error.message)));
  expect(await run(toDisk, ({ to }) => ({ to: second(to) }))).toMatchObject({ total: 8, moved: 7, missing: [], damaged: [] });
  expect(new Set(refused)).toEqual(new Set(['Files are being moved already, by another run of this program.']));
  expect(keysOnDisk()).toHaveLength(8);
  expect(readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.draft'))).toBe(false);
  expect(existsSync(bucket.pathOf(key))).toBe(false);
  await expectAllReadable(toDisk);
  await expectAllReadable(onDisk);
});

test('while files move, an orphan goes from either place after a day', async () => {
  const stores = moveOf(toBucket.config);
  const key = '00000000-0000-4000-8000-000000000000';
  await stores?.from.put(key, Buffer.from('x'));
  await stores?.to.put(key, Buffer.from('x'));
  toBucket.clock.set(new Date(Date.now() + 26 * 3_600_000).toISOString());
  expect(await toBucket.services.documents.sweep()).toBeGreaterThan(0);
  expect([existsSync(bucket.pathOf(key)), existsSync(pathOf(key))]).toEqual([false, false]);
  await expectAllReadable(onDisk);
});
