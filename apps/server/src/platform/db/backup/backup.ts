import { join } from 'node:path';
import { archiveFiles, pruneFiles, restoreFiles } from '../../files/file-archive.ts';
import { type BackupFolder, backupFolder, prune, type StoredBackup, storedBackups } from './backup-folder.ts';
import { switchSegment, takeBackup } from './take-backup.ts';

/** Backups of one installation: the database and the files beside it. */
export interface Backup {
  readonly folder: BackupFolder;
  /** Whether files are copied here; those in a bucket are left to the bucket's operator. */
  readonly copiesFiles: boolean;
  /** Copies new files to the archive. @returns how many */
  archiveFiles(): Promise<number>;
  /**
   * A base backup, and the files as they are after it: what the database knows is there.
   * @param url login of the database's owner
   * @returns `files`: how many were copied; null: they are not copied here
   */
  take(url: string): Promise<{ readonly backup: StoredBackup; readonly files: number | null }>;
  /** Keeps the youngest `keep` base backups, and what a restore from the oldest of them can need. */
  prune(keep: number): Promise<{ readonly backups: number; readonly segments: number; readonly files: number }>;
  /** Brings back the files on disk that a restored database knows. @returns how many, and the names of those that are nowhere */
  restoreFiles(keys: Iterable<string>): Promise<{ readonly restored: number; readonly missing: readonly string[] }>;
  /** When the youngest base backup ended; null: there is none. */
  lastAt(): Date | null;
  /** When this process finished looking for new files last; null: never. */
  filesAt(): Date | null;
}

/** One pass looks at everything again this often: what a clock that was set back has hidden is found. */
const FULL_SCAN_EVERY = 60;

/** @param dataDir absolute, as is `backupDir` */
export function createBackup({
  dataDir,
  backupDir,
  copiesFiles = true,
}: {
  readonly dataDir: string;
  readonly backupDir: string;
  readonly copiesFiles?: boolean;
}): Backup {
  const folder = backupFolder(backupDir);
  const store = join(dataDir, 'files');
  let since: Date | null = null;
  let passes = 0;
  return {
    folder,
    copiesFiles,
    async archiveFiles() {
      // What is written while this looks is newer, and found by the next pass.
      const started = new Date(Date.now() - 1000);
      const copied = await archiveFiles(store, folder.files, passes % FULL_SCAN_EVERY === 0 ? null : since);
      since = started;
      passes += 1;
      return copied;
    },
    async take(url) {
      const backup = await takeBackup({ url, folder });
      await switchSegment(url);
      return { backup, files: copiesFiles ? await archiveFiles(store, folder.files) : null };
    },
    async prune(keep) {
      const gone = prune(folder, keep);
      const [oldest] = storedBackups(folder);
      // Copies from before files went to a bucket end like others.
      return { ...gone, files: oldest ? await pruneFiles(store, folder.files, new Date(oldest.startedAt)) : 0 };
    },
    restoreFiles: (keys) => restoreFiles(folder.files, store, keys),
    filesAt: () => since,
    lastAt() {
      const youngest = storedBackups(folder).at(-1);
      return youngest ? new Date(youngest.endedAt) : null;
    },
  };
}
