import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own `recursive` goes round in circles for ever where a folder
 * exists and still takes none (/proc).
 * @returns the first folder that had to be made; undefined when all were there
 * @throws the system's error
 */
export function makeFolders(path: string, mode?: number): string | undefined {
  const missing: string[] = [];
  for (let folder = path; !existsSync(folder); folder = dirname(folder)) {
    missing.push(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of missing.toReversed()) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process was first.
      if (!existsSync(folder)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) mkdirSync(path); // to hear it from the system: a file is in the way
  return missing.at(-1);
}
