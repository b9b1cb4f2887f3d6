import { constants } from 'node:fs';
import { access, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@checkwell/domain/errors';
import { errorCode } from '../error-code.ts';
import { makeFolders, namesIn } from '../folders.ts';
import { FullDiskMemory, NotReady } from '../readiness.ts';
import { checkedFileKey, FileMissing, FileOutcomes, type FileStore, isFileKey } from './files.ts';

const DRAFT = '.draft';
/** Less than this, and what is being uploaded may not fit; the embedded database is on the same disk, and writes 16 MiB at a time. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Files below `DATA_DIR/files`, 256 folders. A file is written under another name, flushed, moved to its own name, and
 * its folder flushed (security.md, U5): at every moment it is there whole, or not at all.
 * @param minFreeBytes with less room on the disk the store is not ready
 */
export function diskFiles(dataDir: string, minFreeBytes = MIN_FREE_BYTES): FileStore {
  const root = join(dataDir, 'files');
  const fullDisk = new FullDiskMemory();
  const outcomes = new FileOutcomes();
  const pathOf = (key: string): string => join(root, checkedFileKey(key).slice(0, 2), key);

  const store: Pick<FileStore, 'put' | 'get' | 'remove'> = {
    async put(key, bytes) {
      const path = pathOf(key);
      const draft = `${path}${DRAFT}`;
      let isOurs = false;
      try {
        await makeFolder(dirname(path), root);
        const file = await open(draft, 'wx', 0o600);
        isOurs = true;
        try {
          // The holder of the draft is the only writer of this name.
          if (await isThere(path)) throw new Error(`The file ${key} is there already.`);
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        if (isOurs) await rm(draft, { force: true }).catch(() => undefined); // the sweeper finds it
        const told = ours(error);
        if (told instanceof AppError) fullDisk.note(); // a quota, say, of which the free space tells nothing
        throw told;
      }
    },

    async get(key) {
      const path = pathOf(key);
      try {
        return await readFile(path);
      } catch (error) {
        if (errorCode(error) === 'ENOENT') throw new FileMissing(`The file ${key} is not in the store.`);
        throw ours(error);
      }
    },

    async remove(key) {
      const path = pathOf(key);
      try {
        await rm(path, { force: true });
      } catch (error) {
        throw ours(error);
      }
    },
  };

  return {
    kind: 'disk',
    put: (key, bytes) => outcomes.of('put', () => store.put(key, bytes)),
    get: (key) => outcomes.of('get', () => store.get(key)),
    remove: (key) => outcomes.of('remove', () => store.remove(key)),
    onOutcome: outcomes.listen,
    discardDraft: (key) => rm(`${pathOf(key)}${DRAFT}`, { force: true }),

    async *olderThan(instant) {
      for (const folder of await listed(root)) {
        for (const name of await listed(join(root, folder))) {
          const key = name.replace(DRAFT, '');
          if (!isFileKey(key)) continue;
          const path = join(root, folder, name);
          const { mtime } = await stat(path).catch(() => ({ mtime: instant })); // removed meanwhile
          if (mtime >= instant) continue;
          if (name.endsWith(DRAFT)) {
            await rm(path, { force: true });
            yield { key, unfinished: true };
          } else {
            yield { key, unfinished: false };
          }
        }
      }
    },

    async ready() {
      makeFolders(root, 0o700);
      await access(root, constants.W_OK);
      const { bavail, bsize } = await statfs(root);
      if (bavail * bsize < minFreeBytes) throw new NotReady('full');
      fullDisk.check();
    },
  };
}

async function makeFolder(folder: string, root: string): Promise<void> {
  if (makeFolders(folder, 0o700) === undefined) return;
  // The name of a new folder must be as durable as what it will hold.
  await syncFolder(root);
  await syncFolder(dirname(root));
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return; // its folders cannot be flushed; NTFS journals names itself
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

const listed = (folder: string): Promise<string[]> =>
  namesIn(folder).catch((error) => {
    throw ours(error);
  });

/** A full disk has its own sentence; anything else is an error of the installation, and not one of the database. */
function ours(error: unknown): Error {
  if (NO_ROOM.has(String(errorCode(error)))) return new AppError('document.storageFull', {}, { cause: error });
  return new Error('The file store failed.', { cause: error });
}
