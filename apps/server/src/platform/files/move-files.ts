import { StartupError } from '../../config/startup-error.ts';
import type { Crypto } from '../crypto/crypto.ts';
import { findFiles, type KeyValues, onlyMove, type StoredFile, stillNamed, withOwner } from '../secrets/rotate.repository.ts';
import { FileMissing, type FileStore } from './files.ts';

interface MoveDeps {
  readonly from: FileStore;
  readonly to: FileStore;
  readonly ownerUrl: string;
  /** Finds what is damaged before it is carried on. */
  readonly crypto: Pick<Crypto, 'decrypt'>;
  readonly onProgress?: (done: number) => void;
}

/** What a run has done. */
export interface Moved {
  /** Files that documents name. */
  readonly total: number;
  readonly moved: number;
  /** Names of those that neither place has. */
  readonly missing: readonly string[];
  /** Names of those whose bytes are not what was stored, or are encrypted with a secret that is not set: left where they are. */
  readonly damaged: readonly string[];
}

type Copy = 'there' | 'copied' | 'missing' | 'damaged';

const BATCH = 500;
/** Files that are under way at the same time: in memory, 10 MiB each at most. */
const AT_ONCE = 8;

/**
 * Moves the file of every document, as it is, encrypted: it is authenticated where it was, written, read back, compared, and only then removed where it
 * was. Whatever ends a run, the next one goes on; the product may run, with FILES_MOVE set.
 * @throws {StartupError} while another run is at work, and when the store where files are to go does not answer
 */
export async function moveFiles({ from, to, ownerUrl, crypto, onProgress }: MoveDeps): Promise<Moved> {
  return withOwner(ownerUrl, 'checkwell files', async (owner) => {
    await to.ready().catch((error: unknown) => {
      if (error instanceof StartupError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartupError(
        `The ${to.kind === 's3' ? 'bucket' : 'folder'} where files are to go cannot keep them now (${reason}); nothing was moved.`,
      );
    });
    if (!(await onlyMove(owner))) throw new StartupError('Files are being moved already, by another run of this program.');
    const missing: string[] = [];
    const damaged: string[] = [];
    const counts = { total: 0, moved: 0 };

    async function copy({ storageKey: key, context }: StoredFile): Promise<Copy> {
      const bytes = await found(from, key);
      if (bytes === null) return (await found(to, key)) === null ? 'missing' : 'there';
      try {
        crypto.decrypt(bytes, context);
      } catch {
        return 'damaged';
      }
      if ((await found(to, key)) === null) {
        // What a run that was killed has left of it; this is the only run.
        await to.discardDraft(key);
        await to.put(key, bytes);
      }
      if (!(await found(to, key))?.equals(bytes)) throw new Error(`The file ${key} does not come back as it was written.`);
      return 'copied';
    }

    async function moveSome(files: readonly StoredFile[]): Promise<void> {
      const copies = await Promise.all(files.map(copy));
      const named = await stillNamed(owner, files);
      await Promise.all(
        files.map(async ({ storageKey: key }, index) => {
          const is = copies[index];
          if (!named.has(key)) {
            // The document was deleted meanwhile, and its file in both places, perhaps before this copy was there.
            if (is === 'copied') await to.remove(key);
            return;
          }
          counts.total += 1;
          if (is === 'missing') missing.push(key);
          if (is === 'damaged') damaged.push(key);
          if (is !== 'copied') return;
          await from.remove(key);
          counts.moved += 1;
        }),
      );
    }

    for (let after: KeyValues | null = null; ; ) {
      const page: { readonly files: readonly StoredFile[]; readonly last: KeyValues | null } = await findFiles(owner, after, BATCH);
      for (let at = 0; at < page.files.length; at += AT_ONCE) await moveSome(page.files.slice(at, at + AT_ONCE));
      if (page.files.length > 0) onProgress?.(counts.total);
      after = page.last;
      if (after === null) return { ...counts, missing, damaged };
    }
  });
}

async function found(store: FileStore, key: string): Promise<Buffer | null> {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof FileMissing) return null;
    throw error;
  }
}
