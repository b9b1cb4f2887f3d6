import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { cleanUp } from './cleanup.ts';

/**
 * An empty folder for the current test or test file. It is in the folder of the run's throw-away PostgreSQL, which
 * goes with the run however that ends: a run that is killed leaves nothing in the system's folder for temporary files.
 */
export function testFolder(name: string): string {
  const folder = mkdtempSync(join(inject('folder'), `${name}-`));
  cleanUp(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
