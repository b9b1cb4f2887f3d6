import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, chmod, lchown, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { z } from 'zod';
import { StartupError } from '../../../config/startup-error.ts';
import type { Account } from '../set-up/native.ts';
import { ARCHIVE_FILE, MANIFEST_FILE, type StoredBackup } from './backup-folder.ts';

const manifestRule = z.object({
  Files: z.array(z.object({ Path: z.string(), Size: z.number(), 'Checksum-Algorithm': z.literal('SHA256'), Checksum: z.string() })),
  'Manifest-Checksum': z.string(),
});

/** How the unpacked cluster finds its log, and where it stops. */
export interface Recovery {
  /** Folder of the archived log. */
  readonly wal: string;
  /** null: to the end of what was archived. */
  readonly to: Date | null;
}

/**
 * Unpacks a base backup into an empty folder and compares every file with the manifest.
 * @throws {StartupError} when a file is missing, cut or changed
 */
export async function unpackBackup({ folder, sha256: expected }: StoredBackup, into: string): Promise<void> {
  const found = await sha256(join(folder, ARCHIVE_FILE)).catch((error: unknown) => {
    throw damaged(folder, error instanceof Error ? error.message : String(error));
  });
  // Before it is unpacked: a damaged archive can keep the program that unpacks it busy for ever.
  if (found !== expected) throw damaged(folder, `${ARCHIVE_FILE} is not as it was written`);
  const files = manifestOf(await readFile(join(folder, MANIFEST_FILE), 'utf8'), folder);
  try {
    await extract({ file: join(folder, ARCHIVE_FILE), cwd: into, strict: true, preserveOwner: false });
  } catch (error) {
    throw damaged(folder, error instanceof Error ? error.message : String(error));
  }
  for (const { Path, Checksum } of files) {
    const content = await sha256(join(into, Path)).catch((error: unknown) => {
      throw damaged(folder, error instanceof Error ? error.message : String(error));
    });
    if (content !== Checksum) throw damaged(folder, `${Path} is not as it was backed up`);
  }
  await chmod(into, 0o700);
}

/** The last line of a manifest is the checksum of all before it. */
function manifestOf(text: string, folder: string) {
  const end = text.lastIndexOf('"Manifest-Checksum"');
  let manifest: z.output<typeof manifestRule>;
  try {
    manifest = manifestRule.parse(JSON.parse(text));
  } catch {
    throw damaged(folder, `${MANIFEST_FILE} cannot be read`);
  }
  if (createHash('sha256').update(text.slice(0, end)).digest('hex') !== manifest['Manifest-Checksum'])
    throw damaged(folder, `${MANIFEST_FILE} was changed`);
  return manifest.Files;
}

const damaged = (folder: string, why: string): StartupError =>
  new StartupError(`The backup in ${folder} is damaged (${why}); restore from an older one by moving this folder away.`);

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** What `finishRecovery` takes back. */
export const RECOVERY_SETTINGS = [
  'restore_command',
  'recovery_target_time',
  'recovery_target_inclusive',
  'recovery_target_action',
  'hot_standby',
] as const;

/**
 * Tells an unpacked cluster to replay the archived log at its next start, and to become an ordinary server at the end of it. Until then it
 * turns connections away, so that nobody sees a state in between.
 */
export async function prepareRecovery(cluster: string, { wal, to }: Recovery): Promise<void> {
  const settings: Readonly<Record<(typeof RECOVERY_SETTINGS)[number], string | null>> = {
    restore_command: `cp "${wal}/%f" "%p"`,
    recovery_target_time: to === null ? null : to.toISOString().replace('T', ' ').replace('Z', '+00'),
    recovery_target_inclusive: 'on',
    recovery_target_action: 'promote',
    hot_standby: 'off',
  };
  const lines = Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [`${name} = '${value.replaceAll("'", "''")}'`]));
  await appendFile(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 });
}

/** Hands a folder with all that is in it to the account that runs the server. */
export async function giveAllTo(account: Account | null, folder: string): Promise<void> {
  if (account === null) return;
  await lchown(folder, account.uid, account.gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lchown(join(entry.parentPath, entry.name), account.uid, account.gid);
}
