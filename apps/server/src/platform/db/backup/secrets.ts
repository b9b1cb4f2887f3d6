import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';
import { makeFolders } from '../../folders.ts';

/** Names of secrets as `storedSecret` keeps them; drafts of a write begin with a dot. */
const NAME = /^[a-z][a-z-]*$/;
const keysRule = z.object({ secrets: z.record(z.string().regex(NAME), z.string().min(32)) });

/**
 * Writes the secrets of an installation to a file that only its owner reads.
 * @returns their names
 * @throws {StartupError} when there are none, or the file is there already
 */
export function exportSecrets(dataDir: string, file: string): readonly string[] {
  const folder = join(dataDir, 'secrets');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  if (names.length === 0) throw new StartupError(`${folder} holds no secrets: this installation was not started yet, or is another one.`);
  const secrets = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8').trim()]));
  try {
    writeFileSync(file, `${JSON.stringify({ secrets }, undefined, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    throw new StartupError(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return names;
}

/**
 * Puts the secrets of `exportSecrets` back where they are missing.
 * @throws {StartupError} when the file is none of them, or another secret is there: which one is right only a person knows
 */
export function importSecrets(dataDir: string, file: string): void {
  let secrets: Readonly<Record<string, string>>;
  try {
    ({ secrets } = keysRule.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch {
    throw new StartupError(`${file} is no file of "npm run backup -- --keys".`);
  }
  const folder = join(dataDir, 'secrets');
  makeFolders(folder, 0o700);
  for (const [name, secret] of Object.entries(secrets)) {
    const path = join(folder, name);
    if (!existsSync(path)) writeFileSync(path, `${secret}\n`, { mode: 0o600, flush: true });
    else if (readFileSync(path, 'utf8').trim() !== secret)
      throw new StartupError(`${path} is another secret than the one in ${file}; move the wrong one away.`);
  }
}

/** Whether the embedded database of this folder can be opened at all. */
export const hasSecrets = (dataDir: string): boolean => existsSync(join(dataDir, 'secrets', 'postgres-password'));
