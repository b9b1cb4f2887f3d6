import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';
import { errorCode } from '../../error-code.ts';

/**
 * The folder of backups:
 *
 *     base/2026-11-25T07-51-11.123Z/   one base backup: base.tar.gz, backup_manifest, backup.json
 *     wal/                             the write-ahead log, as the server archives it
 *     files/                           copies of the uploaded files (platform/files/file-archive.ts)
 *     erasures.jsonl                   who was erased on request, by id (erasure-list.ts)
 *
 * Secrets are in none of them.
 */
export interface BackupFolder {
  readonly base: string;
  readonly wal: string;
  readonly files: string;
  readonly erasures: string;
}

/** @param backupDir absolute */
export const backupFolder = (backupDir: string): BackupFolder => ({
  base: join(backupDir, 'base'),
  wal: join(backupDir, 'wal'),
  files: join(backupDir, 'files'),
  erasures: join(backupDir, 'erasures.jsonl'),
});

export const ARCHIVE_FILE = 'base.tar.gz';
export const MANIFEST_FILE = 'backup_manifest';
const FACTS_FILE = 'backup.json';
const DRAFT = '.draft-';

const factsRule = z.object({
  /** Version of PostgreSQL, such as 18.4. */
  serverVersion: z.string(),
  startedAt: z.iso.datetime(),
  /** The earliest moment to which the backup can be restored, by the clock of the database. */
  endedAt: z.iso.datetime(),
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  /** The oldest segment of the log that a restore from this backup reads. */
  startSegment: z.string().regex(/^[0-9A-F]{24}$/),
  /** Size of base.tar.gz. */
  bytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What is known of a base backup. */
export type BackupFacts = z.output<typeof factsRule>;

export interface StoredBackup extends BackupFacts {
  readonly folder: string;
}

/** A folder that becomes a backup when it is complete. */
export function draftIn({ base }: BackupFolder): string {
  return mkdtempSync(join(base, DRAFT));
}

/** Gives a complete draft its name: from here on it counts. */
export function completeDraft({ base }: BackupFolder, draft: string, facts: BackupFacts): StoredBackup {
  const folder = join(base, facts.startedAt.replaceAll(':', '-'));
  renameSync(draft, folder);
  return { ...facts, folder };
}

export const factsFile = (folder: string): string => join(folder, FACTS_FILE);

/** Every complete base backup, the oldest first. */
export function storedBackups({ base }: BackupFolder): readonly StoredBackup[] {
  return namesIn(base)
    .filter((name) => !name.startsWith(DRAFT))
    .flatMap((name) => {
      const folder = join(base, name);
      const facts = factsOf(folder);
      return facts ? [{ ...facts, folder }] : [];
    })
    .sort((one, other) => (one.endedAt < other.endedAt ? -1 : 1));
}

function factsOf(folder: string): BackupFacts | undefined {
  try {
    return factsRule.parse(JSON.parse(readFileSync(factsFile(folder), 'utf8')));
  } catch {
    return undefined; // somebody's own folder, or one that was damaged: it cannot be restored from
  }
}

/**
 * The youngest base backup that a restore to this moment can begin with.
 * @param to null: the youngest of all
 * @throws {StartupError} when there is none
 */
export function backupBefore(backups: readonly StoredBackup[], to: Date | null): StoredBackup {
  const fit = backups.filter(({ endedAt }) => to === null || new Date(endedAt) <= to).at(-1);
  if (fit) return fit;
  const oldest = backups[0];
  throw new StartupError(
    oldest
      ? `The oldest backup ended at ${oldest.endedAt}: nothing can be restored to an earlier moment.`
      : 'There is no backup to restore from; npm run backup makes one.',
  );
}

/**
 * Removes base backups until the youngest `keep` are left, the segments of the log that none of those needs, and drafts that were never
 * finished.
 * @returns how many base backups and segments went
 */
export function prune(folder: BackupFolder, keep: number): { readonly backups: number; readonly segments: number } {
  const all = storedBackups(folder);
  const gone = all.slice(0, Math.max(0, all.length - keep));
  for (const { folder: path } of gone) rmSync(path, { recursive: true, force: true });
  for (const name of namesIn(folder.base)) {
    const path = join(folder.base, name);
    if (name.startsWith(DRAFT) && Date.now() - statSync(path).mtimeMs > DRAFT_LIFE_MS) rmSync(path, { recursive: true, force: true });
  }
  const oldest = all.slice(gone.length)[0];
  const segments = oldest ? namesIn(folder.wal).filter((name) => isOlderSegment(name, oldest.startSegment)) : [];
  for (const name of segments) rmSync(join(folder.wal, name), { force: true });
  return { backups: gone.length, segments: segments.length };
}

/** A backup of a very large cluster takes hours; a draft older than a day is nobody's any more. */
const DRAFT_LIFE_MS = 86_400_000;

/**
 * Compared without their timeline, as pg_archivecleanup does: what came before a branch may be needed on both. Histories of timelines
 * are small and stay.
 */
function isOlderSegment(name: string, oldest: string): boolean {
  return /^[0-9A-F]{24}(\.|$)/.test(name) && name.slice(8, 24) < oldest.slice(8, 24);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
