import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { mountPowerDisk, type PowerDisk } from '../../test/chaos/power-disk.ts';
import { nightly } from '../../test/nightly.ts';
import { diskFiles } from './disk-files.ts';
import { newFileKey } from './files.ts';

/** After a power cut every acknowledged upload is complete, and no file is partly written (security.md, U5). */

const ROUNDS = nightly ? 100 : 3;
const WRITERS = 4;
/** Files between two cuts, at least. */
const FILES = 12;

let folder: string;
let disk: PowerDisk | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'checkwell-power-'));
  mkdirSync(join(folder, 'data'));
  disk = mountPowerDisk(join(folder, 'data'), join(folder, 'disk.img'));
});
afterEach(() => {
  disk?.remove();
  disk = null;
  rmSync(folder, { recursive: true, force: true });
});

/** Bytes that depend on the key, with different lengths, so that a partly written file is detected. */
const bytesOf = (key: string): Buffer => Buffer.from(key.repeat(1 + (Number.parseInt(key.slice(0, 4), 16) % 3000)));

/** Cuts the power while files are stored. @returns how many acknowledged files are missing, and how many files are partly written */
async function round(power: PowerDisk): Promise<{ readonly lost: number; readonly partial: number }> {
  const store = diskFiles(join(folder, 'data'));
  const [started, acknowledged] = [new Set<string>(), new Set<string>()];
  let isCut = false;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isCut) {
      const key = newFileKey();
      started.add(key);
      await store.put(key, bytesOf(key));
      if (!isCut) acknowledged.add(key);
    }
  });
  const ended = Promise.allSettled(writers);
  await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(FILES);
  isCut = true;
  expect(power.cut()).toBe(true);
  await ended;
  await expect.poll(power.mountAgain).toBe(true);
  const found = { lost: 0, partial: 0 };
  for (const key of started) {
    const kept = await store.get(key).catch(() => null);
    if (kept === null && acknowledged.has(key)) found.lost += 1;
    if (kept !== null && !kept.equals(bytesOf(key))) found.partial += 1;
  }
  return found;
}

describe.runIf(process.getuid?.() === 0)('a power cut while files are uploaded', () => {
  test('loses no acknowledged file, and leaves no file partly written', { timeout: 600_000 }, async ({ skip }) => {
    if (disk === null) return skip('this machine cannot simulate a power cut');
    for (let done = 0; done < ROUNDS; done += 1) expect(await round(disk), `round ${done + 1}`).toEqual({ lost: 0, partial: 0 });
  });

  test('loses files without fsync, which shows that this test can detect a loss', async ({ skip }) => {
    if (disk === null) return skip('this machine cannot simulate a power cut');
    const handle = await open(join(folder, 'any'), 'w');
    vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync').mockResolvedValue();
    await handle.close();
    const { lost, partial } = await round(disk);
    expect(lost + partial).toBeGreaterThan(0);
  });
});
