import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const parent = mkdtempSync(join(tmpdir(), 'test-folder-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** A process that asks for its folder, fills it, and ends. @param parent where its folder is made */
function runWithFolder(parent: string): { folder: string; mode: number } {
  const module = new URL('test-folder.mjs', import.meta.url).href;
  const script = `
    import { mkdirSync, statSync, writeFileSync } from 'node:fs';
    const { testFolder } = await import('${module}');
    const folder = testFolder(process.argv[1]);
    mkdirSync(folder + '/base');
    writeFileSync(folder + '/base/1', 'a file');
    console.log(JSON.stringify({ folder, mode: statSync(folder).mode & 0o777 }));`;
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script, parent], { encoding: 'utf8' }));
}

test('the folder is there for other accounts too, and goes with its process', () => {
  const { folder, mode } = runWithFolder(parent);
  expect(dirname(folder)).toBe(parent);
  expect(mode).toBe(0o711);
  expect(existsSync(folder)).toBe(false);
});

test('what a killed run left goes with the next one; what belongs to a run that goes on stays', () => {
  // The number of a process that has just ended is given to another one much later.
  const ended = basename(runWithFolder(parent).folder).split('-')[2];
  const leftover = join(parent, `checkwell-tests-${ended}-abcdef`);
  const inUse = join(parent, `checkwell-tests-${process.pid}-abcdef`);
  const foreign = join(parent, 'checkwell-tests-of-somebody');
  for (const folder of [leftover, inUse, foreign]) mkdirSync(join(folder, 'base'), { recursive: true });
  runWithFolder(parent);
  expect([leftover, inUse, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
