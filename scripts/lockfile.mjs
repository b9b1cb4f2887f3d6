import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runScript } from './bootstrap.mjs';
import { completed, lockfileErrors, readLock } from './lib/lockfile.mjs';

/** `node scripts/lockfile.mjs`: completes package-lock.json after `npm install`; with `--check` it only reports errors. */
await runScript(() => {
  if (!process.argv.includes('--check')) {
    const before = readLock(ROOT);
    const after = completed(before);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      writeFileSync(join(ROOT, 'package-lock.json'), `${JSON.stringify(after, undefined, 2)}\n`);
      const added = Object.keys(after.packages).length - Object.keys(before.packages).length;
      process.stdout.write(`package-lock.json completed (${added} packages of other systems added)\n`);
    }
  }
  const errors = lockfileErrors(ROOT);
  for (const error of errors) process.stderr.write(`${error}\n`);
  if (errors.length > 0) process.exitCode = 1;
});
