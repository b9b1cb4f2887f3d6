import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../../bootstrap.mjs';

/** Linux' file system in memory, for everybody. */
const MEMORY = '/dev/shm';
/** What `statfs` calls tmpfs (linux/magic.h); elsewhere the path may be a plain folder. */
const TMPFS = 0x01021994;
/** A whole run keeps less than 2 GiB of files at a time; and the tests themselves need memory, too. */
const ROOM = 4 * 2 ** 30;
const PREFIX = 'checkwell-tests-';

/**
 * A folder for all temporary files of a test run: databases, uploaded files, browser profiles, reports. In memory where there is room: each test
 * file copies a database of a thousand files and drops it, and ext4 looks through what was deleted in the last minute before it makes a
 * new file, which took a sixth of the time of the server tests. It goes when this process ends; what a killed run left goes with the next.
 * @param {string} [parent] where it is made
 * @returns {string}
 */
export function testFolder(parent = hasRoomInMemory() ? MEMORY : tmpdir()) {
  removeLeftovers(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  // PostgreSQL may run under another account, which has to get through.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function hasRoomInMemory() {
  if (process.platform !== 'linux' || process.availableMemory() < 2 * ROOM) return false;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}

/** @param {string} parent */
function removeLeftovers(parent) {
  for (const name of readdirSync(parent)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!pid || isAlive(pid)) continue;
    try {
      rmSync(join(parent, name), { recursive: true, force: true });
    } catch {
      // Somebody else's.
    }
  }
}
