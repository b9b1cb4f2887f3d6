import { existsSync, mkdirSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a folder and those above it that are missing. The option `recursive` of Node loops for ever in
 * a folder that exists but allows no new ones (/proc).
 * @returns the topmost folder that was made; undefined when all existed
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
      // Another process has made it meanwhile.
      if (!existsSync(folder)) throw error;
    }
  }
  if (!statSync(path).isDirectory()) mkdirSync(path); // throws the system's error: a file has this name
  return missing.at(-1);
}

/** The names in a folder; none when it does not exist. @throws the system's error */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
}
