import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../../test/folder.ts';
import { diskFiles } from './disk-files.ts';
import { newFileKey } from './files.ts';

const dataDir = testFolder('files');
const files = diskFiles(dataDir);
const pathOf = (key: string) => join(dataDir, 'files', key.slice(0, 2), key);

describe('files on disk', () => {
  test('stores a file readable by its owner only, and leaves no draft', async () => {
    const key = newFileKey();
    await files.put(key, Buffer.from('bytes'));
    expect(statSync(pathOf(key)).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(dataDir, 'files', key.slice(0, 2))).filter((name) => name.endsWith('.draft'))).toEqual([]);
  });

  test('does not overwrite a file that another process is writing', async () => {
    const key = newFileKey();
    await files.put(key, Buffer.from('first'));
    writeFileSync(`${pathOf(key)}.draft`, 'half of another');
    await expect(files.put(key, Buffer.from('second'))).rejects.toThrow('The file store failed.');
    expect((await files.get(key)).toString()).toBe('first');
    expect(existsSync(`${pathOf(key)}.draft`)).toBe(true);
  });

  test('is ready only with a writable folder and enough free space', async () => {
    await files.ready();
    const locked = testFolder('files');
    writeFileSync(join(locked, 'files'), 'a file where the folder must be');
    await expect(diskFiles(locked).ready()).rejects.toThrow();
    // Requires more free space than any disk has.
    await expect(diskFiles(dataDir, Number.MAX_SAFE_INTEGER).ready()).rejects.toMatchObject({ name: 'NotReady', reason: 'full' });
  });
});
