import { describe, expect, test } from 'vitest';
import { byDay } from '../../test/nightly.ts';
import { type S3Server, s3Server } from '../../test/servers/s3.ts';
import { Slot, withSlot } from '../slot.ts';
import { FileMissing, newFileKey } from './files.ts';
import { s3Files } from './s3-files.ts';

/** A busy machine takes its time: only where a server never answers is it given up soon. */
const PATIENT = { connectMs: 60_000, idleMs: 60_000, operationMs: 60_000, readyMs: 60_000 };
const HASTY = { connectMs: 500, idleMs: 400, operationMs: 1500, readyMs: 300 };
const open = ({ config }: S3Server, owner = 'this installation', limits = PATIENT) => s3Files(config, [owner], limits);
const bytes = Buffer.from('what an employee has sent, encrypted');

/** A bucket with a file in it. */
async function withFile() {
  const server = await s3Server();
  const store = open(server);
  const key = newFileKey();
  await store.put(key, bytes);
  return { server, store, key };
}

describe('a bucket that fails', () => {
  test.each(byDay(3, ['busy', 'broken', 'answerLost', 'bitFlippedThere'] as const))(
    'once while a file is sent (%s): it is there, whole, once',
    async (fault) => {
      const { server, store } = await withFile();
      const key = newFileKey();
      server.next(fault);
      const sent = store.put(key, bytes);
      // A checksum that does not fit is refused permanently: whoever sent it may do so again.
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
    'once while a file is read (%s): it comes as it was',
    async (fault) => {
      const { server, store, key } = await withFile();
      server.next(fault);
      expect((await store.get(key)).equals(bytes)).toBe(true);
    },
  );

  test.each(byDay(3, ['busy', 'broken', 'cut', 'half', 'bitFlippedBack', 'silent'] as const))(
    'again and again (%s): nothing that is not whole is handed out, and it is given up',
    async (fault) => {
      const { server, store, key } = await withFile();
      server.always(fault);
      const before = server.requests.length;
      const asked = fault === 'silent' ? open(server, undefined, HASTY) : store;
      await expect(asked.get(key)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
      expect(server.requests.length - before).toBeLessThanOrEqual(3);
      server.always(null);
      expect((await store.get(key)).equals(bytes)).toBe(true);
    },
  );

  test('while a file is sent, permanently: the sender is notified, and what may have arrived is found by its age', async () => {
    const { server, store } = await withFile();
    const key = newFileKey();
    server.always('answerLost');
    await expect(store.put(key, bytes)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    server.always(null);
    const found: string[] = [];
    for await (const file of store.olderThan(new Date(Date.now() + 60_000))) found.push(file.key);
    expect(found).toContain(key);
  });

  test('because it is full is another sentence', async () => {
    const { server, store } = await withFile();
    server.always('full');
    await expect(store.put(newFileKey(), bytes)).rejects.toMatchObject({ code: 'document.storageFull' });
  });

  test('makes no request wait in its place', async () => {
    const { server, key } = await withFile();
    const store = open(server, undefined, HASTY);
    let working = 0;
    const counter = {
      take() {
        working += 1;
      },
      give() {
        working -= 1;
      },
    };
    server.always('silent');
    const slot = new Slot(counter, () => undefined);
    const reading = withSlot(slot, () => slot.handle(() => store.get(key).catch(() => undefined)));
    await expect.poll(() => working).toBe(0);
    await reading;
    expect(working).toBe(0);
  });

  test('is not ready, and is again once it answers', async () => {
    const { server } = await withFile();
    server.always('silent');
    await expect(open(server, undefined, HASTY).ready()).rejects.toThrow();
    server.always(null);
    await open(server).ready();
  });
});

describe('a server that knows neither checksums nor conditions', () => {
  test('is believed only after what was written was read back', async () => {
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
  test('gets no file, and none of its files is found by their age', async () => {
    const { server } = await withFile();
    const other = open(server, 'another installation');
    await expect(other.put(newFileKey(), bytes)).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    await expect(other.olderThan(new Date())[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'document.storeUnavailable' });
    await expect(other.ready()).rejects.toThrow(/belongs to another installation/);
  });

  test('stays ours under a former secret', async () => {
    const { server } = await withFile();
    await s3Files(server.config, ['a new secret', 'this installation'], PATIENT).ready();
  });

  test('belongs to one of two that come at the same moment', async () => {
    const server = await s3Server();
    const results = await Promise.allSettled(['one', 'other'].map((owner) => open(server, owner).put(newFileKey(), bytes)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
