import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../test/folder.ts';
import { archiveFiles, pruneFiles } from './file-archive.ts';
import { newFileKey } from './files.ts';

const pathIn = (root: string, key: string) => join(root, key.slice(0, 2), key);

test('three processes can copy the same new files at the same time', async () => {
  const [store, archive] = [testFolder('store'), testFolder('archive')];
  const keys = Array.from({ length: 50 }, newFileKey);
  for (const key of keys) {
    mkdirSync(dirname(pathIn(store, key)), { recursive: true });
    writeFileSync(pathIn(store, key), key);
  }
  await Promise.all([1, 2, 3].map(() => archiveFiles(store, archive)));
  for (const key of keys) expect(readFileSync(pathIn(archive, key), 'utf8')).toBe(key);
  expect(readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter((name) => name.length > 3)).toHaveLength(keys.length);
});

test('the unfinished copy of a killed process is removed after a day', async () => {
  const [store, archive] = [testFolder('store'), testFolder('archive')];
  const [abandoned, current] = [`${newFileKey()}.1.draft`, `${newFileKey()}.1.draft`];
  for (const name of [abandoned, current]) {
    mkdirSync(dirname(pathIn(archive, name)), { recursive: true });
    writeFileSync(pathIn(archive, name), 'a part');
  }
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  utimesSync(pathIn(archive, abandoned), twoDaysAgo, twoDaysAgo);
  expect(await pruneFiles(store, archive, new Date())).toBe(0);
  expect(readdirSync(archive, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.draft'))).toEqual([
    join(current.slice(0, 2), current),
  ]);
});
