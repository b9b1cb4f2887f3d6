import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../../test/folder.ts';
import { newId } from '../../ids.ts';
import { type ErasureEntry, erasureList } from './erasure-list.ts';

const LIST = new URL('./erasure-list.ts', import.meta.url).href;
/** A block of `ulimit -f` (POSIX). */
const BLOCK_BYTES = 512;
const MAX_BLOCKS = 4;

const entry = (): ErasureEntry => ({ kind: 'erased', companyId: newId(), employeeId: newId(), at: '2026-11-28T06:00:00.000Z' });

test.runIf(process.platform !== 'win32')('adding a line to a full disk fails, and a partly written line is ignored', () => {
  const file = join(testFolder('erasures'), 'erasures.jsonl');
  const list = erasureList(file);
  const kept = entry();
  list.add(kept);
  const lineBytes = statSync(file).size;
  let lines = 1;
  for (; (lines + 1) * lineBytes < MAX_BLOCKS * BLOCK_BYTES; lines += 1) list.add(entry());
  expect(MAX_BLOCKS * BLOCK_BYTES - statSync(file).size).toBeGreaterThan(0); // room for only a part of the next line

  const unwritten = entry();
  const script = `import { erasureList } from '${LIST}'; erasureList('${file}').add(${JSON.stringify(unwritten)});`;
  const add = `ulimit -f ${MAX_BLOCKS}; exec '${process.execPath}' --input-type=module -e "$0"`;
  const { status, stderr } = spawnSync('sh', ['-c', add, script], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('EFBIG');

  list.add(unwritten);
  expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(lines + 1);
  expect(list.erased()).toHaveLength(lines + 1);
});
