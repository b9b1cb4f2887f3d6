import { statfsSync } from 'node:fs';
import { AppError } from '@checkwell/domain/errors';
import { DatabaseError } from 'pg';
import { StartupError } from '../config/startup-error.ts';
import type { Database } from './db/database.ts';
import { messageOf } from './db/set-up/native.ts';

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', '53100']);
/** One segment of PostgreSQL's write-ahead log: with less space it stops, and reports only "connection terminated". */
const MIN_ROOM_BYTES = 16 * 1024 * 1024;

/**
 * An error of a start or of an operator command as a message for the person who can fix it: a full disk, a lost database.
 * Any other error is returned unchanged, with its stack.
 * @param db undefined: it was not opened yet
 */
export function toStartupError(error: unknown, dataDir: string, db?: Pick<Database, 'folder'>): unknown {
  const chain = causesOf(error);
  const noRoom = chain.find((cause) => NO_ROOM.has(codeOf(cause)));
  if (noRoom instanceof DatabaseError) {
    // An embedded database that does not open reports a full disk itself (embedded.ts).
    return db?.folder === null || db === undefined
      ? new StartupError(`The disk of the database is full (${noRoom.message}); make room there and start again.`, { cause: error })
      : fullDisk(db.folder, error);
  }
  if (noRoom) return fullDisk(dataDir, error);
  const away = chain.some((cause) => cause instanceof AppError && cause.code === 'database.unavailable');
  if (!away) return error;
  if (db?.folder && hasNoRoom(db.folder)) return fullDisk(db.folder, error);
  return new StartupError(`The database does not answer any more: ${messageOf(chain.at(-1)).replace(/\.$/, '')}.`, { cause: error });
}

const fullDisk = (folder: string, cause: unknown): StartupError =>
  new StartupError(`The disk that holds ${folder} is full; make room and start again: nothing that was saved is lost.`, { cause });

function hasNoRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < MIN_ROOM_BYTES;
}

/** The error and its causes, outermost first. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let cause = error; cause !== undefined && !chain.includes(cause); cause = cause instanceof Error ? cause.cause : undefined) {
    chain.push(cause);
  }
  return chain;
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
