import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Writes a generated file, or with `--check` on the command line compares it and makes the program fail when it differs.
 * @param {string} path absolute
 * @param {string} text
 */
export function emitGenerated(path, text) {
  const name = relative(process.cwd(), path);
  if (read(path) === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} does not fit its source any more; run: npm run generate\n`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`${name} written\n`);
}
