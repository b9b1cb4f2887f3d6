import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { makeFolders, namesIn } from '../folders.ts';
import { isFileKey } from './files.ts';

const DRAFT = '.draft';
/** Copying a file takes seconds; a draft that is older is of a process that was killed. */
const DRAFT_LIFE_MS = 86_400_000;
/** Behind the name of a copy whose file is gone from the store; its time says since when. */
const GONE = '.gone';

/**
 * Copies to the archive what is in the store and not yet there. A file never changes once it has its name, so nothing is compared;
 * each copy is flushed before it has its name. Folders in which nothing changed since `since` are left out.
 * @param since of the last run that looked at everything; null: look at everything
 * @returns how many files were copied
 */
export async function archiveFiles(store: string, archive: string, since: Date | null = null): Promise<number> {
  let copied = 0;
  for (const folder of await namesIn(store)) {
    const from = join(store, folder);
    if (since !== null && ((await timeOf(from)) ?? since) < since) continue;
    const present = new Set(await namesIn(join(archive, folder)));
    for (const key of await namesIn(from)) {
      if (!isFileKey(key) || present.has(key)) continue;
      const to = join(archive, folder, key);
      // Several processes may copy one file at the same time.
      if (await copyDurably(join(from, key), to, `${to}.${randomUUID()}${DRAFT}`)) copied += 1;
    }
  }
  return copied;
}

/**
 * Marks copies whose file is gone from the store, and removes those that were marked before `before`: no backup that is kept knows them.
 * Copies that were never finished go too.
 * @returns how many of those that were marked were removed
 */
export async function pruneFiles(store: string, archive: string, before: Date): Promise<number> {
  let removed = 0;
  for (const folder of await namesIn(archive)) {
    const kept = new Set(await namesIn(join(store, folder)));
    for (const name of await namesIn(join(archive, folder))) {
      const path = join(archive, folder, name);
      if (name.endsWith(GONE)) {
        const goneSince = await timeOf(path);
        if (goneSince === undefined || goneSince >= before) continue;
        await rm(path, { force: true });
        removed += 1;
      } else if (name.endsWith(DRAFT)) {
        const begun = await timeOf(path);
        if (begun !== undefined && Date.now() - begun.getTime() > DRAFT_LIFE_MS) await rm(path, { force: true });
      } else if (isFileKey(name) && !kept.has(name)) {
        const now = new Date();
        await utimes(path, now, now);
        await rename(path, `${path}${GONE}`);
      }
    }
  }
  return removed;
}

/**
 * Brings files back from the archive that the store does not have.
 * @param keys those that the restored database knows
 * @returns those that neither has
 */
export async function restoreFiles(
  archive: string,
  store: string,
  keys: Iterable<string>,
): Promise<{ readonly restored: number; readonly missing: readonly string[] }> {
  let restored = 0;
  const missing: string[] = [];
  for (const key of keys) {
    const path = (root: string) => join(root, key.slice(0, 2), key);
    if ((await timeOf(path(store))) !== undefined) continue;
    const copies = [path(archive), `${path(archive)}${GONE}`];
    let found = false;
    for (const copy of copies) found ||= await copyDurably(copy, path(store));
    if (found) restored += 1;
    else missing.push(key);
  }
  return { restored, missing };
}

/** @returns false when the file is gone meanwhile */
async function copyDurably(from: string, to: string, draft = `${to}${DRAFT}`): Promise<boolean> {
  makeFolders(dirname(to), 0o700);
  try {
    await copyFile(from, draft, constants.COPYFILE_FICLONE);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
  await sync(draft, constants.O_RDWR);
  await rename(draft, to);
  if (process.platform !== 'win32') await sync(dirname(to), constants.O_RDONLY);
  return true;
}

async function sync(path: string, flags: number): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function timeOf(path: string): Promise<Date | undefined> {
  try {
    return (await stat(path)).mtime;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
