import { existsSync, readFileSync, utimesSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chosenFiles } from '../../platform/files/chosen-files.ts';
import { newFileKey } from '../../platform/files/files.ts';
import { testDatabase } from '../../test/database.ts';
import { pdf } from '../../test/files.ts';
import { takeLoggedErrors } from '../../test/logged-errors.ts';
import { s3Server } from '../../test/servers/s3.ts';
import { serverApp } from '../../test/servers/server-app.ts';

/** The product with its files in a bucket. */
const bucket = await s3Server();
const database = await testDatabase();
const app = await serverApp(database, { config: { s3: bucket.config } });
const admin = await app.signedIn();
const headers = {
  authorization: `Bearer ${admin.browser.token}`,
  cookie: [...admin.browser.cookies].map((pair) => pair.join('=')).join('; '),
  'content-type': 'application/pdf',
};
const bytes = pdf({ title: 'canary-plain' });

const upload = () =>
  app.http.inject({ method: 'POST', url: `/v1/api/companies/${admin.companyId}/documents?fileName=a.pdf`, headers, payload: bytes });
const keys = async () =>
  (await database.owner<{ key: string }>('select "storageKey" as key from documents order by id')).map(({ key }) => key);
const figure = async (name: string) =>
  Number(new RegExp(`^checkwell_${name} (\\S+)$`, 'm').exec((await app.http.inject({ url: '/metrics' })).body)?.[1]);

test('a document comes back as it was, and cannot be read in the bucket', async () => {
  const { url } = (await upload()).json<{ url: string }>();
  expect((await app.http.inject({ url, headers })).rawPayload.equals(bytes)).toBe(true);
  const [key = ''] = await keys();
  expect(readFileSync(bucket.pathOf(key)).toString('latin1')).not.toMatch(/canary-plain|%PDF/);
  await expect.poll(() => figure('file_store_answers')).toBe(1);
});

test('while the bucket does not answer, no row is written, nothing that others need is held, and the process goes on', async () => {
  const before = await keys();
  bucket.always('silent');
  const sending = upload();
  const sent = bucket.requests.length;
  await expect.poll(() => bucket.requests.length).toBeGreaterThan(sent);
  // The document itself is in memory, and counted; its request holds neither a slot nor a connection.
  expect(await figure('requests_in_flight')).toBe(1);
  expect(
    await database.owner("select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'"),
  ).toEqual([]);
  bucket.always('busy');
  const refused = await sending;
  expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'document.storeUnavailable']);
  expect(await keys()).toEqual(before);
  await expect.poll(() => figure('file_store_answers')).toBe(0);
  const ready = await app.http.inject({ url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toMatchObject([200, { status: 'ready', checks: { files: 'failed', database: 'ok' } }]);
  bucket.always(null);
  expect((await upload()).statusCode).toBe(201);
  expect(takeLoggedErrors()).toHaveLength(1);
});

test('an object that no document names goes after a day, and none that one names', async () => {
  const [named = ''] = await keys();
  const [orphan, young] = [newFileKey(), newFileKey()];
  const store = chosenFiles(app.config);
  await store.put(orphan, bytes);
  await store.put(young, bytes);
  const old = new Date(app.clock.now().getTime() - 25 * 3_600_000);
  const now = app.clock.now();
  for (const [key, time] of [
    [named, old],
    [orphan, old],
    [young, now],
  ] as const)
    utimesSync(bucket.pathOf(key), time, time);
  expect(await app.services.documents.sweep()).toBe(1);
  expect([named, orphan, young].map((key) => existsSync(bucket.pathOf(key)))).toEqual([true, false, true]);
});
