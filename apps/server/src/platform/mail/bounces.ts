import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';
import type { Log } from '../log.ts';
import type { MailEvents } from './events.ts';

/** A larger file is not a notice about a mail. */
const NOTICE_MAX_BYTES = 5 * 1024 * 1024;
const MAX_FILES_PER_RUN = 500;

/** The outcome of reading a mail folder. */
export interface BouncesRead {
  /** Notices about a mail of the product. */
  readonly recorded: number;
  /** Other mails: no notice of a mail server, or not about a mail of the product. */
  readonly other: number;
}

/**
 * Reads what has come into a folder in the form of Maildir, where a mail server delivers what is sent to the address of returned mails. Several
 * processes may: a file that another one has moved is done, and a notice that is read twice changes nothing. A file that cannot be read does not
 * stop the others.
 * @throws the folder or a file cannot be read
 */
export async function readBounces(folder: string, events: Pick<MailEvents, 'handleBounce'>, log: Log): Promise<BouncesRead> {
  const names = (await readdir(join(folder, 'new'))).toSorted();
  let recorded = 0;
  let other = 0;
  const errors: unknown[] = [];
  for (const name of names) {
    if (recorded + other === MAX_FILES_PER_RUN) break;
    const path = join(folder, 'new', name);
    let raw: Buffer | null;
    try {
      raw = (await stat(path)).size > NOTICE_MAX_BYTES ? null : await readFile(path);
    } catch (error) {
      if (!isGone(error)) errors.push(error);
      continue;
    }
    if (raw !== null && (await events.handleBounce(raw))) recorded += 1;
    else {
      other += 1;
      log.warn(`A mail to the address of returned mails is not about a mail of the product: ${name}`);
    }
    // Marked as read, in Maildir terms: nobody reads it again, and the server's operator can still look at it.
    await rename(path, join(folder, 'cur', `${name.replace(/:2,.*$/, '')}:2,S`)).catch((error: unknown) => {
      if (!isGone(error)) errors.push(error);
    });
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} files in ${folder} cannot be read or moved, the first: ${errors[0]}`);
  return { recorded, other };
}

/** Another process has moved it. */
const isGone = (error: unknown): boolean => errorCode(error) === 'ENOENT';
