import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../test/folder.ts';
import { makeFolders } from './folders.ts';

test('makes the missing folders, and returns the first one that it made', () => {
  const folder = testFolder('folders');
  expect(makeFolders(join(folder, 'a', 'b', 'c'))).toBe(join(folder, 'a'));
  expect(makeFolders(join(folder, 'a', 'b', 'd'))).toBe(join(folder, 'a', 'b', 'd'));
  expect(makeFolders(join(folder, 'a', 'b', 'c'))).toBeUndefined();
});

test('fails at once when a file has the name of a folder, or where no folder can be made', () => {
  const folder = testFolder('folders');
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolders(join(folder, 'file'))).toThrow(/EEXIST/);
  expect(() => makeFolders(join(folder, 'file', 'below'))).toThrow(/ENOTDIR/);
  if (existsSync('/proc/self')) expect(() => makeFolders('/proc/nope/a/b')).toThrow(/ENOENT/);
});
