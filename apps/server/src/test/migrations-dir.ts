import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUp } from './cleanup.ts';

/** A folder of migrations for tests: name → SQL. Removed after the test or file that asked. */
export function migrationsDir(files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'checkwell-migrations-'));
  cleanUp(() => rmSync(directory, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  return directory;
}
