import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../../config/startup-error.ts';
import type { Installation } from './native.ts';

interface Where {
  readonly installation: Installation;
  readonly directory: string;
  readonly logFile: string;
}

const LEVEL = /^.*?(FATAL|PANIC|error):\s*/;
const NO_PERMISSION =
  /Permission denied|EACCES|EPERM|invalid permissions|wrong ownership|Operation not permitted|Read-only file system|EROFS/;

/** What PostgreSQL wrote when its cluster could not be made or started, as one sentence that says what to do. */
export function databaseStartError({ directory, installation, logFile }: Where, output: string, goal: 'made' | 'started'): StartupError {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const fatal = (lines.filter((line) => /FATAL|PANIC|error:/.test(line)).at(-1) ?? lines.at(-1) ?? 'it gave no reason').replace(LEVEL, '');
  if (/recovery ended before configured recovery target was reached/.test(output)) {
    const last = /last completed transaction was at log time (.+)$/m.exec(output)?.[1];
    return new StartupError(
      `The archived log ends before that moment${last === undefined ? '' : ` (its last transaction was at ${last})`}; choose an earlier one, or leave --to out.`,
    );
  }
  if (/database files are incompatible/.test(output)) {
    const version = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
    return new StartupError(
      `The database in ${directory} is of PostgreSQL ${version}, and this program brings another version; move it with pg_upgrade or a dump, or set DATABASE_URL.`,
    );
  }
  // Where only part of a page had room, PostgreSQL says how much it wrote, and hints at the disk.
  if (/No space left on device|ENOSPC|Disk quota exceeded|Check free disk space/.test(output)) {
    return new StartupError(
      `The disk that holds ${installation.baseDir} is full; make room and start again: nothing that was saved is lost.`,
    );
  }
  const refused = lines.findLast((line) => NO_PERMISSION.test(line));
  if (refused !== undefined) {
    const who = installation.account?.name ?? 'this user';
    return new StartupError(
      `The database in ${directory} cannot be ${goal}, because ${who} lacks the permission (${refused.replace(LEVEL, '')}); give the folder to ${who}, or choose another DATA_DIR.`,
    );
  }
  if (/Cannot allocate memory|could not create shared memory|could not map anonymous/.test(output)) {
    return new StartupError(`PostgreSQL gets too little memory to be ${goal} (${fatal}).`);
  }
  if (
    /PANIC|checkpoint record|pg_control|control file|not a valid data directory|invalid data in file|could not open file "(global|pg_wal|base)/.test(
      output,
    )
  ) {
    return new StartupError(
      `The database in ${directory} is damaged (${fatal}); restore it from a backup, or move it away to begin with an empty one.`,
    );
  }
  return new StartupError(`PostgreSQL could not be ${goal}: ${fatal}; see ${logFile}.`);
}
