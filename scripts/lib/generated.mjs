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
 * Writes a generated file. With `--check` on the command line, compares it instead and sets exit code 1 if it differs.
 * @param {string} path absolute
 * @param {string} text
 */
export function emitGenerated(path, text) {
  const name = relative(process.cwd(), path);
  if (read(path) === text) return;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${name} is out of date; run: npm run generate\n`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  process.stdout.write(`${name} written\n`);
}
