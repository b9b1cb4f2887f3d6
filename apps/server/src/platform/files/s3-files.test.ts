import { describe, expect, test } from 'vitest';
import { byDay } from '../../test/nightly.ts';
import { type S3Server, s3Server } from '../../test/servers/s3.ts';
import { Slot, withSlot } from '../slot.ts';
import { FileMissing, newFileKey } from './files.ts';
import { s3Files } from './s3-files.ts';

/** Long limits for busy machines; short ones for tests with a server that never answers. */
const LONG = { connectMs: 60_000, idleMs: 60_000, operationMs: 60_000, readyMs: 60_000 };
const SHORT = { connectMs: 500, idleMs: 400, operationMs: 1500, readyMs: 300 };
const open = ({ config }: S3Server, owner = 'this installation', limits = LONG) => s3Files(config, [owner], limits);
const bytes = Buffer.from('an encrypted file');

/** A bucket with one file. */
async function withFile() {
  const server = await s3Server();
  const store = open(server);
  const key = newFileKey();
  await store.put(key, bytes);
  return { server, store, key };
}

describe('a bucket that fails', () => {
  test.each(byDay(3, ['busy', 'broken', 'answerLost', 'bitFlippedThere'] as const))(
    'once while a file is stored (%s): the file is stored completely, or the error is reported',
    async (fault) => {
      const { server, store } = await withFile();
      const key = newFileKey();
      server.next(fault);
      const sent = store.put(key, bytes);
      // A wrong checksum is a permanent error; the caller may retry.
      if (fault === 'bitFlippedThere') {
        await expect(sent).rejects.toMatchObject({ code: 'document.storeUnavailable' });
        await expect(store.get(key)).rejects.toBeInstanceOf(FileMissing);
      } else {
        await sent;
        expect((await store.get(key)).equals(bytes)).toBe(true);
      }
    },
  );

  test.each(byDay(3, ['busy', 'broken', 'cut', 'half', 'bitFlippedBack'] as const))(
    'once while a file is read (%s): the file is returned unchanged',
    async (fault) => {
      const { server, store, key } = await withFile();
      server.next(fault);
      expect((await store.get(key)).equals(bytes)).toBe(true);
    },
  );

  test.each(byDay(3, ['busy', 'broken', 'cut', 'half', 'bitFlippedBack', 'silent'] as const))(
    'permanently (%s): no incomplete file is returned, and reading fails after three requests at most',
    async (fault) => {
      const { server, store, key } = await withFile();
      server.always(fault);
      const before = server.requests.length;
      const reader = fault === 'silent' ? open(server, undefined, SHORT) : store;
      await expect(reader.get(key)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
      expect(server.requests.length - before).toBeLessThanOrEqual(3);
      server.always(null);
      expect((await store.get(key)).equals(bytes)).toBe(true);
    },
  );

  test('permanently while a file is stored: the error is reported, and a file that arrived is found by age', async () => {
    const { server, store } = await withFile();
    const key = newFileKey();
    server.always('answerLost');
    await expect(store.put(key, bytes)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    server.always(null);
    const found: string[] = [];
    for await (const file of store.olderThan(new Date(Date.now() + 60_000))) found.push(file.key);
    expect(found).toContain(key);
  });

  test('because it is full is reported with its own error', async () => {
    const { server, store } = await withFile();
    server.always('full');
    await expect(store.put(newFileKey(), bytes)).rejects.toMatchObject({ code: 'document.storageFull' });
  });

  test('gives the slot of a request back while it waits', async () => {
    const { server, key } = await withFile();
    const store = open(server, undefined, SHORT);
    const changes: string[] = [];
    const counter = { take: () => void changes.push('take'), give: () => void changes.push('give') };
    server.next('busy');
    const slot = new Slot(counter, () => undefined);
    await withSlot(slot, () => slot.handle(() => store.get(key)));
    // The first and the last one are those of the request itself.
    expect(changes).toEqual(['take', 'give', 'take', 'give']);
  });

  test('is not ready until it answers again', async () => {
    const { server } = await withFile();
    server.always('silent');
    await expect(open(server, undefined, SHORT).ready()).rejects.toThrow();
    server.always(null);
    await open(server).ready();
  });
});

describe('a server without checksums and conditional requests', () => {
  test('is trusted only after the file was read back', async () => {
    const { server, store } = await withFile();
    server.knowsLittle();
    const key = newFileKey();
    await store.put(key, bytes);
    expect(server.requests.slice(-2).map((request) => request.split(' ')[0])).toEqual(['PUT', 'GET']);
    server.next('bitFlippedThere');
    await expect(store.put(newFileKey(), bytes)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
  });
});

describe('a bucket of another installation', () => {
  test('accepts no file, and lists none', async () => {
    const { server } = await withFile();
    const other = open(server, 'another installation');
    await expect(other.put(newFileKey(), bytes)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    await expect(other.olderThan(new Date())[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    await expect(other.ready()).rejects.toThrow(/belongs to another installation/);
  });

  test('is still accepted with a former secret', async () => {
    const { server } = await withFile();
    await s3Files(server.config, ['a new secret', 'this installation'], LONG).ready();
  });

  test('belongs to one of two that use it first at the same moment', async () => {
    const server = await s3Server();
    const results = await Promise.allSettled(['one', 'other'].map((owner) => open(server, owner).put(newFileKey(), bytes)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
