import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from './folder.ts';

/** A folder of migrations for tests: name → SQL. Removed after the test or the test file that made it. */
export function migrationsDir(files: Readonly<Record<string, string>>): string {
  const directory = testFolder('migrations');
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  return directory;
}
