import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import type { MailEvents } from './events.ts';

/** What is larger is no notice about a mail. */
const MOST_BYTES = 5 * 1024 * 1024;
/** Of one run. */
const MOST_FILES = 500;

/** What came of reading a mail folder. */
export interface BouncesRead {
  readonly heard: number;
  /** No notice of a mail server, or about no mail of ours. */
  readonly other: number;
}

/**
 * Reads what has come into a folder in the form of Maildir, where a mail server delivers what is sent to the address of returned mails. Several
 * processes may: a file that another one has moved away is theirs, and what is heard twice changes nothing.
 * @throws the folder cannot be read
 */
export async function readBounces(folder: string, events: Pick<MailEvents, 'hearNotice'>, log: Log): Promise<BouncesRead> {
  const names = (await readdir(join(folder, 'new'))).toSorted().slice(0, MOST_FILES);
  let heard = 0;
  let other = 0;
  for (const name of names) {
    const path = join(folder, 'new', name);
    try {
      const known = (await stat(path)).size <= MOST_BYTES && (await events.hearNotice(await readFile(path)));
      if (known) heard += 1;
      else {
        other += 1;
        log.warn(`A mail to the address of returned mails is about no mail of ours: ${name}`);
      }
      // Read, as Maildir says it: nobody reads it again, and whoever operates the server can still look at it.
      await rename(path, join(folder, 'cur', `${name.replace(/:2,.*$/, '')}:2,S`));
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    }
  }
  return { heard, other };
}
